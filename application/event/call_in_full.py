"""A call with its statements, ruling and appeal, as the judges of an event read it."""

from typing import Annotated

from application.answer import Answer, Meta
from application.event.account import Account
from application.event.keyring import Keyring
from domain.tournament.calls import StatementGiven, alike
from domain.tournament.tournament import Tournament


class Call(Answer):
    """A call with all that became of it."""

    call: int
    round: int
    table: int
    open: bool
    taken_by: Annotated[str | None, Meta(description="The judge who took it, by name.")]
    statements: dict[str, str | None]
    verdict: str | None
    told: Annotated[list[str], Meta(description="What happened, a sentence each.")]
    alike: Annotated[list[str], Meta(description="Calls under the same rules.")]


def call_in_full(event: Tournament, keyring: Keyring, number: int) -> Call:
    """The call of this number, with similar ones. Raises Refused where there is none."""
    found = event.call(number)
    account = Account(event, keyring)
    statements = {
        account.name(player): keyring.reveal(player, one.words)
        if isinstance(one, StatementGiven)
        else None
        for player, one in found.statements.items()
    }
    parts = (found.made, *found.statements.values(), found.ruled, found.appeal, found.decided)
    cites = found.ruled.cites if found.ruled else ()
    others = alike(event, cites, event.tables[found.key].ruleset)
    return Call(
        call=number,
        round=found.made.round,
        table=found.made.table,
        open=found.open,
        taken_by=account.name(found.taken_by) if found.taken_by else None,
        statements=statements,
        verdict=found.verdict,
        told=[account.tell(part) for part in parts if part is not None],
        alike=[account.tell(one.ruled) for one in others if one is not found and one.ruled],
    )

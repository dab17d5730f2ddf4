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
    call = event.call(number)
    account = Account(event, keyring)
    statements = {
        account.name(player): keyring.reveal(player, statement.words)
        if isinstance(statement, StatementGiven)
        else None
        for player, statement in call.statements.items()
    }
    parts = (call.made, *call.statements.values(), call.ruled, call.appeal, call.decided)
    cites = call.ruled.cites if call.ruled else ()
    others = alike(event, cites, event.tables[call.key].ruleset)
    return Call(
        call=number,
        round=call.made.round,
        table=call.made.table,
        open=call.open,
        taken_by=account.name(call.taken_by) if call.taken_by else None,
        statements=statements,
        verdict=call.verdict,
        told=[account.tell(part) for part in parts if part is not None],
        alike=[account.tell(other.ruled) for other in others if other is not call and other.ruled],
    )

"""`umpire backup`: what going back would mean, what else could be done, and doing it."""

from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, game_of, policy_of, policy_option, whole_option
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import db_option, game_argument, json_option, umpire_at
from adapters.cli.output import print_json, print_lines, print_text

if TYPE_CHECKING:
    from application.desk.policy import Policy
    from application.game.umpire import Umpire
    from application.ledger.store import Recorded
    from domain.kernel.history import Game


@click.command(cls=GameCommand)
@game_argument
@click.option("--to", type=int, required=True, metavar="N", help="Back to after entry N.")
@click.option("--confirm", is_flag=True, help="The judge goes back: the game is rewound.")
@click.option("--leave", is_flag=True, help="The judge leaves the game as it is.")
@click.option("--fix", metavar="ID", help="The judge makes this partial fix.")
@click.option("--because", default="", help="The judge's reason; needed to do something.")
@click.option("--agreed", default="", metavar="PLAYERS", help="Who agreed, as ana,ben; recorded.")
@whole_option
@policy_option
@json_option
@db_option
def backup(
    game: str,
    to: int,
    confirm: bool,
    leave: bool,
    fix: str | None,
    because: str,
    agreed: str,
    whole: bool,
    policy: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Weigh a backup: simple, risky or irreversible, beside the other remedies.

    Nothing happens without --confirm, --leave or --fix; until then it is advice, with the sheet of
    everything that has to be put back on the table. A policy of your own is a page like
    application/desk/policies/default.yaml; it holds only what differs.
    """
    from application.desk.backup import BadBackup

    played = game_of(game, db)
    weighs = policy_of(played, policy, game, db)
    remedies = sum((confirm, leave, fix is not None))
    if remedies > 1:
        raise click.UsageError("expected one of --confirm, --leave and --fix")
    if remedies and not because.strip():
        raise click.UsageError("a judge gives a reason: --because")
    players = tuple(player for player in agreed.split(",") if player)
    try:
        if not remedies:
            _advise(played, game, weighs, to, as_json, whole=whole)
            return
        umpire = _umpire(game, db)
        done = _do(umpire, game, weighs, to, because, players, leave=leave, fix=fix)
    except BadBackup as why:
        raise Unusable(f"{game}: {why}.") from None
    _tell(umpire, game, done, as_json)


def _umpire(game: str, db: str | None) -> "Umpire":
    """The umpire of the store that holds the game. Raises Unusable if it is a file."""
    from application.desk.batch.sources import is_file

    if is_file(game):
        raise Unusable(f"{game} is a file, and a file is only read; “umpire import” takes it in")
    return umpire_at(db)


def _advise(
    game: "Game", id: str, policy: "Policy", to: int, as_json: bool, *, whole: bool
) -> None:
    from application.desk.backup import advice, advice_in_words

    weighed = advice(game, policy, to)
    if as_json:
        print_json(weighed, game=id)
    else:
        print_text("\n".join(advice_in_words(weighed, game.ruleset, whole=whole)))


def _do(
    umpire: "Umpire",
    id: str,
    policy: "Policy",
    to: int,
    because: str,
    players: tuple[str, ...],
    *,
    leave: bool,
    fix: str | None,
) -> "list[Recorded]":
    from application.desk.backup import going_back, leaving, mending

    game = umpire.game(id).game
    if fix is not None:
        steps = mending(game, policy, to, fix, because, players)
    else:
        steps = (leaving if leave else going_back)(game, to, because, players)
    return umpire.steps(id, steps)


def _tell(umpire: "Umpire", id: str, done: "list[Recorded]", as_json: bool) -> None:
    from application.desk.backup import Remedied
    from application.game.log import ruled_entry
    from application.game.transcript import entry_lines

    if as_json:
        print_json(Remedied(id, tuple(ruled_entry(recorded.entry) for recorded in done)))
        return
    game = umpire.game(id).game
    for recorded in done:
        print_lines(entry_lines(recorded.entry, game.law.edition, game.ruleset))

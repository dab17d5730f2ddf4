"""`umpire chance`: dice, an order or a choice that players make together, each on their own terminal."""

import json
import re
import secrets
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.game.stepping import keep_step, say_ruling
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import db_option, game_argument, json_option, umpire_at
from adapters.cli.output import print_json, print_lines, print_text

if TYPE_CHECKING:
    from application.game.umpire import Umpire
    from domain.kernel.events import ChanceMade
    from domain.kernel.position import Chance

PURPOSE = re.compile(r"\d+d\d+|shuffle.*|choice")
"""How what is made begins; whether there is such a thing is for the rule to say."""
OFTEN = 0.3
"""Seconds after which it is looked again whether the others have said their part."""


class ChanceCommand(GameCommand):
    """A command whose first argument may be what is made, of the newest game."""

    def is_no_game(self, said: str) -> bool:
        return PURPOSE.fullmatch(said) is not None or super().is_no_game(said)


@click.command(cls=ChanceCommand)
@game_argument
@click.argument("to", nargs=-1, metavar="[3d6 | shuffle N | choice]")
@click.option("--as", "player", metavar="PLAYER", help="Who takes part on this terminal.")
@click.option(
    "--choose", default="", metavar="TEXT", help="Of a choice: what is chosen, in secret."
)
@click.option(
    "--wait",
    type=click.FloatRange(0),
    default=600,
    metavar="SECONDS",
    show_default=True,
    help="How long the others are waited for.",
)
@json_option
@db_option
def chance(
    game: str,
    to: tuple[str, ...],
    player: str | None,
    choose: str,
    wait: float,
    as_json: bool,
    db: str | None,
) -> None:
    """Make chance together that nobody has to trust: each commits, each reveals, the result follows.

    Every player says the same on their own terminal: umpire chance GAME 3d6 --as ana. It commits to a
    secret, waits for the others, and reveals it; what was cut off goes on with the same command. Without
    3d6 and a player it says what is being made.
    """
    umpire = umpire_at(db)
    live = umpire.game(game)
    if not to and player is None:
        _tell(umpire, game, as_json)
        return
    if player not in live.game.players:
        raise Unusable(f"say with --as which player you are: {', '.join(live.game.players)}.")
    purpose = " ".join(to) or (live.game.now.chance.to if live.game.now.chance else "")
    if not purpose:
        raise Unusable("say what is made: dice such as 3d6, “shuffle 5” or “choice”.")
    part = _Part(umpire, game, player, purpose, choose, monotonic() + wait)
    made = part.result()
    if as_json:
        _tell(umpire, game, as_json)
    elif made is not None:
        print_text(f"{_sentence(made)}")


def _tell(umpire: "Umpire", game: str, as_json: bool) -> None:
    from application.game.open_chance import open_chance
    from application.game.transcript import Line, chance_lines

    played = umpire.game(game, fresh=False).game
    if as_json:
        print_json(open_chance(played, game))
    else:
        print_lines([*chance_lines(played.now)] or [Line("Nothing is being made together.")])


def _sentence(made: "ChanceMade") -> str:
    from domain.kernel.making_chance import made_in_words
    from domain.kernel.ruling import sentence

    return sentence(made_in_words(made))


class _Part:
    """What one player does: commits, waits, reveals, waits."""

    def __init__(
        self, umpire: "Umpire", game: str, player: str, to: str, choice: str, until: float
    ) -> None:
        self.umpire, self.game, self.player, self.to = umpire, game, player, to
        self.choice, self.until = choice, until
        known = f"{umpire.game(game, fresh=False).game.opening.salt} {game} {player}"
        name = sha256(known.encode()).hexdigest()[:32]
        self.file = Path(click.get_app_dir("umpire")) / "chance" / f"{name}.json"

    def now(self) -> "Chance | None":
        return self.umpire.game(self.game).game.now.chance

    def result(self) -> "ChanceMade | None":
        """What came of it, once all have said their part; None where it was set aside meanwhile."""
        chance = self.now()
        if chance is None or self.player not in chance.commitments:
            self._commit()
        elif chance.to != self.to:
            raise Unusable(f"{chance.to} is being made together since entry {chance.entry}.")
        began = self._waits_until_all_have_committed()
        if began is None:
            return None
        if self.player not in began.secrets:
            self._reveal()
        while (chance := self.now()) is not None and chance.entry == began.entry:
            self._rest(chance)
        self.file.unlink(missing_ok=True)
        return self._made_since(began.entry)

    def _commit(self) -> None:
        from domain.kernel.chance import CHOICE, commitment_of, purpose_of

        if self.to == CHOICE and not self.choice:
            raise Unusable(
                "say with --choose what you choose; nobody sees it before all have chosen."
            )
        secret = secrets.token_bytes(32)
        seat = self.umpire.game(self.game, fresh=False).game.players.index(self.player) + 1
        choice = self.choice if self.to == CHOICE else ""
        if purpose_of(self.to) is not None:
            # Before it is said: without the secret nobody could reveal what was committed to.
            self._keep(secret.hex(), choice)
        commitment = commitment_of(seat, self.to, secret, choice)
        self._say({"do": "commit", "to": self.to, "commitment": commitment})

    def _keep(self, secret: str, choice: str) -> None:
        """Keeps the secret for this user alone, so that a command that was cut off goes on."""
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Away with an old one: its rights would stay as they are, whatever mode is given.
        self.file.unlink(missing_ok=True)
        self.file.touch(mode=0o600)
        self.file.write_text(
            json.dumps({"to": self.to, "secret": secret, "choice": choice}), "utf-8"
        )

    def _reveal(self) -> None:
        try:
            kept = json.loads(self.file.read_text("utf-8"))
            said = {"secret": str(kept["secret"]), "choice": str(kept["choice"])}
        except (OSError, ValueError, KeyError, TypeError):
            raise Unusable(
                f"the secret that {self.player} committed to is not on this machine: reveal it where it was "
                "made, or let a judge set it aside."
            ) from None
        self._say({"do": "reveal", **{name: value for name, value in said.items() if value}})

    def _say(self, said: dict[str, str]) -> None:
        recorded = keep_step(self.umpire, self.game, {"by": self.player, **said})
        if recorded.entry.ruling.verdict != "legal":
            say_ruling(self.umpire, self.game, recorded)
            click.get_current_context().exit(1)
        click.echo(recorded.entry.ruling.reason, err=True)

    def _waits_until_all_have_committed(self) -> "Chance | None":
        while (chance := self.now()) is not None and not chance.is_revealing:
            self._rest(chance)
        return chance

    def _rest(self, chance: "Chance") -> None:
        from domain.kernel.making_chance import under_way

        if monotonic() > self.until:
            raise Unusable(f"{under_way(chance)}. The same command goes on.")
        sleep(OFTEN)

    def _made_since(self, entry: int) -> "ChanceMade | None":
        from domain.kernel.events import ChanceMade

        log = self.umpire.game(self.game, fresh=False).game.log[entry:]
        events = (event for entry in log for event in entry.events)
        return next((event for event in events if isinstance(event, ChanceMade)), None)

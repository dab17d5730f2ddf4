"""`umpire demo`: a turn of a ruleset, told to a judge who has never seen the program."""

from importlib.resources import files
from typing import NamedTuple

import click

from adapters.cli.output import say


class Told(NamedTuple):
    """A record, and what is said before and after it."""

    record: str
    before: str
    after: str


EVERY_ENTRY = """\
Every entry below begins with its verdict: legal, illegal, or undetermined where the rulebook is \
silent; a remark is a note. Then come the reason and the rules it rests on."""

DEMOS = {
    "voidsiege": Told(
        "demo/disputed-turn.yaml",
        f"""\
A disputed turn of VoidSiege, ruled on from its record. Ana charges with a1. Ben answers with one \
unit and then tries to answer with a second one. A move is given up because of the answer, the \
table disagrees, and a judge lets the turn be played again from where it went wrong.

{EVERY_ENTRY} Nothing is ever \
deleted: what was refused and what was taken back stays in the log.
""",
        """
The turn counts as entries 2 to 5 and 13 to 15; entries 6 to 11 were left behind by the rewind and \
still stand in the record. Because a1 did move in the end, the restriction for it arrived: with the \
charge given up in entry 8 it would not have (P7).

Next: umpire rules voidsiege T14 prints a rule with its source; umpire new --help begins a game.
""",
    ),
    "arcane-legions": Told(
        "demo/an-order-in-rows.yaml",
        f"""\
An order of Arcane Legions, row by row. Ana's legion fights the guard that stands beside it: a \
target, the cost, the dice, the hits, and the damage that both sides have to place before anybody \
goes on.

{EVERY_ENTRY}
""",
        """
The scouts could not be fought in entry 3: nobody had reported that they stand beside the legion. \
In entry 9 the turn could not end with damage outstanding.

Next: umpire rules arcane-legions prints the outline of the turn; umpire new --ruleset \
arcane-legions --example sets this table up.
""",
    ),
    "nullshapers": Told(
        "demo/last-in-first-out.yaml",
        f"""\
Nullshapers: Kim plays a card, Lee answers with another one, and both decline. What was declared \
last happens first: the answer before what it answers.

{EVERY_ENTRY}
""",
        """
Kim could not play a second card in entry 3: it was for Lee to answer. In entry 11 the game is \
not in the advance step. Each player sees their own hand alone: umpire show --as lee.

Next: umpire rules nullshapers prints the steps of a turn; umpire new --ruleset nullshapers \
--example sets this table up.
""",
    ),
}
FIRST = "voidsiege"


@click.command()
@click.argument("ruleset", default=FIRST, metavar="[RULESET]")
def demo(ruleset: str) -> None:
    """Tell a turn of a ruleset from its record: of VoidSiege a disputed one, up to the judge's ruling."""
    from application.game.transcript import Line
    from application.records.records import record_of
    from application.records.replay import replay
    from application.records.replay_account import replay_lines

    found = DEMOS.get(ruleset)
    if found is None:
        raise click.BadParameter(f"no demo of “{ruleset}”; expected one of {', '.join(DEMOS)}")
    text = files("adapters.cli.game").joinpath(found.record).read_text(encoding="utf-8")
    say(Line(one) for one in found.before.split("\n"))
    say(replay_lines(replay(record_of(text, found.record))))
    say(Line(one) for one in found.after.rstrip().split("\n"))

"""`umpire demo`: a disputed turn, told to a judge who has never seen the program."""

from importlib.resources import files

import click

from adapters.cli.output import say

RECORD = "demo/disputed-turn.yaml"

BEFORE = """\
A disputed turn of VoidSiege, ruled on from its record. Ana charges with a1. Ben answers with one \
unit and then tries to answer with a second one. A move is given up because of the answer, the \
table disagrees, and a judge lets the turn be played again from where it went wrong.

Every entry below begins with its verdict: legal, illegal, or undetermined where the rulebook is \
silent; a remark is a note. Then come the reason and the rules it rests on. Nothing is ever \
deleted: what was refused and what was taken back stays in the log.
"""

AFTER = """
The turn counts as entries 2 to 5 and 13 to 15; entries 6 to 11 were left behind by the rewind and \
still stand in the record. Because a1 did move in the end, the restriction for it arrived: with the \
charge given up in entry 8 it would not have (P7).

Next: umpire rules voidsiege T14 prints a rule with its source; umpire new --help begins a game.
"""


@click.command()
def demo() -> None:
    """Tell a disputed turn of VoidSiege, from the charge to the judge's ruling."""
    from application.game.transcript import Line
    from application.records.records import record_of
    from application.records.replay import replay
    from application.records.replay_account import replay_lines

    text = files("adapters.cli.game").joinpath(RECORD).read_text(encoding="utf-8")
    say(Line(one) for one in BEFORE.split("\n"))
    say(replay_lines(replay(record_of(text, RECORD))))
    say(Line(one) for one in AFTER.rstrip().split("\n"))

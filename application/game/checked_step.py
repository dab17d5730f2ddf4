"""Checks that what was sent is a step at all, before any rule is asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from application.game.moments import NoMoment, check_moments, moment
from application.game.words.near_words import plain_word
from application.ledger.stored_events import Unstorable, as_plain_json
from domain.kernel.hiding import CORRECT
from domain.kernel.history import Entry, Game
from domain.kernel.laying_anew import changes_said
from domain.kernel.ruleset import SetupError
from domain.kernel.ruling import VERDICTS
from domain.kernel.shared import NAMED_ENTRY
from domain.kernel.steps import AT, JUDGE, PLAYED, Said, quoted_value

NOTES = frozenset({"expect", "cites"})
"""Fields that a step of a record has for its reader; they are left out of the game."""


class NotAStep(Exception):
    """What was sent is no step that can be ruled on; the message is a sentence without a full stop."""


def checked_step(said: Any, players: Iterable[str], *, on_record: bool = False) -> Said:
    """The step as plain JSON, without a record's notes. Raises NotAStep.

    `on_record`: it is a step of a record, which may say when it was taken, and that it was played all the same.
    """
    if not isinstance(said, Mapping):
        raise NotAStep("a step is one flat mapping, such as {by: ana, do: pass}")
    for needed in ("by", "do"):
        if needed not in said:
            raise NotAStep(f"a step needs “{needed}”, as in {{by: ana, do: pass}}")
    seats = (*players, JUDGE)
    if said["by"] not in seats:
        raise NotAStep(f"“by” is one of {', '.join(seats)}, not “{str(said['by'])[:40]}”")
    if PLAYED in said and not on_record:
        raise NotAStep(
            "“played” is said with the steps of a record; in a game that is being played a judge "
            "says it afterwards: {by: judge, do: played, entry: 4, because: …}"
        )
    if AT in said and not on_record:
        raise NotAStep(
            "“at” is said with the steps of a record; in a game that is being played the time of a "
            "step is when it is written down"
        )
    if AT in said:
        try:
            moment(said[AT])
        except NoMoment as why:
            raise NotAStep(f"“at”: {why}") from None
    if not NOTES.isdisjoint(said):
        said = {key: value for key, value in said.items() if key not in NOTES}
    try:
        as_read_again: Said = as_plain_json(dict(said))
    except Unstorable as why:
        raise NotAStep(f"a step holds words, numbers, lists and names: {why}") from None
    return as_read_again


def named_entry(said: Said) -> str:
    """The field in which a judge's step names the entry it is about; empty for any other step."""
    if said.get("by") != JUDGE or not isinstance(said.get("do"), str):
        return ""
    return NAMED_ENTRY.get(said["do"], "")


def verdict_as_reason(said: Said) -> str:
    """The question to a judge whose whole reason is a verdict, as in “1 legal illegal”; empty for any other."""
    reason = said.get("because")
    if said.get("by") != JUDGE or not isinstance(reason, str) or plain_word(reason) not in VERDICTS:
        return ""
    return f"say why: {quoted_value(reason)} is a verdict, and no reason"


def check_judges_words(game: Game, said: Said) -> None:
    """Checks that the entry a judge decides about, or the parts they put right, are there, and their reason
    is one. Raises NotAStep.

    A judge's slip is no ruling; what players attempt is ruled on, whatever it names.
    """
    if question := verdict_as_reason(said):
        raise NotAStep(question)
    parts = said.get("parts")
    if said.get("by") == JUDGE and said.get("do") == CORRECT and isinstance(parts, Mapping):
        try:
            changes_said(game.ruleset, game.now.state, parts)
        except SetupError as why:
            raise NotAStep(str(why)) from None
    name = named_entry(said)
    n, first = said.get(name), 0 if name == "to" else 1
    if type(n) is int and not first <= n <= game.length:
        there = f"the newest is {game.length}" if game.length else "there is none yet"
        raise NotAStep(f"there is no entry {n} in this game; {there}")


def check_times(log: Sequence[Entry], steps: Iterable[Said]) -> None:
    """Checks that no step says a moment before that of an earlier step. Raises NotAStep."""
    timed = [said for said in steps if AT in said]
    if not timed:
        return
    try:
        check_moments(log, timed)
    except NoMoment as why:
        raise NotAStep(f"“at”: {why}") from None

"""When a refused step becomes legal: found by trying steps in memory, never by reading the reason."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from application.answer import Answer, SaidStep
from application.desk.effort import Effort
from application.desk.when.playing_on import (
    FARTHEST,
    is_legal,
    reports_that_allow,
    walking_on,
    what_lies_ahead,
)
from application.desk.when.said_otherwise import APART, said_otherwise
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import SetupError, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed, field

AS_SAID = "Never as it was said: it has to be said otherwise, or not at all."

HIDDEN = "It cannot be tried for you when: what comes next depends on what is hidden."
NOT_YET_KNOWN = (
    "Not before something comes to light that is hidden from you, as far as could be tried."
)

Kind = Literal["otherwise", "after", "report", "reading", "judge"]


class Way(Answer):
    """Something that makes the step legal, tried and seen."""

    kind: Kind
    sentence: str
    steps: tuple[SaidStep, ...] = ()
    """What has to be done first; the refused step is legal right after the last of them.

    Of `otherwise`: the one step that is legal in its place.
    """
    readings: dict[str, str] = field(default_factory=dict)
    """Under which readings the same game would have come to this point, and the step be legal."""


def ways(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer, effort: Effort
) -> tuple[tuple[Way, ...], str]:
    """What makes this refused step legal, the nearest first, and a sentence that says when."""
    instead = tuple(_instead(game, said, viewer, effort))
    if "G1" in ruling.cites:
        return instead, _nearest(instead, AS_SAID)
    found_ahead = what_lies_ahead(game, said, viewer)
    if found_ahead is None:
        return instead, _nearest(instead, HIDDEN)
    ahead, tells_nothing = found_ahead
    after = [
        Way("after", sentence, steps)
        for steps, sentence in walking_on(ahead, said, effort, tells_nothing)
    ]
    fuller = [way for way in instead if way.steps[0].keys() >= said.keys() - APART]
    found = [*fuller, *shortest(after)]
    if tells_nothing is not None:
        # Reports and other readings would tell what is hidden: they are not tried.
        return tuple(found), _nearest(found, NOT_YET_KNOWN)
    reports = reports_that_allow(ahead, said, ruling.reason, effort)
    found += [Way("report", sentence, (report,)) for report, sentence in reports]
    readings = other_readings(ahead, ruling)
    tried = [one for one in readings if effort.spend(ahead.length + 1)]
    found += under_other_readings(ahead, said, tried)
    found += [way for way in instead if way not in fuller]
    if found:
        return tuple(found), found[0].sentence
    allowed = tuple(by_a_judge(ahead, said))
    never = _never(effort, len(tried), whole=tried == readings)
    return allowed, f"{never} {allowed[0].sentence}" if allowed else never


def _nearest(found: Sequence[Way], otherwise: str) -> str:
    return found[0].sentence if found else otherwise


def _never(effort: Effort, tried: int, *, whole: bool) -> str:
    """That nothing was found, and how much was tried. `whole`: every other reading was among it."""
    if whole and not effort.enough:
        return f"Nothing was found in {effort.most} rulings, as many as are tried for one question."
    never = f"Never, as far as could be tried: not within the next {FARTHEST} plain steps"
    if not tried and not whole:
        return f"{never} and by no report; other readings of open questions were not tried."
    readings = "no other reading" if whole else f"none of {tried} other readings"
    return f"{never}, by no report, and under {readings} of an open question."


def _instead(game: Game, said: Said, viewer: Viewer, effort: Effort) -> Iterator[Way]:
    """Told only to who knows what this player might think of."""
    if viewer in (JUDGE, said["by"]) and said["by"] != JUDGE:
        for other, sentence in said_otherwise(game, said, viewer, effort):
            yield Way("otherwise", sentence, (other,))


def shortest(found: list[Way]) -> list[Way]:
    """The plain way, which comes last, and a detour only where it is much shorter."""
    if len(found) > 1 and len(found[0].steps) + 2 >= len(found[-1].steps):
        return found[-1:]
    return found


def other_readings(game: Game, ruling: Ruling) -> list[tuple[str, str]]:
    """Every other reading of every open question, those of the ruling first."""
    readings = game.law.readings
    return [
        (question, value)
        for question in sorted(readings, key=lambda one: one not in ruling.cites)
        for value in game.law.edition.questions[question].readings
        if value != readings[question]
    ]


def under_other_readings(
    game: Game, said: Said, readings: Iterable[tuple[str, str]]
) -> Iterator[Way]:
    """Each of these readings under which all went as it did, and the step would be legal."""
    for question, value in readings:
        other = replay_under(game, {question: value})
        if other is not None and is_legal(other, said):
            asked = game.law.edition.questions[question]
            text = asked.readings[value].rstrip(".")
            sentence = f"It would be legal if this table read {question} ({asked.title}) as {value}: {text}."
            yield Way("reading", sentence, readings={question: value})


def replay_under(game: Game, readings: Mapping[str, str]) -> Game | None:
    """The same steps under other readings; None where what happened would not have been legal.

    What was refused and did not happen stays refused: the table came to this point without it.
    """
    opening = game.opening
    chosen = {**opening.readings, **readings}
    try:
        other = open_game(game.ruleset, changed(opening, readings=chosen))
        for entry in game.log:
            if entry.ruling.verdict != LEGAL and not entry.events:
                other.take(entry)
                continue
            again, position = adjudicate(other, entry.said)
            if again.ruling.verdict != entry.ruling.verdict:
                return None
            other.take(again, position)
    except (SetupError, RulesetFault):
        return None
    return other


def by_a_judge(game: Game, said: Said) -> Iterator[Way]:
    """A judge's overruling, where the step has something to act on."""
    ahead = game.at(game.length)
    ahead.take(*adjudicate(ahead, said))
    allow = {
        "by": JUDGE,
        "do": "overrule",
        "entry": ahead.length,
        "verdict": LEGAL,
        "because": "what if",
    }
    if is_legal(ahead, allow):
        yield Way("judge", "A judge may make it legal.", (said, allow))

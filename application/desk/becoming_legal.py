"""When a refused step becomes legal: found by trying, in memory, never told from a text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from application.desk.fork import CannotFork, branch
from application.game.transcript import said_in_words
from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import RulesetFault, SetupError, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed
from domain.kernel.wording import listed

FARTHEST = 120
"""Plain steps walked on before giving up."""
DETOURS = 40
"""Plain steps after each of which every other step is tried too."""
MOST_TOLD = 3
"""Steps that are told one by one."""
MOST_REPLAYED = 100_000
"""Entries ruled on again, over all readings tried."""

ON_THE_TABLE = frozenset({"report", "concede"})
"""Steps that nobody takes only to make another one legal."""

Kind = Literal["after", "reading", "judge"]


@dataclass(frozen=True, slots=True)
class Way:
    """Something that makes the step legal, tried and seen."""

    kind: Kind
    sentence: str
    steps: tuple[Said, ...] = ()
    """What has to be done first; the refused step is legal right after the last of them."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Under which readings the same game would have come to this point, and the step be legal."""

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "steps": [dict(said) for said in self.steps],
            "readings": dict(self.readings),
        }


def ways(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer = JUDGE
) -> tuple[tuple[Way, ...], str]:
    """What makes this refused step legal, the nearest first, and a sentence that says when."""
    ahead = what_lies_ahead(game, viewer)
    if ahead is None:
        return (), "It cannot be tried for you when: what comes next depends on what is hidden."
    found = shortest(list(walking_on(ahead, said)))
    readings = other_readings(ahead, ruling)
    tried = readings[: MOST_REPLAYED // (ahead.length + 1)]
    found += under_other_readings(ahead, said, tried)
    if found:
        return tuple(found), found[0].sentence
    allowed = tuple(by_a_judge(ahead, said))
    never = (
        f"Never, as far as could be tried: not within the next {FARTHEST} plain steps, and under "
        f"{'no other reading' if tried == readings else f'none of {len(tried)} other readings'} "
        "of an open question."
    )
    return allowed, f"{never} {allowed[0].sentence}" if allowed else never


def shortest(found: list[Way]) -> list[Way]:
    """The plain way, which comes last, and a detour only where it is much shorter."""
    if len(found) > 1 and len(found[0].steps) + 2 >= len(found[-1].steps):
        return found[-1:]
    return found


def what_lies_ahead(game: Game, viewer: Viewer) -> Game | None:
    """The game as it may be played on before this viewer's eyes; None where that would tell secrets."""
    try:
        return branch(game, viewer=viewer)
    except CannotFork:
        return None


def legal(game: Game, said: Said) -> bool:
    return adjudicate(game, said)[0].ruling.verdict == LEGAL


def plain_step(game: Game) -> Said | None:
    """The plainest step that lets the game go on: an open request is declined, what is due is done."""
    request = game.now.request
    if request is not None:
        return {"by": request.waiting[0], "do": "object"}
    if game.ruleset.over(game.now.state):
        return None
    return game.ruleset.going_on(game.now.state)


def walking_on(game: Game, said: Said) -> Iterator[Way]:
    """The game played on in the plainest manner until the step is legal; and the first detour."""
    ahead = game.at(game.length)
    begun = ahead.view()
    taken: list[Said] = []
    detour = None
    while len(taken) < FARTHEST:
        if detour is None and len(taken) < DETOURS:
            detour = opens_the_way(ahead, said)
            if detour is not None:
                yield Way(
                    "after", _after([*taken, detour[0]], begun, detour[1]), (*taken, detour[0])
                )
        step = plain_step(ahead)
        if step is None:
            return
        entry, position = adjudicate(ahead, step)
        if entry.ruling.verdict != LEGAL:
            return
        ahead.take(entry, position)
        taken.append(step)
        if legal(ahead, said):
            yield Way("after", _after(taken, begun, ahead), tuple(taken))
            return


def opens_the_way(game: Game, said: Said) -> tuple[Said, Game] | None:
    """A step, other than the plainest, after which this one is legal; and the game after it."""
    plainest = plain_step(game)
    for player in game.to_act():
        for candidate in game.ruleset.candidates(game.now.state, player):
            first = candidate.said
            if candidate.asks or first["do"] in ON_THE_TABLE or first in (plainest, said):
                continue
            entry, position = adjudicate(game, first)
            if entry.ruling.verdict == LEGAL:
                ahead = game.at(game.length)
                ahead.take(entry, position)
                if legal(ahead, said):
                    return first, ahead
    return None


def _after(taken: list[Said], begun: Mapping[str, Any], ahead: Game) -> str:
    now, just_before = ahead.view(), ahead.view(ahead.length - 1)
    steps = "; then ".join(map(said_in_words, taken))
    if len(taken) > MOST_TOLD:
        steps = f"{len(taken)} steps, the last of them: {said_in_words(taken[-1])}"
    changed = listed(f"{name} is {now[name]}" for name in turned(just_before, now))
    if changed:
        return f"It is legal once {changed}, after {steps}."
    passed = listed(f"{name} is {now[name]}" for name in turned(begun, now))
    by_then = f"; by then {passed}" if passed else ""
    return f"It is legal after {steps}{by_then}."


def turned(begun: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The plain words and numbers of a state that differ: the round, the turn, the phase."""
    return [
        name
        for name, value in now.items()
        if isinstance(value, str | int)
        and not isinstance(value, bool)
        and name != "winner"
        and begun.get(name) != value
    ]


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
        other = replayed(game, {question: value})
        if other is not None and legal(other, said):
            sentence = f"It would be legal if the reading {question} were {value}."
            yield Way("reading", sentence, readings={question: value})


def replayed(game: Game, readings: Mapping[str, str]) -> Game | None:
    """The same steps under other readings; None where a verdict comes out differently."""
    opening = game.opening
    chosen = {**opening.readings, **readings}
    try:
        other = open_game(game.ruleset, changed(opening, readings=chosen))
        for entry in game.log:
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
    if legal(ahead, allow):
        yield Way("judge", "A judge may make it legal.", (said, allow))

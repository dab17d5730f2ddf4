"""When a refused step becomes legal: found by trying, in memory, never told from a text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from application.speech import listed, spoken
from domain.kernel.history import Game, open_game
from domain.kernel.ruleset import RulesetFault, SetupError, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

FARTHEST = 120
"""Plain steps walked on before giving up."""
MOST_FIRST_STEPS = 80
"""Steps tried as a first one on a way of its own."""
MOST_REPLAYED = 20_000
"""Entries ruled on again, over all readings tried."""

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
    found: list[Way] = []
    tried = ""
    ahead = what_lies_ahead(game, viewer)
    if ahead is None:
        tried = "what comes next depends on what is hidden; "
    else:
        found += one_step_away(ahead, said)
        found += walking_on(ahead, said)
        found.sort(key=lambda way: len(way.steps))
    found += under_other_readings(game, said, ruling)
    if found:
        return tuple(found), found[0].sentence
    allowed = tuple(by_a_judge(game, said))
    never = (
        f"Never, as far as could be tried: {tried}not within the next {FARTHEST} plain steps, "
        "and under no other reading of an open question."
    )
    return allowed, f"{never} {allowed[0].sentence}" if allowed else never


def what_lies_ahead(game: Game, viewer: Viewer) -> Game | None:
    """The game as it may be played on before this viewer's eyes; None where that would tell secrets."""
    if viewer == JUDGE or game.ruleset.entry_seen is None:
        return game
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
    """The game played on in the plainest manner until the step is legal."""
    ahead = game.at(game.length)
    begun = ahead.view()
    taken: list[Said] = []
    for _ in range(FARTHEST):
        step = plain_step(ahead)
        if step is None:
            return
        entry, position = adjudicate(ahead, step)
        if entry.ruling.verdict != LEGAL:
            return
        ahead.take(entry, position)
        taken.append(step)
        if legal(ahead, said):
            yield Way("after", _after(taken, begun, ahead.view()), tuple(taken))
            return


def _after(taken: list[Said], begun: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    by_then = listed(f"{name} is {now[name]}" for name in turned(begun, now))
    then = f"; by then {by_then}" if by_then else ""
    if len(taken) == 1:
        return f"It is legal after: {spoken(taken[0])}{then}."
    last = spoken(taken[-1])
    return f"It is legal after {len(taken)} plain steps, the last of them: {last}{then}."


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


def one_step_away(game: Game, said: Said) -> Iterator[Way]:
    """One step, other than the plainest, by somebody who may act now."""
    plainest = plain_step(game)
    tried = 0
    for player in game.to_act():
        for candidate in game.ruleset.candidates(game.now.state, player):
            tried += 1
            if tried > MOST_FIRST_STEPS:
                return
            if candidate.asks or candidate.said in (plainest, said):
                continue
            if _opens_the_way(game, candidate.said, said):
                sentence = f"It is legal after: {spoken(candidate.said)}."
                yield Way("after", sentence, (candidate.said,))
                return


def _opens_the_way(game: Game, first: Said, said: Said) -> bool:
    entry, position = adjudicate(game, first)
    if entry.ruling.verdict != LEGAL:
        return False
    ahead = game.at(game.length)
    ahead.take(entry, position)
    return legal(ahead, said)


def under_other_readings(game: Game, said: Said, ruling: Ruling) -> Iterator[Way]:
    """Each other reading under which all went as it did, and the step would be legal."""
    readings = game.law.readings
    left = MOST_REPLAYED
    for question in sorted(readings, key=lambda one: one not in ruling.cites):
        for value in game.law.edition.questions[question].readings:
            if value == readings[question]:
                continue
            left -= game.length + 1
            if left < 0:
                return
            other = replayed(game, {question: value})
            if other is not None and legal(other, said):
                sentence = f"It would be legal if the reading {question} were {value}."
                yield Way("reading", sentence, readings={question: value})


def replayed(game: Game, readings: Mapping[str, str]) -> Game | None:
    """The same steps under other readings; None where a verdict comes out differently."""
    opening = game.opening
    chosen = {**opening.readings, **readings}
    try:
        other = open_game(game.ruleset, replace(opening, readings=chosen))
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

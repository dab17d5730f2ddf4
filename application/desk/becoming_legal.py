"""When a refused step becomes legal: found by trying steps in memory, never by reading the reason."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Literal

from application.answer import Answer, SaidStep
from application.desk.fork import CannotFork, branch
from application.desk.policy import policy_for
from application.game.checked_step import NOTES
from application.game.step_words import step_in_words
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Entry, Game, Position, open_game
from domain.kernel.ruleset import Ask, Candidate, SetupError, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate, trial
from domain.kernel.steps import AT, JUDGE, PLAYED, Said
from domain.kernel.values import changed, field
from domain.kernel.wording import list_in_words, plainly

QUESTION = 20_000
"""The most rulings tried for a question over the network: one or two seconds of work."""
LINES = 2_000
"""The most lines of a rewind sheet worked out at once: also one or two seconds of work."""
AT_HOME = 100_000
"""The most rulings tried for somebody who asks on their own machine."""


class Effort:
    """The rulings left to try, and whether they were enough."""

    def __init__(self, most: int = AT_HOME) -> None:
        self.most = most
        self.left = most
        self.enough = True

    def spend(self, rulings: int = 1) -> bool:
        """Takes this many rulings off the budget; False where it has too few left."""
        if self.left < rulings:
            self.enough = False
            return False
        self.left -= rulings
        return True


FARTHEST = 120
"""Plain steps tried before giving up."""
DETOURS = 40
"""How many times a detour is looked for: at the start, then after each plain step."""
MOST_TOLD = 3
"""A way of at most so many steps is told step by step."""

ON_THE_TABLE = frozenset({"report", "concede"})
"""Steps that nobody takes only to make another one legal."""
COUNTED = ("round", "turn")
"""What a game counts as it goes on."""

TellsNothing = Callable[[Entry, Position, Position], bool]
"""(entry, position before, position after) → whether it tells this viewer nothing hidden."""


def what_lies_ahead(
    game: Game, said: Said, viewer: Viewer
) -> tuple[Game, TellsNothing | None] | None:
    """A game that can be played on without telling this viewer anything hidden.

    If no branch can be made of what the viewer knows, it is the game itself, with a check for each
    step; None if the step is not the viewer's own, as any answer might then tell a secret.
    """
    try:
        return branch(game, viewer=viewer), None
    except CannotFork:
        if said["by"] != viewer:
            return None
    redact = game.ruleset.entry_seen
    policy = policy_for(game.ruleset.name)

    def tells_nothing(entry: Entry, before: Position, after: Position) -> bool:
        states = before.state, after.state
        if redact is not None and redact(entry, viewer, *states) != entry:
            return False
        if game.ruleset.revealed_anything(entry, *states):
            return False
        return not any(policy.event(one.STORED_AS).hidden for one in entry.events)

    return game.at(game.length), tells_nothing


def is_legal(game: Game, said: Said, viewer: Viewer = JUDGE) -> bool:
    """Whether the step would be legal, as far as this viewer is told who only tries it."""
    return trial(game, said, viewer).ruling.verdict == LEGAL


def plain_step(game: Game) -> Said | None:
    """The plainest step that moves the game on, such as declining an open request; None if there is none."""
    request = game.now.request
    if request is not None:
        return {"by": request.waiting[0], "do": "object"}
    if game.ruleset.over(game.now.state):
        return None
    return game.ruleset.plainest_step(game.now.state)


def walking_on(
    game: Game, said: Said, effort: Effort, tells_nothing: TellsNothing | None = None
) -> Iterator[tuple[tuple[Said, ...], str]]:
    """The ways to make the step legal: the first detour found, and plain steps alone.

    Each is a list of steps with a sentence. With `tells_nothing` no detour is tried, as it could
    tell what is in a hand, and the search ends before a step that tells something hidden.
    """
    ahead = game.at(game.length)
    begun = ahead.view()
    taken: list[Said] = []
    detour = None
    # A step that names no piece, a payment or a roll, would be legal for something else then.
    detours = DETOURS if tells_nothing is None and _names_a_piece(game, said) else 0
    viewer = JUDGE if tells_nothing is None else said["by"]
    while len(taken) < FARTHEST and effort.spend(2):
        if detour is None and len(taken) < detours:
            detour = opens_the_way(ahead, said, effort)
            if detour is not None:
                yield (*taken, detour[0]), _after([*taken, detour[0]], begun, detour[1])
        step = plain_step(ahead)
        if step is None:
            return
        entry, position = adjudicate(ahead, step)
        if entry.ruling.verdict != LEGAL:
            return
        if tells_nothing is not None and not tells_nothing(entry, ahead.now, position):
            return
        ahead.take(entry, position)
        taken.append(step)
        if is_legal(ahead, said, viewer):
            yield tuple(taken), _after(taken, begun, ahead)
            return


def _names_a_piece(game: Game, said: Said) -> bool:
    words = {*_words(said)}
    board = game.ruleset.board(game.now.state, JUDGE)
    return any(piece.id in words for group in board for piece in group.pieces)


def opens_the_way(game: Game, said: Said, effort: Effort) -> tuple[Said, Game] | None:
    """A step, other than the plainest, after which this one is legal; and the game after it."""
    plainest = plain_step(game)
    for candidate in _thought_of(game):
        first = candidate.said
        if first["do"] in ON_THE_TABLE or first in (plainest, said):
            continue
        if not effort.spend(2):
            return None
        ahead = _after_step(game, first)
        if ahead is not None and is_legal(ahead, said):
            return first, ahead
    return None


def reports_that_allow(
    game: Game, said: Said, reason: str, effort: Effort
) -> Iterator[tuple[Said, str]]:
    """Each report after which the step would be legal, with a sentence.

    Only reports about what the step or the reason of its refusal names: no unit is reported lost for it.
    """
    named = {*_words(said), *re.findall(r"[\w-]+", reason)}
    found = set()
    thought_of = (first for one in _thought_of(game) for first in _filled_in(one, named))
    for first in thought_of:
        about = {*_words({key: value for key, value in first.items() if key != "by"})}
        if not about - {first["do"], first["fact"]} <= named:
            continue
        if not effort.spend(2):
            return
        ahead = _after_step(game, first)
        if ahead is None or not is_legal(ahead, said):
            continue
        told = ahead.log[-1].ruling.reason.partition(". ")[0]
        fact = told.removeprefix(f"{first['by']} reports that ").rstrip(".")
        if fact not in found:
            found.add(fact)
            yield first, f"It is legal once somebody reports that {fact}."


def _thought_of(game: Game) -> Iterator[Candidate]:
    for player in game.to_act():
        for candidate in game.ruleset.offers.candidates(game.now.state, player):
            if candidate.said["do"] == "report":
                yield candidate


def _filled_in(report: Candidate, named: Container[str]) -> Iterator[Said]:
    """The report with every choice of these names; what it can do without is left out.

    None of a report that gives a number or a text: what is so is not made up.
    """
    needed = {name: ask for name, ask in report.asks.items() if name in report.said}
    if any(ask.kind != "names" for ask in needed.values()):
        return
    ways = (_ways_to_fill_in(ask, report.said[name], named) for name, ask in needed.items())
    for values in product(*ways):
        yield {**report.said, **dict(zip(needed, values, strict=True))}


def _ways_to_fill_in(ask: Ask, suggested: Any, named: Container[str]) -> list[Any]:
    choices = [one for one in ask.choices if one in named]
    if isinstance(suggested, str):
        return choices
    return [list(some) for some in combinations(choices, ask.count or 1)]


def _after_step(game: Game, said: Said) -> Game | None:
    """The game after this step; None where it is not legal."""
    entry, position = adjudicate(game, said)
    if entry.ruling.verdict != LEGAL:
        return None
    ahead = game.at(game.length)
    ahead.take(entry, position)
    return ahead


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)


def _after(taken: list[Said], begun: Mapping[str, Any], ahead: Game) -> str:
    """`It is legal from round 2 on.`, `It is legal after “ben: decline”.`"""
    now, just_before = ahead.view(), ahead.view(ahead.length - 1)
    begins = _counted_on(just_before, now)
    if begins:
        return f"It is legal from {begins} on."
    passed = _counted_on(begun, now)
    then = f" in {passed}" if passed else ""
    if len(taken) <= MOST_TOLD:
        quoted = (f"“{step_in_words(one)}”" for one in taken)
        return f"It is legal{then} after {', then '.join(quoted)}."
    last = step_in_words(taken[-1])
    return f"It is legal{then} after “{last}”, which is {len(taken)} plain steps from here."


def _counted_on(begun: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """`round 2` if the round or turn has changed since; empty if neither has."""
    for name in COUNTED:
        if isinstance(now.get(name), int) and begun.get(name) != now[name]:
            return f"{name} {now[name]}"
    return ""


APART = frozenset({*NOTES, AT, PLAYED})
MOST_NAMED = 6


def said_otherwise(
    game: Game, said: Said, viewer: Viewer, effort: Effort
) -> Iterator[tuple[Said, str]]:
    """Legal steps close to this one, each with a sentence; one for each set of fields that differ."""
    plain = {name: value for name, value in said.items() if name not in APART}
    found: dict[tuple[str, ...], list[Said]] = {}
    for other in _steps_thought_of(game, plain):
        fields = _apart(plain, other)
        if not fields:
            continue
        if not effort.spend(1):
            break
        if trial(game, other, viewer).ruling.verdict == LEGAL:
            found.setdefault(fields, []).append(other)
    for fields, others in found.items():
        yield others[0], _sentence(fields, others)


def _steps_thought_of(game: Game, said: Said) -> Iterator[Said]:
    """The player's candidates with the same `do`, open fields filled in from this step.

    What is open and not said in it stays unsaid: many of those fields may.
    """
    for candidate in game.ruleset.offers.candidates(game.now.state, said["by"]):
        if candidate.said["do"] == said["do"]:
            filled = {name: said[name] for name in candidate.asks if name in said}
            yield {**candidate.said, **filled}


def _apart(said: Said, other: Said) -> tuple[str, ...]:
    """The fields that the other step adds or leaves out, or the one it changes; empty if more differs."""
    added = sorted(other.keys() - said.keys())
    missing = sorted(said.keys() - other.keys())
    changed = [name for name in said if name in other and said[name] != other[name]]
    if [bool(added), bool(missing), bool(changed)].count(True) != 1 or len(changed) > 1:
        return ()
    if changed and not _alike(said[changed[0]], other[changed[0]]):
        return ()
    # Whoever names a loss or a payment does not mean the same step without it.
    if any(isinstance(said[name], Mapping | list) for name in missing):
        return ()
    return (*added, *missing, *changed)


def _alike(one: Any, other: Any) -> bool:
    """Whether these are two numbers, or two lists of which one begins with the other."""
    if isinstance(one, list) and isinstance(other, list):
        return all(a == b for a, b in zip(one, other, strict=False))
    return type(one) is type(other) is int


def _sentence(fields: tuple[str, ...], others: list[Said]) -> str:
    """`It is legal now as “ana: pay points 2, figure f1”; figure may also be f2 or f3.`"""
    first, *more = others
    rest = ""
    if more and len(fields) == 1 and fields[0] in first:
        also = list_in_words((plainly(one[fields[0]]) for one in more[:MOST_NAMED]), "or")
        few = len(more) <= MOST_NAMED
        rest = f"; {fields[0]} may also be {also}" if few else f", or with another {fields[0]}"
    return f"It is legal now as “{step_in_words(first)}”{rest}."


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

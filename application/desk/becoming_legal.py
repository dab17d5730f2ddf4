"""When a refused step becomes legal: found by trying steps in memory, never by reading the reason."""

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any, Literal

from application.answer import Answer, SaidStep
from application.desk.policy import policy_for
from application.game.checked_step import NOTES
from application.game.choices import steps_offered
from application.game.redaction import effective_viewer
from application.game.step_words import step_in_words
from application.lab.model.canonical_form import Canonicalizer
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Entry, Game, Position, open_game
from domain.kernel.ruleset import Ask, Candidate, Ruleset, SetupError, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import READERS, adjudicate, trial
from domain.kernel.steps import AT, JUDGE, PLAYED, Said, Unreadable
from domain.kernel.values import changed, field
from domain.kernel.wording import list_in_words, plainly

QUESTION = 20_000
"""The most rulings tried for a question over the network: one or two seconds of work."""
LINES = 2_000
"""The most lines of a rewind sheet worked out at once: also one or two seconds of work."""
AT_HOME = 100_000
"""The most rulings tried for somebody who asks on their own machine."""


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

    def part(self, of: int) -> "Effort":
        """A budget of its own, taken off this one: what is left, divided by `of`."""
        ours = Effort(self.left // of)
        self.left -= ours.most
        return ours


FARTHEST = 120
"""Plain steps tried before giving up."""
LONGEST_LINE = 3
"""Lines of up to so many steps, of anybody and of any kind, are searched; such a line is told whole."""
LONGEST_NAMING = 8
"""Lines of plain steps, and of steps that name the same pieces, are searched up to so many."""

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

    If no game can begin with just what the viewer knows, it is the game itself, with a check for each
    step; None if the step is not the viewer's own, as any answer might then tell a secret.
    """
    viewer = effective_viewer(game, viewer)
    known = game.at(game.length) if viewer == JUDGE else _without_what_is_hidden(game, viewer)
    if known is not None:
        return known, None
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
        return not any(policy.event(event.STORED_AS).hidden for event in entry.events)

    return game.at(game.length), tells_nothing


def _without_what_is_hidden(game: Game, viewer: Viewer) -> Game | None:
    """A game that begins with the table as this viewer knows it; None where no set-up can say it."""
    lay_out = game.ruleset.setup_seen
    if lay_out is None:
        return None
    try:
        setup = lay_out(game.opening.setup, game.now.state, viewer)
        return open_game(game.ruleset, changed(game.opening, setup=setup))
    except SetupError:
        return None


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


def plain_line(
    game: Game, said: Said, effort: Effort, tells_nothing: TellsNothing | None = None
) -> tuple[Said, ...]:
    """The plain steps after which the step is legal; none where they do not lead there.

    With `tells_nothing` the search ends before a step that tells something hidden.
    """
    ahead = game.at(game.length)
    line: list[Said] = []
    viewer = JUDGE if tells_nothing is None else said["by"]
    while len(line) < FARTHEST and effort.spend(2):
        step = plain_step(ahead)
        if step is None:
            return ()
        entry, position = adjudicate(ahead, step)
        if entry.ruling.verdict != LEGAL:
            return ()
        if tells_nothing is not None and not tells_nothing(entry, ahead.now, position):
            return ()
        ahead.take(entry, position)
        line.append(step)
        if is_legal(ahead, said, viewer):
            return tuple(line)
    return ()


class Lines:
    """The lines of steps by anybody that are searched for one after which a step is legal."""

    def __init__(self, game: Game, said: Said) -> None:
        self.game, self.said = game, said
        self.searched = 0
        """Every line of so many steps was tried."""
        self._form = Canonicalizer(game.ruleset.lab, game.opening, up_to_symmetry=False)

    def shortest(self, most: int, effort: Effort, naming: Collection[str] = ()) -> tuple[Said, ...]:
        """A shortest line of up to `most` steps; empty where none is found.

        `naming`: of the steps that are not the plainest, only those that name one of these; all,
        where it is empty. Gives up where the effort is not enough. States that no ruling can tell
        apart are gone on from once.
        """
        ends: list[tuple[Game, tuple[Said, ...]]] = [(self.game, ())]
        known = {self._state(self.game)}
        for length in range(1, most + 1):
            begun, ends = ends, []
            for game, line in begun:
                for step, ahead in self._legal_steps(game, effort, naming):
                    # Nothing goes on from the last: to rule on it twice is cheaper than to know it again.
                    if length < most:
                        state = self._state(ahead)
                        if state in known:
                            continue
                        known.add(state)
                        ends.append((ahead, (*line, step)))
                    if is_legal(ahead, self.said):
                        return *line, step
                if not effort.enough:
                    return ()
            if not naming:
                self.searched = length
        return ()

    def _state(self, game: Game) -> tuple[bytes, bool]:
        return self._form.fingerprint(game.now.state), game.now.request is None

    def _legal_steps(
        self, game: Game, effort: Effort, naming: Collection[str]
    ) -> Iterator[tuple[Said, Game]]:
        """Each legal step of anybody, the plainest first, and the game after it."""
        plainest = plain_step(game)
        offered = chain.from_iterable(steps_offered(game, player) for player in game.to_act())
        others = (
            step
            for step in offered
            if step != plainest and step["do"] not in ON_THE_TABLE
            if not naming or any(word in naming for word in _own_words(step))
        )
        for step in chain(() if plainest is None else (plainest,), others):
            if not effort.spend(2):
                return
            ahead = _after_step(game, step)
            if ahead is not None:
                yield step, ahead


def shorter_line(
    lines: Lines, plain: tuple[Said, ...], reason: str, effort: Effort
) -> tuple[Said, ...]:
    """A line shorter than the plain one; where there is no plain one, also one that goes farther.

    Where not every line can be tried, those are that name what the step or its refusal names.
    """
    most = min(LONGEST_LINE, len(plain) - 1) if plain else LONGEST_LINE
    line = lines.shortest(most, effort.part(2))
    if line or (plain and lines.searched == most):
        return line
    effort.enough = effort.enough and lines.searched == most
    named = named_pieces(lines.game, lines.said, reason)
    if not named:
        return ()
    return lines.shortest(most if plain else LONGEST_NAMING, effort.part(20), named)


def named_pieces(game: Game, said: Said, reason: str) -> frozenset[str]:
    """The pieces of the board that the step or the reason of its refusal names."""
    named = {*_own_words(said), *re.findall(r"[\w-]+", reason)}
    board = game.ruleset.board(game.now.state, JUDGE)
    return frozenset(piece.id for group in board for piece in group.pieces if piece.id in named)


def reports_that_allow(
    game: Game, said: Said, reason: str, effort: Effort
) -> Iterator[tuple[Said, str]]:
    """Each report after which the step would be legal, with a sentence.

    Only reports about what the step or the reason of its refusal names: no unit is reported lost for it.
    """
    named = {*_own_words(said), *re.findall(r"[\w-]+", reason)}
    facts = set()
    thought_of = (
        first for candidate in _reports_thought_of(game) for first in _filled_in(candidate, named)
    )
    for first in thought_of:
        about = {*_own_words(first)}
        if not about - {first["do"], first["fact"]} <= named:
            continue
        if not effort.spend(2):
            return
        ahead = _after_step(game, first)
        if ahead is None or not is_legal(ahead, said):
            continue
        told = ahead.log[-1].ruling.reason.partition(". ")[0]
        fact = told.removeprefix(f"{first['by']} reports that ").rstrip(".")
        if fact not in facts:
            facts.add(fact)
            yield first, f"It is legal once somebody reports that {fact}."


def _reports_thought_of(game: Game) -> Iterator[Candidate]:
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
    choices = [choice for choice in ask.choices if choice in named]
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


def _own_words(said: Said) -> Iterator[str]:
    """Every word of the step but who takes it, and the names of its fields."""
    return chain.from_iterable(_words(value) for name, value in said.items() if name != "by")


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield name
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)


def _way_after(game: Game, line: Sequence[Said]) -> Iterator[Way]:
    """The way that this line is: `It is legal from round 2 on.`, `It is legal after “ben declines”.`"""
    if not line:
        return
    ahead, own = game.at(game.length), []
    for step in line:
        if step != plain_step(ahead):
            own.append(f"“{step_in_words(game.ruleset, step)}”")
        ahead.take(*adjudicate(ahead, step))
    now, just_before = ahead.view(), ahead.view(ahead.length - 1)
    begins, passed = _counted_on(just_before, now), _counted_on(game.view(), now)
    then = f" in {passed}" if passed else ""
    if begins and not own:
        sentence = f"It is legal from {begins} on."
    elif len(line) <= LONGEST_LINE:
        quoted = (f"“{step_in_words(game.ruleset, step)}”" for step in line)
        sentence = f"It is legal{then} after {', then '.join(quoted)}."
    else:
        first = f", after {', then '.join(own)}" if own else ""
        nobody = "nobody else" if own else "nobody"
        ahead_by = f"{len(line)} steps from now{first}"
        sentence = f"It is legal{then}, {ahead_by}, if {nobody} does more than they must."
    yield Way("after", sentence, tuple(line))


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
    by_fields: dict[tuple[str, ...], list[Said]] = {}
    for other in _steps_thought_of(game, plain):
        fields = _apart(plain, other)
        if not fields:
            continue
        if not effort.spend(1):
            break
        if trial(game, other, viewer).ruling.verdict == LEGAL:
            by_fields.setdefault(fields, []).append(other)
    for fields, others in by_fields.items():
        yield others[0], _sentence(game.ruleset, fields, others)


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


def _alike(value: Any, other: Any) -> bool:
    """Whether these are two numbers, or two lists of which one begins with the other."""
    if isinstance(value, list) and isinstance(other, list):
        return all(a == b for a, b in zip(value, other, strict=False))
    return type(value) is type(other) is int


def _sentence(ruleset: Ruleset, fields: tuple[str, ...], others: list[Said]) -> str:
    """`It is legal now as “ana pays 2, pushing f1”; figure may also be f2 or f3.`"""
    first, *more = others
    rest = ""
    if more and len(fields) == 1 and fields[0] in first:
        also = list_in_words((plainly(step[fields[0]]) for step in more[:MOST_NAMED]), "or")
        few = len(more) <= MOST_NAMED
        rest = f"; {fields[0]} may also be {also}" if few else f", or with another {fields[0]}"
    return f"It is legal now as “{step_in_words(ruleset, first)}”{rest}."


OVER = "Never, unless the game goes back: it is over."
AS_SAID = "Never as it was said: it has to be said otherwise, or not at all."

HIDDEN = "It cannot be tried for you when: what comes next depends on what is hidden."
NOT_YET_KNOWN = (
    "Not before something comes to light that is hidden from you, as far as could be tried."
)


def ways(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer, effort: Effort
) -> tuple[tuple[Way, ...], str]:
    """What makes this refused step legal, the nearest first, and a sentence that says when."""
    instead = tuple(_instead(game, said, viewer, effort))
    if not _can_be_read(game, said):
        return instead, _nearest(instead, AS_SAID)
    found_ahead = what_lies_ahead(game, said, viewer)
    if found_ahead is None:
        return instead, _nearest(instead, HIDDEN)
    ahead, tells_nothing = found_ahead
    plain = plain_line(ahead, said, effort, tells_nothing)
    fuller = [way for way in instead if way.steps[0].keys() >= said.keys() - APART]
    if tells_nothing is not None:
        # Other steps, reports and other readings would tell what is hidden: they are not tried.
        all_ways = [*fuller, *_way_after(ahead, plain)]
        return tuple(all_ways), _nearest(all_ways, NOT_YET_KNOWN)
    lines = Lines(ahead, said)
    shorter = shorter_line(lines, plain, ruling.reason, effort)
    all_ways = [*fuller, *_way_after(ahead, shorter), *_way_after(ahead, plain)]
    reports = reports_that_allow(ahead, said, ruling.reason, effort)
    all_ways += [Way("report", sentence, (report,)) for report, sentence in reports]
    readings = other_readings(ahead, ruling)
    tried = [reading for reading in readings if effort.spend(ahead.length + 1)]
    all_ways += under_other_readings(ahead, said, tried)
    all_ways += [way for way in instead if way not in fuller]
    if all_ways:
        return tuple(all_ways), all_ways[0].sentence
    allowed = tuple(by_a_judge(ahead, said))
    over = "G3" in ruling.cites
    nothing = OVER if over else _not_found(lines.searched, len(tried), whole=tried == readings)
    return allowed, f"{nothing} {allowed[0].sentence}" if allowed else nothing


def _can_be_read(game: Game, said: Said) -> bool:
    """Whether there is such a step at all, with such fields; what they name may come later."""
    if not isinstance(said["do"], str):
        return False
    if said["do"] in READERS:
        return True
    procedure = game.ruleset.procedures.get(said["do"])
    try:
        return procedure is not None and bool(procedure.read(said, game.length + 1))
    except Unreadable:
        return False


def _nearest(all_ways: Sequence[Way], otherwise: str) -> str:
    return all_ways[0].sentence if all_ways else otherwise


def _not_found(searched: int, tried: int, *, whole: bool) -> str:
    """What was tried. `searched`: every line of so many steps; `whole`: every other reading."""
    steps = {0: "the lines of steps that could be tried", 1: "any one step of anybody"}
    within = steps.get(searched, f"any {searched} steps of anybody")
    said = f"Not found within {within}, nor in the next {FARTHEST} plain steps, nor by a report"
    if not tried and not whole:
        return f"{said}; other readings of open questions were not tried."
    readings = "another reading" if whole else f"any of {tried} other readings"
    return f"{said}, nor under {readings} of an open question."


def _instead(game: Game, said: Said, viewer: Viewer, effort: Effort) -> Iterator[Way]:
    """Told only to who knows what this player might think of."""
    if viewer in (JUDGE, said["by"]) and said["by"] != JUDGE:
        for other, sentence in said_otherwise(game, said, viewer, effort):
            yield Way("otherwise", sentence, (other,))


def other_readings(game: Game, ruling: Ruling) -> list[tuple[str, str]]:
    """Every other reading of every open question, those of the ruling first."""
    readings = game.law.readings
    return [
        (question, value)
        for question in sorted(readings, key=lambda question_id: question_id not in ruling.cites)
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

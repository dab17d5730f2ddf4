"""A game in words for people: entries, the log, the table and the options, line by line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from application.game.claims import claim_in_words, claimed_by
from application.game.follows import follows
from application.game.line_of_play import in_force
from application.game.option_groups import (
    OptionGroup,
    candidate_in_words,
    option_groups,
    reason_pattern,
    titles_together,
)
from application.game.step_words import json_in_words, step_in_words, told_with_reason
from application.game.titles import about_in_words, seat_in_words
from application.game.words.forms import Form
from domain.kernel.history import Entry, Game, Opening, Position
from domain.kernel.making_chance import dice_in_words, under_way
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Candidate, Ruleset, Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import Option
from domain.kernel.steps import JUDGE, PLAYED, Said
from domain.kernel.wording import count, list_in_words

if TYPE_CHECKING:
    from application.game.stored_game import ViewableGame


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text for people. `lead` comes first and has the tone; without it the text has it."""

    text: str = ""
    lead: str = ""
    tone: str = ""
    """A verdict, `title`, `quiet`, `differs`, `table`; empty for plain text."""
    indent: int = 0
    """Where it begins; in a table, where its last column does."""


BLANK = Line()
STEP_IN = 3


def title(opening: Opening, edition: Edition) -> Iterator[Line]:
    """What is played and by whom, what it is about, and the readings this table chose."""
    mode = "" if opening.mode == "casual" else f", {opening.mode}"
    seats = [seat_in_words(opening.names, seat) for seat in opening.players]
    players = list_in_words(seats) if len(seats) > 2 else " against ".join(seats)  # noqa: PLR2004
    yield Line(f"{edition.title or edition.ruleset}: {players}{mode}", tone="title")
    about = about_in_words(opening.about)
    if about:
        yield Line(about)
    for question, value in opening.readings.items():
        yield Line(f"This table reads {question} ({edition.title_of(question)}) as {value}.")


def heading(opening: Opening, edition: Edition) -> Iterator[Line]:
    """The title, where the game has names for its seats or says what it is about; otherwise nothing."""
    if opening.names or opening.about:
        yield from title(opening, edition)
        yield BLANK


def entry_lines(entry: Entry, edition: Edition, ruleset: Ruleset, when: str = "") -> Iterator[Line]:
    """An entry, verdict first, then its reason, the rules it rests on, and what came of it.

    `when`: the time that stands before its rules.
    """
    ruling = entry.ruling
    if ruling.verdict == LEGAL and entry.said["do"] == "note":
        yield Line(f"{entry.n}. {entry.said['by']}: “{entry.said['text']}”", "note", "title")
    else:
        told = f"{step_in_words(ruleset, entry.said)}."
        legal = ruling.verdict == LEGAL
        whole = told_with_reason(told, ruling.reason) if legal else told
        yield Line(f"{entry.n}. {whole}", ruling.verdict, ruling.verdict)
        if not legal:
            yield Line(ruling.reason, indent=STEP_IN)
        yield from _playing(entry)
    rules = " · ".join(f"{rule} {edition.title_of(rule)}" for rule in ruling.cites)
    if when or rules:
        yield Line("  ".join(filter(None, (when, rules))), tone="quiet", indent=STEP_IN)
    untold = 1 if entry.events and entry.events[0].TELLS_STEP else 0
    then = " ".join(followed.line() for followed in [*follows(entry)][untold:])
    if then:
        yield Line(f"Then: {then}", tone="quiet", indent=STEP_IN)


def _playing(entry: Entry) -> Iterator[Line]:
    """What came of a refused step whose record says that it was played all the same."""
    if entry.ruling.verdict == LEGAL or entry.said.get(PLAYED) is not True:
        return
    if entry.events:
        yield Line("It was played all the same, and has happened.", indent=STEP_IN)
    else:
        yield Line("Played, but with nothing to act on: nothing changed.", indent=STEP_IN)


def state_lines(
    game: "ViewableGame", at: int | None = None, viewer: Viewer = JUDGE
) -> Iterator[Line]:
    """The table after an entry, as this viewer may see it."""
    n = game.length if at is None else at
    yield Line(f"After entry {n}" if n else "The set-up", tone="title")
    position = game.position(n)
    claimed = claimed_by(game, n)
    if claimed:
        yield Line(claim_in_words(claimed))
    words = list(game.ruleset.in_words(position.state, viewer))
    if not words:
        words = [f"{key}: {json_in_words(value)}" for key, value in game.view(n, viewer).items()]
    for line in words:
        yield Line(line)
    if position.request is not None:
        asked = position.request
        waiting = list_in_words(asked.waiting)
        yield Line(f"{asked.by} asks {asked.purpose}; {waiting} must answer.")
    yield from chance_lines(position)


def chance_lines(position: Position) -> Iterator[Line]:
    """What is made together, and what was and is not reported yet (G8)."""
    if position.chance is not None:
        yield Line(f"{under_way(position.chance)}.")
    if position.dice is not None:
        yield Line(f"Not reported yet: {dice_in_words(position.dice)}.")


def log_lines(
    game: Game,
    entries: Sequence[Entry],
    when: Sequence[datetime],
    *,
    everything: bool = False,
    first: int = 1,
    below: Mapping[int, Line] = {},
) -> Iterator[Line]:
    """The log. Entries that were taken back are folded into one line unless `everything` is asked for.

    `entries`: all of the game's, as the reader may see them; `when`: their times, from entry 0 on.
    `first`: the entry to begin with; `below`: entry → a line to add to it.
    """
    if not entries:
        yield Line("Nothing has been said yet.", tone="quiet")
    line = in_force(game)
    folded, day = 0, ""
    for n in range(first, game.length + 1):
        if n not in line and not everything:
            folded += 1
            continue
        if folded:
            yield _fold(n - folded, n - 1)
        folded = 0
        if f"{when[n]:%Y-%m-%d %Z}" != day:
            day = f"{when[n]:%Y-%m-%d %Z}"
            yield Line(day, tone="title")
        time = f"{when[n]:%H:%M:%S}"
        yield from entry_lines(entries[n - 1], game.law.edition, game.ruleset, time)
        yield from _later(game, n, left_behind=n not in line)
        if n in below:
            yield below[n]
    claimed = claimed_by(game)
    if claimed:
        yield Line(claim_in_words(claimed))


def _fold(first: int, last: int) -> Line:
    which = f"entry {first} was" if first == last else f"entries {first} to {last} were"
    return Line(f"… {which} taken back; --all shows more …", tone="quiet")


def _later(game: Game, n: int, *, left_behind: bool) -> Iterator[Line]:
    if n in game.overruled:
        verdict, by = game.overruled[n]
        yield Line(f"A judge ruled it {verdict} in entry {by}.", tone=verdict, indent=STEP_IN)
    if game.played.get(n, n) != n:
        by = game.played[n]
        yield Line(f"A judge said in entry {by} that it was played.", indent=STEP_IN)
    if left_behind and game.entry(n).happened:
        yield Line("It was taken back later.", tone="quiet", indent=STEP_IN)


MOST_ROWS = 12
"""Most steps that are listed one by one; more are folded, a line for those that are alike."""
MOST_FACTS = 8
"""Most kinds of reports that are named on their line."""
MOST_REASONS = 6
"""Most reasons that are told why something may not be done."""
MOST_RANGES = 3
"""Most ranges of numbers that a line begins with."""
MOST_REFUSED = 4
"""Most kinds of steps that are named before their reason."""


def option_lines(
    player: str,
    options: Sequence[Option],
    edition: Edition,
    forms: tuple[Form, ...],
    *,
    numbers: Sequence[int] = (),
    first: Said | None = None,
    whole: bool = False,
    about: str = "",
    page: int = 1,
) -> Iterator[Line]:
    """What a player may do now, then what they may not do, grouped by the reason.

    `numbers`: those of the legal steps, in their order; `first`: the most pressing step. `whole`:
    nothing is folded and nothing left out. `about`: the words by which they were chosen; `page`: from which.
    """
    legal = [option.candidate for option in options if option.ruling.verdict == LEGAL]
    chosen = f"{f' with “{about}”' if about else ''}{f' of page {page}' if page > 1 else ''}"
    nothing = f"{player} may do nothing{chosen} now."
    yield Line(f"{player} may:" if legal else nothing, tone="title")
    if not whole:
        legal = _without_filled_in(legal, len(numbers))
    if whole or len(legal) <= MOST_ROWS:
        for at, candidate in enumerate(legal):
            lead = _number([at], numbers)
            yield Line(f"{lead:>3}  {candidate_in_words(candidate, forms)}", tone="table", indent=5)
    else:
        for lead, words in _folded_rows(legal, forms, numbers, first):
            yield Line(f"{lead:>9}  {words}", tone="table", indent=11)
    refused = _refused_by_reason(options, forms, whole=whole)
    if refused:
        yield BLANK
        yield Line(f"{player} may not:", tone="title")
        yield from _refused_lines(refused, edition, forms, whole=whole)


def _refused_lines(
    refused: list[list[Option]], edition: Edition, forms: tuple[Form, ...], *, whole: bool
) -> Iterator[Line]:
    """The steps that are refused for each reason, with the reason and its rules."""
    most = len(refused) if whole else MOST_REASONS
    for those in refused[:most]:
        candidates, ruling = [option.candidate for option in those], those[0].ruling
        alone = (candidate_in_words(candidate, forms) for candidate in candidates)
        told = [*(alone if whole else titles_together(option_groups(candidates, forms)))]
        if len(told) > MOST_REFUSED and not whole:
            told[MOST_REFUSED:] = [f"… ({len(candidates):,} in all)"]
        rules = ", ".join(f"{rule} {edition.title_of(rule)}" for rule in ruling.cites)
        since = "".join(f"; entry {n}" for n in ruling.because)
        alike = all(option.ruling.reason == ruling.reason for option in those)
        reason = ruling.reason if alike else f"{ruling.reason.rstrip('.')}; the others likewise."
        steps = "; ".join(told)
        yield Line(f"{steps}: {reason} ({rules}{since})", ruling.verdict, ruling.verdict, STEP_IN)
    if len(refused) > most:
        more = sum(map(len, refused[most:]))
        reasons = count(len(refused) - most, "other reason")
        yield Line(f"… and {more:,} more, for {reasons}: --all", tone="quiet", indent=STEP_IN)


def _without_filled_in(legal: list[Candidate], numbered: int) -> list[Candidate]:
    """Without the steps beyond the numbered ones that fill in what one of these leaves open."""
    open_steps = [
        {key: inner for key, inner in each.said.items() if key not in each.asks}
        for each in legal[:numbered]
        if each.asks
    ]
    return [
        candidate
        for at, candidate in enumerate(legal)
        if at < numbered or not any(step.items() <= candidate.said.items() for step in open_steps)
    ]


def _number(places: Sequence[int], numbers: Sequence[int]) -> str:
    """`7`, `13–24`, or `4, 6–7` where one other step stands between these; else empty."""
    own = [numbers[at] for at in places if at < len(numbers)]
    runs: list[list[int]] = []
    for number in own:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    if len(own) < len(places) or len(runs) > MOST_RANGES:
        return ""
    return ", ".join(f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def _folded_rows(
    legal: Sequence[Candidate], forms: tuple[Form, ...], numbers: Sequence[int], first: Said | None
) -> Iterator[tuple[str, str]]:
    """Each group of steps that are alike: its numbers, and its line; all reports are on one.

    They stand in the order of their numbers; without one, the most pressing first.
    """
    groups = option_groups(legal, forms)
    pressing = {at for at, candidate in enumerate(legal) if candidate.said == first}

    def order(group: OptionGroup) -> tuple[int, bool]:
        return min(group.places[0], len(numbers)), pressing.isdisjoint(group.places)

    for group in sorted(groups, key=order):
        if legal[group.places[0]].said["do"] != "report":
            yield _number(group.places, numbers), group.title
    facts = dict.fromkeys(
        "".join(group.words.split()[1:2])
        for group in groups
        if legal[group.places[0]].said["do"] == "report"
    )
    if facts:
        few = [*facts][:MOST_FACTS]
        yield "", f"report {', '.join(few)}{', …' if len(facts) > MOST_FACTS else ''}"


def _refused_by_reason(
    options: Sequence[Option], forms: tuple[Form, ...], *, whole: bool
) -> list[list[Option]]:
    """The refused steps, together by their reason; unless `whole`, whatever they name."""
    groups: list[tuple[set[Any], list[Option]]] = []
    for option in options:
        ruling = option.ruling
        if ruling.verdict == LEGAL:
            continue
        alike: set[Any] = {(ruling.verdict, ruling.reason, ruling.cites)}
        if not whole:
            # One reason has several patterns where one step names what it speaks of and another
            # does not, so those that share either are the same.
            pattern = reason_pattern(option.candidate, ruling.reason, forms)
            alike.add((ruling.verdict, pattern, ruling.cites))
        same = [group for group in groups if not group[0].isdisjoint(alike)]
        if not same:
            groups.append((alike, [option]))
            continue
        first, *others = same
        first[0].update(alike, *(keys for keys, _ in others))
        first[1].extend(option for _, those in others for option in those)
        first[1].append(option)
        groups = [group for group in groups if not any(group is other for other in others)]
    return [those for _, those in groups]

"""A game in words for people: entries, the log, the table and the options, line by line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from application.game.claims import claim_in_words, claimed_by
from application.game.follows import follows
from application.game.line_of_play import in_force
from application.game.step_words import json_in_words, step_in_words
from application.game.titles import about_in_words, seat_in_words
from application.game.words.forms import Form
from application.game.words.short_form import short_form
from domain.kernel.history import Entry, Game, Opening
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import Option
from domain.kernel.steps import JUDGE, PLAYED

if TYPE_CHECKING:
    from application.game.stored_game import ViewableGame


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text for people. `lead` comes first and has the tone; without it the text has it."""

    text: str = ""
    lead: str = ""
    tone: str = ""
    """A verdict, `title`, `quiet`, `differs`; empty for plain text."""
    indent: int = 0


BLANK = Line()
STEP_IN = 3


def title(opening: Opening, edition: Edition) -> Iterator[Line]:
    """What is played and by whom, what it is about, and the readings this table chose."""
    mode = "" if opening.mode == "casual" else f", {opening.mode}"
    players = " against ".join(seat_in_words(opening.names, seat) for seat in opening.players)
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


def entry_lines(entry: Entry, edition: Edition) -> Iterator[Line]:
    """An entry, verdict first, then its reason and the rules it rests on."""
    ruling = entry.ruling
    if ruling.verdict == LEGAL and entry.said["do"] == "note":
        yield Line(f"{entry.n}. {entry.said['by']}: “{entry.said['text']}”", "note", "title")
        return
    yield Line(f"{entry.n}. {step_in_words(entry.said)}", ruling.verdict, ruling.verdict)
    yield Line(ruling.reason, indent=STEP_IN)
    yield from _playing(entry)
    for rule in ruling.cites:
        yield Line(f"{rule} {edition.title_of(rule)}", tone="quiet", indent=STEP_IN)
    for one in [*follows(entry)][1:]:
        yield Line(f"Then: {one.line()}", tone="quiet", indent=STEP_IN)


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
        waiting = " and ".join(asked.waiting)
        yield Line(
            f"{asked.by} asks to take back entry {asked.takes_back.entry}; {waiting} must answer."
        )


def log_lines(
    game: Game,
    entries: Sequence[Entry],
    when: Sequence[str],
    *,
    everything: bool = False,
    first: int = 1,
    below: Mapping[int, Line] = {},
) -> Iterator[Line]:
    """The log. Entries that were taken back are folded into one line unless `everything` is asked for.

    `entries`: all of the game's, as the reader may see them; `when`: their times, from entry 0 on.
    `first`: the entry to begin with; `below`: entry → a line to add to it.
    """
    line = in_force(game)
    folded = 0
    for n in range(first, game.length + 1):
        if n not in line and not everything:
            folded += 1
            continue
        if folded:
            yield _fold(n - folded, n - 1)
            yield BLANK
        folded = 0
        yield from entry_lines(entries[n - 1], game.law.edition)
        yield from _later(game, n, left_behind=n not in line)
        if n in below:
            yield below[n]
        yield Line(when[n], tone="quiet", indent=STEP_IN)
        yield BLANK
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


def option_lines(
    player: str,
    options: Sequence[Option],
    edition: Edition,
    forms: tuple[Form, ...],
    *,
    numbered: bool = True,
) -> Iterator[Line]:
    """What a player may do now, then what they may not do, grouped by the reason."""
    legal = [one for one in options if one.ruling.verdict == LEGAL]
    yield Line(f"{player} may:" if legal else f"{player} may do nothing now.", tone="title")
    for number, one in enumerate(legal, 1):
        lead = f"{number:>3}" if numbered else "   "
        yield Line(f"{lead}  {_candidate(one, forms)}", tone="table")
    refused: dict[tuple[Any, ...], list[Option]] = {}
    for one in options:
        if one.ruling.verdict != LEGAL:
            key = (one.ruling.verdict, one.ruling.reason, one.ruling.cites)
            refused.setdefault(key, []).append(one)
    if refused:
        yield BLANK
        yield Line(f"{player} may not:", tone="title")
    for (verdict, reason, cites), those in refused.items():
        told = "; ".join(_candidate(one, forms) for one in those)
        yield Line(told, verdict, verdict, STEP_IN)
        rules = ", ".join(f"{rule} {edition.title_of(rule)}" for rule in cites)
        since = "".join(f"; entry {n}" for n in those[0].ruling.because)
        yield Line(f"{reason} ({rules}{since})", tone="quiet", indent=2 * STEP_IN)


def _candidate(option: Option, forms: tuple[Form, ...]) -> str:
    candidate = option.candidate
    said = {key: value for key, value in candidate.said.items() if key not in candidate.asks}
    return " ".join((short_form(said, forms), *(f"{key}=…" for key in candidate.asks)))

"""The backup adviser: what going back would mean, what else could be done, and the rewind sheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from application.answer import Answer
from application.desk.audit import learned_in_words
from application.desk.knowledge import LearnedFact, learned_since
from application.desk.partial_fixes import PossibleFix, possible_fixes
from application.desk.policy import GRADES, Grade, Limit, Policy
from application.desk.rewind_sheet import (
    RewindPath,
    SheetLine,
    perhaps_thrown,
    sheet,
    sheet_in_words,
    way_back,
)
from application.desk.statements import going_back_to, proposing
from application.game.claims import NOBODY_GOES_ON
from application.game.line_of_play import ACCEPTED, in_force
from application.game.log import RuledEntry
from application.game.redaction import no_player
from application.game.step_words import step_in_words
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said
from domain.kernel.wording import count, no_entry


class BadBackup(Exception):
    """The backup or fix cannot be done; the message is one sentence that says why."""


class Reason(Answer):
    """One reason why a backup gets its grade."""

    grade: Grade
    because: str
    entries: tuple[int, ...] = ()
    """The entries that the reason is about; empty where it is about how many there are."""


class Remedied(Answer):
    """What was entered into a game to put it right."""

    game: str
    entries: tuple[RuledEntry, ...]


class Advice(Answer):
    """What going back to an entry means, and what the other remedies are."""

    to: int
    grade: Grade
    reasons: tuple[Reason, ...]
    takes_back: tuple[int, ...]
    """Newest first."""
    brings_back: tuple[int, ...]
    """Entries that an earlier rewind left behind and that would stand again; oldest first."""
    sheet: tuple[SheetLine, ...]
    left_out: int
    """How many lines of the sheet are not worked out; advice on a later entry has fewer lines."""
    fixes: tuple[PossibleFix, ...]
    learned: dict[str, tuple[LearnedFact, ...]]
    """What each player learned and still knows after a rewind."""


def advice(game: Game, policy: Policy, to: int, most: int | None = None) -> Advice:
    """What a backup to an entry means. Raises BadBackup where there is no such entry.

    `most`: how many lines of the rewind sheet are worked out, the first ones.
    """
    _check_entry(game, to)
    way = way_back(game, to)
    learned = learned_since(game, policy, to)
    reasons = tuple(_reasons(game, policy, way, learned))
    return Advice(
        to,
        max((reason.grade for reason in reasons), key=GRADES.index, default=GRADES[0]),
        reasons,
        way.takes_back,
        way.brings_back,
        tuple(islice(sheet(game, policy, way), most)),
        0 if most is None else max(0, game.length - way.fork + len(way.brings_back) - most),
        tuple(possible_fixes(game, policy, to)),
        learned,
    )


def _check_entry(game: Game, n: int) -> None:
    """Checks that the game has this entry; 0 is its opening. Raises BadBackup."""
    if why := no_entry(n, game.length):
        raise BadBackup(why)


def _reasons(
    game: Game, policy: Policy, way: RewindPath, learned: Mapping[str, tuple[LearnedFact, ...]]
) -> Iterator[Reason]:
    by_grade: dict[tuple[Grade, str], list[int]] = {}
    for n in way.takes_back:
        for grade, because in _weights(game, policy, n):
            by_grade.setdefault((grade, because), []).append(n)
    for (grade, because), entries in by_grade.items():
        yield Reason(grade, because, tuple(entries))
    counted = _counts_of(game, policy, way, learned)
    for limit in _gravest_limits(policy.limits, counted):
        yield Reason(limit.grade, limit.because)


def _weights(game: Game, policy: Policy, n: int) -> Iterable[tuple[Grade, str]]:
    """Every weight against taking entry n back, with its grade: in order, each once."""
    entry = game.entry(n)
    if not entry.happened:
        return ()
    weights = [policy.step(str(entry.said["do"]))]
    weights += [policy.event(event.STORED_AS) for event in entry.events]
    return dict.fromkeys(
        (weight.grade, weight.because) for weight in weights if weight.grade != "simple"
    )


def _counts_of(
    game: Game, policy: Policy, way: RewindPath, learned: Mapping[str, tuple[LearnedFact, ...]]
) -> dict[str, int]:
    since = [game.entry(n) for n in way.takes_back]
    taken = [entry for entry in since if entry.happened]
    steps = [(entry.said["by"], policy.step(str(entry.said["do"]))) for entry in taken]
    decisions = [by for by, step in steps if step.kind == "decision"]
    first = game.entry(way.to + 1).said["by"] if way.to < game.length else None
    cards = {
        learned_fact.what
        for of_player in learned.values()
        for learned_fact in of_player
        if learned_fact.source == "card"
    }
    return {
        "entries": sum(step.kind in ("decision", "forced", "report") for _, step in steps),
        "decisions": len(decisions),
        "others": sum(by != first for by in decisions),
        "dice": sum(step.dice for _, step in steps)
        + sum(perhaps_thrown(game, policy, entry) for entry in since),
        "cards_learned": len(cards),
    }


def _gravest_limits(limits: Sequence[Limit], counted: Mapping[str, int]) -> Iterator[Limit]:
    """For each counted thing, the gravest limit that is exceeded."""
    passed = [limit for limit in limits if counted[limit.count] > limit.over]
    for counts in dict.fromkeys(limit.count for limit in passed):
        same = (limit for limit in passed if limit.count == counts)
        yield max(same, key=lambda limit: GRADES.index(limit.grade))


def going_back(game: Game, to: int, because: str, agreed: Sequence[str] = ()) -> list[Said]:
    """The steps by which a judge goes back to after entry `to`, in the order they are taken.

    Raises BadBackup where there is no such entry, or where somebody in `agreed` does not play.
    """
    _check_entry(game, to)
    entries = ", ".join(map(str, way_back(game, to).takes_back)) or "none"
    notes = _agreement_notes(game, agreed, f"back to entry {to}; taken back, last first: {entries}")
    return [*notes, {"by": JUDGE, "do": "rewind", "to": to, "because": because}]


def leaving(game: Game, to: int, because: str, agreed: Sequence[str] = ()) -> list[Said]:
    """The steps by which a judge leaves the game as it is, with what entry `to` + 1 did, in order.

    Raises BadBackup where there is no such entry, or where somebody in `agreed` does not play.
    """
    _check_entry(game, to + 1)
    notes = _agreement_notes(
        game, agreed, f"the game goes on as it stands after entry {game.length}"
    )
    text = f"{ACCEPTED} after entry {game.length}{_what_stays(game, to + 1)}. {because}"
    return [*notes, {"by": JUDGE, "do": "note", "text": text}]


def _what_stays(game: Game, n: int) -> str:
    """`, with the error of entry 7 in it`; nothing of an entry that was taken back."""
    if n not in in_force(game):
        return ""
    legal = game.verdict(n) == LEGAL
    return f", with entry {n} as it stands" if legal else f", with the error of entry {n} in it"


def mending(
    game: Game, policy: Policy, to: int, fix: str, because: str, agreed: Sequence[str] = ()
) -> list[Said]:
    """The steps of a partial fix by a judge, in order. `fix`: its id on the closed list.

    Raises BadBackup where it does not apply now, where there is no entry `to`, or where somebody in
    `agreed` does not play.
    """
    _check_entry(game, to)
    fixes = {
        possible_fix.id: possible_fix for possible_fix in possible_fixes(game, policy, to, because)
    }
    if fix not in fixes:
        known = ", ".join(fixes) or "none applies now"
        raise BadBackup(f"no fix “{fix}” can be made now; expected {known}")
    return [*_agreement_notes(game, agreed, fixes[fix].title), *fixes[fix].steps]


def proposal_note(game: Game, policy: Policy, to: int, remedy: str, because: str) -> Said:
    """The judge's note that puts a remedy to the players: `back`, `leave`, or a fix of the list.

    The note itself changes nothing. Raises BadBackup where this remedy is not available now, or where
    there is no entry `to`.
    """
    _check_entry(game, to)
    if remedy == "back":
        gone = (game.entry(n) for n in way_back(game, to).takes_back)
        what = going_back_to(
            to,
            [
                entry.n
                for entry in gone
                if entry.happened and entry.said["do"] not in NOBODY_GOES_ON
            ],
        )
    elif remedy == "leave":
        what = f"leave the game as it stands after entry {game.length}"
    else:
        fixes = {
            possible_fix.id: possible_fix.title
            for possible_fix in possible_fixes(game, policy, to, because)
        }
        if remedy not in fixes:
            raise BadBackup(f"no fix “{remedy}” can be made now")
        what = fixes[remedy]
    return proposing(to, what, because)


def _agreement_notes(game: Game, players: Sequence[str], what: str) -> list[Said]:
    for player in players:
        if why := no_player(game, player):
            raise BadBackup(why)
    return [{"by": player, "do": "note", "text": f"agreed: {what}"} for player in players]


def advice_in_words(advice: Advice, ruleset: Ruleset, *, whole: bool = False) -> Iterator[str]:
    """The advice for people: the three remedies side by side, then the sheet.

    What changes nothing is folded, unless the `whole` is asked for.
    """
    yield f"Going back to entry {advice.to} is {advice.grade}."
    for reason in advice.reasons:
        entries = "entry" if len(reason.entries) == 1 else "entries"
        about = f" ({entries} {', '.join(map(str, reason.entries))})" if reason.entries else ""
        yield f"  {reason.grade}: {reason.because}{about}"
    if not advice.reasons:
        yield "  Nothing speaks against it."
    yield "Partial fixes that can be made now:" if advice.fixes else "No partial fix applies now."
    for fix in advice.fixes:
        steps = "; ".join(step_in_words(ruleset, said) for said in fix.steps)
        yield f"  {fix.id}: {fix.title} ({steps})"
        changes = " · ".join(change.words for change in fix.changes if change.words)
        if changes:
            yield f"    → {changes}"
    yield "Or leave the game as it is (--leave): later audits begin there."
    yield from sheet_in_words(advice.to, advice.sheet, whole=whole)
    if advice.left_out:
        of = "an earlier entry" if advice.left_out == 1 else "earlier entries"
        yield f"And {count(advice.left_out, 'more line')}, of {of}."
    yield from learned_in_words(advice.learned, whole=whole)

"""What a seat may do now, as it is offered: each step with its ruling, and what an undo would do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product
from typing import Annotated, Any

from application.answer import Answer, Basis, Cites, Meta, SaidStep, Verdict
from domain.kernel.events import EntryUndone, UndoRequested
from domain.kernel.history import Game
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.ruling import LEGAL, Ruling, sentence
from domain.kernel.shared import Option, adjudicate_once, legal_shared_steps, trial
from domain.kernel.steps import Unreadable
from domain.kernel.taking_back import asked_too_often

MOST_TRIED = 24
"""How many ways to fill in a step are tried before it counts as refused."""
EACH = 8
"""How many values are tried for one field."""


class OfferedStep(Answer):
    """A step a player might take now, with the ruling it would get."""

    player: str
    step: SaidStep
    asks: dict[str, Ask]
    """What the player fills in: dice, a number, a text."""
    verdict: Verdict
    basis: Basis
    cites: Cites
    reason: str
    because: tuple[int, ...]


class OptionsListed(Answer):
    """What several players might do now."""

    game: str
    entry: int
    options: tuple[OfferedStep, ...]
    page: int
    more: bool


class Options(Answer):
    """What a player might do."""

    game: str
    entry: int
    player: str
    chance: str
    """Whose chance it is and what for, in a sentence."""
    options: tuple[OfferedStep, ...]
    page: Annotated[int, Meta(description="Which page of them this is, from 1 on.")]
    more: Annotated[bool, Meta(description="Whether there is another page.")]


def offered_step(player: str, option: Option) -> OfferedStep:
    """The option as it is offered to this player."""
    candidate, ruling = option.candidate, option.ruling
    return OfferedStep(
        player,
        dict(candidate.said),
        dict(candidate.asks),
        ruling.verdict,
        ruling.basis,
        ruling.cites,
        ruling.reason,
        ruling.because,
    )


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What would come of an undo by a player."""

    legal: bool
    asks: bool
    """Whether the others would have to agree."""
    entry: int
    """The entry that it would take back; 0 where there is none."""
    reason: str


def options_filled_in(game: Game, player: str) -> list[Option]:
    """The steps that this player might take now, each with its ruling; see `best_ruling`."""
    options = [
        Option(candidate, best_ruling(game, candidate))
        for candidate in game.ruleset.offers.candidates(game.now.state, player)
    ]
    options += [
        Option(shared, entry.ruling)
        for shared, entry in legal_shared_steps(game, player)
        if not asked_too_often(game, entry)
    ]
    request = game.now.request
    if request is not None and request.by == player:
        ours = Candidate({"by": player, "do": "withdraw"})
        options.append(Option(ours, trial(game, ours.said, player).ruling))
    return options


def legal_candidates(game: Game, player: str) -> list[Candidate]:
    """The steps that this player may take now, in the order in which they are numbered."""
    return [
        option.candidate
        for option in options_filled_in(game, player)
        if option.ruling.verdict == LEGAL
    ]


def best_ruling(game: Game, candidate: Candidate) -> Ruling:
    """The ruling on this step; where fields are to be filled in, a legal one if any way tried gives it."""
    said, asks = candidate.said, candidate.asks
    missing = {field: ask for field, ask in asks.items() if field not in said}
    if not missing:
        return trial(game, said, said["by"]).ruling
    ways: Iterator[Mapping[str, Any]] = (
        {**said, **filled} for filled in _ways_to_fill(missing, dice_made(game))
    )
    if _lacks_nothing(game, said):
        ways = chain((said,), ways)
    ruling = None
    for whole in islice(ways, MOST_TRIED):
        ruling = trial(game, whole, said["by"]).ruling
        if ruling.verdict == LEGAL:
            break
    return ruling or trial(game, said, said["by"]).ruling


def _lacks_nothing(game: Game, said: Mapping[str, Any]) -> bool:
    """Whether all that is left to be filled in may be left out."""
    try:
        game.ruleset.procedures[said["do"]].read(said)
    except Unreadable:
        return False
    return True


def _ways_to_fill(asks: Mapping[str, Ask], dice: Sequence[int]) -> Iterator[dict[str, Any]]:
    answers = [list(islice(fillings(ask, dice), EACH)) for ask in asks.values()]
    return (dict(zip(asks, chosen, strict=True)) for chosen in product(*answers))


def dice_made(game: Game) -> tuple[int, ...]:
    """The dice that were made together and that a report has to say (G8); empty without any."""
    return () if game.now.dice is None else game.now.dice.values


def fillings(ask: Ask, dice: Sequence[int]) -> Iterator[Any]:
    """Values of the kind that is asked for, the plainest first; before them the dice that were made."""
    if ask.kind == "dice":
        if ask.count is None or ask.count <= len(dice):
            # All of them, or, where several fields share them, the first of them or the last.
            shares = [*dice[: ask.count]], [*dice[len(dice) - (ask.count or len(dice)) :]]
            yield from (
                share for n, share in enumerate(shares) if share and share not in shares[:n]
            )
        yield from ([1] * n for n in (range(1, 8) if ask.count is None else (ask.count,)))
    elif ask.kind == "flag":
        yield from (False, True)
    elif ask.kind == "number":
        yield from map(int, ask.choices or ("0", "1"))
    elif ask.kind == "text":
        yield from ask.choices or ("…",)
    elif ask.kind == "figures":
        yield dict.fromkeys(ask.choices, 0)
    else:
        yield from map(list, combinations(ask.choices, ask.count or 0))


def undo_preview(game: Game, player: str) -> UndoPreview:
    """What would come of an undo by this player now; nothing is changed."""
    entry, _ = adjudicate_once(game, {"by": player, "do": "undo"})
    first = entry.events[0] if entry.events else None
    asks = isinstance(first, UndoRequested)
    back = first.entry if isinstance(first, UndoRequested | EntryUndone) else 0
    nags = asked_too_often(game, entry)
    legal = entry.ruling.verdict == LEGAL and not nags
    return UndoPreview(legal, asks, back, sentence(nags) if nags else entry.ruling.reason)

"""What every check list asks first: what a step names exists (G1) and is the player's own (G2)."""

from collections.abc import Iterable, Sequence

from domain.kernel.hiding import kept_from_players
from domain.kernel.ruling import Check, Refusal, illegal, requires
from domain.kernel.values import Value
from domain.nullshapers.law.cards import BIOMES, spoken_zone
from domain.nullshapers.table.hidden import exists_for, may_name
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Activate, BattleAction, OfACard, Play


class Missing(Value):
    """A name that means nothing to the player who says it: they do not see such a card, or there is none."""

    told: str
    """What everybody but a judge is told: the same in either case."""
    kept: str
    """What a judge is told."""
    cites: tuple[str, ...] = ()
    """The rules that a step with this hidden card fails besides; a judge is told them."""


def missing_cards(
    table: Table, cards: Iterable[str], by: str, *rules: str, whose: bool = True
) -> list[Missing]:
    """The cards that do not exist for this player. `rules`: those that a hidden one fails besides."""
    return [
        _missing(table, card, by, f"there is no card “{card}” in this game", rules, whose)
        for card in cards
        if not may_name(table, by, card)
    ]


def missing_targets(
    table: Table, targets: Iterable[str], by: str, rules: tuple[str, ...] = ("D2",)
) -> list[Missing]:
    """The targets that mean nothing to this player. `rules`: those that a hidden one fails besides."""
    return [
        _missing(table, name, by, f"there is nothing named “{name}” in this game", rules, False)
        for name in targets
        if not exists_for(table, by, name)
    ]


def _missing(
    table: Table, name: str, by: str, told: str, rules: tuple[str, ...], whose: bool
) -> Missing:
    card = table.cards.get(name)
    if card is None:
        return Missing(told, told)
    kept = f"“{name}” is in {spoken_zone(card.zone)} of {card.whose}, and {by} does not see it"
    others = ("G2",) if whose and card.whose != by else ()
    return Missing(told, kept, (*others, *rules))


def nothing_of_the_kind(
    missing: Sequence[Missing], others: Sequence[str] = (), *rules: str
) -> Refusal | None:
    """G1 for what does not exist, and by these rules for what is another's.

    A judge is told what is hidden and what else it fails; a player is not, and is answered as for a
    name that is nothing.
    """
    if not missing and not others:
        return None
    cites = (*(("G1",) if missing else ()), *(rules if others else ()))
    told = "; ".join((*(one.told for one in missing), *others))
    more = dict.fromkeys((*cites, *(rule for one in missing for rule in one.cites)))
    if all(one.told == one.kept for one in missing):
        return illegal(told, *cites)
    kept = "; ".join((*(one.kept for one in missing), *others))
    return kept_from_players(Refusal(tuple(more), kept), told, cites)


def _plain(reasons: Iterable[str]) -> list[Missing]:
    return [Missing(reason, reason) for reason in reasons]


def _no_biome(names: Iterable[str]) -> list[Missing]:
    return _plain(
        f"there is no biome “{name}”: they are b1, b2 and b3"
        for name in names
        if name not in BIOMES
    )


def _cards_of_others(table: Table, cards: Iterable[str], by: str) -> list[str]:
    """For each of these cards that is another player's a sentence that says so."""
    return [
        f"“{card}” is {table.cards[card].whose}'s"
        for card in cards
        if may_name(table, by, card) and table.cards[card].whose != by
    ]


def _card_refused(
    table: Table, card: str, by: str, unknown: Sequence[Missing], *rules: str
) -> Refusal | None:
    """Why this player cannot do anything with this card and with what else they name."""
    missing = missing_cards(table, (card,), by, *rules)
    if missing or unknown or table.cards[card].whose != by:
        others = _cards_of_others(table, (card,), by)
        return nothing_of_the_kind([*missing, *unknown], others, "G2", *rules)
    return None


@requires("G1", "G2", "D8", "D2")
def the_card_exists_and_is_theirs(table: Table, step: Play) -> Refusal | None:
    unknown = missing_targets(table, step.targets, step.by)
    if step.biome is not None:
        unknown += _no_biome((step.biome,))
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2", "D8", "D2")
def the_skill_exists_and_is_theirs(table: Table, step: Activate) -> Refusal | None:
    unknown = missing_targets(table, step.targets, step.by)
    if may_name(table, step.by, step.card) and step.skill not in table.printed[step.card].skills:
        unknown += _plain((f"“{step.card}” has no skill “{step.skill}”",))
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2")
def the_agents_exist_and_are_theirs(table: Table, step: BattleAction) -> Refusal | None:
    missing = missing_cards(table, step.agents, step.by) + _no_biome(step.agents.values())
    return nothing_of_the_kind(missing, _cards_of_others(table, step.agents, step.by), "G2")


def its_card_exists_and_is_theirs_by(rule: str) -> Check:
    """The check of a step that names nothing but a card; by this rule it can only be one's own."""

    @requires("G1", "G2", rule)
    def its_card_exists_and_is_theirs(table: Table, step: OfACard) -> Refusal | None:
        return _card_refused(table, step.card, step.by, (), rule)

    return its_card_exists_and_is_theirs


def it_is_not_in_the_queue(table: Table, step: Play | Activate | OfACard) -> Refusal | None:
    """What a judge needs to act on: the card does not wait in the queue."""
    if table.cards[step.card].zone == "queue":
        return illegal(f"“{step.card}” is in the queue already")
    return None

"""Line 1 of the checks: what a step names exists (G1) and is the player's own (G2)."""

from collections.abc import Iterable, Sequence

from domain.kernel.ruling import Refusal, illegal, requires
from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Activate, Anomaly, BattleAction, Convert, Energy, Play


def _missing(table: Table, cards: Iterable[str]) -> list[str]:
    """A sentence for every card that does not exist in this game."""
    return [f"there is no card “{card}” in this game" for card in cards if card not in table.cards]


def _unknown(table: Table, targets: Iterable[str]) -> list[str]:
    """A sentence for every name of a target that does not exist in this game."""
    return [
        f"there is nothing named “{name}” in this game" for name in targets if not table.knows(name)
    ]


def _no_biome(names: Iterable[str]) -> list[str]:
    return [
        f"there is no biome “{name}”: they are b1, b2 and b3"
        for name in names
        if name not in BIOMES
    ]


def _others(table: Table, cards: Iterable[str], by: str) -> list[str]:
    return [
        f"“{card}” is {table.cards[card].whose}'s"
        for card in cards
        if card in table.cards and table.cards[card].whose != by
    ]


def _card_refused(
    table: Table, card: str, by: str, unknown: Sequence[str], *rules: str
) -> Refusal | None:
    """Why this player cannot do anything with this card and with what else he names."""
    missing = [*_missing(table, (card,)), *unknown]
    return _refusal(missing, _others(table, (card,), by), *rules)


def _refusal(missing: list[str], others: list[str], *rules: str) -> Refusal | None:
    if not missing and not others:
        return None
    cites = (*(("G1",) if missing else ()), *(("G2", *rules) if others else ()))
    return illegal("; ".join((*missing, *others)), *cites)


@requires("G1", "G2", "D8")
def the_card_exists_and_is_his(table: Table, step: Play) -> Refusal | None:
    unknown = _unknown(table, step.targets)
    if step.biome is not None:
        unknown += _no_biome((step.biome,))
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2", "D8")
def the_skill_exists_and_is_his(table: Table, step: Activate) -> Refusal | None:
    unknown = _unknown(table, step.targets)
    printed = table.printed.get(step.card)
    if printed is not None and step.skill not in printed.skills:
        unknown.append(f"“{step.card}” has no skill “{step.skill}”")
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2")
def the_agents_exist_and_are_his(table: Table, step: BattleAction) -> Refusal | None:
    missing = _missing(table, step.agents) + _no_biome(step.agents.values())
    return _refusal(missing, _others(table, step.agents, step.by))


@requires("G1", "G2", "A8")
def the_card_to_convert_is_his(table: Table, step: Convert) -> Refusal | None:
    return _card_refused(table, step.card, step.by, (), "A8")


@requires("G1", "G2", "D8")
def the_anomaly_exists_and_is_his(table: Table, step: Anomaly) -> Refusal | None:
    return _card_refused(table, step.card, step.by, (), "D8")


@requires("G1", "G2", "A6")
def the_source_exists_and_is_his(table: Table, step: Energy) -> Refusal | None:
    return _card_refused(table, step.card, step.by, (), "A6")

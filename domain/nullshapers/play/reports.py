"""Reports: what happened on the table, taken on somebody's word."""

from typing import Any

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.kernel.steps import Step
from domain.nullshapers.law.cards import BIOMES, PLANET, spoken_zone
from domain.nullshapers.play import moves
from domain.nullshapers.play.choosing import nothing_else_is_waited_for
from domain.nullshapers.play.naming import missing_cards, nothing_of_the_kind
from domain.nullshapers.play.targets import Why
from domain.nullshapers.play.winning import biome_is_lost, sectors_at_zero_are_lost
from domain.nullshapers.table import steps as s
from domain.nullshapers.table.events_queue import EnergyLost, EnergyMade, FactReported
from domain.nullshapers.table.events_table import CardAttached, SpeedChanged
from domain.nullshapers.table.hidden import PRIVATE
from domain.nullshapers.table.state import Table

NO_RULE: tuple[str, ...] = ()
"""A plain report rests on no rule."""


@requires("G1")
def what_is_reported_can_be(table: Table, step: Step) -> Refusal | None:
    """The cards exist for who reports, and everything named stands where the fact needs it."""
    missing = missing_cards(table, _cards_of(step), step.by, whose=False)
    if missing:
        return nothing_of_the_kind(missing)
    wrong = _what_stands_against(table, step)
    return None if wrong is None else illegal(wrong[0], since=entries(*wrong[1:]))


def _cards_of(step: Any) -> tuple[str, ...]:
    """The cards that a report names."""
    card = getattr(step, "card", None)
    to = step.to if isinstance(step, s.ReportAttach) else None
    return tuple(dict.fromkeys(name for name in (card, to) if name is not None))


def _what_stands_against(table: Table, step: Any) -> Why | None:
    match step:
        case s.ReportDamage() | s.ReportLock() | s.ReportUnlock():
            return _on_the_planet(table, step.card)
        case s.ReportMove():
            return _unmovable(table, step)
        case s.ReportAttach():
            return _not_both_on_the_planet(table, step)
        case s.ReportSpeed():
            return _without_speed(table, step)
        case s.ReportEnergy():
            return _unknown_player(table, step.player)
        case s.ReportDurability():
            return _no_standing_sector(table, step)
        case s.ReportLoseBiome():
            return _unknown_player(table, step.player) or _lost_already(table, step)
        case s.ReportSkillReacts():
            return _cannot_react(table, step)
    return None


def _on_the_planet(table: Table, name: str) -> Why | None:
    card = table.cards[name]
    return None if card.on_the_planet else (f"“{name}” is not on the planet", card.since)


def _cannot_react(table: Table, step: s.ReportSkillReacts) -> Why | None:
    wrong = _on_the_planet(table, step.card)
    if wrong is not None:
        return wrong
    if table.is_anomaly(step.card):
        since = table.cards[step.card].mode_since
        return f"“{step.card}” is an anomaly, and its skills sleep", since
    skill = table.printed[step.card].skills.get(step.skill)
    if skill is None:
        return f"“{step.card}” has no skill “{step.skill}”", 0
    return None if skill.when == "reported" else (f"“{step.skill}” reacts to nothing reported", 0)


def _not_both_on_the_planet(table: Table, step: s.ReportAttach) -> Why | None:
    if step.to == step.card:
        return f"“{step.card}” cannot be attached to itself", 0
    wrong = _on_the_planet(table, step.card)
    return wrong or (None if step.to is None else _on_the_planet(table, step.to))


def _not_in_the_queue(table: Table, name: str) -> Why | None:
    card = table.cards[name]
    return (f"“{name}” is in the queue", card.since) if card.zone == "queue" else None


def _unmovable(table: Table, step: s.ReportMove) -> Why | None:
    wrong = _not_in_the_queue(table, step.card)
    if wrong is not None or step.to not in BIOMES:
        return wrong
    whose = _whose_area(table, step.card, step.to)
    if table.stands(step.to, whose):
        return None
    return f"{whose}'s sector in {step.to} is lost", table.gone_since(f"{step.to}.{whose}")


def _without_speed(table: Table, step: s.ReportSpeed) -> Why | None:
    wrong = _not_in_the_queue(table, step.card)
    if wrong is None and table.printed[step.card].text.speed is None:
        return f"“{step.card}” has no speed", 0
    return wrong


def _unknown_player(table: Table, player: str) -> Why | None:
    return None if player in table.players else (f"there is no player “{player}”", 0)


def _no_standing_sector(table: Table, step: s.ReportDurability) -> Why | None:
    if step.sector not in table.sectors:
        return f"there is no sector “{step.sector}”: a sector is biome, dot, player", 0
    if table.sector_stands(step.sector):
        return None
    return f"“{step.sector}” is lost", table.gone_since(step.sector)


def _lost_already(table: Table, step: s.ReportLoseBiome) -> Why | None:
    if table.stands(step.biome, step.player):
        return None
    sector = f"{step.biome}.{step.player}"
    return f"“{sector}” does not stand any more", table.gone_since(sector)


def report(table: Table, step: Step) -> Happening:
    """The fact is so from now on; what follows from it follows as after an execution."""
    fact = s.FACT_OF[type(step)]
    yield grounds(f"{step.by} reports {_report_in_words(table, step)}")
    text = step.text if isinstance(step, s.ReportOther) else ""
    table = yield from moves.standing_passes_end(table)
    reacts = (step.card, step.skill) if isinstance(step, s.ReportSkillReacts) else ()
    table = yield FactReported(step.by, fact, text, step.forced, *reacts)
    return (yield from _report_happens(table, step))


def _report_happens(table: Table, step: Any) -> Happening:
    match step:
        case s.ReportDamage():
            return (yield from moves.card_takes_damage(table, step.card, step.amount, NO_RULE))
        case s.ReportLock():
            return (yield from moves.card_locks(table, step.card, NO_RULE))
        case s.ReportUnlock():
            return (yield from moves.card_unlocks(table, step.card, NO_RULE))
        case s.ReportMove(card=card, to=to):
            whose = _whose_area(table, card, to)
            return (yield from moves.card_goes(table, card, to, whose, NO_RULE, fresh=True))
        case s.ReportAttach():
            return (yield CardAttached(step.card, step.to, NO_RULE))
        case s.ReportSpeed():
            return (yield SpeedChanged(step.card, step.speed, NO_RULE))
        case s.ReportEnergy():
            return (yield from _energy_changes(table, step))
        case s.ReportDurability():
            return (yield from _durability_changes(table, step))
        case s.ReportLoseBiome():
            return (yield from biome_is_lost(table, step.player, step.biome))
    return table


def _report_in_words(table: Table, step: Any) -> str:
    """What is reported, in words; a card that may be hidden is not named."""
    match step:
        case s.ReportDamage():
            return f"{step.amount} damage to “{step.card}”"
        case s.ReportLock() | s.ReportUnlock():
            return f"that “{step.card}” is {s.FACT_OF[type(step)]}ed"
        case s.ReportMove():
            card = _open_card(table, step.card, step.to)
            return f"that {card} goes to {spoken_zone(step.to)}"
        case s.ReportAttach():
            return f"that “{step.card}” is attached to {f'“{step.to}”' if step.to else 'nothing'}"
        case s.ReportSpeed():
            return f"that {_open_card(table, step.card)} has Speed {step.speed}"
        case s.ReportSkillReacts():
            return f"that “{step.card}/{step.skill}” reacts"
        case s.ReportEnergy():
            return f"{step.amount:+} {step.kind} energy for {step.player}"
        case s.ReportDurability():
            return f"{step.amount:+} durability of {step.sector}"
        case s.ReportLoseBiome():
            return f"that {step.player} loses {step.biome}"
    return f"something that changes nothing here: {step.text}"


def _open_card(table: Table, card: str, to: str | None = None) -> str:
    """The card as everybody may be told it: not named if it is hidden before and after."""
    zone = table.cards[card].zone
    return "a card" if PRIVATE.issuperset((zone, to or zone)) else f"“{card}”"


def _whose_area(table: Table, card: str, to: str) -> str:
    """Whose area a moved card comes to: within the planet its controller's, else its owner's."""
    if to in PLANET and table.cards[card].on_the_planet:
        return table.cards[card].whose
    return table.printed[card].owner


def _energy_changes(table: Table, step: s.ReportEnergy) -> Happening:
    if step.amount > 0:
        return (yield EnergyMade(step.player, {step.kind: step.amount}, rules=NO_RULE))
    lost = min(table.energy[step.player][step.kind], -step.amount)
    return (yield EnergyLost(step.player, {step.kind: lost}, NO_RULE)) if lost else table


def _durability_changes(table: Table, step: s.ReportDurability) -> Happening:
    table = yield from moves.durability_changes(table, step.sector, step.amount, NO_RULE)
    return table if table.over else (yield from sectors_at_zero_are_lost(table, (step.sector,)))


REPORT = Procedure(
    s.ReportOther,
    report,
    checks=(what_is_reported_can_be, nothing_else_is_waited_for),
    acts_on=all_of(nothing_else_is_waited_for, what_is_reported_can_be),
    reads=s.read_report,
)

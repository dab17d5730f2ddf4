"""Reports: what happened on the table, taken on somebody's word."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from domain.kernel.fields import PLAYERS, Each, StepFields, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, all_of, entries, grounds, illegal, requires, requires_all
from domain.kernel.steps import Reader, Step, Text, reader_by, speaker
from domain.kernel.values import Event, changed, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import BIOMES, KINDS, PLANET, ZONES, Biome, Kind, Zone, spoken_zone
from domain.nullshapers.chapters.choosing import no_choice_is_waited_for
from domain.nullshapers.chapters.effects import EnergyMade
from domain.nullshapers.chapters.executing import CardAttached
from domain.nullshapers.chapters.moves import (
    card_goes,
    card_locks,
    card_takes_damage,
    card_unlocks,
    durability_changes,
    standing_passes_end,
)
from domain.nullshapers.chapters.naming import OfACard, missing_cards, nothing_of_the_kind
from domain.nullshapers.chapters.targets import Why
from domain.nullshapers.chapters.winning import biome_is_lost, sectors_at_zero_are_lost
from domain.nullshapers.fields import (
    AREAS,
    CARDS,
    KINDS_OF_ENERGY,
    SECTORS,
    SKILLS,
    TARGETS,
    card_on_planet,
    card_or_nothing,
    card_seen,
    damage_taken,
    from_nought,
    one_to_three,
)
from domain.nullshapers.hidden import PRIVATE
from domain.nullshapers.outline import AFTER, PHASE
from domain.nullshapers.queue import Spent, Trigger
from domain.nullshapers.table import Table

DECIDES = ("A12",)


@one_of("how much", asks="How much?")
def how_much() -> Iterable[int]:
    return (1, 0, *range(2, 10))


@one_of("where to", AREAS)
def where_to() -> Iterable[str]:
    return ZONES


@one_of("the card it is attached to", CARDS, "To which card?")
def another_card(table: Table, said: StepFields) -> Iterable[str | None]:
    """None for a card that is attached to none any more."""
    others = [id for id in sorted(table.on_planet()) if id != said.get("card")]
    return [*others, *([None] if table.attached else [])]


@one_of("1, 2 or 3", asks="Which speed?")
def how_fast() -> Iterable[int]:
    return (1, 2, 3)


@one_of("whose", PLAYERS)
def whose(table: Table, player: str) -> Iterable[str]:
    return (player, *(one for one in table.players if one != player))


@one_of("what kind", KINDS_OF_ENERGY)
def which_kind() -> Iterable[str]:
    return KINDS


@one_of("how much; less with a minus", asks="How much? Less with a minus.")
def less_with_minus() -> Iterable[Ask]:
    return (Ask("number", "how much; less with a minus"),)


@one_of("the sector", SECTORS)
def standing_sector(table: Table) -> Iterable[str]:
    return [sector for sector in table.sectors if table.sector_stands(sector)]


@one_of("the biome", AREAS)
def which_biome(table: Table, said: StepFields) -> Iterable[str]:
    """All of them, first those in which the player's sector stands."""
    return sorted(BIOMES, key=lambda biome: not table.stands(biome, said["player"]))


@one_of("the card", CARDS)
def card_that_reacts(table: Table) -> Iterable[str]:
    there = (id for id in sorted(table.on_planet()) if not table.is_anomaly(id))
    return [id for id in there if _facts_reported(table, id)]


def _facts_reported(table: Table, id: str) -> list[str]:
    return [name for name, skill in table.printed[id].skills.items() if skill.when == "reported"]


@one_of("its skill", SKILLS)
def reported_skill(table: Table, said: StepFields) -> Iterable[str]:
    return _facts_reported(table, said["card"])


class ReportDamage(OfACard):
    """A card took damage."""

    card: Annotated[str, card_on_planet]
    amount: Annotated[int, from_nought, how_much]


class ReportLock(OfACard):
    """A card was locked."""

    card: Annotated[str, card_on_planet]


class ReportUnlock(OfACard):
    """A card was unlocked."""

    card: Annotated[str, card_on_planet]


class ReportMove(OfACard):
    """A card went somewhere."""

    card: Annotated[str, card_seen]
    to: Annotated[Zone, where_to]


class ReportAttach(OfACard):
    """A card was attached to another one, or to none."""

    card: Annotated[str, card_on_planet]
    to: Annotated[str | None, card_or_nothing, another_card]


class ReportSpeed(OfACard):
    """A card has another speed until the reset step."""

    card: Annotated[str, card_seen]
    speed: Annotated[int, one_to_three, how_fast]


class ReportEnergy(Step):
    """A player got or lost energy."""

    player: Annotated[str, whose]
    kind: Annotated[Kind, which_kind]
    amount: Annotated[int, less_with_minus]


class ReportDurability(Step):
    """A sector's durability changed."""

    sector: Annotated[str, standing_sector]
    amount: Annotated[int, less_with_minus]


class ReportLoseBiome(Step):
    """A player lost a biome."""

    player: Annotated[str, whose]
    biome: Annotated[Biome, which_biome]


class ReportSkillReacts(OfACard):
    """A skill reacts to something that only the table sees."""

    card: Annotated[str, card_that_reacts]
    skill: Annotated[str, reported_skill]


@one_of("the biome whose battle is owed", AREAS, "Which battle?")
def owed_biome(table: Table) -> Iterable[str]:
    return table.battles


def _agents_and_sectors(table: Table, biome: str) -> list[str]:
    """The agents that stand in this biome, and its sectors that stand."""
    agents = (id for id in sorted(table.on_planet()) if table.is_agent(id))
    sectors = (f"{biome}.{player}" for player in table.players if table.stands(biome, player))
    return [*(id for id in agents if table.cards[id].zone == biome), *sectors]


@one_of("an agent or a sector there", TARGETS, "What took damage?")
def what_is_there(table: Table, said: StepFields) -> Iterable[str]:
    return _agents_and_sectors(table, said["biome"]) if "biome" in said else ()


class ReportBattle(Step):
    """What came of a battle that was left to the table (P13)."""

    biome: Annotated[Biome, owed_biome]
    damage: Annotated[
        Mapping[str, int],
        damage_taken,
        Each(what_is_there, how_much, least=0, says_none=True, none="Nobody"),
    ]


class ReportLeaveBattle(OfACard):
    """Until the reset step only the table sees what this card does to a battle (P13)."""

    card: Annotated[str, card_on_planet]


class ReportOther(Step):
    """Something that changes nothing here."""

    text: Text


FACTS: Mapping[str, type[Step]] = {
    "damage": ReportDamage,
    "lock": ReportLock,
    "unlock": ReportUnlock,
    "move": ReportMove,
    "attach": ReportAttach,
    "speed": ReportSpeed,
    "energy": ReportEnergy,
    "durability": ReportDurability,
    "lose_biome": ReportLoseBiome,
    "skill_reacts": ReportSkillReacts,
    "battle": ReportBattle,
    "leave_battle": ReportLeaveBattle,
    "other": ReportOther,
}


FACT_OF = {step: fact for fact, step in FACTS.items()}


read_report: Reader = reader_by("fact", FACTS)


@stored_as("nullshapers/energy_lost/v1")
class EnergyLost(Event):
    """Left-over energy of a player is gone."""

    SAYS = "{player} loses energy: {lost}."

    player: str
    lost: Mapping[str, int]
    """Kind of energy and number."""
    rules: tuple[RuleId, ...] = cites("A7")

    def after(self, table: Table, entry: int) -> Table:
        in_the_phase = PHASE[AFTER[table.step]] == table.phase
        # One that was reported cites A12 too: it was not left over, and counts as spent.
        left_over = self.rules == ("A7",)
        rules = (("A7", "M38") if in_the_phase else ("A7",)) if left_over else ()
        spent = table.with_spent(self.player, Spent(entry, self.lost, rules))
        return changed(table, energy=table.plus(self.player, self.lost, -1), spent=spent)


@stored_as("nullshapers/fact_reported/v3")
class FactReported(Event):
    """Something that happened on the table is taken on somebody's word."""

    SAYS = "{by} reports: {fact}."

    by: str
    fact: str
    text: str = ""
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    card: str | None = None
    """The card whose skill reacts, or that changes battles from now on."""
    skill: str | None = None
    """The skill that reacts to what only the table sees."""
    biome: str | None = None
    """The biome whose battle was owed."""
    rules: tuple[RuleId, ...] = cites("A12")

    def after(self, table: Table, entry: int) -> Table:
        after = changed(table, reported=entry, ruled=entry if self.ruled else table.ruled)
        if self.biome is not None:
            after = changed(
                after, battles=tuple(battle for battle in table.battles if battle != self.biome)
            )
        if self.card is None:
            return after
        if self.skill is None:
            return changed(after, cards=after.card_with(self.card, changes_battles=True))
        if table.over:
            return after
        card = table.cards[self.card]
        reacting = Trigger(self.card, self.skill, card.whose, card.departures, entry)
        return changed(after, triggers=(*after.triggers, reacting))


@stored_as("nullshapers/speed_changed/v1")
class SpeedChanged(Event):
    """The present speed of a card changes."""

    SAYS = "“{card}” has Speed {speed}."

    card: str
    speed: int | None
    rules: tuple[RuleId, ...] = cites("P11")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, cards=table.card_with(self.card, speed=self.speed, speed_since=entry))


TAKEN_AS_SAID: tuple[str, ...] = ("A12",)
"""A report rests on no rule but that it is taken as said; its ruling cites none."""


@requires("G1")
def what_is_reported_can_be(table: Table, step: Step) -> Refusal | None:
    """The cards exist for who reports, and everything named stands where the fact needs it."""
    missing = missing_cards(table, _cards_of(table, step), step.by, whose=False)
    if missing:
        return nothing_of_the_kind(missing)
    wrong = _what_stands_against(table, step)
    return None if wrong is None else illegal(wrong[0], since=entries(*wrong[1:]))


def _cards_of(table: Table, step: Any) -> tuple[str, ...]:
    """The cards that a report names."""
    if isinstance(step, ReportBattle):
        return tuple(name for name in step.damage if name not in table.sectors)
    card = getattr(step, "card", None)
    to = step.to if isinstance(step, ReportAttach) else None
    return tuple(dict.fromkeys(name for name in (card, to) if name is not None))


def _what_stands_against(table: Table, step: Any) -> Why | None:
    match step:
        case ReportDamage() | ReportLock() | ReportUnlock() | ReportLeaveBattle():
            return _on_the_planet(table, step.card)
        case ReportBattle():
            return _not_in_the_battle(table, step)
        case ReportMove():
            return _unmovable(table, step)
        case ReportAttach():
            return _not_both_on_the_planet(table, step)
        case ReportSpeed():
            return _without_speed(table, step)
        case ReportEnergy():
            return _unknown_player(table, step.player)
        case ReportDurability():
            return _no_standing_sector(table, step)
        case ReportLoseBiome():
            return _unknown_player(table, step.player) or _lost_already(table, step)
        case ReportSkillReacts():
            return _cannot_react(table, step)
    return None


def _on_the_planet(table: Table, name: str) -> Why | None:
    card = table.cards[name]
    return None if card.on_the_planet else (f"“{name}” is not on the planet", card.since)


def _not_in_the_battle(table: Table, step: ReportBattle) -> Why | None:
    """Only agents that stand there, and sectors of it that stand, take damage."""
    there = _agents_and_sectors(table, step.biome)
    for name in step.damage:
        if name not in there:
            since = table.cards[name].since if name in table.cards else table.gone_since(name)
            return f"“{name}” is no agent and no sector that stands in {step.biome}", since
    return None


def _cannot_react(table: Table, step: ReportSkillReacts) -> Why | None:
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


def _not_both_on_the_planet(table: Table, step: ReportAttach) -> Why | None:
    if step.to == step.card:
        return f"“{step.card}” cannot be attached to itself", 0
    wrong = _on_the_planet(table, step.card)
    return wrong or (None if step.to is None else _on_the_planet(table, step.to))


def _not_in_the_queue(table: Table, name: str) -> Why | None:
    card = table.cards[name]
    return (f"“{name}” is in the queue", card.since) if card.zone == "queue" else None


def _unmovable(table: Table, step: ReportMove) -> Why | None:
    wrong = _not_in_the_queue(table, step.card)
    if wrong is not None or step.to not in BIOMES:
        return wrong
    whose = _whose_area(table, step.card, step.to)
    if table.stands(step.to, whose):
        return None
    return f"{whose}'s sector in {step.to} is lost", table.gone_since(f"{step.to}.{whose}")


def _without_speed(table: Table, step: ReportSpeed) -> Why | None:
    wrong = _not_in_the_queue(table, step.card)
    if wrong is None and table.printed[step.card].text.speed is None:
        return f"“{step.card}” has no speed", 0
    return wrong


def _unknown_player(table: Table, player: str) -> Why | None:
    return None if player in table.players else (f"there is no player “{player}”", 0)


def _no_standing_sector(table: Table, step: ReportDurability) -> Why | None:
    if step.sector not in table.sectors:
        return f"there is no sector “{step.sector}”: a sector is biome, dot, player", 0
    if table.sector_stands(step.sector):
        return None
    return f"“{step.sector}” is lost", table.gone_since(step.sector)


def _lost_already(table: Table, step: ReportLoseBiome) -> Why | None:
    if table.stands(step.biome, step.player):
        return None
    sector = f"{step.biome}.{step.player}"
    return f"“{sector}” does not stand any more", table.gone_since(sector)


@requires_all("P13", *no_choice_is_waited_for.rules)
def the_battle_is_owed(table: Table, step: Step) -> Iterator[Refusal]:
    if not isinstance(step, ReportBattle) or step.biome in table.battles:
        return
    since = table.left_to_table
    yield illegal(f"no battle in {step.biome} waits to be reported", "P13", since=since)
    waiting = no_choice_is_waited_for(table, step)
    if waiting is not None:
        yield waiting


def report(table: Table, step: Step) -> Happening:
    """The fact is so from now on; what follows from it follows as after an execution."""
    fact = FACT_OF[type(step)]
    rules = ("P13",) if isinstance(step, ReportBattle) else ()
    yield grounds(f"{speaker(step.by)} reports {_report_in_words(table, step)}", *rules)
    text = step.text if isinstance(step, ReportOther) else ""
    table = yield from standing_passes_end(table)
    told: dict[str, Any] = {"rules": rules or TAKEN_AS_SAID}
    if isinstance(step, ReportSkillReacts):
        told |= {"card": step.card, "skill": step.skill}
    elif isinstance(step, ReportLeaveBattle):
        told["card"] = step.card
    elif isinstance(step, ReportBattle):
        told["biome"] = step.biome
    table = yield FactReported(step.by, fact, text, step.forced, **told)
    return (yield from _report_happens(table, step))


def _report_happens(table: Table, step: Any) -> Happening:
    match step:
        case ReportDamage():
            return (yield from card_takes_damage(table, step.card, step.amount, TAKEN_AS_SAID))
        case ReportLock():
            return (yield from card_locks(table, step.card, TAKEN_AS_SAID))
        case ReportUnlock():
            return (yield from card_unlocks(table, step.card, TAKEN_AS_SAID))
        case ReportMove(card=card, to=to):
            whose = _whose_area(table, card, to)
            return (yield from card_goes(table, card, to, whose, TAKEN_AS_SAID, fresh=True))
        case ReportAttach():
            return (yield CardAttached(step.card, step.to, TAKEN_AS_SAID))
        case ReportSpeed():
            return (yield SpeedChanged(step.card, step.speed, TAKEN_AS_SAID))
        case ReportEnergy():
            return (yield from _energy_changes(table, step))
        case ReportDurability():
            return (yield from _durability_changes(table, step))
        case ReportLoseBiome():
            return (yield from biome_is_lost(table, step.player, step.biome, TAKEN_AS_SAID))
        case ReportBattle():
            return (yield from _battle_happened(table, step))
    return table


def _battle_happened(table: Table, step: ReportBattle) -> Happening:
    """Damage to the agents by the alphabet, then to the sectors (E18, W1)."""
    for name in sorted(name for name in step.damage if name in table.cards):
        if table.cards[name].on_the_planet:
            table = yield from card_takes_damage(table, name, step.damage[name], ("P13",))
    sectors = tuple(sorted(name for name in step.damage if name in table.sectors))
    for sector in sectors:
        table = yield from durability_changes(table, sector, -step.damage[sector], ("P13",))
    return (yield from sectors_at_zero_are_lost(table, sectors))


def _report_in_words(table: Table, step: Any) -> str:
    """What is reported, in words; a card that may be hidden is not named."""
    match step:
        case ReportDamage():
            return f"{step.amount} damage to “{step.card}”"
        case ReportLock() | ReportUnlock():
            return f"that “{step.card}” is {FACT_OF[type(step)]}ed"
        case ReportMove():
            card = _open_card(table, step.card, step.to)
            return f"that {card} goes to {spoken_zone(step.to)}"
        case ReportAttach():
            return f"that “{step.card}” is attached to {f'“{step.to}”' if step.to else 'nothing'}"
        case ReportSpeed():
            return f"that {_open_card(table, step.card)} has Speed {step.speed}"
        case ReportSkillReacts():
            return f"that “{step.card}/{step.skill}” reacts"
        case ReportEnergy():
            return f"{step.amount:+} {step.kind} energy for {step.player}"
        case ReportDurability():
            return f"{step.amount:+} durability of {step.sector}"
        case ReportLoseBiome():
            return f"that {step.player} loses {step.biome}"
        case ReportLeaveBattle():
            return f"that only the table sees what “{step.card}” does to a battle"
        case ReportBattle():
            said = list_in_words(f"{amount} to “{name}”" for name, amount in step.damage.items())
            return f"the battle in {step.biome}: {said or 'nobody took any damage'}"
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


def _energy_changes(table: Table, step: ReportEnergy) -> Happening:
    if step.amount > 0:
        return (
            yield EnergyMade(step.player, {step.kind: step.amount}, rules=("A6", *TAKEN_AS_SAID))
        )
    lost = min(table.energy[step.player][step.kind], -step.amount)
    if not lost:
        return table
    return (yield EnergyLost(step.player, {step.kind: lost}, ("A7", *TAKEN_AS_SAID)))


def _durability_changes(table: Table, step: ReportDurability) -> Happening:
    table = yield from durability_changes(table, step.sector, step.amount, TAKEN_AS_SAID)
    return table if table.over else (yield from sectors_at_zero_are_lost(table, (step.sector,)))


REPORT = Procedure(
    ReportOther,
    report,
    checks=(what_is_reported_can_be, the_battle_is_owed, no_choice_is_waited_for),
    acts_on=all_of(no_choice_is_waited_for, what_is_reported_can_be, the_battle_is_owed),
    reads=read_report,
)

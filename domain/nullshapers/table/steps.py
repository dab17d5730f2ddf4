"""What may be attempted in Nullshapers."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from domain.kernel.steps import Reader, Step, Text, fitting, reader_by
from domain.nullshapers.law.cards import KINDS, Biome, Kind, Zone


def _is_a_payment(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        kind in KINDS and type(amount) is int for kind, amount in value.items()
    )


def _sends_agents(value: Any) -> bool:
    names = [*value, *value.values()] if isinstance(value, Mapping) else []
    return bool(names) and all(type(name) is str for name in names)


kinds_to_numbers = fitting("pay", "a mapping of energy kinds to whole numbers", _is_a_payment)
agents_to_biomes = fitting("agents", "a mapping of at least one agent to a biome", _sends_agents)
card_or_nothing = fitting("to", "a card or null", lambda to: to is None or type(to) is str)
one_to_three = fitting("speed", "1, 2 or 3", lambda n: type(n) is int and n in (1, 2, 3))
from_nought = fitting("amount", "a whole number from 0 up", lambda n: type(n) is int and n >= 0)


class Play(Step):
    """Play a card from the hand (A1)."""

    card: str
    targets: tuple[str, ...] = ()
    option: str | None = None
    x: int | None = None
    pay: Annotated[Mapping[str, int] | None, kinds_to_numbers] = None
    biome: str | None = None


class Activate(Step):
    """Activate a skill of a card on the planet (A1)."""

    card: str
    skill: str
    targets: tuple[str, ...] = ()
    option: str | None = None
    x: int | None = None
    pay: Annotated[Mapping[str, int] | None, kinds_to_numbers] = None


class BattleAction(Step):
    """Agents, each with the biome it is meant for."""

    agents: Annotated[Mapping[str, str], agents_to_biomes]


class Advance(BattleAction):
    """Send agents from staging to sectors (P6)."""


class Attack(BattleAction):
    """Attack with agents in sectors (P7)."""


class Defend(BattleAction):
    """Defend with agents in sectors (P8)."""


class OfACard(Step):
    """What is done with a card, or befalls it."""

    card: str


class Convert(OfACard):
    """Turn a card in hand into an anomaly (A8)."""


class Anomaly(OfACard):
    """Put an anomaly from the hand into staging (A2)."""


class Energy(OfACard):
    """Lock an anomaly for its energy (A6)."""


class Pass(Step):
    """Decline to act (N3), once or until the step ends (N7)."""

    until: Literal["step_end"] | None = None


class Next(Step):
    """Say that the step should end (E5)."""


class Choose(Step):
    """Choose what is waited for: names, or an option."""

    targets: tuple[str, ...] | None = None
    option: str | None = None


class Concede(Step):
    """Give the match up (W4)."""


class ReportDamage(OfACard):
    """A card took damage."""

    amount: Annotated[int, from_nought]


class ReportLock(OfACard):
    """A card was locked."""


class ReportUnlock(OfACard):
    """A card was unlocked."""


class ReportMove(OfACard):
    """A card went somewhere."""

    to: Zone


class ReportAttach(OfACard):
    """A card was attached to another one, or to none."""

    to: Annotated[str | None, card_or_nothing]


class ReportSpeed(OfACard):
    """A card has another speed until the reset step."""

    speed: Annotated[int, one_to_three]


class ReportEnergy(Step):
    """A player got or lost energy."""

    player: str
    kind: Kind
    amount: int


class ReportDurability(Step):
    """A sector's durability changed."""

    sector: str
    amount: int


class ReportLoseBiome(Step):
    """A player lost a biome."""

    player: str
    biome: Biome


class ReportSkillReacts(OfACard):
    """A skill reacts to something that only the table sees."""

    skill: str


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
    "other": ReportOther,
}
FACT_OF = {step: fact for fact, step in FACTS.items()}
read_report: Reader = reader_by("fact", FACTS)

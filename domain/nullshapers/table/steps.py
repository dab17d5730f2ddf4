"""What may be attempted in Nullshapers."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from domain.kernel.steps import Reader, Step, Text, Unreadable, quoted_value, reader_by
from domain.nullshapers.law.cards import KINDS, Biome, Kind, Zone


def _kinds_to_numbers(value: Any) -> Mapping[str, int]:
    if isinstance(value, Mapping) and all(
        kind in KINDS and type(amount) is int for kind, amount in value.items()
    ):
        return dict(value)
    raise Unreadable(
        f"“pay” is a mapping of energy kinds to whole numbers, not {quoted_value(value)}"
    )


def _agents_to_biomes(value: Any) -> Mapping[str, str]:
    if (
        isinstance(value, Mapping)
        and value
        and all(type(agent) is str and type(biome) is str for agent, biome in value.items())
    ):
        return dict(value)
    raise Unreadable(
        f"“agents” is a mapping of at least one agent to a biome, not {quoted_value(value)}"
    )


def _card_or_nothing(value: Any) -> str | None:
    if value is None or type(value) is str:
        return value
    raise Unreadable(f"“to” is a card or null, not {quoted_value(value)}")


def _speed(value: Any) -> int:
    if type(value) is int and value in (1, 2, 3):
        return value
    raise Unreadable(f"“speed” is 1, 2 or 3, not {quoted_value(value)}")


def _from_nought(value: Any) -> int:
    if type(value) is int and value >= 0:
        return value
    raise Unreadable(f"“amount” is a whole number from 0 up, not {quoted_value(value)}")


class Play(Step):
    """Play a card from the hand (A1)."""

    card: str
    targets: tuple[str, ...] = ()
    option: str | None = None
    x: int | None = None
    pay: Annotated[Mapping[str, int] | None, _kinds_to_numbers] = None
    biome: str | None = None


class Activate(Step):
    """Activate a skill of a card on the planet (A1)."""

    card: str
    skill: str
    targets: tuple[str, ...] = ()
    option: str | None = None
    x: int | None = None
    pay: Annotated[Mapping[str, int] | None, _kinds_to_numbers] = None


class BattleAction(Step):
    """Agents, each with the biome it is meant for."""

    agents: Annotated[Mapping[str, str], _agents_to_biomes]


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

    amount: Annotated[int, _from_nought]


class ReportLock(OfACard):
    """A card was locked."""


class ReportUnlock(OfACard):
    """A card was unlocked."""


class ReportMove(OfACard):
    """A card went somewhere."""

    to: Zone


class ReportAttach(OfACard):
    """A card was attached to another one, or to none."""

    to: Annotated[str | None, _card_or_nothing]


class ReportSpeed(OfACard):
    """A card has another speed until the reset step."""

    speed: Annotated[int, _speed]


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

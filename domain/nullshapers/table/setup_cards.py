"""A card of the set-up: its type, text, skills and keywords, and where it lies."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.setup import UNSET, FromZero, SetupError, Shape, UnsetType, one_of, said_in
from domain.kernel.values import made_of
from domain.nullshapers.law.cards import PLANET, Kind, Printed, Type, Zone
from domain.nullshapers.table.setup_shapes import SkillSetup, TextSetup
from domain.nullshapers.table.setup_texts import skill_of, text_of
from domain.nullshapers.table.state import Card


class Keywords(Shape):
    """What is printed on it in a word."""

    ready: bool = False
    secure: bool = False
    lightspeed: bool = False
    unanswerable: bool = False
    encrypt: Literal["locked", "unlocked", "always"] | UnsetType = UNSET
    firewall: Mapping[Kind, FromZero] = {}


class CardSetup(TextSetup, kw_only=True):
    """A card: what is printed on it, whose it is, where it lies and how."""

    type: Type
    owner: str
    zone: Zone
    name: str | UnsetType = UNSET
    """For people; the id if left out."""
    subtype: str = ""
    attack: FromZero | UnsetType = UNSET
    defense: FromZero | UnsetType = UNSET
    range: Literal["melee", "ranged"] | UnsetType = UNSET
    skills: Mapping[str, SkillSetup] = {}
    makes: Mapping[Kind, FromZero] = {}
    """Energy it makes as an anomaly."""
    keywords: Keywords = Keywords()
    controller: str | UnsetType = UNSET
    """Only on the planet; the owner if left out."""
    mode: Literal["initial", "anomaly"] | UnsetType = UNSET
    locked: bool = False
    fresh: bool = False
    damage: FromZero = 0
    attached_to: str | None = None


OF_AGENTS = ("attack", "defense", "range")
SUBTYPES = {"modification": ("software", "a modification"), "gear": ("hardware", "gear")}


def printed_card(id: str, setup: CardSetup, path: str, players: tuple[str, ...]) -> Printed:
    """What is printed on a card of the set-up. Raises SetupError."""
    said = said_in(setup)
    if setup.type != "agent":
        for key in OF_AGENTS:
            if key in said:
                why = f"only agents have one, and this is of type {setup.type}"
                raise SetupError(f"{path}.{key}: {why}")
    if setup.speed is UNSET and setup.type != "anomaly":
        raise SetupError(f"{path}: “speed” is missing; expected 1, 2 or 3")
    type, spoken = SUBTYPES.get(setup.subtype, (setup.type, ""))
    if setup.type != type:
        raise SetupError(f"{path}.subtype: {spoken} is of type {type}, and this is {setup.type}")
    return Printed(
        id=id,
        name=id if setup.name is UNSET else setup.name,
        type=setup.type,
        owner=one_of(players, setup.owner, f"{path}.owner"),
        text=text_of(setup, path, modification=setup.subtype == "modification"),
        subtype=setup.subtype,
        skills={name: skill_of(one, f"{path}.skills.{name}") for name, one in setup.skills.items()},
        makes=dict(setup.makes.items()),
        **{key: said[key] for key in OF_AGENTS if key in said},
        **said_in(setup.keywords),
    )


def lying_card(
    setup: CardSetup, path: str, printed: Printed, players: tuple[str, ...], at: int
) -> Card:
    """Where the card lies, and how; `at`: how many came before it. Raises SetupError."""
    whose = printed.owner
    if setup.controller is not UNSET:
        whose = one_of(players, setup.controller, f"{path}.controller")
        if setup.zone not in PLANET:
            why = f"only a card on the planet has one, not in {setup.zone}"
            raise SetupError(f"{path}.controller: {why}")
    always = "anomaly" if printed.type == "anomaly" else "initial"
    mode = always if setup.mode is UNSET else setup.mode
    if printed.type == "anomaly":
        one_of(("anomaly",), mode, f"{path}.mode")
    return made_of(Card, setup, whose=whose, mode=mode, speed=printed.text.speed, arrived=at)

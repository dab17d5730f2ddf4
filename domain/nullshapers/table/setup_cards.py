"""Reading a card of the set-up: its type, text, skills and keywords."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.nullshapers.law.cards import TYPES, WHEN_IN_WORDS, Part, Printed, Text
from domain.nullshapers.table import reading as read
from domain.nullshapers.table.setup_texts import TEXT_KEYS, modifies, text

PRINTED_KEYS = (
    "name",
    "type",
    "subtype",
    "attack",
    "defense",
    "range",
    *TEXT_KEYS,
    "skills",
    "makes",
    "keywords",
    "owner",
)
STATUS_KEYS = ("controller", "zone", "mode", "locked", "fresh", "damage", "attached_to")
ACTIVATED_KEYS = ("kind", "lock", *TEXT_KEYS)
REACTIVE_KEYS = ("kind", "when", "target", "targets", "options", "effects")
KEYWORDS = ("ready", "secure", "lightspeed", "unanswerable", "encrypt", "firewall")


def printed_card(id: str, given: Mapping[str, Any], path: str, players: tuple[str, ...]) -> Printed:
    """What is printed on a card of the set-up. Raises SetupError."""
    read.mapping(given, path, (*PRINTED_KEYS, *STATUS_KEYS))
    for key in ("type", "owner", "zone"):
        if key not in given:
            raise SetupError(f"{path}: “{key}” is missing")
    kind = read.one_of(given["type"], f"{path}.type", TYPES)
    if kind != "agent":
        for key in ("attack", "defense", "range"):
            if key in given:
                raise SetupError(f"{path}.{key}: only agents have one, and this is of type {kind}")
    subtype = read.word(given.get("subtype", ""), f"{path}.subtype")
    return Printed(
        id,
        read.word(given.get("name", id), f"{path}.name"),
        kind,
        read.one_of(given["owner"], f"{path}.owner", players),
        _card_text(given, path, kind, subtype),
        subtype,
        read.number(given.get("attack", 0), f"{path}.attack", least=0),
        read.number(given.get("defense", 1), f"{path}.defense", least=0),
        read.one_of(given.get("range", "melee"), f"{path}.range", ("melee", "ranged")),
        _skills(given.get("skills", {}), f"{path}.skills"),
        read.energy(given.get("makes", {}), f"{path}.makes"),
        **_keywords(given.get("keywords", {}), f"{path}.keywords"),
    )


def _card_text(given: Mapping[str, Any], path: str, kind: str, subtype: str) -> Text:
    if "speed" not in given and kind != "anomaly":
        raise SetupError(f"{path}: “speed” is missing; expected 1, 2 or 3")
    if subtype == "modification" and kind != "software":
        raise SetupError(f"{path}.subtype: a modification is of type software, and this is {kind}")
    if subtype == "gear" and kind != "hardware":
        raise SetupError(f"{path}.subtype: gear is of type hardware, and this is {kind}")
    own = {key: given[key] for key in TEXT_KEYS if key in given}
    return text(own, path, "card", modifies if subtype == "modification" else _as_it_says)


def _as_it_says(part: Part, _path: str) -> Part:
    return part


def _skills(value: Any, path: str) -> dict[str, Text]:
    return {
        name: _skill(given, f"{path}.{name}") for name, given in read.mapping(value, path).items()
    }


def _skill(value: Any, path: str) -> Text:
    given = read.mapping(value, path)
    kind = read.one_of(given.get("kind"), f"{path}.kind", ("activated", "reactive"))
    if kind == "reactive":
        read.mapping(given, path, REACTIVE_KEYS)
        if "when" not in given:
            raise SetupError(f"{path}: “when” is missing; expected {', '.join(WHEN_IN_WORDS)}")
    else:
        read.mapping(given, path, ACTIVATED_KEYS)
        if "speed" not in given:
            raise SetupError(f"{path}: “speed” is missing; expected 1, 2 or 3")
    return text(given, path, kind, _as_it_says)


def _keywords(value: Any, path: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, given in read.mapping(value, path, KEYWORDS).items():
        if key == "encrypt":
            found[key] = read.one_of(given, f"{path}.{key}", ("locked", "unlocked", "always"))
        elif key == "firewall":
            found[key] = read.energy(given, f"{path}.{key}")
        else:
            found[key] = read.flag(given, f"{path}.{key}")
    return found

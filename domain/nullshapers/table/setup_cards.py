"""Reading a card of the set-up: its text, skills, options, targets, effects and keywords."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.nullshapers.law.cards import (
    BIOMES,
    CARD_TARGETS,
    TARGETS,
    TYPES,
    WHEN_IN_WORDS,
    Effect,
    Part,
    Printed,
    Target,
    Text,
)
from domain.nullshapers.table import reading as read

SPEEDS = (1, 2, 3)
TEXT_KEYS = ("speed", "cost", "target", "options", "effects")
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
REACTIVE_KEYS = ("kind", "when", "target", "effects")
KEYWORDS = ("ready", "secure", "lightspeed", "unanswerable", "encrypt", "firewall")

ON = {
    "damage": CARD_TARGETS,
    "lock": CARD_TARGETS,
    "unlock": CARD_TARGETS,
    "to_hand": CARD_TARGETS,
    "to_biome": frozenset({"agent", "constant"}),
    "durability": frozenset({"sector", "biome"}),
    "lose_biome": frozenset({"biome"}),
    "cancel": frozenset({"action"}),
    "draw": frozenset({"player"}),
}
"""What an effect that acts on targets acts on."""

FIELDS_OF = {
    "damage": ("amount",),
    "durability": ("amount",),
    "to_biome": ("biome",),
    "lose_biome": ("who",),
    "draw": ("amount", "who"),
    "report": ("text",),
}
NEEDED = {
    "damage": ("amount",),
    "durability": ("amount",),
    "to_biome": ("biome",),
    "draw": ("amount",),
    "report": ("text",),
}


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
    fallback = Target("constant") if subtype == "modification" else None
    return _text({key: given[key] for key in TEXT_KEYS if key in given}, path, "card", fallback)


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
    return _text(given, path, kind, None)


def _text(given: Mapping[str, Any], path: str, kind: str, fallback: Target | None) -> Text:
    cost = dict(read.mapping(given.get("cost", {}), f"{path}.cost"))
    x = "x" in cost and read.flag(cost.pop("x"), f"{path}.cost.x")
    options = {}
    if "options" in given:
        if "effects" in given or "target" in given:
            raise SetupError(f"{path}: a text with options has no target and no effects itself")
        options = _options(given["options"], f"{path}.options", x)
    return Text(
        kind,
        read.one_of(given["speed"], f"{path}.speed", SPEEDS) if "speed" in given else None,
        read.energy(cost, f"{path}.cost"),
        x,
        read.flag(given.get("lock", False), f"{path}.lock"),
        read.one_of(given["when"], f"{path}.when", tuple(WHEN_IN_WORDS)) if "when" in given else "",
        _part(given, path, x, fallback if not options else None),
        options,
    )


def _options(value: Any, path: str, x: bool) -> dict[str, Part]:
    given = read.mapping(value, path)
    if not given:
        raise SetupError(f"{path}: expected at least one option")
    return {
        name: _part(
            read.mapping(option, f"{path}.{name}", ("target", "effects")), f"{path}.{name}", x, None
        )
        for name, option in given.items()
    }


def _part(given: Mapping[str, Any], path: str, x: bool, fallback: Target | None) -> Part:
    target = fallback
    if "target" in given:
        target = _target(given["target"], f"{path}.target")
    effects = given.get("effects", ())
    if not isinstance(effects, list | tuple):
        raise read.wrong(f"{path}.effects", "a list of effects", effects)
    return Part(
        target,
        tuple(
            _effect(effect, f"{path}.effects.{at}", x, target) for at, effect in enumerate(effects)
        ),
    )


def _target(value: Any, path: str) -> Target:
    given = read.mapping(value, path, ("what", "number", "whose", "zone", "locked", "biome"))
    what = read.one_of(given.get("what"), f"{path}.what", TARGETS)
    _only_where_it_applies(given, path, what)
    return Target(
        what,
        read.number(given.get("number", 1), f"{path}.number", least=1),
        read.one_of(given["whose"], f"{path}.whose", ("own", "enemy"))
        if "whose" in given
        else None,
        read.one_of(given["zone"], f"{path}.zone", ("staging", "sector"))
        if "zone" in given
        else None,
        read.flag(given["locked"], f"{path}.locked") if "locked" in given else None,
        read.one_of(given["biome"], f"{path}.biome", BIOMES) if "biome" in given else None,
    )


def _only_where_it_applies(given: Mapping[str, Any], path: str, what: str) -> None:
    card = what in CARD_TARGETS
    applies = {
        "zone": card,
        "locked": card,
        "biome": card or what == "sector",
        "whose": what != "biome",
    }
    for key, does in applies.items():
        if key in given and not does:
            raise SetupError(f"{path}.{key}: does not apply to a target of kind {what}")


def _effect(value: Any, path: str, x: bool, target: Target | None) -> Effect:
    given = read.mapping(value, path)
    do = read.one_of(given.get("do"), f"{path}.do", (*ON, "report"))
    read.mapping(given, path, ("do", *FIELDS_OF.get(do, ())))
    for key in NEEDED.get(do, ()):
        if key not in given:
            raise SetupError(f"{path}: “{key}” is missing for “{do}”")
    who = ("opponent", "self") if do == "lose_biome" else ("self", "opponent", "target")
    effect = Effect(
        do,
        _amount(given["amount"], f"{path}.amount", x) if "amount" in given else 0,
        read.one_of(given["biome"], f"{path}.biome", BIOMES) if "biome" in given else None,
        read.one_of(given.get("who", who[0]), f"{path}.who", who),
        read.word(given.get("text", ""), f"{path}.text"),
    )
    if effect.needs_target and (target is None or target.what not in ON[do]):
        wanted = ", ".join(sorted(ON[do]))
        raise SetupError(f"{path}: “{do}” needs a target of kind {wanted}")
    return effect


def _amount(value: Any, path: str, x: bool) -> int | str:
    if value in ("x", "-x"):
        if not x:
            raise SetupError(f"{path}: the cost has no X")
        return str(value)
    return read.number(value, path)


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

"""Reading a text of the set-up: cost, options, groups of targets and effects."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.ruleset import SetupError
from domain.nullshapers.law.cards import (
    BIOMES,
    CACHE_TARGETS,
    CARD_TARGETS,
    KINDS,
    OF_A_PLAYER,
    TARGETS,
    WHEN_IN_WORDS,
    Effect,
    Part,
    Target,
    Text,
)
from domain.nullshapers.table import reading as read

SPEEDS = (1, 2, 3)
NAMING_KEYS = ("target", "targets", "effects")
TEXT_KEYS = ("speed", "cost", "target", "targets", "options", "effects")
TARGET_KEYS = ("what", "count", "number", "min", "max", "whose", "zone", "locked", "biome")

ON = {
    "damage": CARD_TARGETS,
    "lock": CARD_TARGETS,
    "unlock": CARD_TARGETS,
    "terminate": CARD_TARGETS,
    "to_hand": CARD_TARGETS,
    "to_biome": frozenset({"agent", "constant"}),
    "durability": frozenset({"sector", "biome"}),
    "lose_biome": frozenset({"biome"}),
    "cancel": frozenset({"action"}),
    **dict.fromkeys(OF_A_PLAYER, frozenset({"player"})),
}
"""What an effect that acts on targets acts on."""
REACHES_A_CACHE = "to_hand"
"""The one effect that acts on cards in a cache."""

NEEDED = {
    "damage": ("amount",),
    "durability": ("amount",),
    "to_biome": ("biome",),
    "draw": ("amount",),
    "discard": ("amount",),
    "gain_energy": ("kind", "amount"),
    "report": ("text",),
}
WITH_WHO = (*OF_A_PLAYER, "lose_biome")
NOT_BELOW_0 = frozenset({"discard", "gain_energy"})

Completes = Callable[[Part, str], Part]
"""(what was read, path) → the same, completed where it says nothing. Raises SetupError."""


def text(given: Mapping[str, Any], path: str, kind: str, completes: Completes) -> Text:
    """The text of a card or a skill. Raises SetupError."""
    cost = dict(read.mapping(given.get("cost", {}), f"{path}.cost"))
    x = "x" in cost and read.flag(cost.pop("x"), f"{path}.cost.x")
    options = {}
    if "options" in given:
        if any(key in given for key in NAMING_KEYS):
            raise SetupError(f"{path}: a text with options has no target and no effects itself")
        options = _options(given["options"], f"{path}.options", x, completes)
    own = Part() if options else completes(_part(given, path, x), path)
    return Text(
        kind,
        read.one_of(given["speed"], f"{path}.speed", SPEEDS) if "speed" in given else None,
        read.energy(cost, f"{path}.cost"),
        x,
        read.flag(given.get("lock", False), f"{path}.lock"),
        read.one_of(given["when"], f"{path}.when", tuple(WHEN_IN_WORDS)) if "when" in given else "",
        own,
        options,
    )


def modifies(part: Part, path: str) -> Part:
    """A modification names one card on the planet: a constant, if it says nothing (D3)."""
    if not part.groups:
        return Part((Target("constant"),), part.effects)
    (first, *others) = part.groups
    if others or not first.least == first.most == 1:
        raise SetupError(f"{path}: a modification names exactly one target")
    if first.what not in CARD_TARGETS or first.in_a_cache:
        raise SetupError(f"{path}: a modification names a card on the planet")
    return part


def _options(value: Any, path: str, x: bool, completes: Completes) -> dict[str, Part]:
    given = read.mapping(value, path)
    if not given:
        raise SetupError(f"{path}: expected at least one option")
    return {
        name: completes(
            _part(read.mapping(option, f"{path}.{name}", NAMING_KEYS), f"{path}.{name}", x),
            f"{path}.{name}",
        )
        for name, option in given.items()
    }


def _part(given: Mapping[str, Any], path: str, x: bool) -> Part:
    groups = _groups(given, path)
    effects = _list(given.get("effects", ()), f"{path}.effects", "a list of effects")
    return Part(
        groups,
        tuple(
            _effect(effect, f"{path}.effects.{at}", x, groups) for at, effect in enumerate(effects)
        ),
    )


def _list(value: Any, path: str, expected: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise read.wrong(path, expected, value)
    return value


def _groups(given: Mapping[str, Any], path: str) -> tuple[Target, ...]:
    if "target" not in given:
        path = f"{path}.targets"
        listed = _list(given.get("targets", ()), path, "a list of groups of targets")
        groups = tuple(_target(one, f"{path}.{at}") for at, one in enumerate(listed))
        if "targets" in given and not groups:
            raise SetupError(f"{path}: expected at least one group of targets")
        for at, group in enumerate(groups[:-1]):
            if group.least != group.most:
                raise SetupError(f"{path}.{at}: only the last group may leave the number open")
        return groups
    if "targets" in given:
        raise SetupError(f"{path}: “target” is short for “targets”; expected one of them")
    return (_target(given["target"], f"{path}.target"),)


def _target(value: Any, path: str) -> Target:
    given = read.mapping(value, path, TARGET_KEYS)
    in_a_cache = given.get("zone") == "cache"
    known = (*TARGETS, "event", "card") if in_a_cache else TARGETS
    what = read.one_of(given.get("what"), f"{path}.what", known)
    _only_where_it_applies(given, path, what, in_a_cache)
    least, most = _numbers(given, path)
    return Target(
        what,
        least,
        most,
        read.one_of(given["whose"], f"{path}.whose", ("own", "enemy"))
        if "whose" in given
        else None,
        read.one_of(given["zone"], f"{path}.zone", ("staging", "sector", "cache"))
        if "zone" in given
        else None,
        read.flag(given["locked"], f"{path}.locked") if "locked" in given else None,
        read.one_of(given["biome"], f"{path}.biome", BIOMES) if "biome" in given else None,
    )


def _numbers(given: Mapping[str, Any], path: str) -> tuple[int, int | None]:
    """The least and the most that may be named; no most where the text says no `max`."""
    said = [key for key in ("count", "number") if key in given]
    if not said and "min" not in given and "max" not in given:
        return 1, 1
    if said:
        if len(said) > 1 or "min" in given or "max" in given:
            raise SetupError(f"{path}: expected “count”, or “min” and “max”")
        exactly = read.number(given[said[0]], f"{path}.{said[0]}", least=1)
        return exactly, exactly
    least = read.number(given.get("min", 1), f"{path}.min", least=0)
    if "max" not in given:
        return least, None
    return least, read.number(given["max"], f"{path}.max", least=max(1, least))


def _only_where_it_applies(
    given: Mapping[str, Any], path: str, what: str, in_a_cache: bool
) -> None:
    card = what in CACHE_TARGETS
    applies = {
        "zone": card,
        "locked": card and not in_a_cache,
        "biome": (card or what == "sector") and not in_a_cache,
        "whose": what != "biome",
    }
    where = " in a cache" if in_a_cache else ""
    for key, does in applies.items():
        if key in given and not does:
            raise SetupError(f"{path}.{key}: does not apply to a target of kind {what}{where}")


def _effect(value: Any, path: str, x: bool, groups: tuple[Target, ...]) -> Effect:
    given = read.mapping(value, path)
    do = read.one_of(given.get("do"), f"{path}.do", (*ON, "report"))
    whose = ("who",) if do in WITH_WHO else ()
    read.mapping(given, path, ("do", *NEEDED.get(do, ()), *whose, "group"))
    for key in NEEDED.get(do, ()):
        if key not in given:
            raise SetupError(f"{path}: “{key}” is missing for “{do}”")
    who = ("opponent", "self") if do == "lose_biome" else ("self", "opponent", "target")
    effect = Effect(
        do,
        _amount(given["amount"], f"{path}.amount", x, do) if "amount" in given else 0,
        read.one_of(given["biome"], f"{path}.biome", BIOMES) if "biome" in given else None,
        read.one_of(given.get("who", who[0]), f"{path}.who", who),
        read.word(given.get("text", ""), f"{path}.text"),
        read.number(given.get("group", 1), f"{path}.group", least=1),
        read.one_of(given["kind"], f"{path}.kind", KINDS) if "kind" in given else "",
    )
    if effect.needs_target:
        _acts_on_its_group(effect, path, groups)
    elif "group" in given:
        raise SetupError(f"{path}.group: this “{do}” acts on no target")
    return effect


def _acts_on_its_group(effect: Effect, path: str, groups: tuple[Target, ...]) -> None:
    group = groups[effect.group - 1] if effect.group <= len(groups) else None
    if group is not None and group.in_a_cache and effect.do == REACHES_A_CACHE:
        return
    if group is None or group.in_a_cache or group.what not in ON[effect.do]:
        wanted = ", ".join(sorted(ON[effect.do]))
        where = f" in group {effect.group}" if len(groups) > 1 else ""
        raise SetupError(f"{path}: “{effect.do}” needs a target of kind {wanted}{where}")


def _amount(value: Any, path: str, x: bool, do: str) -> int | str:
    if value in ("x", "-x"):
        if not x:
            raise SetupError(f"{path}: the cost has no X")
        if value == "-x" and do in NOT_BELOW_0:
            raise SetupError(f"{path}: expected a whole number from 0 up, or x, not “-x”")
        return str(value)
    return read.number(value, path, least=0 if do in NOT_BELOW_0 else None)

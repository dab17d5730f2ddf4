"""Reading a text of the set-up: cost, options, groups of targets and effects."""

from collections.abc import Mapping
from typing import Any, get_args

from domain.kernel.setup import UNSET, SetupError, one_of, said_in, wrong
from domain.nullshapers.law.cards import (
    CACHE_TARGETS,
    CARD_TARGETS,
    OF_A_PLAYER,
    TARGETS,
    Effect,
    Part,
    Target,
    Text,
    When,
)
from domain.nullshapers.table.setup_shapes import (
    EffectSetup,
    PartSetup,
    SkillSetup,
    TargetSetup,
    TextSetup,
)

ON = {
    **dict.fromkeys(("damage", "lock", "unlock", "terminate", "to_hand"), CARD_TARGETS),
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
    **dict.fromkeys(("damage", "durability", "draw", "discard"), ("amount",)),
    "to_biome": ("biome",),
    "gain_energy": ("kind", "amount"),
    "report": ("text",),
}
WITH_WHO = (*OF_A_PLAYER, "lose_biome")
NOT_BELOW_0 = frozenset({"discard", "gain_energy"})


def text_of(setup: TextSetup, path: str, *, modification: bool = False) -> Text:
    """The text of a card. Raises SetupError."""
    return Text(**_text(setup, path, modification=modification))


def skill_of(setup: SkillSetup, path: str) -> Text:
    """A skill. Raises SetupError."""
    said = said_in(setup)
    reactive = setup.kind == "reactive"
    for key in ("speed", "cost", "lock") if reactive else ("when",):
        if key in said:
            raise SetupError(f"{path}: a skill of kind {setup.kind} has no “{key}”")
    if reactive and setup.when is UNSET:
        raise SetupError(f"{path}: “when” is missing; expected {', '.join(get_args(When))}")
    if not reactive and setup.speed is UNSET:
        raise SetupError(f"{path}: “speed” is missing; expected 1, 2 or 3")
    own = {key: said[key] for key in ("kind", "lock", "when") if key in said}
    return Text(**_text(setup, path), **own)


def _text(setup: TextSetup, path: str, *, modification: bool = False) -> dict[str, Any]:
    cost = {} if setup.cost is UNSET else said_in(setup.cost)
    x = cost.pop("x", False)

    def part(said: PartSetup, path: str) -> Part:
        found = _part(said, path, x=x)
        return _modifies(found, path) if modification else found

    options: dict[str, Part] = {}
    if setup.options is not UNSET:
        if any(one is not UNSET for one in (setup.target, setup.targets, setup.effects)):
            raise SetupError(f"{path}: a text with options has no target and no effects itself")
        if not setup.options:
            raise SetupError(f"{path}.options: expected at least one option")
        options = {name: part(one, f"{path}.options.{name}") for name, one in setup.options.items()}
    return {
        "speed": None if setup.speed is UNSET else setup.speed,
        "cost": cost,
        "x": x,
        "own": Part() if options else part(setup, path),
        "options": options,
    }


def _modifies(part: Part, path: str) -> Part:
    """A modification names one card on the planet: a constant, if it says nothing (D3)."""
    if not part.groups:
        return Part((Target("constant"),), part.effects)
    (first, *others) = part.groups
    if others or not first.least == first.most == 1:
        raise SetupError(f"{path}: a modification names exactly one target")
    if first.what not in CARD_TARGETS or first.in_a_cache:
        raise SetupError(f"{path}: a modification names a card on the planet")
    return part


def _part(setup: PartSetup, path: str, *, x: bool) -> Part:
    groups = _groups(setup, path)
    effects = () if setup.effects is UNSET else setup.effects
    return Part(
        groups,
        tuple(_effect(one, f"{path}.effects[{n}]", groups, x=x) for n, one in enumerate(effects)),
    )


def _groups(setup: PartSetup, path: str) -> tuple[Target, ...]:
    if setup.target is not UNSET:
        if setup.targets is not UNSET:
            raise SetupError(f"{path}: “target” is short for “targets”; expected one of them")
        return (_target(setup.target, f"{path}.target"),)
    if setup.targets is UNSET:
        return ()
    path = f"{path}.targets"
    groups = tuple(_target(one, f"{path}[{n}]") for n, one in enumerate(setup.targets))
    if not groups:
        raise SetupError(f"{path}: expected at least one group of targets")
    for n, group in enumerate(groups[:-1]):
        if group.least != group.most:
            raise SetupError(f"{path}[{n}]: only the last group may leave the number open")
    return groups


def _target(setup: TargetSetup, path: str) -> Target:
    said = said_in(setup)
    in_a_cache = setup.zone == "cache"
    if not in_a_cache:
        one_of(TARGETS, setup.what, f"{path}.what")
    _only_where_it_applies(said, path, setup.what, in_a_cache=in_a_cache)
    least, most = _numbers(said, path)
    required = {key: said[key] for key in ("whose", "zone", "locked", "biome") if key in said}
    return Target(setup.what, least, most, **required)


def _numbers(said: Mapping[str, Any], path: str) -> tuple[int, int | None]:
    """The least and the most that may be named; no most where the text says no `max`."""
    numbers = [key for key in ("count", "number", "min", "max") if key in said]
    if not numbers:
        return 1, 1
    if numbers[0] in ("count", "number"):
        if len(numbers) > 1:
            raise SetupError(f"{path}: expected “count”, or “min” and “max”")
        return said[numbers[0]], said[numbers[0]]
    least, most = said.get("min", 1), said.get("max")
    if most is not None and most < max(1, least):
        raise wrong(f"{path}.max", f"a whole number from {max(1, least)}", most)
    return least, most


def _only_where_it_applies(
    said: Mapping[str, Any], path: str, what: str, *, in_a_cache: bool
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
        if key in said and not does:
            raise SetupError(f"{path}.{key}: does not apply to a target of kind {what}{where}")


def _effect(setup: EffectSetup, path: str, groups: tuple[Target, ...], *, x: bool) -> Effect:
    do, said = setup.do, said_in(setup)
    needed = NEEDED.get(do, ())
    takes = ("do", *needed, *(("who",) if do in WITH_WHO else ()), "group")
    for key in said:
        if key not in takes:
            raise SetupError(f"{path}: unknown key “{key}”; expected {', '.join(takes)}")
    for key in needed:
        if key not in said:
            raise SetupError(f"{path}: “{key}” is missing for “{do}”")
    if "amount" in said:
        _check_amount(said["amount"], f"{path}.amount", do, x=x)
    if do == "lose_biome":
        one_of(("opponent", "self"), said.setdefault("who", "opponent"), f"{path}.who")
    effect = Effect(**said)
    if effect.needs_target:
        _check_group(effect, path, groups)
    elif "group" in said:
        raise SetupError(f"{path}.group: this “{do}” acts on no target")
    return effect


def _check_group(effect: Effect, path: str, groups: tuple[Target, ...]) -> None:
    group = groups[effect.group - 1] if effect.group <= len(groups) else None
    if group is not None and group.in_a_cache and effect.do == REACHES_A_CACHE:
        return
    if group is None or group.in_a_cache or group.what not in ON[effect.do]:
        wanted = ", ".join(sorted(ON[effect.do]))
        where = f" in group {effect.group}" if len(groups) > 1 else ""
        raise SetupError(f"{path}: “{effect.do}” needs a target of kind {wanted}{where}")


def _check_amount(said: int | str, path: str, do: str, *, x: bool) -> None:
    if isinstance(said, str) and not x:
        raise SetupError(f"{path}: the cost has no X")
    if do in NOT_BELOW_0 and (said == "-x" or (isinstance(said, int) and said < 0)):
        raise wrong(path, "a whole number from 0, or x" if x else "a whole number from 0", said)

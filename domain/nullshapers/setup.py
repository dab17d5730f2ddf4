"""Set-ups: their shape, how they are read and laid out, and what a form asks for."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from domain.kernel.blocks.passing import Passing
from domain.kernel.rulebook import Law
from domain.kernel.setup import (
    UNSET,
    FromOne,
    FromZero,
    SetupError,
    Shape,
    UnsetType,
    among,
    one_of,
    read,
    said_in,
    wrong,
)
from domain.kernel.table_part import Path, TablePart
from domain.kernel.values import changed, made_of
from domain.nullshapers.cards import (
    BIOMES,
    CACHE_TARGETS,
    CARD_TARGETS,
    KINDS,
    OF_A_PLAYER,
    PLANET,
    TARGETS,
    Biome,
    Do,
    Effect,
    Kind,
    Part,
    Printed,
    Target,
    Text,
    Type,
    When,
    Zone,
)
from domain.nullshapers.outline import StepName
from domain.nullshapers.table import Card, Table, number_of


class Cost(Shape):
    """Energy of each kind; `x: true` if it has an X."""

    light: FromZero | UnsetType = UNSET
    storm: FromZero | UnsetType = UNSET
    dark: FromZero | UnsetType = UNSET
    chaos: FromZero | UnsetType = UNSET
    growth: FromZero | UnsetType = UNSET
    void: FromZero | UnsetType = UNSET
    x: bool = False


class TargetSetup(Shape):
    """A group of targets."""

    what: Literal[
        "agent",
        "anomaly",
        "constant",
        "hardware",
        "software",
        "biome",
        "sector",
        "player",
        "action",
        "event",
        "card",
    ]
    """`event` and `card` only in a cache."""
    count: FromOne | UnsetType = UNSET
    number: FromOne | UnsetType = UNSET
    """The same as `count`."""
    min: FromZero | UnsetType = UNSET
    max: FromZero | UnsetType = UNSET
    whose: Literal["own", "enemy"] | UnsetType = UNSET
    zone: Literal["staging", "sector", "cache"] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    biome: Biome | UnsetType = UNSET


class EffectSetup(Shape):
    """One thing a text does; which fields it takes depends on `do`."""

    do: Do
    amount: int | Literal["x", "-x"] | UnsetType = UNSET
    biome: Biome | UnsetType = UNSET
    who: Literal["self", "opponent", "target"] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    group: FromOne | UnsetType = UNSET
    """On whose targets it acts; those of the first group if left out."""
    kind: Kind | UnsetType = UNSET


class PartSetup(Shape):
    """What is named, and what happens."""

    target: TargetSetup | UnsetType = UNSET
    """Short for one group of `targets`."""
    targets: tuple[TargetSetup, ...] | UnsetType = UNSET
    effects: tuple[EffectSetup, ...] | UnsetType = UNSET


class TextSetup(PartSetup):
    """The text of a card."""

    speed: Literal[1, 2, 3] | UnsetType = UNSET
    cost: Cost | UnsetType = UNSET
    options: Mapping[str, PartSetup] | UnsetType = UNSET
    """Name → what is named and happens when it is picked; then the text has none itself."""


class SkillSetup(TextSetup, kw_only=True):
    """A skill; a reactive one has `when`, and neither speed, cost nor lock."""

    kind: Literal["activated", "reactive"]
    lock: bool | UnsetType = UNSET
    """Whether it costs a lock."""
    when: When | UnsetType = UNSET


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
        part = _part(said, path, x=x)
        return _modifies(part, path) if modification else part

    options: dict[str, Part] = {}
    if setup.options is not UNSET:
        if any(part is not UNSET for part in (setup.target, setup.targets, setup.effects)):
            raise SetupError(f"{path}: a text with options has no target and no effects itself")
        if not setup.options:
            raise SetupError(f"{path}.options: expected at least one option")
        options = {
            name: part(part_setup, f"{path}.options.{name}")
            for name, part_setup in setup.options.items()
        }
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
        tuple(
            _effect(effect_setup, f"{path}.effects[{n}]", groups, x=x)
            for n, effect_setup in enumerate(effects)
        ),
    )


def _groups(setup: PartSetup, path: str) -> tuple[Target, ...]:
    if setup.target is not UNSET:
        if setup.targets is not UNSET:
            raise SetupError(f"{path}: “target” is short for “targets”; expected one of them")
        return (_target(setup.target, f"{path}.target"),)
    if setup.targets is UNSET:
        return ()
    path = f"{path}.targets"
    groups = tuple(
        _target(target_setup, f"{path}[{n}]") for n, target_setup in enumerate(setup.targets)
    )
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
    attack: int | UnsetType = UNSET
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
    battle: Literal["reported"] | UnsetType = UNSET
    """What it does to a battle only the table sees (P13)."""


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
        skills={
            name: skill_of(skill_setup, f"{path}.skills.{name}")
            for name, skill_setup in setup.skills.items()
        },
        makes=dict(setup.makes.items()),
        changes_battles=setup.battle is not UNSET,
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


DURABILITY = 10


Players = tuple[str, ...]


class BiomeSetup(Shape):
    """Who has lost a biome."""

    lost_by: tuple[str, ...] = ()


class Setup(Shape):
    """The table in the middle of a step, and every card in the game."""

    step: StepName = "first_primary"
    """Where the record begins."""
    turn_player: str | UnsetType = UNSET
    """The first of the players if left out."""
    turn: FromOne = 1
    energy: Mapping[str, Mapping[Kind, FromZero]] = {}
    """Player → kind → how much."""
    sectors: Mapping[str, int] = {}
    """Durability of `b1.ana` and the others; 10 if left out."""
    biomes: Mapping[Biome, BiomeSetup] = {}
    decks: Mapping[str, tuple[str, ...]] = {}
    """Player → cards with zone `deck`, the first on top."""
    attackers: tuple[str, ...] = ()
    """Agents that attack already."""
    defenders: tuple[str, ...] = ()
    against: Mapping[str, tuple[str, ...]] = {}
    """Attacker → those that defend against it, the first damaged first."""
    converted: bool = False
    anomaly_played: bool = False
    cards: Mapping[str, CardSetup] = {}
    """Id → card."""


def lay_out(law: Law, players: Players, said: Mapping[str, Any]) -> Table:
    """The table of this set-up. Raises SetupError with the path and what was expected."""
    setup = read(Setup, said)
    printed, cards, attached = _cards(setup.cards, players)
    turn_player = players[0] if setup.turn_player is UNSET else setup.turn_player
    one_of(players, turn_player, "setup.turn_player")
    other = players[1] if turn_player == players[0] else players[0]
    attackers = _fighters(setup.attackers, "setup.attackers", turn_player, printed, cards)
    defenders = _fighters(setup.defenders, "setup.defenders", other, printed, cards)
    return Table(
        law,
        players,
        printed,
        _reacting(printed),
        setup.turn,
        turn_player,
        setup.step,
        Passing(turn_player),
        _energy(setup.energy, players),
        _sectors(setup.sectors, players),
        _lost_biomes(setup.biomes, players),
        _decks(setup.decks, players, printed, cards),
        cards,
        attached,
        attackers,
        defenders,
        _against(setup.against, attackers, defenders, cards),
        converted=0 if setup.converted else None,
        anomaly_played=0 if setup.anomaly_played else None,
        arrivals=len(cards),
    )


def _energy(
    said: Mapping[str, Mapping[Kind, int]], players: Players
) -> dict[str, Mapping[str, int]]:
    among(players, said, "setup.energy")
    return {
        player: {kind: said.get(player, {}).get(kind, 0) for kind in KINDS} for player in players
    }


def _sectors(said: Mapping[str, int], players: Players) -> dict[str, int]:
    known = [f"{biome}.{player}" for biome in BIOMES for player in players]
    among(known, said, "setup.sectors")
    return {sector: said.get(sector, DURABILITY) for sector in known}


def _lost_biomes(said: Mapping[Biome, BiomeSetup], players: Players) -> dict[str, tuple[str, ...]]:
    losers = {}
    for biome, lost in said.items():
        path = f"setup.biomes.{biome}.lost_by"
        losers[str(biome)] = [
            one_of(players, player, path) for player in _distinct(lost.lost_by, path)
        ]
    return {
        biome: tuple(player for player in players if player in losers.get(biome, ()))
        for biome in BIOMES
    }


def _distinct(names: tuple[str, ...], path: str) -> tuple[str, ...]:
    if len(set(names)) != len(names):
        raise SetupError(f"{path}: a name stands there twice")
    return names


def _cards(
    said: Mapping[str, CardSetup], players: Players
) -> tuple[dict[str, Printed], dict[str, Card], dict[str, str]]:
    taken = {*BIOMES, *players, *(f"{biome}.{player}" for biome in BIOMES for player in players)}
    printed: dict[str, Printed] = {}
    cards: dict[str, Card] = {}
    attached = {}
    for id, card_setup in said.items():
        path = f"setup.cards.{id}"
        if id in taken or number_of(id) is not None:
            raise SetupError(f"{path}: a card needs a name that nothing else has")
        printed[id] = printed_card(id, card_setup, path, players)
        cards[id] = lying_card(card_setup, path, printed[id], players, len(cards))
        if card_setup.attached_to is not None:
            attached[id] = card_setup.attached_to
    for id, host in attached.items():
        path = f"setup.cards.{id}.attached_to"
        if host == id or host not in cards or cards[host].zone not in PLANET:
            raise wrong(path, "another card on the planet", host)
        if cards[id].zone not in PLANET:
            raise SetupError(f"{path}: only a card on the planet is attached")
    return printed, cards, attached


def _decks(
    said: Mapping[str, tuple[str, ...]],
    players: Players,
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> dict[str, tuple[str, ...] | None]:
    among(players, said, "setup.decks")
    for player, deck in said.items():
        path = f"setup.decks.{player}"
        owned = {
            id for id, card in cards.items() if card.zone == "deck" and printed[id].owner == player
        }
        for id in _distinct(deck, path):
            if id not in owned:
                raise wrong(path, f"cards of {player} with zone deck", id)
        for id in sorted(owned.difference(deck)):
            raise SetupError(f"{path}: “{id}” has zone deck and is not in the list")
    return {player: said.get(player) for player in players}


def _fighters(
    said: tuple[str, ...],
    path: str,
    player: str,
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> tuple[str, ...]:
    for id in _distinct(said, path):
        card = cards.get(id)
        if (
            card is None
            or printed[id].type != "agent"
            or card.mode == "anomaly"
            or card.zone not in BIOMES
            or card.whose != player
        ):
            raise wrong(path, f"agents of {player} in sectors", id)
    return said


def _against(
    said: Mapping[str, tuple[str, ...]],
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    cards: Mapping[str, Card],
) -> dict[str, tuple[str, ...]]:
    """Who defends against whom: as it is said, then the others of a biome with one attacker."""
    against: dict[str, tuple[str, ...]] = {}
    named: set[str] = set()
    for attacker, those in said.items():
        path = f"setup.against.{attacker}"
        one_of(attackers, attacker, "setup.against")
        for id in those:
            if id not in defenders or cards[id].zone != cards[attacker].zone:
                raise wrong(path, f"defenders in {cards[attacker].zone}", id)
            if id in named:
                raise SetupError(f"{path}: “{id}” defends against one attacker only")
            named.add(id)
        if those:
            against[attacker] = those
    for id in defenders:
        there = [attacker for attacker in attackers if cards[attacker].zone == cards[id].zone]
        if id in named or not there:
            continue
        if len(there) > 1:
            raise SetupError(
                f"setup.against: say against which of {', '.join(there)} “{id}” defends"
            )
        against[there[0]] = (*against.get(there[0], ()), id)
    return against


def _reacting(printed: Mapping[str, Printed]) -> dict[str, tuple[tuple[str, str], ...]]:
    """What a skill reacts to → the cards and skills that do, in the order of the set-up."""
    reacting: dict[str, list[tuple[str, str]]] = {}
    for id, card in printed.items():
        for name, skill in card.skills.items():
            if skill.when:
                reacting.setdefault(skill.when, []).append((id, name))
    return {when: tuple(skills) for when, skills in reacting.items()}


def _card_anew(table: Table, path: Path, said: Any, entry: int) -> Table:
    """The table with a card that is hurt, or that is locked or converted since this entry."""
    _, card, word = path
    if word == "damage" and table.is_agent(card) and said >= table.printed[card].defense:
        raise SetupError("so much damage terminates it: that is said as a report")
    since = {} if word == "damage" else {f"{word}_since": entry}
    return changed(table, cards=table.card_with(card, **{word: said}, **since))


def _with_card_moved(table: Table, path: Path, zone: str, entry: int) -> Table:
    """The table with a card in another zone of its owner; no skill reacts to that."""
    if table.cards[path[1]].zone == "queue":
        raise SetupError("it waits in the queue and stays with it", table.cards[path[1]])
    if table.choice is not None or table.battles:
        raise SetupError("first comes what has to be chosen or reported now", table.chosen_since)
    after = table.move(path[1], zone, table.printed[path[1]].owner, entry)
    return changed(after, triggers=table.triggers)


WORDS = ("cards.*.damage", "cards.*.locked", "cards.*.mode")
CORRECTS: Mapping[str, TablePart | None] = {
    **dict.fromkeys(WORDS, TablePart(_card_anew)),
    "cards.*.zone": TablePart(_with_card_moved, lambda table, path: table.cards[path[1]].zone),
    "sectors.*": TablePart(kind=FromOne),
    **dict.fromkeys(("cards.*.fresh", "decks.*", "attackers", "defenders", "against.*")),
}

"""The steps a player might think of now; whether each is legal only the checks say."""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product
from typing import Any

from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.shapes.candidates import bounded
from domain.kernel.steps import Said
from domain.nullshapers.law.cards import BIOMES, KINDS, ZONES, Part, Text
from domain.nullshapers.law.outline import BATTLE
from domain.nullshapers.play.targets import legal_targets
from domain.nullshapers.table.hidden import may_see
from domain.nullshapers.table.queue import Choice
from domain.nullshapers.table.state import Table

TARGETS_EACH = 10
"""How many choices of targets are shown for one text; the rest can be typed."""
FEW = 3
"""So many agents are offered in every way they can be spread over the biomes."""
TOGETHER = 20
"""How many groups of attackers or defenders are shown."""


@bounded
def candidates(table: Table, player: str) -> Iterator[Candidate]:
    if table.choice is not None and table.choice.by == player:
        yield from _choices(table.choice)
    yield Candidate.of(player, "pass")
    yield Candidate.of(player, "pass", until="step_end")
    yield Candidate.of(player, "next")
    yield from _with_cards(table, player)
    if table.step in BATTLE:
        yield from _battle(table, player)
    yield from _reports(table, player)


def _choices(choice: Choice) -> Iterator[Candidate]:
    """Each answer, if one is picked; else a list to be filled in, with the first that fits in it already."""
    if choice.kind == "option":
        for option in choice.choices:
            yield Candidate.of(choice.by, "choose", option=option)
        return
    if choice.least is None and choice.number == 1:
        for name in choice.choices:
            yield Candidate.of(choice.by, "choose", targets=[name])
        return
    exactly = choice.least is None
    label = f"exactly {choice.number}" if exactly else f"{choice.least} to {choice.number}"
    label += ", the first one enters first" if choice.kind == "order" else ""
    ask = Ask("names", label, choice.number if exactly else None, choice.choices)
    begun = {"by": choice.by, "do": "choose", "targets": list(choice.choices[: choice.number])}
    yield Candidate(begun, {"targets": ask})


def _with_cards(table: Table, player: str) -> Iterator[Candidate]:
    own = sorted(id for id, card in table.cards.items() if card.whose == player)
    for id in own:
        card, printed = table.cards[id], table.printed[id]
        if card.zone == "hand" and card.mode == "anomaly":
            yield Candidate.of(player, "anomaly", card=id)
        elif card.zone == "hand":
            yield from _texts(table, player, "play", {"card": id}, printed.text)
            yield from _arrivals(table, player, id)
            yield Candidate.of(player, "convert", card=id)
        elif card.on_the_planet and card.mode == "anomaly":
            yield Candidate.of(player, "energy", card=id)
        elif card.on_the_planet:
            for name, skill in printed.skills.items():
                yield from _texts(table, player, "activate", {"card": id, "skill": name}, skill)


def _arrivals(table: Table, player: str, card: str) -> Iterator[Candidate]:
    """P7: an agent may arrive in a sector in the attack step."""
    agent = table.printed[card].type == "agent"
    if agent and table.step == "attack" and player == table.turn_player:
        for biome in table.standing_biomes(player):
            yield Candidate.of(player, "play", card=card, biome=biome)


def _texts(
    table: Table, player: str, do: str, named: Mapping[str, str], text: Text
) -> Iterator[Candidate]:
    """A card or skill with each option and the targets it might name."""
    parts: list[tuple[str | None, Part]] = [*text.options.items()] or [(None, text.own)]
    for option, part in parts:
        fields: dict[str, Any] = dict(named)
        asks = {}
        if option is not None:
            fields["option"] = option
        if text.x:
            fields["x"] = 0
            asks["x"] = Ask("number", "X, a whole number from 0 up")
        for targets, ask in _targets(table, player, part):
            aimed = {"targets": targets} if targets is not None else {}
            yield Candidate({"by": player, "do": do, **fields, **aimed}, {**asks, **ask})


def _targets(
    table: Table, player: str, part: Part
) -> Iterator[tuple[list[str] | None, dict[str, Ask]]]:
    if not part.groups:
        yield None, {}
        return
    for names in islice(_ways_to_name(table, player, part, ()), TARGETS_EACH):
        yield list(names), {}
    if next(_ways_to_name(table, player, part, ()), None) is None:
        found = tuple(
            dict.fromkeys(
                name for group in part.groups for name in legal_targets(table, group, player)
            )
        )
        what = " and ".join(f"{group.least} × {group.what}" for group in part.groups)
        exactly = part.least if part.least == part.most else None
        yield list(found[: part.least]), {"targets": Ask("names", what, exactly, found)}


def _ways_to_name(
    table: Table, player: str, part: Part, before: tuple[str, ...], group: int = 0
) -> Iterator[tuple[str, ...]]:
    """Targets for this group and those behind it, as few as the text wants first."""
    if group == len(part.groups):
        yield before
        return
    wanted = part.groups[group]
    found = legal_targets(table, wanted, player, before)
    for number in range(wanted.least, wanted.at_most(len(found)) + 1):
        for names in combinations(found, number):
            yield from _ways_to_name(table, player, part, (*before, *names), group + 1)


def _battle(table: Table, player: str) -> Iterator[Candidate]:
    """Each own agent with where it could go, and those that stand ready together as one action."""
    agents = [
        id
        for id in sorted(table.on_planet())
        if table.cards[id].whose == player and table.is_agent(id)
    ]
    staged = [id for id in agents if table.cards[id].zone == "staging"]
    placed = {id: table.cards[id].zone for id in agents if id not in staged}
    if table.step == "advance":
        yield from _advances(table, player, staged)
    elif table.step in ("attack", "defend"):
        for together in _together(table, placed):
            yield Candidate.of(player, table.step, agents=together)
    if table.step == "defend":
        biomes = BIOMES if table.law["M29"] == "from_staging" else BIOMES[:1]
        for id, biome in product(staged, biomes):
            yield Candidate.of(player, "defend", agents={id: biome})


def _advances(table: Table, player: str, staged: list[str]) -> Iterator[Candidate]:
    """A few agents in every way they can be spread, many all to one biome, and each alone."""
    ready = [id for id in staged if not table.cards[id].fresh]
    standing = table.standing_biomes(player)
    spread = product(standing, repeat=len(ready))
    to_one = ((biome,) * len(ready) for biome in standing)
    if len(ready) > 1:
        for biomes in spread if len(ready) <= FEW else to_one:
            yield Candidate.of(player, "advance", agents=dict(zip(ready, biomes, strict=True)))
    for id, biome in product(staged, BIOMES):
        yield Candidate.of(player, "advance", agents={id: biome})


def _together(table: Table, placed: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """All that are ready first, then fewer of them, then each agent alone, ready or not."""
    ready = [id for id in placed if _is_ready(table, id)]
    several = (names for size in range(len(ready), 1, -1) for names in combinations(ready, size))
    for names in islice(several, TOGETHER):
        yield {id: placed[id] for id in names}
    for id, biome in placed.items():
        yield {id: biome}


def _is_ready(table: Table, agent: str) -> bool:
    card, printed = table.cards[agent], table.printed[agent]
    may_lock = not card.fresh or printed.ready or printed.secure
    if agent in (*table.attackers, *table.defenders):
        return False
    return not card.locked and (may_lock or table.step == "defend")


def _reports(table: Table, player: str) -> Iterator[Candidate]:
    """One form for each fact; the fields are filled in by whoever reports."""
    planet = tuple(sorted(table.on_planet()))
    seen = tuple(id for id in sorted(table.cards) if may_see(table, player, id))
    amount = Ask("number", "how much")
    if planet:
        card = Ask("names", "the card", 1, planet)
        first = planet[0]
        yield _report(player, "damage", {"card": card, "amount": amount}, card=first, amount=1)
        yield _report(player, "lock", {"card": card}, card=first)
        yield _report(player, "unlock", {"card": card}, card=first)
        yield from _attachments(table, player, planet)
    if seen:
        card, first = Ask("names", "the card", 1, seen), seen[0]
        to = Ask("names", "where to", 1, ZONES)
        yield _report(player, "move", {"card": card, "to": to}, card=first, to="cache")
        speed = Ask("number", "1, 2 or 3", choices=("1", "2", "3"))
        yield _report(player, "speed", {"card": card, "speed": speed}, card=first, speed=1)
    for id in planet:
        for name, skill in table.printed[id].skills.items():
            if skill.when == "reported" and not table.is_anomaly(id):
                yield _report(player, "skill_reacts", {}, card=id, skill=name)
    yield from _reports_of_sides(table, player)
    yield _report(player, "other", {"text": Ask("text", "what happened")}, text="as agreed")


def _attachments(table: Table, player: str, planet: tuple[str, ...]) -> Iterator[Candidate]:
    """A card to another one; one that is attached to none."""
    if len(planet) > 1:
        asks = {
            "card": Ask("names", "the card", 1, planet),
            "to": Ask("names", "the card it is attached to", 1, planet),
        }
        yield _report(player, "attach", asks, card=planet[0], to=planet[1])
    for card in sorted(table.attached):
        yield _report(player, "attach", {}, card=card, to=None)


def _reports_of_sides(table: Table, player: str) -> Iterator[Candidate]:
    """Energy, durability and lost biomes, of either player."""
    amount = Ask("number", "how much; less with a minus")
    whose = Ask("names", "whose", 1, table.players)
    kind = Ask("names", "what kind", 1, KINDS)
    asks = {"player": whose, "kind": kind, "amount": amount}
    yield _report(player, "energy", asks, player=player, kind=KINDS[0], amount=1)
    sectors = tuple(sector for sector in table.sectors if table.sector_stands(sector))
    if not sectors:
        return
    sector = {"sector": Ask("names", "the sector", 1, sectors), "amount": amount}
    yield _report(player, "durability", sector, sector=sectors[0], amount=-1)
    first, owner = sectors[0].split(".", 1)
    lost = {"player": whose, "biome": Ask("names", "the biome", 1, BIOMES)}
    yield _report(player, "lose_biome", lost, player=owner, biome=first)


def _report(by: str, fact: str, asks: Mapping[str, Ask], /, **fields: Any) -> Candidate:
    return Candidate({"by": by, "do": "report", "fact": fact, **fields}, asks)


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on: choose, end the step, or pass."""
    if table.over:
        return None
    choice = table.choice
    if choice is not None and choice.kind == "option":
        return {"by": choice.by, "do": "choose", "option": choice.choices[0]}
    if choice is not None:
        targets = list(choice.choices[: choice.fewest])
        return {"by": choice.by, "do": "choose", "targets": targets}
    if table.nobody_acts:
        return {"by": table.turn_player, "do": "next"}
    return {"by": table.chance, "do": "pass"}

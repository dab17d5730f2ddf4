"""The steps a player might think of now; whether each is legal only the checks say."""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from typing import Any

from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.steps import Said
from domain.nullshapers.cards import BIOMES, KINDS, ZONES, Part, Text
from domain.nullshapers.outline import BATTLE
from domain.nullshapers.state import Choice, Table
from domain.nullshapers.targets import legal
from domain.nullshapers.view import may_see

MOST = 300
TARGETS_EACH = 10
"""How many choices of targets are shown for one text; the rest can be typed."""


def candidates(table: Table, player: str) -> Iterator[Candidate]:
    """What this player might do, the most pressing first, a few hundred at most."""
    if not table.over:
        yield from islice(_all(table, player), MOST)


def _all(table: Table, player: str) -> Iterator[Candidate]:
    if table.choice is not None and table.choice.by == player:
        yield from _choices(table.choice)
    yield _said(player, "pass")
    yield _said(player, "next")
    yield from _with_cards(table, player)
    if table.step in BATTLE:
        yield from _battle(table, player)
    yield from _reports(table, player)


def _said(by: str, do: str, asks: Mapping[str, Ask] | None = None, /, **fields: Any) -> Candidate:
    return Candidate({"by": by, "do": do, **fields}, asks or {})


def _choices(choice: Choice) -> Iterator[Candidate]:
    if choice.number == 1:
        for name in choice.choices:
            yield _said(choice.by, "choose", targets=[name])
        return
    ask = Ask("names", f"exactly {choice.number}", choice.number, choice.choices)
    yield _said(
        choice.by, "choose", {"targets": ask}, targets=list(choice.choices[: choice.number])
    )


def _with_cards(table: Table, player: str) -> Iterator[Candidate]:
    own = sorted(id for id, card in table.cards.items() if card.whose == player)
    for id in own:
        card, printed = table.cards[id], table.printed[id]
        if card.zone == "hand" and card.mode == "anomaly":
            yield _said(player, "anomaly", card=id)
        elif card.zone == "hand":
            yield from _texts(table, player, "play", {"card": id}, printed.text)
            yield from _arrivals(table, player, id)
            yield _said(player, "convert", card=id)
        elif card.on_the_planet and card.mode == "anomaly":
            yield _said(player, "energy", card=id)
        elif card.on_the_planet:
            for name, skill in printed.skills.items():
                yield from _texts(table, player, "activate", {"card": id, "skill": name}, skill)


def _arrivals(table: Table, player: str, card: str) -> Iterator[Candidate]:
    """P7: an agent may arrive in a sector in the attack step."""
    agent = table.printed[card].type == "agent"
    if agent and table.step == "attack" and player == table.turn_player:
        for biome in table.standing_biomes(player):
            yield _said(player, "play", card=card, biome=biome)


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
            yield _said(player, do, {**asks, **ask}, **fields, **aimed)


def _targets(
    table: Table, player: str, part: Part
) -> Iterator[tuple[list[str] | None, dict[str, Ask]]]:
    target = part.target
    if target is None:
        yield None, {}
        return
    found = legal(table, target, player)
    for names in islice(combinations(found, target.number), TARGETS_EACH):
        yield list(names), {}
    if len(found) < target.number:
        ask = Ask("names", f"{target.number} × {target.what}", target.number, found)
        yield list(found), {"targets": ask}


def _battle(table: Table, player: str) -> Iterator[Candidate]:
    """Each own agent with where it could go, and all of those that stand ready as one action."""
    agents = [id for id in sorted(table.on_planet()) if table.cards[id].whose == player]
    agents = [id for id in agents if table.is_agent(id)]
    staged = [id for id in agents if table.cards[id].zone == "staging"]
    placed = {id: table.cards[id].zone for id in agents if table.cards[id].zone != "staging"}
    if table.step == "advance":
        for id in staged:
            for biome in BIOMES:
                yield _said(player, "advance", agents={id: biome})
    elif table.step in ("attack", "defend"):
        ready = {id: biome for id, biome in placed.items() if not table.cards[id].locked}
        if len(ready) > 1:
            yield _said(player, table.step, agents=ready)
        for id, biome in placed.items():
            yield _said(player, table.step, agents={id: biome})
        if table.step == "defend":
            for id in staged:
                yield _said(player, "defend", agents={id: BIOMES[0]})


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
    if seen:
        card, first = Ask("names", "the card", 1, seen), seen[0]
        to = Ask("names", "where to", 1, ZONES)
        yield _report(player, "move", {"card": card, "to": to}, card=first, to="cache")
        speed = Ask("number", "1, 2 or 3", choices=("1", "2", "3"))
        yield _report(player, "speed", {"card": card, "speed": speed}, card=first, speed=1)
    for fact, fields in (
        ("energy", {"player": player, "kind": KINDS[0], "amount": 1}),
        ("durability", {"sector": next(iter(table.sectors)), "amount": -1}),
    ):
        yield _report(player, fact, {"amount": amount}, **fields)
    yield _report(player, "other", {"text": Ask("text", "what happened")}, text="as agreed")


def _report(by: str, fact: str, asks: Mapping[str, Ask], /, **fields: Any) -> Candidate:
    return Candidate({"by": by, "do": "report", "fact": fact, **fields}, asks)


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on: choose, end the step, or pass."""
    if table.over:
        return None
    choice = table.choice
    if choice is not None:
        return {"by": choice.by, "do": "choose", "targets": list(choice.choices[: choice.number])}
    if table.nobody_acts:
        return {"by": table.turn_player, "do": "next"}
    return {"by": table.chance, "do": "pass"}

"""What a player of Nullshapers is asked tap by tap: the card, what is done with it, its targets."""

from collections.abc import Callable, Iterator

from domain.kernel.prompting.prompts import (
    ENOUGH,
    Answer,
    Prompts,
    StepFields,
    ValuePrompts,
    name_in,
    pick,
    pick_field,
    pick_number,
    pick_some,
    piece,
    word,
)
from domain.kernel.values import changed
from domain.nullshapers.law.cards import BIOMES, KINDS, Part, Target, Text
from domain.nullshapers.law.outline import BATTLE, spoken
from domain.nullshapers.play.costs import price_in_words
from domain.nullshapers.play.targets import legal_targets
from domain.nullshapers.table.hidden import may_name, may_see
from domain.nullshapers.table.queue import Choice
from domain.nullshapers.table.state import Table
from domain.nullshapers.views.prompts_reports import SIDES, of_card, report_of_card, report_of_side

ACTIONS = {"advance": "Advance", "attack": "Attack", "defend": "Defend"}
SAID = {"pass": {}, "pass_step": {"until": "step_end"}, "next": {}}


def prompts(table: Table, player: str) -> Prompts:
    """What may be done next, the most pressing first; then what that still needs."""
    tap: str = yield from pick({}, "What do you do?", *_first(table, player))
    if tap in SAID:
        return {"do": tap.removesuffix("_step"), **SAID[tap]}
    choice = table.choice
    if choice is not None and tap.startswith("choose"):
        return (
            yield from _choose(choice, name_in(tap.removeprefix("choose ")) if "@" in tap else "")
        )
    if tap in ACTIONS:
        return (yield from _battle(table, player, tap))
    if tap in SIDES:
        return (yield from report_of_side(table, tap))
    return (yield from _with_card(table, player, name_in(tap)))


def _first(table: Table, player: str) -> Iterator[Answer]:
    choice = table.choice
    if choice is not None and choice.by == player:
        if choice.kind == "option":
            yield from (Answer(f"choose @{one}", one, main=True) for one in choice.choices)
        else:
            yield Answer("choose", "Choose", main=True)
    chance = table.holds_chance() == player
    if table.step in ACTIONS and not table.queue:
        yield Answer(table.step, ACTIONS[table.step])
    if table.nobody_acts and choice is None:
        yield Answer("next", f"End {spoken(table.step)}", main=table.turn_player == player)
    else:
        yield Answer("pass", "Pass", main=chance)
        yield Answer("pass_step", "Pass until the step ends")
        yield Answer("next", f"Say that {spoken(table.step)} should end", aside=True)
    seen = (id for id in table.cards if may_see(table, player, id))
    yield from (piece(id, table.printed[id].name) for id in sorted(seen, key=_near(table, player)))
    yield from (Answer(key, words, aside=True) for key, words in SIDES.items())


def _near(table: Table, player: str) -> Callable[[str], tuple[bool, bool, str]]:
    """Own cards first, those in hand before the others."""
    return lambda card: (table.cards[card].whose != player, table.cards[card].zone != "hand", card)


def _choose(choice: Choice, option: str) -> Prompts:
    if option:
        return {"do": "choose", "option": option}
    words = {"order": "Which enters first?", "discard": "Which is discarded?"}
    names = yield from pick_some(
        words.get(choice.kind, "Which?"),
        lambda chosen: {"do": "choose", "targets": chosen},
        lambda chosen: [one for one in choice.choices if one not in chosen],
        choice.fewest,
        choice.number,
    )
    return {"do": "choose", "targets": names}


def _with_card(table: Table, player: str, id: str) -> Prompts:
    """What may be done with a card that was tapped."""
    key: str = yield from pick(
        {}, f"What about {table.printed[id].name}?", *_of_card(table, player, id)
    )
    kind, _, what = key.partition(" ")
    if kind in ("convert", "anomaly", "energy"):
        return {"do": kind, "card": id}
    if kind == "play":
        said: StepFields = {"do": "play", "card": id}
        return (yield from _declare_prompts(table, player, said, table.printed[id].text))
    if kind == "activate":
        said = {"do": "activate", "card": id, "skill": what}
        return (yield from _declare_prompts(table, player, said, table.printed[id].skills[what]))
    if kind in ACTIONS:
        return (yield from _battle(table, player, kind, id, what))
    return (yield from report_of_card(table, id, what))


def _of_card(table: Table, player: str, id: str) -> Iterator[Answer]:
    card, printed = table.cards[id], table.printed[id]
    if card.whose == player and card.zone == "hand":
        if card.mode == "anomaly":
            yield Answer("anomaly", "Put it into staging", main=True)
        else:
            yield Answer("play", f"Play it{_price(printed.text)}", main=True)
            yield Answer("convert", "Turn it into an anomaly")
    elif card.whose == player and card.on_the_planet:
        if card.mode == "anomaly":
            yield Answer("energy", "Lock it for its energy", main=True)
        else:
            if table.is_agent(id) and table.step in BATTLE and table.step in ACTIONS:
                yield from _fights(table, player, id)
            for name, skill in printed.skills.items():
                yield Answer(f"activate {name}", f"Use {name}{_price(skill)}")
    yield from of_card(table, id)


def _fights(table: Table, player: str, id: str) -> Iterator[Answer]:
    """What an agent does in this step of the battle, at once with the biome it goes to."""
    do, biomes = table.step, _biomes(table, player, id)
    if len(biomes) == 1:
        yield Answer(do, ACTIONS[do], main=True)
    else:
        way = "to" if do == "advance" else "in"
        yield from (Answer(f"{do} {one}", f"{ACTIONS[do]} {way} {one}", one) for one in biomes)


def _price(text: Text) -> str:
    price = price_in_words(text, "lock it")
    return f" for {price}" if price else ""


def _declare_prompts(table: Table, player: str, said: StepFields, text: Text) -> Prompts:
    """Option, X, targets and where it arrives, as far as the text has them."""
    if text.options:
        said = yield from pick_field(said, "option", "Which option?", *map(word, text.options))
    if text.x:
        most = sum(table.energy[player].values())
        said = {**said, "x": (yield from pick_number(said, "How much is X?", 0, most))}
    part = text.part(said.get("option"))
    if part.groups:
        said = {**said, "targets": (yield from _targets(table, player, said, part))}
    agent = said["do"] == "play" and table.printed[said["card"]].type == "agent"
    if agent and table.step == "attack" and player == table.turn_player:
        staging = Answer(ENOUGH, "into staging", main=True)
        biomes = map(piece, table.standing_biomes(player))
        return (yield from pick_field(said, "biome", "Where does it arrive?", staging, *biomes))
    return said


def _targets(table: Table, player: str, said: StepFields, part: Part) -> ValuePrompts:
    """The targets of every group, those of the last as many as it takes."""
    found: list[str] = []
    for at, group in enumerate(part.groups):
        most = group.most if at == len(part.groups) - 1 else group.least
        found += yield from _of_group(table, player, said, changed(group, most=most), tuple(found))
    return found


def _of_group(
    table: Table, player: str, said: StepFields, group: Target, before: tuple[str, ...]
) -> ValuePrompts:
    """What cannot be named can be tapped all the same, and says why."""

    def names(chosen: tuple[str, ...]) -> list[str]:
        fitting = legal_targets(table, group, player, (*before, *chosen))
        others = (id for id in sorted(table.on_planet()) if id not in (*before, *chosen))
        return [*fitting, *others] if fitting or not chosen else []

    return (
        yield from pick_some(
            f"Which {group.what}?",
            lambda chosen: {**said, "targets": [*before, *chosen]},
            names,
            group.least,
            group.most,
        )
    )


def _battle(table: Table, player: str, do: str, first: str = "", to: str = "") -> Prompts:
    """Agents one by one, each with its biome where there is a choice; then go.

    `first` was tapped by itself, and the biome `to` with it.
    """
    agents: dict[str, str] = {first: to} if to else {}
    first = "" if to else first
    while True:
        left = [id for id in _fighters(table, player, do) if id not in agents]
        said: StepFields = {"do": do, "agents": {**agents}}
        if first:
            tap = f"@{first}"
        elif not left:
            return said
        else:
            go = (Answer(ENOUGH, f"{ACTIONS[do]} with {len(agents)}", main=True),) if agents else ()
            words = "Who else?" if agents else "Who?"
            tap = yield from pick(said, words, *go, *map(piece, left))
        if tap == ENOUGH:
            return said
        first, id = "", name_in(tap)
        agents[id] = yield from _where(table, player, said, do, id)


def _fighters(table: Table, player: str, do: str) -> list[str]:
    """Own agents that stand where this action begins."""
    own = [id for id in sorted(table.on_planet()) if table.cards[id].whose == player]
    from_staging = do == "advance" or (do == "defend" and table.law["M29"] == "from_staging")
    return [
        id
        for id in own
        if table.is_agent(id)
        and (from_staging if table.cards[id].zone == "staging" else do != "advance")
    ]


def _where(table: Table, player: str, said: StepFields, do: str, id: str) -> ValuePrompts:
    """The biome that an agent goes to; its own where it stands in one."""
    biomes = _biomes(table, player, id)
    if len(biomes) == 1:
        return biomes[0]
    name = table.printed[id].name
    return name_in((yield from pick(said, f"Where does {name} {do}?", *map(piece, biomes))))


def _biomes(table: Table, player: str, id: str) -> tuple[str, ...]:
    """Those an agent may go to; its own where it stands in one."""
    zone = table.cards[id].zone
    return (zone,) if zone != "staging" else tuple(table.standing_biomes(player)) or BIOMES


def namable(table: Table, viewer: str, field: str) -> Iterator[str]:
    """The names that may stand in a field, as far as this viewer may know them."""
    cards = [id for id in sorted(table.cards) if may_name(table, viewer, id)]
    if field in ("card", "to", "agents", "targets"):
        yield from cards
    if field in ("agents", "targets", "biome"):
        yield from BIOMES
    if field == "targets":
        yield from (*table.sectors, *table.players, *(item.name for item in table.queue))
        yield from (f"{id}/{skill}" for id in cards for skill in table.printed[id].skills)
    if field in ("player", "sector"):
        yield from table.players if field == "player" else table.sectors
    if field == "skill":
        yield from (skill for id in cards for skill in table.printed[id].skills)
    if field == "option":
        texts = (text for id in cards for text in _texts(table, id))
        yield from (option for text in texts for option in text.options)
    if field == "pay":
        yield from KINDS


def _texts(table: Table, id: str) -> tuple[Text, ...]:
    printed = table.printed[id]
    return (printed.text, *printed.skills.values())

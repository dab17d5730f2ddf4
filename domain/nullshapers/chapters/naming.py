"""What every check list asks first: what a step names exists (G1) and is the player's own (G2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Annotated, Any

from domain.kernel.fields import UNSAID, Each, Several, StepFields, one_of
from domain.kernel.hiding import kept_from_players
from domain.kernel.ruling import Check, Refusal, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Value
from domain.nullshapers.cards import BIOMES, Part, Text, spoken_zone
from domain.nullshapers.chapters.targets import legal_targets
from domain.nullshapers.fields import (
    CARDS,
    OPTIONS,
    PLACES,
    SKILLS,
    TARGETS,
    agents_to_biomes,
    attackers_to_defenders,
    card_in_hand,
    card_with_skills,
    kinds_to_numbers,
    left_to_the_rules,
)
from domain.nullshapers.hidden import exists_for, may_name
from domain.nullshapers.table import Table


def not_in_hand(table: Table, card: str, by: str) -> str:
    """Why the card is not to be taken from this player's hand; empty where it lies there."""
    zone = table.cards[card].zone
    return "" if zone == "hand" else f"“{card}” is not in {by}'s hand: it is in {spoken_zone(zone)}"


def not_on_the_planet(table: Table, card: str) -> str:
    """Why the card is not to be used on the planet; empty where it lies there."""
    kept = table.cards[card]
    if kept.on_the_planet:
        return ""
    return f"“{card}” is not on the planet: it is in {spoken_zone(kept.zone)}"


def text_named(table: Table, said: StepFields) -> Text:
    """The text that a step begun like this is about: a card's own, or a skill's."""
    printed = table.printed[said["card"]]
    return printed.skills[said["skill"]] if "skill" in said else printed.text


def _part_named(table: Table, said: StepFields) -> Part:
    return text_named(table, said).part(said.get("option"))


@one_of("a skill of the card", SKILLS)
def own_skill(table: Table, said: StepFields) -> Iterable[str]:
    return table.printed[said["card"]].skills


@one_of("an option of the text", OPTIONS, "Which option?")
def its_option(table: Table, said: StepFields) -> Iterable[Any]:
    return [*text_named(table, said).options] or (UNSAID,)


@one_of("X, a whole number from 0 up", asks="How much is X?", form=True)
def its_x(table: Table, player: str, said: StepFields) -> Iterable[Any]:
    most = sum(table.energy[player].values())
    return range(most + 1) if text_named(table, said).x else (UNSAID,)


def _which_target(table: Table, said: StepFields) -> str:
    group = _part_named(table, said).target_at(len(said["targets"]))
    return f"Which {group.what}?" if group is not None else "Which?"


@one_of("what the text names", TARGETS, _which_target)
def next_target(table: Table, player: str, said: StepFields) -> Iterable[str]:
    chosen = tuple(said["targets"])
    group = _part_named(table, said).target_at(len(chosen))
    return () if group is None else legal_targets(table, group, player, chosen)


def _how_many_targets(table: Table, _player: str, said: StepFields) -> tuple[int, int | None]:
    part = _part_named(table, said)
    return part.least, part.most


def _others_on_the_planet(table: Table, _player: str, said: StepFields) -> Iterable[str]:
    return sorted(id for id in table.on_planet() if id not in said["targets"])


def _all_that_it_names(table: Table, said: StepFields) -> str:
    groups = _part_named(table, said).groups
    return " and ".join(f"{group.least} × {group.what}" for group in groups)


its_targets = Several(
    next_target, _how_many_targets, _others_on_the_planet, label=_all_that_it_names
)


@one_of("where it arrives", PLACES)
def where_it_arrives(table: Table, player: str, said: StepFields) -> Iterable[Any]:
    """An agent may arrive in a sector in the attack step (P7); else it goes into staging."""
    agent = table.printed[said["card"]].type == "agent"
    if agent and table.step == "attack" and player == table.turn_player:
        return (UNSAID, *table.standing_biomes(player))
    return (UNSAID,)


class Play(Step):
    """Play a card from the hand (A1)."""

    card: Annotated[str, card_in_hand]
    option: Annotated[str | None, its_option] = None
    x: Annotated[int | None, its_x] = None
    targets: Annotated[tuple[str, ...], its_targets] = ()
    pay: Annotated[Mapping[str, int] | None, kinds_to_numbers, left_to_the_rules] = None
    biome: Annotated[str | None, where_it_arrives] = None

    def text(self, table: Table) -> Text:
        """What the card says."""
        return table.printed[self.card].text


class Activate(Step):
    """Activate a skill of a card on the planet (A1)."""

    card: Annotated[str, card_with_skills]
    skill: Annotated[str, own_skill]
    option: Annotated[str | None, its_option] = None
    x: Annotated[int | None, its_x] = None
    targets: Annotated[tuple[str, ...], its_targets] = ()
    pay: Annotated[Mapping[str, int] | None, kinds_to_numbers, left_to_the_rules] = None

    def text(self, table: Table) -> Text:
        """What the skill says."""
        return table.printed[self.card].skills[self.skill]


@one_of("an agent of one's own", CARDS, "Who?")
def own_fighter(table: Table, player: str, said: StepFields) -> Iterable[str]:
    """Own agents that stand where this action begins."""
    do = said["do"]
    from_staging = do == "advance" or (do == "defend" and table.law["M29"] == "from_staging")
    return [
        id
        for id in _own_agents(table, player)
        if (from_staging if table.cards[id].zone == "staging" else do != "advance")
    ]


def _own_agents(table: Table, player: str) -> list[str]:
    own = (id for id in sorted(table.on_planet()) if table.cards[id].whose == player)
    return [id for id in own if table.is_agent(id)]


@one_of("the biome it goes to", PLACES, lambda said: f"Where does it {said['do']}?")
def where_it_goes(table: Table, player: str, said: StepFields) -> Iterable[str]:
    """Its own where it stands in one; else those that stand first."""
    zone = table.cards[said["/key"]].zone
    return (
        (zone,) if zone != "staging" else dict.fromkeys((*table.standing_biomes(player), *BIOMES))
    )


FEW = 3
"""So many agents are offered in every way they can be spread over the biomes."""
TOGETHER = 20
"""How many groups of attackers or defenders are listed."""


def _ready_together(table: Table, player: str, said: StepFields) -> Iterator[Mapping[str, str]]:
    """All that are ready first, then fewer of them; those that advance, in every way if they are few."""
    agents = [id for id in _own_agents(table, player) if _is_ready(table, id, said["do"])]
    if said["do"] != "advance":
        sizes = range(len(agents), 1, -1)
        groups = (names for size in sizes for names in combinations(agents, size))
        for names in islice(groups, TOGETHER):
            yield {id: table.cards[id].zone for id in names}
    elif len(agents) > 1:
        standing = table.standing_biomes(player)
        spread = product(standing, repeat=len(agents))
        to_one = ((biome,) * len(agents) for biome in standing)
        for biomes in spread if len(agents) <= FEW else to_one:
            yield dict(zip(agents, biomes, strict=True))


def _is_ready(table: Table, agent: str, do: str) -> bool:
    card, printed = table.cards[agent], table.printed[agent]
    if do == "advance":
        return card.zone == "staging" and not card.fresh
    if card.zone == "staging" or agent in (*table.attackers, *table.defenders):
        return False
    may_lock = not card.fresh or printed.ready or printed.secure
    return not card.locked and bool(may_lock or do == "defend")


fighters = Each(own_fighter, where_it_goes, _ready_together, "{do}")


class BattleAction(Step):
    """Agents, each with the biome it is meant for."""

    agents: Annotated[Mapping[str, str], agents_to_biomes, fighters]


def _not_yet_against(said: StepFields, biome: str) -> list[str]:
    """The agents that are to defend in this biome, and of which nobody has said against whom."""
    named = {agent for those in said.get("against", {}).values() for agent in those}
    agents = said.get("agents", {}).items()
    return [agent for agent, where in agents if where == biome and agent not in named]


def _against_whom(table: Table, said: StepFields) -> str:
    several = any(len(table.attackers_in(biome)) > 1 for biome in said["agents"].values())
    return "Against whom?" if several else "Against whom? Who is named first is damaged first."


@one_of("an attacker", CARDS, _against_whom)
def attacker_there(table: Table, said: StepFields) -> Iterable[str]:
    """Where several attack (P15), and where several defend and say who is damaged first (M48)."""
    orders = table.law["M48"] == "defender_orders"
    for biome in BIOMES:
        attackers, left = table.attackers_in(biome), _not_yet_against(said, biome)
        if left and (len(attackers) > 1 or (orders and len(left) > 1)):
            yield from attackers


@one_of("a defender", CARDS, "Who defends against it?")
def defender_of_it(table: Table, said: StepFields) -> Iterable[str]:
    biome, chosen = table.cards[said["/key"]].zone, said["/value"]
    return [agent for agent in _not_yet_against(said, biome) if agent not in chosen]


def _all_defenders(table: Table, _player: str, said: StepFields) -> Iterator[StepFields]:
    """Where several attack, ways in which all that defend there are against one of them."""
    ways = [
        [(agent, attacker) for attacker in attackers]
        for biome in BIOMES
        if len(attackers := table.attackers_in(biome)) > 1
        for agent in _not_yet_against(said, biome)
    ]
    for pairs in islice(product(*ways), TOGETHER) if ways else ():
        against: dict[str, list[str]] = {}
        for agent, attacker in pairs:
            against.setdefault(attacker, []).append(agent)
        yield against


defenders = Each(
    attacker_there,
    Several(defender_of_it),
    _all_defenders,
    least=0,
    listed=False,
    none="Leave it open",
)


class Defend(BattleAction):
    """Defend with agents in sectors (P8), each against one attacker (P15)."""

    against: Annotated[Mapping[str, tuple[str, ...]] | None, attackers_to_defenders, defenders] = (
        None
    )


class OfACard(Step):
    """What is done with a card, or befalls it."""

    card: str


class Missing(Value):
    """A name that means nothing to the player who says it: they do not see such a card, or there is none."""

    told: str
    """What everybody but a judge is told: the same in either case."""
    kept: str
    """What a judge is told."""
    cites: tuple[str, ...] = ()
    """The rules that a step with this hidden card fails besides; a judge is told them."""


def missing_cards(
    table: Table, cards: Iterable[str], by: str, *rules: str, whose: bool = True
) -> list[Missing]:
    """The cards that do not exist for this player. `rules`: those that a hidden one fails besides."""
    return [
        _missing(table, card, by, f"there is no card “{card}” in this game", rules, whose)
        for card in cards
        if not may_name(table, by, card)
    ]


def missing_targets(
    table: Table, targets: Iterable[str], by: str, rules: tuple[str, ...] = ("D2",)
) -> list[Missing]:
    """The targets that mean nothing to this player. `rules`: those that a hidden one fails besides."""
    return [
        _missing(table, name, by, f"there is nothing named “{name}” in this game", rules, False)
        for name in targets
        if not exists_for(table, by, name)
    ]


def _missing(
    table: Table, name: str, by: str, told: str, rules: tuple[str, ...], whose: bool
) -> Missing:
    card = table.cards.get(name)
    if card is None:
        return Missing(told, told)
    kept = f"“{name}” is in {spoken_zone(card.zone)} of {card.whose}, and {by} does not see it"
    others = ("G2",) if whose and card.whose != by else ()
    return Missing(told, kept, (*others, *rules))


def nothing_of_the_kind(
    missing: Sequence[Missing], others: Sequence[str] = (), *rules: str
) -> Refusal | None:
    """G1 for what does not exist, and by these rules for what is another's.

    A judge is told what is hidden and what else it fails; a player is not, and is answered as for a
    name that is nothing.
    """
    if not missing and not others:
        return None
    cites = (*(("G1",) if missing else ()), *(rules if others else ()))
    told = "; ".join((*(lacking.told for lacking in missing), *others))
    more = dict.fromkeys((*cites, *(rule for lacking in missing for rule in lacking.cites)))
    if all(lacking.told == lacking.kept for lacking in missing):
        return illegal(told, *cites)
    kept = "; ".join((*(lacking.kept for lacking in missing), *others))
    return kept_from_players(Refusal(tuple(more), kept), told, cites)


def _plain(reasons: Iterable[str]) -> list[Missing]:
    return [Missing(reason, reason) for reason in reasons]


def _no_biome(names: Iterable[str]) -> list[Missing]:
    return _plain(
        f"there is no biome “{name}”: they are b1, b2 and b3"
        for name in names
        if name not in BIOMES
    )


def _cards_of_others(table: Table, cards: Iterable[str], by: str) -> list[str]:
    """For each of these cards that is another player's a sentence that says so."""
    return [
        f"“{card}” is {table.cards[card].whose}'s"
        for card in cards
        if may_name(table, by, card) and table.cards[card].whose != by
    ]


def _card_refused(
    table: Table, card: str, by: str, unknown: Sequence[Missing], *rules: str
) -> Refusal | None:
    """Why this player cannot do anything with this card and with what else they name."""
    if not unknown and may_name(table, by, card) and table.cards[card].whose == by:
        return None
    missing = missing_cards(table, (card,), by, *rules)
    others = _cards_of_others(table, (card,), by)
    return nothing_of_the_kind([*missing, *unknown], others, "G2", *rules)


@requires("G1", "G2", "D8", "D2")
def the_card_exists_and_is_theirs(table: Table, step: Play) -> Refusal | None:
    unknown = missing_targets(table, step.targets, step.by)
    if step.biome is not None:
        unknown += _no_biome((step.biome,))
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2", "D8", "D2")
def the_skill_exists_and_is_theirs(table: Table, step: Activate) -> Refusal | None:
    unknown = missing_targets(table, step.targets, step.by)
    if may_name(table, step.by, step.card) and step.skill not in table.printed[step.card].skills:
        unknown += _plain((f"“{step.card}” has no skill “{step.skill}”",))
    return _card_refused(table, step.card, step.by, unknown, "D8")


@requires("G1", "G2")
def the_agents_exist_and_are_theirs(table: Table, step: BattleAction) -> Refusal | None:
    missing = missing_cards(table, step.agents, step.by) + _no_biome(step.agents.values())
    if isinstance(step, Defend) and step.against:
        named = (
            *step.against,
            *(defender for those in step.against.values() for defender in those),
        )
        missing += missing_cards(table, dict.fromkeys(named), step.by, whose=False)
    return nothing_of_the_kind(missing, _cards_of_others(table, step.agents, step.by), "G2")


def its_card_exists_and_is_theirs_by(rule: str) -> Check:
    """The check of a step that names nothing but a card; by this rule it can only be one's own."""

    @requires("G1", "G2", rule)
    def its_card_exists_and_is_theirs(table: Table, step: OfACard) -> Refusal | None:
        return _card_refused(table, step.card, step.by, (), rule)

    return its_card_exists_and_is_theirs


def it_is_not_in_the_queue(table: Table, step: Play | Activate | OfACard) -> Refusal | None:
    """What a judge needs to act on: the card does not wait in the queue."""
    if table.cards[step.card].zone == "queue":
        return illegal(f"“{step.card}” is in the queue already")
    return None

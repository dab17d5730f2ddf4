"""Which agents may advance, attack and defend (P6 to P8, T9)."""

from collections.abc import Iterator

from domain.kernel.ruleset import Procedure
from domain.kernel.ruling import Refusal, all_of, entries, illegal, requires_all
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import spoken_zone
from domain.nullshapers.chapters.answering import MAY_ACT, somebody_acts, the_top_can_be_answered
from domain.nullshapers.chapters.battle import declare_battle_action
from domain.nullshapers.chapters.naming import Defend, the_agents_exist_and_are_theirs
from domain.nullshapers.chapters.timing import (
    Advance,
    Attack,
    it_answers_as_speed_2,
    it_is_the_time_for_this_battle_action,
    the_turn_player_has_taken_no_action_instead,
)
from domain.nullshapers.table import Table

DECIDES = ("P6", "P7", "P8", "T9")


def _refusal_of_no_agent(table: Table, agent: str, rule: str) -> Refusal:
    return illegal(f"“{agent}” is no agent", rule, since=(table.cards[agent].mode_since))


def _refusal_of_place(table: Table, agent: str, biome: str, rule: str) -> Refusal:
    card = table.cards[agent]
    where = f"“{agent}” does not stand in {biome} but in {spoken_zone(card.zone)}"
    return illegal(where, rule, since=(card.since))


def _refusal_of_lost_sector(table: Table, biome: str, by: str, *rules: str) -> Refusal:
    since = entries(table.gone_since(f"{biome}.{by}"))
    return illegal(f"{by}'s sector in {biome} is lost", *rules, since=since)


@requires_all("P6", "T9", "D2")
def the_agents_can_advance(table: Table, step: Advance) -> Iterator[Refusal]:
    for agent, biome in sorted(step.agents.items()):
        card, since = table.cards[agent], entries(table.cards[agent].since)
        if not table.is_agent(agent):
            yield _refusal_of_no_agent(table, agent, "P6")
        elif card.zone != "staging":
            where = f"“{agent}” is not in staging but in {spoken_zone(card.zone)}"
            yield illegal(where, "P6", since=since)
        if card.fresh:
            yield illegal(f"“{agent}” is fresh: it arrived this turn", "T9", since=since)
        if not table.stands(biome, step.by):
            yield _refusal_of_lost_sector(table, biome, step.by, "D2")


@requires_all("P7", "D9", "M45")
def the_agents_can_attack(table: Table, step: Attack) -> Iterator[Refusal]:
    for agent, biome in sorted(step.agents.items()):
        card, printed = table.cards[agent], table.printed[agent]
        if not table.is_agent(agent):
            yield _refusal_of_no_agent(table, agent, "P7")
        elif card.zone != biome:
            yield _refusal_of_place(table, agent, biome, "P7")
        if agent in table.attackers:
            since = entries(card.fights_since)
            yield illegal(f"“{agent}” attacks already", "P7", "M45", since=since)
        if card.locked:
            yield illegal(f"“{agent}” is locked", "D9", "P7", since=(card.locked_since))
        elif card.fresh and not printed.ready and not printed.secure:
            why = f"“{agent}” is fresh: it arrived this turn, and cannot lock"
            yield illegal(why, "D9", "P7", since=(card.since))


@requires_all("P8", "D2", "M45", "P15")
def the_agents_can_defend(table: Table, step: Defend) -> Iterator[Refusal]:
    for agent, biome in sorted(step.agents.items()):
        card = table.cards[agent]
        from_staging = card.zone == "staging" and table.law["M29"] == "from_staging"
        if not table.is_agent(agent):
            yield _refusal_of_no_agent(table, agent, "P8")
        elif card.zone != biome and not from_staging:
            yield _refusal_of_place(table, agent, biome, "P8")
        if agent in table.defenders:
            since = entries(card.fights_since)
            yield illegal(f"“{agent}” defends already", "P8", "M45", since=since)
        if card.locked:
            why = f"“{agent}” is locked, and a locked agent does not defend"
            yield illegal(why, "P8", since=(card.locked_since))
        if from_staging and not table.stands(biome, step.by):
            yield _refusal_of_lost_sector(table, biome, step.by, "D2", "M29")
    yield from _not_against_one_attacker(table, step)


def _not_against_one_attacker(table: Table, step: Defend) -> Iterator[Refusal]:
    """P15: what is wrong with `against`, and who has to stand in it because several attack there."""
    named = [defender for defenders in (step.against or {}).values() for defender in defenders]
    for attacker, defenders in (step.against or {}).items():
        since = entries(table.cards[attacker].fights_since, table.cards[attacker].since)
        for agent in defenders:
            biome = step.agents.get(agent)
            if biome is None:
                yield illegal(f"“{agent}” is none of the agents that are to defend", "P15")
            elif attacker not in table.attackers_in(biome):
                yield illegal(f"“{attacker}” does not attack in {biome}", "P15", since=since)
    for agent in dict.fromkeys(agent for agent in named if named.count(agent) > 1):
        yield illegal(f"“{agent}” defends against one attacker only, and is named twice", "P15")
    for agent, biome in sorted(step.agents.items()):
        there = table.attackers_in(biome)
        if len(there) > 1 and agent not in named:
            which = list_in_words((f"“{agent}”" for agent in there), "or")
            since = entries(*(table.cards[agent].fights_since for agent in there))
            why = f"several attack in {biome}: it has to be said against whom “{agent}” defends, {which}"
            yield illegal(why, "P15", since=since)


BATTLE = (
    the_agents_exist_and_are_theirs,
    *MAY_ACT,
    the_turn_player_has_taken_no_action_instead,
    it_is_the_time_for_this_battle_action,
)


AS_AN_ANSWER = (the_top_can_be_answered, it_answers_as_speed_2)


AGENTS_ARE_THERE = all_of(somebody_acts, the_agents_exist_and_are_theirs)


ADVANCING = (*BATTLE, *AS_AN_ANSWER, the_agents_can_advance)


DEFENDING = (*BATTLE, *AS_AN_ANSWER, the_agents_can_defend)


ADVANCE = Procedure(Advance, declare_battle_action, ADVANCING, AGENTS_ARE_THERE)


ATTACK = Procedure(
    Attack, declare_battle_action, (*BATTLE, the_agents_can_attack), AGENTS_ARE_THERE
)


DEFEND = Procedure(Defend, declare_battle_action, DEFENDING, AGENTS_ARE_THERE)

"""Which agents may advance, attack and defend (P6 to P8, T9)."""

from domain.kernel.ruleset import Procedure
from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.nullshapers.law.cards import spoken_zone
from domain.nullshapers.play.answering import MAY_ACT, somebody_acts, the_top_can_be_answered
from domain.nullshapers.play.battle import declare
from domain.nullshapers.play.naming import the_agents_exist_and_are_theirs
from domain.nullshapers.play.timing import (
    it_answers_as_speed_2,
    it_is_the_time_for_this_battle_action,
    the_turn_player_has_taken_no_action_instead,
)
from domain.nullshapers.table.state import Table, entries
from domain.nullshapers.table.steps import Advance, Attack, Defend

DECIDES = ("P6", "P7", "P8", "T9")
"""The rules at home here."""

Wrong = tuple[str, tuple[str, ...]]
"""What is wrong with an agent, and the rules that say so."""


def _refusal(found: list[Wrong], since: list[int]) -> Refusal | None:
    if not found:
        return None
    cites = dict.fromkeys(rule for _, rules in found for rule in rules)
    return illegal("; ".join(reason for reason, _ in found), *cites, since=entries(since))


@requires("P6", "T9", "D2")
def the_agents_can_advance(table: Table, step: Advance) -> Refusal | None:
    found: list[Wrong] = []
    since: list[int] = []
    for agent, biome in sorted(step.agents.items()):
        card = table.cards[agent]
        if not table.is_agent(agent):
            since.append(card.mode_since)
            found.append((f"“{agent}” is no agent", ("P6",)))
        elif card.zone != "staging":
            since.append(card.since)
            found.append((f"“{agent}” is not in staging but in {spoken_zone(card.zone)}", ("P6",)))
        if card.fresh:
            since.append(card.since)
            found.append((f"“{agent}” is fresh: it arrived this turn", ("T9",)))
        if not table.stands(biome, step.by):
            since.append(table.gone_since(f"{biome}.{step.by}"))
            found.append((f"{step.by}'s sector in {biome} is lost", ("D2",)))
    return _refusal(found, since)


@requires("P7", "D9", "M45")
def the_agents_can_attack(table: Table, step: Attack) -> Refusal | None:
    found: list[Wrong] = []
    since: list[int] = []
    for agent, biome in sorted(step.agents.items()):
        card, printed = table.cards[agent], table.printed[agent]
        if not table.is_agent(agent):
            since.append(card.mode_since)
            found.append((f"“{agent}” is no agent", ("P7",)))
        elif card.zone != biome:
            since.append(card.since)
            found.append(
                (f"“{agent}” does not stand in {biome} but in {spoken_zone(card.zone)}", ("P7",))
            )
        if agent in table.attackers:
            since.append(card.fights_since)
            found.append((f"“{agent}” attacks already", ("P7", "M45")))
        if card.locked:
            since.append(card.locked_since)
            found.append((f"“{agent}” is locked", ("D9", "P7")))
        elif card.fresh and not printed.ready and not printed.secure:
            since.append(card.since)
            found.append(
                (f"“{agent}” is fresh: it arrived this turn, and cannot lock", ("D9", "P7"))
            )
    return _refusal(found, since)


@requires("P8", "D2", "M45")
def the_agents_can_defend(table: Table, step: Defend) -> Refusal | None:
    found: list[Wrong] = []
    since: list[int] = []
    for agent, biome in sorted(step.agents.items()):
        card = table.cards[agent]
        from_staging = card.zone == "staging" and table.law["M29"] == "from_staging"
        if not table.is_agent(agent):
            since.append(card.mode_since)
            found.append((f"“{agent}” is no agent", ("P8",)))
        elif card.zone != biome and not from_staging:
            since.append(card.since)
            found.append(
                (f"“{agent}” does not stand in {biome} but in {spoken_zone(card.zone)}", ("P8",))
            )
        if agent in table.defenders:
            since.append(card.fights_since)
            found.append((f"“{agent}” defends already", ("P8", "M45")))
        if card.locked:
            since.append(card.locked_since)
            found.append((f"“{agent}” is locked, and a locked agent does not defend", ("P8",)))
        if from_staging and not table.stands(biome, step.by):
            since.append(table.gone_since(f"{biome}.{step.by}"))
            found.append((f"{step.by}'s sector in {biome} is lost", ("D2", "M29")))
    return _refusal(found, since)


BATTLE = (
    the_agents_exist_and_are_theirs,
    *MAY_ACT,
    the_turn_player_has_taken_no_action_instead,
    it_is_the_time_for_this_battle_action,
)
AS_AN_ANSWER = (the_top_can_be_answered, it_answers_as_speed_2)
AGENTS_ARE_THERE = all_of(somebody_acts, the_agents_exist_and_are_theirs)

ADVANCE = Procedure(
    Advance,
    declare,
    checks=(*BATTLE, *AS_AN_ANSWER, the_agents_can_advance),
    acts_on=AGENTS_ARE_THERE,
)
ATTACK = Procedure(
    Attack, declare, checks=(*BATTLE, the_agents_can_attack), acts_on=AGENTS_ARE_THERE
)
DEFEND = Procedure(
    Defend,
    declare,
    checks=(*BATTLE, *AS_AN_ANSWER, the_agents_can_defend),
    acts_on=AGENTS_ARE_THERE,
)

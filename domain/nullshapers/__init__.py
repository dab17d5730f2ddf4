"""Nullshapers, assembled: a queue of actions, last in, first executed."""

from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.values import changed
from domain.nullshapers.law.rulebook import EDITIONS
from domain.nullshapers.play import (
    aiming,
    answering,
    battle,
    battle_checks,
    beside,
    choosing,
    declaring,
    naming,
    reports,
    ruled_legal,
    timing,
    turn,
    winning,
)
from domain.nullshapers.table import steps
from domain.nullshapers.table.evolve import EVOLVE
from domain.nullshapers.table.example import example
from domain.nullshapers.table.setup import lay_out
from domain.nullshapers.views import board, known, options, telling, view, words
from domain.nullshapers.views import redaction as seen

MAY_ACT = (
    choosing.nothing_else_is_waited_for,
    answering.somebody_may_act_in_this_step,
    answering.he_holds_the_chance,
)
NAMED_AND_PAID = (
    aiming.an_option_is_picked_where_there_are_some,
    aiming.the_targets_are_as_the_text_wants_them,
)

PLAY = Procedure(
    steps.Play,
    declaring.declare,
    (
        naming.the_card_exists_and_is_his,
        *MAY_ACT,
        timing.the_turn_player_has_taken_no_action_instead,
        declaring.the_card_is_in_hand_and_no_anomaly,
        answering.the_top_can_be_answered,
        timing.its_speed_allows_it_now,
        *NAMED_AND_PAID,
        declaring.a_biome_is_named_only_for_an_agent_in_the_attack_step,
        declaring.x_is_picked_where_the_cost_has_one,
        declaring.the_whole_cost_can_be_paid,
        declaring.no_target_is_just_as_fast,
    ),
    ruled_legal.PLAY,
)
ACTIVATE = Procedure(
    steps.Activate,
    declaring.declare,
    (
        naming.the_skill_exists_and_is_his,
        *MAY_ACT,
        timing.the_turn_player_has_taken_no_action_instead,
        declaring.the_skill_can_be_activated,
        answering.the_top_can_be_answered,
        timing.its_speed_allows_it_now,
        *NAMED_AND_PAID,
        declaring.x_is_picked_where_the_cost_has_one,
        declaring.the_whole_cost_can_be_paid,
        declaring.no_target_is_just_as_fast,
    ),
    ruled_legal.ACTIVATE,
)
BATTLE = (
    naming.the_agents_exist_and_are_his,
    *MAY_ACT,
    timing.the_turn_player_has_taken_no_action_instead,
    timing.it_is_the_time_for_this_battle_action,
)
AS_AN_ANSWER = (
    answering.the_top_can_be_answered,
    timing.it_answers_as_speed_2,
)
CONVERT = Procedure(
    steps.Convert,
    answering.as_ruled(beside.convert),
    (
        naming.the_card_to_convert_is_his,
        *MAY_ACT,
        timing.it_is_the_time_to_convert,
        beside.the_card_is_in_hand_and_in_initial_mode,
    ),
    ruled_legal.CONVERT,
)
ANOMALY = Procedure(
    steps.Anomaly,
    answering.as_ruled(beside.anomaly),
    (
        naming.the_anomaly_exists_and_is_his,
        *MAY_ACT,
        timing.it_is_the_time_for_an_anomaly,
        beside.the_card_is_an_anomaly_in_hand,
    ),
    ruled_legal.ANOMALY,
)
ENERGY = Procedure(
    steps.Energy,
    answering.as_ruled(beside.energy),
    (
        naming.the_source_exists_and_is_his,
        *MAY_ACT,
        beside.the_card_is_an_unlocked_anomaly_that_makes_energy,
    ),
    ruled_legal.ENERGY,
)
NEXT = Procedure(
    steps.Next,
    answering.as_ruled(answering.next_),
    (
        choosing.nothing_else_is_waited_for,
        answering.only_the_turn_player_ends_a_step_without_a_window,
        answering.nothing_waits_in_the_queue,
        answering.he_may_decline,
    ),
    ruled_legal.NEXT,
)
CHOOSE = Procedure(
    steps.Choose,
    answering.as_ruled(choosing.choose),
    (
        choosing.names_exist_and_it_is_his_choice,
        choosing.a_choice_is_waited_for,
        choosing.it_is_one_of_the_answers,
    ),
    ruled_legal.CHOOSE,
)
REPORT = Procedure(
    steps.ReportOther,
    reports.report,
    (reports.what_is_reported_can_be, choosing.nothing_else_is_waited_for),
    ruled_legal.REPORT,
    steps.read_report,
)

RULESET = Ruleset(
    name="nullshapers",
    title="Nullshapers",
    editions=EDITIONS,
    opens=lay_out,
    procedures={
        "play": PLAY,
        "activate": ACTIVATE,
        "advance": Procedure(
            steps.Advance,
            battle.declare,
            (*BATTLE, *AS_AN_ANSWER, battle_checks.the_agents_can_advance),
            ruled_legal.BATTLE,
        ),
        "attack": Procedure(
            steps.Attack,
            battle.declare,
            (*BATTLE, battle_checks.the_agents_can_attack),
            ruled_legal.BATTLE,
        ),
        "defend": Procedure(
            steps.Defend,
            battle.declare,
            (*BATTLE, *AS_AN_ANSWER, battle_checks.the_agents_can_defend),
            ruled_legal.BATTLE,
        ),
        "convert": CONVERT,
        "anomaly": ANOMALY,
        "energy": ENERGY,
        "pass": Procedure(
            steps.Pass, answering.as_ruled(answering.pass_), MAY_ACT, ruled_legal.PASS
        ),
        "next": NEXT,
        "choose": CHOOSE,
        "report": REPORT,
        "concede": Procedure(steps.Concede, winning.concede),
    },
    evolve=EVOLVE,
    view=view.view,
    candidates=options.candidates,
    in_game=lambda table: table.players,
    over=lambda table: table.over,
    to_act=view.to_act,
    follow=turn.follow,
    sets=view.SETS,
    tells_new=telling.tells_new,
    judged=lambda table: changed(table, standing={}) if table.standing else table,
    going_on=options.going_on,
    entry_seen=seen.entry_seen,
    setup_seen=known.setup_seen,
    in_words=words.in_words,
    chance=board.chance,
    board=board.board,
    printed=words.printed,
    example=example,
)

"""What is put together wrongly is said at once, by a sentence that names it and says what to do."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.kernel.assembly import events_in
from domain.kernel.faults import RulesetFault
from domain.kernel.prompting.declining import Declining
from domain.kernel.rulebook import Question, Rule, edition
from domain.kernel.ruleset import Procedure, Ruleset, nothing, settle
from domain.kernel.ruling import Refusal, grounds, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from tests.spec import opened
from tests.toy import (
    RULESET,
    NumberSaid,
    PlayerConceded,
    Say,
    SticksTaken,
    TurnPassed,
    nobody_has_said_it,
    say,
)


def fault_of(**otherwise: Any) -> str:
    """What is said of the toy where this is otherwise."""
    with pytest.raises(RulesetFault) as found:
        changed(RULESET, **otherwise)
    return str(found.value)


def steps(**otherwise: Procedure) -> Mapping[str, Procedure]:
    return {**RULESET.procedures, **otherwise}


def without(mapping: Mapping[Any, Any], key: Any) -> Mapping[Any, Any]:
    return {one: value for one, value in mapping.items() if one != key}


class Known(Event):
    """Something that changes nothing."""

    def after(self, table: Any, _entry: int) -> Any:
        return table


def test_an_event_without_what_it_does_to_the_table() -> None:
    @stored_as("toy/bell_rung/v1")
    class BellRung(Event):
        """A bell was rung."""

        rules: tuple[str, ...] = ()

    assert (
        "BellRung in tests.domain.kernel.test_assembly does not say what it does to the table"
        in (fault_of(events=(*RULESET.events, BellRung)))
    )


def test_every_event_of_every_file_is_found() -> None:
    assert set(events_in("tests.toy")) == {NumberSaid, TurnPassed, SticksTaken, PlayerConceded}


def test_an_event_that_cites_a_rule_which_is_not_in_the_rulebook() -> None:
    @stored_as("toy/number_forgotten/v1")
    class NumberForgotten(Known):
        """A number may be said again."""

        rules: tuple[str, ...] = cites("N9")

    assert (
        "NumberForgotten in tests.domain.kernel.test_assembly cites N9, which is not in the "
        in (fault_of(events=(*RULESET.events, NumberForgotten)))
    )


def test_an_event_without_a_name_in_the_log() -> None:
    class Unnamed(Known):
        """Something happened."""

        rules: tuple[str, ...] = ()

    assert "Unnamed in tests.domain.kernel.test_assembly has no name in the log: put " in (
        fault_of(events=(*RULESET.events, Unnamed))
    )


def test_two_events_with_one_name_in_the_log() -> None:
    @stored_as("toy/turn_passed/v1")
    class Passed(Known):
        """The same once more."""

        rules: tuple[str, ...] = ()

    assert fault_of(events=(*RULESET.events, Passed)) == (
        "toy: two events are stored as “toy/turn_passed/v1”: give one of them a name of its own"
    )


def test_a_check_that_cites_a_rule_which_is_not_in_the_rulebook() -> None:
    @requires("N7")
    def it_is_small(_table: Any, _step: Say) -> Refusal | None:
        return None

    assert fault_of(procedures=steps(say=Procedure(Say, say, (it_is_small,)))).endswith(
        "it_is_small in tests.domain.kernel.test_assembly cites N7, which is not in the rulebook"
    )


def test_a_check_without_its_rule() -> None:
    def it_is_small(_table: Any, _step: Say) -> Refusal | None:
        return None

    assert (
        "it_is_small in tests.domain.kernel.test_assembly has no rule: put @requires(…) above"
        in (fault_of(procedures=steps(say=Procedure(Say, say, (it_is_small,)))))
    )


def test_what_a_judges_ruling_acts_on_is_a_check_too() -> None:
    said = Procedure(Say, say, acts_on=nobody_has_said_it.asks)
    assert "nobody_has_said_it in tests.toy has no rule" in fault_of(procedures=steps(say=said))


@pytest.mark.parametrize("word", ["concede", "report"])
def test_a_ruleset_without_a_step_that_every_one_has(word: str) -> None:
    assert fault_of(procedures=without(RULESET.procedures, word)) == (
        f"toy: there is no step “{word}”: give `procedures` one, as every ruleset has"
    )


def test_a_step_that_every_game_has_already() -> None:
    assert fault_of(procedures=steps(undo=RULESET.procedures["concede"])) == (
        "toy: “undo” is a step that every game has already: call the ruleset's own otherwise"
    )


def test_a_step_that_is_none() -> None:
    assert fault_of(procedures=steps(say=Procedure(NumberSaid, say))) == (
        "toy: “say”: NumberSaid in tests.toy is no Step: derive it from Step"
    )


def test_a_step_with_a_field_that_cannot_be_read() -> None:
    class Measure(Step):
        inches: float

    told = fault_of(procedures=steps(measure=Procedure(Measure, say)))
    assert "“measure”: the field “inches” of " in told
    assert "Measure in tests.domain.kernel.test_assembly cannot be read" in told


def test_a_happening_that_yields_nothing() -> None:
    def measure(table: Any, _step: Step) -> Any:
        return table

    assert "measure in tests.domain.kernel.test_assembly yields nothing and gives no " in (
        fault_of(procedures=steps(measure=Procedure(Say, measure)))
    )


def test_an_only_check_without_its_comma() -> None:
    checks: Any = nobody_has_said_it

    assert fault_of(procedures=steps(measure=Procedure(Say, say, checks))) == (
        "toy: “measure”: its checks are one, and no tuple: put a comma behind it"
    )


def test_a_judges_step_that_there_is_not() -> None:
    assert fault_of(judge_may=frozenset({"report", "deal"})) == (
        "toy: a judge may take “deal”, and there is no such step: take it out of `judge_may`"
    )


def test_a_standing_answer_that_there_is_not_or_that_asks_for_more() -> None:
    def says(word: str) -> Declining:
        return Declining(word, lambda _: {}, lambda _, __: (), lambda _: ())

    assert fault_of(declining=says("pass")) == (
        "toy: a standing answer says “pass”, and there is no such step: give `procedures` one"
    )
    assert "toy: a standing answer says “report” and nothing else: “report” needs “" in (
        fault_of(declining=says("report"))
    )


def test_two_rules_with_one_number() -> None:
    rules = (Rule("N1", "In turn", "", "toy"), Rule("N1", "Twice", "", "toy"))
    with pytest.raises(RulesetFault, match="toy: “In turn” and “Twice” have one number, N1"):
        edition("1", "toy", "Toy", "2025-01-01", rules, ())


def test_a_question_with_the_number_of_a_rule() -> None:
    rules = (Rule("N1", "In turn", "", "toy"),)
    with pytest.raises(RulesetFault, match="“In turn” and “Zero” have one number, N1"):
        edition("1", "toy", "Toy", "2025-01-01", rules, (Question("N1", "Zero", ""),))


def test_an_edition_of_another_ruleset() -> None:
    foreign = edition("1", "sticks", "Sticks", "2025-01-01", (), ())
    assert "edition “1” is one of “sticks”: name it with edition(" in (
        fault_of(editions=(*RULESET.editions, foreign))
    )


def test_every_fault_has_a_line_of_its_own() -> None:
    told = fault_of(procedures=without(without(RULESET.procedures, "concede"), "report"))
    assert [line.partition(":")[0] for line in told.splitlines()] == ["toy", "toy"]


def ends(what: Any, ruleset: Ruleset = RULESET) -> str:
    """What is said where this is yielded."""
    table = opened(RULESET, {}).now.state
    with pytest.raises(RulesetFault) as found:
        settle(ruleset, table, what, 3)
    return str(found.value)


def test_what_yields_grounds_without_end_is_stopped() -> None:
    def endless() -> Iterator[Any]:
        while True:
            yield grounds("and so on", "N1")

    assert "toy: entry 3 does not come to an end; Grounds was yielded last" in ends(endless())


def test_what_is_yielded_and_is_no_event_is_named() -> None:
    def wrong() -> Iterator[Any]:
        yield "a number"

    assert "toy: entry 3 yields str, which is no event of this ruleset" in ends(wrong())


def test_what_says_that_it_is_a_happening_and_is_none() -> None:
    assert ends(opened(RULESET, {}).now.state) == (
        "toy: what happens with entry 3 yields nothing and gives no happening, but Table: yield its "
        "events, and `yield from ()` where there are none"
    )


def test_an_event_that_is_given_back_and_not_yielded() -> None:
    def passes() -> Any:
        yield grounds("and so on", "N1")
        return TurnPassed("ben")

    assert ends(passes()) == (
        "toy: entry 3 gives TurnPassed back, and so it does not happen: yield it, as in "
        "`return (yield TurnPassed(…))`"
    )


def test_a_follow_that_never_sees_that_it_has_happened_is_stopped() -> None:
    def follow(_table: Any, _entry: int) -> Iterator[Any]:
        while True:
            yield TurnPassed("ana")

    table = opened(RULESET, {}).now.state
    with pytest.raises(RulesetFault, match=r"TurnPassed was yielded last.*: let `follow` see"):
        settle(changed(RULESET, follow=follow), table, nothing(table), 1)


def test_the_line_is_named_where_it_does_not_come_to_an_end() -> None:
    def inner() -> Iterator[Any]:
        while True:
            yield TurnPassed("ana")

    def follow(_table: Any, _entry: int) -> Iterator[Any]:
        yield from inner()

    table = opened(RULESET, {}).now.state
    with pytest.raises(RulesetFault, match=r"yielded last, in test_assembly.py, line \d+: let"):
        settle(changed(RULESET, follow=follow), table, nothing(table), 1)


def test_a_follow_that_calls_itself_is_stopped() -> None:
    def follow(table: Any, entry: int) -> Iterator[Any]:
        yield from follow(table, entry)

    table = opened(RULESET, {}).now.state
    with pytest.raises(RulesetFault) as why:
        settle(changed(RULESET, follow=follow), table, nothing(table), 7)
    assert str(why.value) == (
        "toy: what happens with entry 7 calls itself without an end: "
        "let it see in the state what has happened"
    )


def test_what_is_said_of_a_change_puts_in_only_what_there_is() -> None:
    assert fault_of(changes={"queue.*": "{} waits"}) == (
        "toy: `changes` says “{} waits” of “queue.*”: there is no {}, but {before}, {after} and {0}"
    )
    assert "there is no {1}, but {before} and {after}" in fault_of(changes={"turn": "{1}"})
    changed(RULESET, changes={"queue.*": ("{0}: {card} waits", "{0}: nothing waits")})

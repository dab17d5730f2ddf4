"""Records: what can be read, and the one sentence for what cannot."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.records.exports import as_yaml
from application.records.notation import Unclear, values
from application.records.records import BadRecord, open_record, read_record, record_of
from application.records.replay import differences, replay
from application.records.typed import step_from, step_from_words

pytestmark = pytest.mark.timeout(60)
"""Whoever reads a record never hangs over one."""

HEAD = """\
record: 1
ruleset: voidsiege
players: [ana, ben]
setup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}
"""
MOVE = "steps: [{by: ana, do: declare, unit: a1, command: move}]\n"


def refused(text: str) -> str:
    """The sentence for a text that is no record."""
    with pytest.raises(BadRecord) as why:
        open_record(record_of(text, "game.yaml"))
    sentence = str(why.value)
    assert sentence.startswith("game.yaml: ") and sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_record_gives_the_opening_and_the_steps_without_the_notes_on_them() -> None:
    text = HEAD + "steps: [{by: ana, do: pass, expect: illegal, cites: [G1]}]\n"
    record = record_of(text)
    assert record.opening.players == ("ana", "ben")
    assert record.opening.mode == "casual"
    assert record.opening.edition == "2025.1"
    (step,) = record.steps
    assert step.said == {"by": "ana", "do": "pass"}
    assert (step.expect, step.cites) == ("illegal", ("G1",))


def test_json_is_read_as_yaml_is() -> None:
    content = {
        "record": 1,
        "ruleset": "voidsiege",
        "players": ["ana", "ben"],
        "setup": {"points": {"ana": 3, "ben": 3}, "units": {"a1": {"owner": "ana"}}},
        "steps": [{"by": "ana", "do": "declare"}],
    }
    assert record_of(json.dumps(content)) == record_of(json.dumps(content, indent="\t"))


def test_an_alias_is_read_and_counted() -> None:
    assert values("a: &x [1, 2]\nb: *x\n") == {"a": [1, 2], "b": [1, 2]}


def test_the_last_of_many_keys_is_found_twice_without_counting_each_of_them() -> None:
    """Of 60,000 it took two minutes, for anybody who had a file replayed."""
    keys = [f'"{n}": 1' for n in range(60_000)]
    with pytest.raises(Unclear, match="“59999” stands twice"):
        values("{" + ", ".join([*keys, keys[-1]]) + "}")


def test_a_number_without_end_is_a_word_and_nobody_reckons_with_it() -> None:
    """Base 60 is YAML's: half a megabyte of it took 40 seconds."""
    long = "1:" * 250_000 + "1"
    assert values(f"a: {long}") == {"a": long}
    assert values("a: 1:30") == {"a": 90}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "it is empty"),
        ("# nothing\n", "it is empty"),
        ("just words", "a record is one mapping"),
        ("[1, 2]", "a record is one mapping"),
        ("a: [1\n", "line 2"),
        ("a: 1\na: 2\n", "line 2: “a” stands twice"),
        ('{"a": 1, "a": 2}', "“a” stands twice"),
        (HEAD + "colour: red\n", "“colour” is no key of a record"),
        (HEAD.replace("record: 1\n", ""), "“record” is missing"),
        (HEAD.replace("record: 1", "record: 2"), "format 2 is not known; expected 1"),
        (HEAD.replace("record: 1", "record: true"), "format true is not known"),
        (HEAD.replace("voidsiege", "chess"), "no ruleset “chess”; expected one of voidsiege"),
        (HEAD + "edition: 2025.1\n", '2025.1 is a number here; put it in quotes: "2025.1"'),
        (HEAD + 'edition: "1999"\n', "no edition “1999”; expected 2025.1"),
        (HEAD + "readings: {C99: wait}\n", "no open question “C99”"),
        (HEAD + "readings: {C1: never}\n", "no reading “never”; expected one of wait, snap_fire"),
        (HEAD + "readings: {C1: true}\n", "readings.C1: expected a word"),
        (HEAD + "mode: friendly\n", "“friendly” is not one of casual, tournament"),
        (HEAD.replace("[ana, ben]", "ana"), "players: expected a list"),
        (HEAD.replace("[ana, ben]", "[]"), "nobody plays"),
        (HEAD.replace("[ana, ben]", "[ana, judge]"), "“judge” is never a player's name"),
        (HEAD.replace("[ana, ben]", "[ana, ana]"), "“ana” has a seat already"),
        (HEAD.replace("[ana, ben]", "[ana, 7]"), "7 is no name"),
        (HEAD.replace("[ana, ben]", "[ana, 'b en']"), "“b en” is no name"),
        (HEAD.replace("a1: {owner", "1: {owner"), "setup.units.1: a key is a word here"),
        (HEAD.replace("setup: {", "setup: {moons: 2, "), "moons"),
        (HEAD + "steps: {}\n", "steps: expected a list"),
        (HEAD + "steps: [pass]\n", "step 1: expected one mapping"),
        (HEAD + "steps: [{do: pass}]\n", "step 1: “by” is missing"),
        (HEAD + "steps: [{by: ana}]\n", "step 1: “do” is missing"),
        (HEAD + "steps: [{by: eve, do: pass}]\n", "“eve” has no seat; expected one of ana, ben"),
        (HEAD + "steps: [{by: ana, do: pass, expect: no}]\n", "step 1: expect: false is not one"),
        (HEAD + "steps: [{by: ana, do: pass, cites: T1}]\n", "step 1: cites: expected a list"),
        (HEAD + "expect_state: []\n", "expect_state: expected a mapping"),
        (HEAD + "--- \nrecord: 1\n", "line 5: a second document"),
        (HEAD + "mode: !!python/object:os.system x\n", "line 5: the tag"),
        (HEAD + "mode: *nobody\n", "“*nobody” refers to nothing"),
        ("? [a, b]\n: 1\n", "line 1: a key is one word"),
        ("a: " + "[" * 100 + "]" * 100, "nested deeper than 40"),
        ("a: " + "[" * 1_000_000, "nested deeper than 40"),
        ("[" * 1_000_000, "nested deeper than 40"),
        ('{"a":' * 100_000, "nested deeper than 40"),
        ('{"a": "\\ud800"}', "half of a character"),
        ("a: [" + "1, " * 300_000 + "]", "more than 200000 values"),
        ("x" * 5_000_000, "longer than 4 MiB"),
        ("a: \x07\n", "not YAML"),
    ],
)
def test_what_is_no_record_gets_one_sentence(text: str, expected: Any) -> None:
    assert expected in refused(text)


def test_a_bomb_of_aliases_is_refused() -> None:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [
        f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    assert "more than 200000 values" in refused("\n".join(rows))


def test_a_step_that_names_an_unknown_thing_is_an_illegal_step_and_no_broken_file() -> None:
    """G1: a word or number where something else belongs is ruled on."""
    steps = [
        "{by: ana, do: dance}",
        "{by: ana, do: 7}",
        "{by: ana, do: [declare]}",
        "{by: ana, do: declare, unit: a9, command: move}",
        "{by: ana, do: declare, unit: a1, command: move, 7: 8}",
        "{by: ana, do: declare, unit: 99999999999999999999999, command: move}",
        "{by: ana, do: declare, unit: .inf, command: move}",
        "{by: ana, do: declare, unit: 2025-01-01, command: move}",
    ]
    text = HEAD + "steps:\n" + "".join(f"  - {step}\n" for step in steps)
    found = replay(record_of(text))
    assert [entry.ruling.verdict for entry in found.game.log] == ["illegal"] * len(steps)
    assert all("G1" in entry.ruling.cites for entry in found.game.log)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", "it is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not UTF-8"),
        (b"record: 1\n\xff\n", "line 2: not UTF-8"),
        (b"record: 1\0", "a binary file"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, raw: Any, expected: Any) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(raw)
    with pytest.raises(BadRecord, match=expected):
        read_record(path)


def test_a_file_that_is_not_there_or_a_directory(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="there is no such file"):
        read_record(tmp_path / "none.yaml")
    with pytest.raises(BadRecord, match="a folder; expected a file"):
        read_record(tmp_path)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.encode())
    assert read_record(path).opening.players == ("ana", "ben")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("by=ana do=pass", {"by": "ana", "do": "pass"}),
        ("{by: ana, do: pass}", {"by": "ana", "do": "pass"}),
        ("by: ana", {"by": "ana"}),
        ("targets=[b1, b2] n=3", {"targets": ["b1", "b2"], "n": 3}),
        ("agents={alpha: b1} charge=true", {"agents": {"alpha": "b1"}, "charge": True}),
        ('text="hello there: you"', {"text": "hello there: you"}),
        ("text=a:b", {"text": "a:b"}),
        ('{"by": "ana", "to": 3}', {"by": "ana", "to": 3}),
    ],
)
def test_a_step_on_a_line(line: Any, said: Any) -> None:
    assert step_from(line) == said


@pytest.mark.parametrize("words", [["by"], ["=x"], ["by=ana", "by=ben"], ["x=[1"]])
def test_words_that_are_no_step(words: Any) -> None:
    with pytest.raises(BadRecord, match="the step"):
        step_from_words(words)


def test_a_mismatch_names_the_step_or_the_place() -> None:
    text = HEAD + "steps: [{by: ana, do: declare, unit: a1, command: move, cites: [T9]}]\n"
    found = replay(record_of(text + "expect_state: {round: 2, nowhere: 1}\n"))
    first, second, third = (one.as_json() for one in found.mismatches)
    assert first == {
        "n": 1,
        "expected": "legal",
        "verdict": "legal",
        "cites": ("T1",),
        "expected_cites": ("T9",),
    }
    assert second == {"n": None, "path": "round", "expected": 2, "found": 1}
    assert third == {"n": None, "path": "nowhere", "expected": 1}


def test_strict_stops_at_the_first_step_that_is_not_legal() -> None:
    steps = "[{by: ben, do: declare, unit: b1, command: move, expect: illegal}, {by: ana, do: note, text: x}]"
    record = record_of(HEAD + f"steps: {steps}\nexpect_state: {{round: 9}}\n")
    assert replay(record, strict=True).game.length == 1
    assert not replay(record, strict=True).mismatches
    assert len(replay(record).mismatches) == 1


def test_the_state_of_an_earlier_entry_is_asked_for() -> None:
    record = record_of(HEAD + MOVE)
    assert replay(record, at=0).at == 0
    for wrong in (-1, 2):
        with pytest.raises(BadRecord, match=f"no entry {wrong}; the newest is 1"):
            replay(record, at=wrong)


def test_another_reading_for_this_run() -> None:
    assert replay(record_of(HEAD), {"C1": "snap_fire"}).game.law["C1"] == "snap_fire"
    with pytest.raises(BadRecord, match="no reading “never”"):
        replay(record_of(HEAD), {"C1": "never"})


def test_lists_are_compared_whole_and_sets_in_any_order() -> None:
    expected, found = {"zones": {"hand": ["a", "b"]}}, {"zones": {"hand": ["b", "a"]}}
    assert [one.path for one in differences(expected, found)] == ["zones.hand"]
    assert not list(differences(expected, found, sets=frozenset({"zones"})))
    assert list(differences({"n": True}, {"n": 1}))


def test_a_number_that_programs_read_differently_is_compared_by_its_digits() -> None:
    """It is read as text, and the state of a game may grow beyond what a record may say."""
    assert not list(differences({"n": str(3 * 2**53)}, {"n": 3 * 2**53}))
    assert list(differences({"n": str(3 * 2**53 + 1)}, {"n": 3 * 2**53}))
    assert list(differences({"n": "7"}, {"n": 7}))


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
jsonable = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**52), 2**52) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(words.filter(lambda key: key not in ("by", "do", "expect", "cites")), jsonable)
)
def test_whatever_was_said_is_exported_and_read_back(fields: Any) -> None:
    record = record_of(HEAD)
    game = open_record(record)
    from domain.kernel.shared import adjudicate

    game.take(*adjudicate(game, {"by": "ana", "do": "note", **fields}))
    again = replay(record_of(as_yaml(game)))
    assert not again.mismatches
    assert again.game.log == game.log


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.text("[]{}:-,&*!?|>'\"\n ab1#%", max_size=60))
def test_any_text_at_all_is_a_value_or_a_sentence(text: str) -> None:
    try:
        values(text)
    except Unclear as why:
        assert str(why)


PEOPLE = (
    HEAD
    + """\
names: {ana: "Ana Müller", ben: "<b>Бен</b>"}
about: {event: Spring Open, round: 3, table: 7, played: 2026-11-21}
"""
)


def test_names_in_scripts_that_join_letters_or_run_leftwards_are_names() -> None:
    for name in ("علی\u200cرضا", "ශ්\u200dරී", "נועה", "Zoë O’Brien"):
        text = PEOPLE.replace("Ana Müller", name)
        assert record_of(text).opening.names["ana"] == name


def test_what_is_said_for_people_is_kept_and_written_back() -> None:
    opening = record_of(PEOPLE).opening
    assert opening.names == {"ana": "Ana Müller", "ben": "<b>Бен</b>"}
    assert opening.about == {
        "event": "Spring Open",
        "round": 3,
        "table": 7,
        "played": "2026-11-21",
    }
    again = record_of(as_yaml(open_record(record_of(PEOPLE)))).opening
    assert (again.names, again.about) == (opening.names, opening.about)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("names: {eve: Eve}", "names: “eve” has no seat; expected one of ana, ben"),
        ("names: {judge: Jo}", "names: “judge” has no seat; expected one of ana, ben"),
        ("names: {ana: 7}", 'names.ana: expected text, not 7; put it in quotes: "7"'),
        (f"names: {{ana: {'x' * 81}}}", "names.ana: it has 81 characters; expected at most 80"),
        *(
            (
                f"names: {{ana: {json.dumps(f'Ana {sign}neb')}}}",
                f"names.ana: it holds U+{ord(sign):04X}",
            )
            for sign in "\u202a\u202e\u2066\u2069\u200b\u200f\u2060\ufeff\u2028\n\u3164"
        ),
        (
            'about: {event: "Open \\u202e1 dnuor"}',
            "about.event: it holds U+202E, which is not seen",
        ),
        ('about: {"\\u202e": 1}', "about: it holds U+202E"),
        ("names: [ana]", "names: expected a mapping, not a list"),
        ("about: {round: [3]}", "about.round: expected text or a number, not [3]"),
        ("about: Spring Open", "about: expected a mapping, not “Spring Open”"),
    ],
)
def test_what_is_said_for_people_is_text(given: str, sentence: str) -> None:
    assert sentence in refused(HEAD + given + "\n")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "setup.units: a name in it is blank; expected letters"),
        (" \u3000", "setup.units: a name in it is blank"),
        ("\u200d", "setup.units: a name in it is blank"),
        ("a1\u200b", "setup.units: a name in it holds U+200B, which is not seen; expected letters"),
        ("\u202ea1", "setup.units: a name in it holds U+202E"),
    ],
)
def test_every_name_in_a_set_up_is_seen(name: str, sentence: str) -> None:
    assert sentence in refused(HEAD.replace("a1:", f"{json.dumps(name)}:"))


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("2026-11-21", None, "step 1: at: “2026-11-21” is no moment; expected ISO 8601"),
        ("5", None, "step 1: at: 5 is no moment"),
        (
            "2026-11-21T18:04:00+01:00",
            "2026-11-21T17:03:59Z",
            "step 2: at: 2026-11-21T17:03:59Z lies before 2026-11-21T18:04:00+01:00, when step 1",
        ),
    ],
)
def test_when_steps_were_taken_never_goes_back(
    first: str, second: str | None, sentence: str
) -> None:
    steps = [f"{{by: ana, do: note, text: a, at: {at}}}" for at in (first, second) if at]
    assert sentence in refused(HEAD + f"steps: [{', '.join(steps)}]\n")


def test_when_a_step_was_taken_is_no_field_of_it() -> None:
    step = "{by: ana, do: declare, unit: a1, command: move, at: 2026-11-21T18:04:00+01:00}"
    found = replay(record_of(HEAD + f"steps: [{step}]\n"))
    assert not found.mismatches
    assert "at: '2026-11-21T18:04:00+01:00'" in as_yaml(found.game)

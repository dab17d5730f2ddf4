"""What is hidden is the kernel's to keep: the toy, in which numbers may be whispered, shows how."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.blocks.secret import ChoicesShown, InSecret, Secret
from domain.kernel.faults import RulesetFault
from domain.kernel.hiding import HIDDEN, Hiding
from domain.kernel.ruleset import SPECTATOR, Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.shared import adjudicate, trial
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from tests.spec import Story, given
from tests.toy import RULESET, Table, it_is_their_turn, say, view

HELD = {"ana": "ruby", "ben": "opal"}
"""Player → the stone in their hand."""


class Show(Step):
    stone: str
    number: int
    note: str | None = None


def sees(table: Table, viewer: str, name: str) -> bool:
    return HELD.get(viewer) == name or bool(table.said)


def stones(_table: Table) -> tuple[str, ...]:
    return tuple(HELD.values())


SHOW = Procedure(Show, say, (it_is_their_turn,))
STONES = changed(
    RULESET,
    procedures={**RULESET.procedures, "show": SHOW},
    hiding=Hiding(names=stones, sees=sees, step_name_fields=("stone",), guarded_fields=("stone",)),
)


class Whisper(Step):
    number: int


class Whispering(Table):
    whispered: Secret = Secret()


@stored_as("toy/number_whispered/v1")
class NumberWhispered(Event):
    by: str
    number: int
    rules: tuple[str, ...] = cites("N1")

    def after(self, table: Whispering, _entry: int) -> Whispering:
        return changed(table, whispered=table.whispered.with_choice(self.by, self.number))


@stored_as("toy/numbers_shown/v1")
class NumbersShown(ChoicesShown):
    SHOWS = InSecret(do="whisper", made=NumberWhispered, kept="whispered")
    numbers: Mapping[str, int]
    rules: tuple[str, ...] = cites("N1")


@requires("N1")
def they_have_not_whispered(table: Whispering, step: Whisper) -> Refusal | None:
    waited_for = step.by in table.whispered.waiting(table.players)
    return None if waited_for else illegal(f"{step.by} has whispered a number already")


def whisper(table: Whispering, step: Whisper) -> Happening:
    table = yield NumberWhispered(step.by, step.number)
    yield grounds(f"{step.by} whispers", "N1")
    if not table.whispered.waiting(table.players):
        numbers = table.whispered.chosen
        table = yield NumbersShown(numbers)
        yield grounds(f"{max(numbers.values())} is the highest", "N5")
    return table


SECRET = changed(
    RULESET,
    opens=lambda law, players, _setup: Whispering(law, players, players[0]),
    procedures={
        **RULESET.procedures,
        "whisper": Procedure(Whisper, whisper, (they_have_not_whispered,)),
    },
    events=(*RULESET.events, NumberWhispered, NumbersShown),
    view=lambda table, viewer: {
        **view(table, viewer),
        "whispered": table.whispered.in_view(viewer),
    },
)
"""Each whispers a number, and once all have, all are shown."""


def shows(by: str, stone: str) -> Mapping[str, Any]:
    return {"by": by, "do": "show", "stone": stone, "number": 1}


def game(ruleset: Any = STONES) -> Story:
    return given(ruleset, {})


def seen(story: Story, viewer: str) -> Any:
    """The newest entry as this viewer may see it."""
    entry, played = story.entry, story.game
    before, after = played.position(entry.n - 1).state, played.now.state
    return played.ruleset.entry_seen(entry, viewer, before, after)


def test_a_hidden_name_is_refused_in_the_words_for_one_that_is_nothing() -> None:
    """G1."""
    for stone in ("opal", "zinc"):
        story = game().when(**shows("ana", stone)).then_illegal("G1")
        told = seen(story, "ana").ruling
        assert told.reason == f"there is nothing named “{stone}” in this game."
        assert (told.cites, told.facts) == (("G1",), {})


def test_a_judge_is_told_that_the_name_is_hidden() -> None:
    story = game().when(**shows("ana", "opal"))
    assert seen(story, "judge").ruling.reason == "“opal” is there, but ana does not see it."


def test_others_are_not_told_what_a_refused_step_named_that_they_may_not_see() -> None:
    for stone in ("opal", "zinc"):
        shown = seen(game().when(**shows("ana", stone)), SPECTATOR)
        assert shown.said == {"by": "ana", "do": "show"}
        assert stone not in str(shown)


def test_a_step_that_is_tried_shows_nothing_that_it_would_uncover() -> None:
    story = game()
    shown = trial(story.game, shows("ana", "ruby"), "ben")
    assert shown.said["stone"] == HIDDEN
    entry, position = adjudicate(story.game, shows("ana", "ruby"))
    story.game.take(entry, position)
    assert seen(story, "ben").said["stone"] == "ruby"


def test_what_uncovers_a_name_to_its_player_is_taken_back_only_with_consent() -> None:
    """G4."""
    story = game().when(**shows("ana", "ruby")).then_legal()
    story.when(by="ana", do="undo").then_legal("G4")
    story.then_reason("it has brought something new to light, so ben must agree")


def whispers(story: Story, by: str, number: int) -> Story:
    return story.when(by=by, do="whisper", number=number)


def test_what_is_chosen_in_secret_is_its_players_own() -> None:
    story = whispers(game(SECRET), "ana", 7).then_legal()
    for viewer in ("ben", SPECTATOR):
        shown = seen(story, viewer)
        assert shown.said == {"by": "ana", "do": "whisper", "number": HIDDEN}
        assert shown.events[0].number is None
        assert "7" not in str(shown)
        assert story.game.view(viewer=viewer)["whispered"] == {"ana": HIDDEN}
    for viewer in ("ana", "judge"):
        assert seen(story, viewer) == story.entry
        assert story.game.view(viewer=viewer)["whispered"] == {"ana": 7}


def test_once_all_have_chosen_all_is_shown_and_taken_back_only_with_consent() -> None:
    """G4."""
    story = whispers(whispers(game(SECRET), "ana", 7), "ben", 3).then_legal()
    for viewer in ("ana", "ben", SPECTATOR):
        assert seen(story, viewer).events[-1].numbers == {"ana": 7, "ben": 3}
        assert story.game.view(viewer=viewer)["whispered"] == {}
    story.when(by="ben", do="undo").then_legal("G4")
    story.then_reason("it has brought something new to light, so ana must agree")


def test_of_the_entry_that_shows_all_everybody_is_told_all_and_by_which_rules() -> None:
    story = whispers(whispers(game(SECRET), "ana", 7), "ben", 3).then_legal()
    for viewer in ("ana", SPECTATOR):
        assert seen(story, viewer) == story.entry
        told = seen(story, viewer).ruling
        assert told.reason == "ben whispers. 7 is the highest."
        assert told.cites == ("N1", "N5")
    first = story.game.entry(1)
    before, after = (story.game.position(n).state for n in (0, 1))
    assert SECRET.entry_seen(first, "ben", before, after).said["number"] == HIDDEN


def test_a_choice_that_is_only_tried_shows_nobody_what_the_others_have_chosen() -> None:
    story = whispers(game(SECRET), "ana", 7)
    tried = {"by": "ben", "do": "whisper", "number": 3}
    shown = trial(story.game, tried, "ben")
    assert [type(event) for event in shown.events] == [NumberWhispered]
    assert (shown.ruling.reason, shown.ruling.cites) == (
        "ben whispers. What it reveals, and what follows from that, is seen once it happens.",
        ("N1",),
    )
    assert "7" not in str(shown)
    assert "7 is the highest" in trial(story.game, tried, "judge").ruling.reason


def test_what_a_choice_in_secret_is_made_with_has_to_be_there() -> None:
    steps = {do: one for do, one in SECRET.procedures.items() if do != "whisper"}
    events = tuple(kind for kind in SECRET.events if kind is not NumberWhispered)
    with pytest.raises(RulesetFault) as fault:
        changed(SECRET, procedures=steps, events=events)
    assert str(fault.value).splitlines() == [
        "toy: the event NumbersShown in tests.domain.kernel.test_hiding shows what was said by “whisper”, "
        "and there is no such step: give `procedures` one",
        "toy: the event NumbersShown in tests.domain.kernel.test_hiding shows what NumberWhispered in "
        "tests.domain.kernel.test_hiding kept, which is no event of this ruleset: add it to `events`",
    ]


def test_what_was_refused_in_secret_is_not_told_to_others() -> None:
    story = whispers(whispers(game(SECRET), "ben", 4), "ben", 7).then_illegal("N1")
    assert "7" not in str(seen(story, "ana"))
    assert seen(story, "ben") == story.entry


def test_without_hiding_everybody_sees_all() -> None:
    assert RULESET.entry_seen is None


def test_a_field_that_the_table_does_not_have_is_told_as_the_authors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NumbersShown, "SHOWS", changed(NumbersShown.SHOWS, kept="wispered"))
    told = "NumbersShown in .*: SHOWS keeps what was chosen in “wispered”, and `Whispering` has no"
    with pytest.raises(RulesetFault, match=told):
        game(SECRET).when(by="ana", do="whisper", number=3).when(by="ben", do="whisper", number=3)

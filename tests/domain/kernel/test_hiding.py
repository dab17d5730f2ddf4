"""What is hidden is the kernel's to keep: the toy, in which numbers may be whispered, shows how."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.blocks.secret import ChoicesShown, InSecret, Secret
from domain.kernel.faults import RulesetFault
from domain.kernel.hiding import HIDDEN, Hiding, parts_seen
from domain.kernel.rulebook import Law
from domain.kernel.ruleset import SPECTATOR, Happening, Procedure
from domain.kernel.ruling import Refusal, Ruling, grounds, illegal, requires
from domain.kernel.shared import adjudicate, options, trial
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from tests.spec import Story, given
from tests.toy import RULESET, NumberSaid, Table, it_is_a_number, it_is_their_turn, say, view

HELD = {"ana": "ruby", "ben": "opal"}
"""Player → the stone in their hand."""


class Show(Step):
    stone: str
    number: int
    note: str | None = None


def sees(table: Table, viewer: str, name: str) -> bool:
    return HELD.get(viewer) == name or bool(table.said)


def stones(table: Table) -> tuple[str, ...]:
    return tuple(HELD[player] for player in table.players)


SHOW = Procedure(Show, say, (it_is_their_turn,))
IN_HAND = Hiding(names=stones, sees=sees, step_name_fields=("stone",), guarded_fields=("stone",))
STONES = changed(RULESET, procedures={**RULESET.procedures, "show": SHOW}, hiding=IN_HAND)
ANA_PEEKS = changed(
    IN_HAND,
    sees=lambda table, viewer, name: HELD.get(viewer) == name or (viewer == "ana" and table.said),
)
"""Once a number is said, ana sees both stones; ben goes on seeing his own alone."""


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
    so = f"{step.by} has whispered a number already"
    return None if waited_for else illegal(so, number=step.number)


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
        "whisper": Procedure(Whisper, whisper, (they_have_not_whispered,), it_is_a_number),
    },
    events=(*RULESET.events, NumberWhispered, NumbersShown),
    view=lambda table, viewer: {
        **view(table, viewer),
        "whispered": table.whispered.in_view(viewer),
    },
)
"""Each whispers a number, and once all have, all are shown."""


BAGS = {"ana": ("ruby", "jade", "onyx"), "ben": ("opal",)}
"""Player → the stones in their bag, which nobody else ever sees."""


class Lay(Step):
    stone: str
    beside: tuple[str, ...] = ()
    upon: Mapping[str, str] = {}


@stored_as("toy/stone_laid/v1")
class StoneLaid(Event):
    by: str
    stone: str
    beside: tuple[str, ...] = ()
    upon: Mapping[str, str] = {}
    rules: tuple[str, ...] = cites("N1")

    def after(self, table: Table, _entry: int) -> Table:
        return table


@requires("G1")
def it_is_theirs(_table: Table, step: Lay) -> Refusal | None:
    return None if step.stone in BAGS[step.by] else illegal(f"no stone of theirs: “{step.stone}”")


@requires("N3")
def it_is_light(_table: Table, step: Lay) -> Refusal | None:
    return illegal(f"“{step.stone}” weighs 9", weight=9) if step.stone == "onyx" else None


def lay(_table: Table, step: Lay) -> Happening:
    table = yield StoneLaid(step.by, step.stone, step.beside, step.upon)
    yield grounds(f"{step.by} lays “{step.stone}”", "N1")
    return table


IN_BAG = Hiding(
    names=lambda table: [stone for player in table.players for stone in BAGS[player]],
    sees=lambda _table, viewer, stone: stone in BAGS.get(viewer, ()),
    step_name_fields=("stone", "beside", "upon"),
    event_name_fields=("stone", "beside"),
    event_keyed_fields=("upon",),
)
FACE_DOWN = changed(
    RULESET,
    procedures={
        **RULESET.procedures,
        "lay": Procedure(Lay, lay, (it_is_theirs, it_is_light), it_is_theirs),
    },
    events=(*RULESET.events, StoneLaid),
    hiding=IN_BAG,
)
"""Stones are laid face down: only whose bag they came from knows which they are."""


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
        assert seen(story, "ana").ruling == Ruling(
            "illegal", "rule", ("G1",), f"there is nothing named “{stone}” in this game."
        )


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


def test_what_a_ruleset_says_reveals_something_ends_what_is_told_of_a_trial() -> None:
    revealing = changed(
        FACE_DOWN, reveals=lambda event, before: type(event) is StoneLaid and before.turn == "ana"
    )
    tried = {"by": "ana", "do": "lay", "stone": "ruby"}
    assert trial(game(FACE_DOWN).game, tried, "ana").events == (StoneLaid("ana", "ruby"),)
    shown = trial(game(revealing).game, tried, "ana")
    assert (shown.ruling.verdict, shown.events) == ("legal", ())
    assert "is seen once it happens" in shown.ruling.reason


def test_what_uncovers_a_name_to_its_player_is_taken_back_only_with_consent() -> None:
    """G4."""
    story = game().when(**shows("ana", "ruby")).then_legal()
    story.when(by="ana", do="undo").then_legal("G4")
    story.then_reason("it has brought something new to light, so ben must agree")
    story = (
        game(changed(STONES, hiding=ANA_PEEKS))
        .when(**shows("ana", "ruby"))
        .when(by="ana", do="undo")
    )
    story.then_reason("it has brought something new to light, so ben must agree")


def test_what_uncovers_nothing_to_its_player_is_taken_back_at_once() -> None:
    """G4: they saw it all before, or still see no more than their own."""
    story = game().when(**shows("ana", "ruby")).when(by="ben", do="say", number=2)
    story.when(by="ben", do="undo").then_legal("G4").then_reason("takes back entry 2: nobody")
    story = game(FACE_DOWN).when(by="ana", do="lay", stone="ruby")
    story.when(by="ana", do="undo").then_legal("G4").then_reason("takes back entry 1: nobody")


def test_a_name_is_hidden_wherever_an_entry_has_it() -> None:
    upon = {"ruby": "opal", "opal": "jade"}
    said = {"by": "ana", "do": "lay", "stone": "ruby", "beside": ["jade", "opal"], "upon": upon}
    story = game(FACE_DOWN).when(**said).then_legal()
    shown = seen(story, "ben")
    unseen = {"beside": [HIDDEN, "opal"], "upon": {HIDDEN: "opal", "opal": HIDDEN}}
    assert shown.said == {**said, "stone": HIDDEN, **unseen}
    assert shown.events == (StoneLaid("ana", HIDDEN, (HIDDEN, "opal"), unseen["upon"]),)
    for viewer in ("ben", SPECTATOR):
        assert seen(story, viewer).ruling.reason == "ana lays a card."
        assert "ruby" not in str(seen(story, viewer))
    assert seen(story, "judge") == story.entry


def test_a_name_is_told_to_who_sees_it_before_the_entry_or_after_it() -> None:
    lies_open = Table(Law(RULESET.editions[0]), ("ana", "ben"), "ana", said={1: 1})
    put_away = changed(lies_open, said={})
    for before, after, hidden in (
        (lies_open, put_away, ()),
        (put_away, put_away, ("ruby",)),
        (put_away, lies_open, ()),
    ):
        assert IN_HAND.hidden_names("ben", before, after) == {*hidden}
        assert ANA_PEEKS.hidden_names("ben", before, after) == {"ruby"}
    assert not ANA_PEEKS.hidden_names("ana", put_away, lies_open)


def test_where_nothing_says_who_sees_a_name_everybody_does() -> None:
    hiding = Hiding(names=IN_BAG.names, step_name_fields=("stone",))
    story = game(changed(FACE_DOWN, hiding=hiding)).when(by="ana", do="lay", stone="ruby")
    assert seen(story, SPECTATOR) == story.entry


def test_of_a_hidden_name_not_even_what_is_put_right_is_told() -> None:
    parts = {
        "stones": {"ruby": {"lies": "in the bag"}, "opal": {"lies": ["ruby", "opal"], "up": True}}
    }
    assert parts_seen(parts, frozenset({"ruby"})) == {
        "stones": {HIDDEN: HIDDEN, "opal": {"lies": [HIDDEN, "opal"], "up": True}}
    }


def test_a_ruleset_may_say_itself_how_an_event_looks_to_whom() -> None:
    def as_seen(event: Any, table: Any, viewer: str, hidden: frozenset[str]) -> Any:
        return changed(event, stone=f"{viewer}: {event.stone in hidden}, {table.turn}'s turn")

    own = changed(IN_BAG, event_redactors={StoneLaid: as_seen})
    story = game(changed(FACE_DOWN, hiding=own)).when(by="ana", do="lay", stone="ruby")
    assert seen(story, "ben").events[0].stone == "ben: True, ana's turn"


@pytest.mark.parametrize(
    "own",
    [{"secret_step_fields": {"say": ("note",)}}, {"secret_event_fields": {NumberSaid: ("note",)}}],
)
def test_a_field_of_a_step_or_of_an_event_may_be_its_players_own(own: Any) -> None:
    said = {"by": "ana", "do": "say", "number": 3, "note": "psst"}
    hiding = Hiding(plain_fields=frozenset({"number"}), **own)
    story = game(changed(RULESET, hiding=hiding)).when(**said).then_legal()
    shown, (number_said, turn_passed) = seen(story, "ben"), story.entry.events
    if "secret_step_fields" in own:
        assert shown.said == {**said, "note": HIDDEN}
        assert shown.events == story.entry.events
    else:
        assert shown.said == said
        assert shown.events == (changed(number_said, note=None), turn_passed)
    assert seen(story, "ana") == story.entry


def test_a_reason_keeps_the_names_that_its_reader_saw_when_they_were_said() -> None:
    saw = changed(IN_BAG, remembered_names=lambda _, by: ["ruby"] if by == "ben" else [])
    story = game(changed(FACE_DOWN, hiding=saw)).when(by="ana", do="lay", stone="ruby")
    reasons = [seen(story, viewer).ruling.reason for viewer in ("ben", SPECTATOR)]
    assert reasons == ["ana lays “ruby”.", "ana lays a card."]


def test_what_somebody_writes_is_told_as_they_wrote_it() -> None:
    story = game(FACE_DOWN).when(by="ana", do="note", text="I hold “ruby”")
    assert seen(story, "ben") == story.entry
    story.when(by="ana", do="report", fact="spoken", words=["guess"]).then_legal().events()
    assert seen(story, "ben") == story.entry


def test_why_a_step_was_refused_that_was_played_all_the_same_is_told_without_what_is_hidden() -> (
    None
):
    said = {"by": "ana", "do": "lay", "stone": "onyx", "played": True}
    story = game(FACE_DOWN).when(**said).then_illegal("N3")
    shown = seen(story, "ben")
    assert shown.said == {**said, "stone": HIDDEN}
    assert shown.events[1:] == (StoneLaid("ana", HIDDEN),)
    assert (shown.ruling.verdict, shown.ruling.facts) == ("illegal", {})
    assert shown.ruling.reason == (
        "A step with a card that is not shown was refused, and played all the same."
    )
    assert seen(story, "ana") == story.entry
    story.when(by="ana", do="say", number=0, played=True).then_illegal("Q1")
    assert seen(story, "ben") == story.entry


def test_a_refusal_is_told_whole_to_who_sees_all_that_the_step_names() -> None:
    story = game(FACE_DOWN).when(by="ana", do="lay", stone="opal").then_illegal("G1")
    assert seen(story, "ben") == story.entry
    assert seen(story, "ana") == story.entry, "it is their own"
    for more in ({"beside": ["opal", "jade"]}, {"jade": 1}):
        story.when(by="ana", do="lay", stone="opal", **more).then_illegal("G1")
        shown = seen(story, "ben")
        assert shown.said == {"by": "ana", "do": "lay"}
        assert shown.ruling == Ruling(
            "illegal", "rule", (), "A step was refused that names something not shown here."
        )


def test_what_a_player_may_try_is_ruled_on_as_they_see_it() -> None:
    found = {one.ruling.reason for one in options(game(FACE_DOWN).game, "ana")}
    assert "no stone of theirs: “ben”." in found


def test_a_ruleset_may_say_itself_which_words_of_a_step_are_names() -> None:
    own = changed(IN_BAG, names_in_step=lambda said: [said["stone"].partition(" ")[0]])
    story = game(changed(FACE_DOWN, hiding=own))
    story.when(by="ana", do="lay", stone="opal of old", beside=["jade"]).then_illegal("G1")
    assert seen(story, "ben") == story.entry
    assert seen(story, SPECTATOR).said == {"by": "ana", "do": "lay"}


def test_of_a_judges_ruling_that_is_refused_players_are_not_told_what_the_entry_was_refused_for() -> (
    None
):
    story = game(FACE_DOWN).when(by="ana", do="lay", stone="opal").overrule(1, "legal")
    story.then_illegal("G1").then_reason("cannot be made legal: no stone of theirs: “opal”.")
    for viewer in ("ana", "ben", SPECTATOR):
        told = seen(story, viewer).ruling
        assert told.reason == "entry 1 has nothing to act on and cannot be made legal."
        assert told.facts == {}
    story.when(by="ana", do="lay", stone="ruby").overrule(3, "legal").then_illegal("G5")
    assert seen(story, "ben") == story.entry, "entry 3 is legal already"


def whispers(story: Story, by: str, number: int, **more: Any) -> Story:
    return story.when(by=by, do="whisper", number=number, **more)


def test_what_is_chosen_in_secret_is_its_players_own() -> None:
    story = whispers(game(SECRET), "ana", 7).then_legal()
    for viewer in ("ben", SPECTATOR):
        shown = seen(story, viewer)
        assert shown.said == {"by": "ana", "do": "whisper", "number": HIDDEN}
        assert shown.events[0].number is None
        assert shown.ruling == Ruling("legal", "rule", ("N1",), "Something was chosen in secret.")
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
    whispers(story, "ben", 7, played=True).then_illegal("N1")
    shown = seen(story, "ana")
    assert (shown.said["number"], shown.events[1].number) == (HIDDEN, None)
    assert shown.ruling == Ruling("illegal", "rule", ("N1",), "Something was chosen in secret.")
    story.when(by="ben", do="say", number=1).then_illegal("N1")
    assert seen(story, SPECTATOR) == story.entry, "it was said aloud"


def test_without_hiding_everybody_sees_all() -> None:
    assert RULESET.entry_seen is None


def test_a_field_that_the_table_does_not_have_is_told_as_the_authors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NumbersShown, "SHOWS", changed(NumbersShown.SHOWS, kept="wispered"))
    told = "NumbersShown in .*: SHOWS keeps what was chosen in “wispered”, and `Whispering` has no"
    with pytest.raises(RulesetFault, match=told):
        game(SECRET).when(by="ana", do="whisper", number=3).when(by="ben", do="whisper", number=3)

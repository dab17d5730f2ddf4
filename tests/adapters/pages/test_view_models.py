"""What pages show: offers judged with what is still to be filled in, moments, and previews."""

from array import array
from dataclasses import replace as changed_view

from adapters.web.pages.faces import faces_of
from adapters.web.pages.statements.views import statement_view
from adapters.web.pages.view_models import entry_view, pieces_moved
from application.desk.preview import preview
from application.desk.statements import going_back_to, proposing
from application.game.choices import judged_prompt
from application.game.live_game import LiveGame
from application.game.options import best_ruling, undo_preview
from application.ledger.store import Head
from application.records.replay import replay
from domain.kernel.board import Group, Mark, Piece
from domain.kernel.shared import adjudicate, options
from domain.kernel.steps import JUDGE
from domain.nullshapers.hidden import may_see
from domain.nullshapers.view.picture import picture
from tests.application.cases import played, record, records
from tests.spec import given

TABLE = {
    "points": {"ana": 3, "ben": 3},
    "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
}
MOVE = {"by": "ana", "do": "declare", "unit": "a1", "command": "move"}
DECLINE = {"by": "ben", "do": "decline"}
ROLLED = ("arcane-legions", "17", 3)
"""The dice have to be rolled next."""


def test_a_step_that_asks_for_dice_is_offered_when_dice_make_it_legal() -> None:
    """Without its dice it would be refused as incomplete."""
    game = played(*ROLLED[:2]).at(ROLLED[2])
    roll = next(one for one in options(game, "ana") if one.candidate.said["do"] == "roll")
    assert roll.ruling.cites == ("G1",)
    assert best_ruling(game, roll.candidate).verdict == "legal"


def test_nothing_hidden_is_asked_of_a_player() -> None:
    """What the other holds in hand is no answer to any prompt."""
    for path in records("nullshapers")[:30]:
        game = replay(record(path)).game
        table = game.now.state
        for player in game.players:
            names = {one.answer.piece for one in judged_prompt(game, player).choices}
            hidden = {id for id, card in table.cards.items() if not may_see(table, player, id)}
            assert not names & hidden


def test_taking_back_says_whether_others_are_asked() -> None:
    game = given("voidsiege", TABLE).when(**MOVE).game
    assert (undo_preview(game, "ana").legal, undo_preview(game, "ana").asks) == (True, False)
    game.take(*adjudicate(game, DECLINE))
    asked = undo_preview(game, "ana")
    assert (asked.legal, asked.asks, asked.entry) == (True, True, 1)
    assert not undo_preview(given("voidsiege", TABLE).game, "ben").legal


def test_a_step_is_told_beside_its_ruling_only_where_the_ruling_does_not_say_it() -> None:
    live = LiveGame("g", given("voidsiege", TABLE).game, Head(1, ""), array("q", [0, 0, 0]))
    for said in (MOVE, {**MOVE, "by": "ben"}):
        live.game.take(*adjudicate(live.game, said))
    faces = faces_of(live.game, {}, JUDGE)
    legal, refused = (entry_view(live, n, JUDGE, faces) for n in (1, 2))
    assert legal.reason == f"{legal.words}." and legal.words_besides == ""
    assert refused.words_besides == refused.words == "ben gives “a1” Move"
    assert changed_view(refused, reason=f"{refused.words}, and may not.").words_besides


def test_where_a_list_called_the_seats_a_ruling_names_the_people() -> None:
    seats = ("north", "south")
    units = {"north-1": {"owner": "north"}, "b1": {"owner": "south"}}
    table = {"points": dict.fromkeys(seats, 3), "units": units}
    story = given("voidsiege", table, seats).when(**{**MOVE, "by": "north", "unit": "north-1"})
    told = story.when(by="north", do="move", unit="north-1").entry.ruling.reason
    assert told == "south is asked first whether to react to Move of “north-1”, since entry 1."
    faces = faces_of(story.game, {"north": "Zoë", "south": "Ben Okoro"}, JUDGE)
    assert faces.in_names(told).startswith("\u2068Ben Okoro\u2069 is asked first")
    assert "“north-1”" in faces.in_names(told)


def test_what_people_write_and_pieces_keep_their_words() -> None:
    units = {"north": {"owner": "south"}, "a1": {"owner": "north"}}
    table = {"points": {"north": 3, "south": 3}, "units": units}
    story = given("voidsiege", table, ("north", "south"))
    faces = faces_of(story.game, {"north": "Zoë", "south": "Ben Okoro"}, JUDGE)
    assert faces.in_names("“north” is south's unit; north waits") == (
        "“north” is \u2068Ben Okoro\u2069's unit; north waits"
    )
    note = {"by": "north", "do": "note", "text": "the south edge counts"}
    told = "north notes: the south edge counts"
    assert faces.in_names(told, note) == told
    assert faces.in_names("south waits", MOVE) == "\u2068Ben Okoro\u2069 waits"


def test_what_a_proposal_to_go_back_would_take_back_names_the_people() -> None:
    units = {"north-1": {"owner": "north"}, "b1": {"owner": "south"}}
    table = {"points": {"north": 3, "south": 3}, "units": units}
    story = given("voidsiege", table, ("north", "south"))
    game = story.when(**{**MOVE, "by": "north", "unit": "north-1"}).game
    game.take(*adjudicate(game, proposing(0, going_back_to(0, [1]), "x")))
    live = LiveGame("g", game, Head(2, ""), array("q", [0, 0, 0]))
    put = statement_view(live, "south", faces_of(game, {"north": "Zoë"}, "south"))
    assert put is not None
    assert put.gone == ((1, "\u2068Zoë\u2069 gives “north-1” Move"),)


def test_a_seat_is_left_as_it_is_where_the_set_up_may_mean_something_else_by_it() -> None:
    chosen = given("voidsiege", TABLE).game
    assert faces_of(chosen, {"ana": "Ana Silva"}, JUDGE).in_names("ana waits") == "ana waits"
    units = {"north tower": {"owner": "north"}, "b1": {"owner": "south"}}
    table = {"points": {"north": 3, "south": 3}, "units": units}
    faces = faces_of(given("voidsiege", table, ("north", "south")).game, {"north": "Zoë"}, JUDGE)
    assert faces.in_names("“north tower” of north waits") == "“north tower” of north waits"


def test_pieces_that_lie_otherwise_are_changed() -> None:
    before = (Group("ana", "ana", (Piece("a1", "a1"), Piece("a2", "a2"))),)
    after = (Group("ana", "ana", (Piece("a1", "a1", marks=(Mark("run", 3),)), Piece("a2", "a2"))),)
    assert pieces_moved(before, after) == {("ana ana", "a1")}
    assert pieces_moved(before, before) == frozenset()


def test_a_preview_shows_exactly_what_a_rewind_takes_back() -> None:
    game = given("voidsiege", TABLE).when(**MOVE).when(**DECLINE).game
    found = preview(game, {"by": "judge", "do": "rewind", "to": 0, "because": "a slip"})
    assert [one.n for one in found.takes_back] == [2, 1]
    assert found.brings_back == ()
    assert any("a1 move" in line for line in found.changes)
    assert game.length == found.entry == 2


def test_a_preview_shows_what_stands_again() -> None:
    """A rewind of a rewind."""
    game = given("voidsiege", TABLE).when(**MOVE).game
    game.take(*adjudicate(game, {"by": "judge", "do": "rewind", "to": 0, "because": "a slip"}))
    found = preview(game, {"by": "judge", "do": "rewind", "to": 1, "because": "no slip"})
    assert [one.n for one in found.takes_back] == [2]
    assert [one.n for one in found.brings_back] == [1]


def test_a_preview_of_what_cannot_be_done_is_the_ruling() -> None:
    game = given("voidsiege", TABLE).when(**MOVE).game
    found = preview(game, {"by": "judge", "do": "rewind", "to": 9, "because": "a slip"})
    assert (found.ruling.verdict, found.ruling.cites) == ("illegal", ("G1",))
    assert found.takes_back == found.changes == ()


def test_what_is_aimed_at_in_the_queue_is_called_by_its_name() -> None:
    table = played("nullshapers", "71").at(12).now.state
    aims = {one.words: one.aims for one in picture(table, "ben", "ben").queue}
    assert aims["nullify2"] == ("nullify",)

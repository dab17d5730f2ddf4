"""Cards in zones: who knows which lies where, and what follows from that."""

from typing import Any

import pytest

from domain.kernel.blocks.zones import (
    ALL,
    NOBODY,
    OWNER,
    Zones,
    card_in,
    card_names,
    hiding_of,
    lies_in_their,
)
from domain.kernel.hiding import HIDDEN
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE, Step
from domain.kernel.values import Value

ZONES = (
    Zones({"deck": NOBODY, "hand": OWNER, "discard": ALL})
    .laid_out("deck", {"ana": {"oak1": "oak", "elm1": "elm", "ash1": "ash"}, "ben": {}})
    .laid_out("hand", {"ben": {"oak2": "oak"}})
)


class Table(Value):
    zones: Zones = ZONES
    players: tuple[str, ...] = ("ana", "ben")


class Play(Step):
    card: str


DRAWN = ZONES.moved("oak1", "hand", "ana", 4)


def test_the_top_of_a_deck_is_drawn_and_its_owner_alone_knows_it() -> None:
    assert ZONES.top("deck", "ana") == "oak1"
    assert DRAWN.top("deck", "ana") == "elm1"
    assert DRAWN.top("deck", "ben") is None
    assert [who for who in ("ana", "ben", SPECTATOR, JUDGE) if DRAWN.sees(who, "oak1")] == [
        "ana",
        JUDGE,
    ]
    assert [who for who in ("ana", "ben", JUDGE) if DRAWN.sees(who, "elm1")] == [JUDGE]


def test_what_is_laid_anew_where_it_lay_goes_on_lying_there() -> None:
    anew = DRAWN.laid_anew("hand", "ana", ["elm1", "oak1"], 9)
    assert anew.lying("hand", "ana") == ("elm1", "oak1")
    assert [anew.cards[name].since for name in ("elm1", "oak1")] == [9, 4]
    assert DRAWN.laid_anew("hand", "ana", ["oak2"], 9).cards["oak2"].since == 9, "it was ben's"


def test_what_all_have_seen_they_go_on_knowing_until_it_is_shuffled() -> None:
    laid = ZONES.laid_out("discard", {"ana": {"yew1": "yew"}})
    assert laid.moved("yew1", "deck", "ana", 4).sees("ben", "yew1")
    back = ZONES.moved("oak1", "discard", "ana", 4).moved("oak1", "deck", "ana", 5)
    assert back.lying("deck", "ana") == ("elm1", "ash1", "oak1")
    assert back.sees("ben", "oak1")
    assert back.of_each("ben", "deck", ["ana"]) == {"ana": [HIDDEN, HIDDEN, "oak1"]}
    of_both = back.laid_out("deck", {"ben": {"yew1": "yew"}}).with_shown("yew1")
    assert of_both.shuffled("deck", "ana").sees("ana", "yew1"), "that deck was not"
    shuffled = back.shuffled("deck", "ana")
    assert not shuffled.sees("ben", "oak1")
    assert shuffled.lying("deck", "ana") == ("ash1", "elm1", "oak1")


def test_several_move_in_their_order() -> None:
    after = ZONES.all_moved(("ash1", "oak1"), "discard", "ana", 7)
    assert after.lying("discard", "ana") == ("ash1", "oak1")
    assert after.cards["ash1"].since == 7


def test_a_card_that_is_shown_stays_where_it_lies() -> None:
    shown = DRAWN.with_shown("oak1")
    assert shown.lies("oak1", "hand", "ana")
    assert shown.of_each("ben", "hand", ("ana", "ben")) == {
        "ana": ["oak1"],
        "ben": ["oak2"],
    }


@pytest.mark.parametrize(
    ("viewer", "hands", "decks"),
    [
        ("ana", {"ana": ["oak1"], "ben": 1}, {"ana": 2, "ben": 0}),
        (SPECTATOR, {"ana": 1, "ben": 1}, {"ana": 2, "ben": 0}),
        (JUDGE, {"ana": ["oak1"], "ben": ["oak2"]}, {"ana": ["elm1", "ash1"], "ben": []}),
    ],
)
def test_the_view_has_the_cards_that_are_seen_and_the_number_of_others(
    viewer: str, hands: Any, decks: Any
) -> None:
    view = DRAWN.in_view(viewer)
    assert (view["hand"], view["deck"]) == (hands, decks)
    assert view["discard"] == {"ana": [], "ben": []}
    assert ZONES.of_each("ana", "hand", ["ana"]) == {"ana": []}, "whose it is sees that it is empty"


def test_the_board_shows_the_cards_that_are_seen() -> None:
    group = DRAWN.group("ana", "hand", "ana", "3 lights")
    assert (group.title, group.owner, group.note) == ("hand", "ana", "3 lights, 1 card")
    assert [(one.id, one.name) for one in group.pieces] == [("oak1", "oak1, oak")]
    assert DRAWN.group("ben", "hand", "ana").pieces == ()
    titles = [(one.owner, one.title) for one in DRAWN.groups("ben", ("ana",))]
    assert titles == [("ana", "deck"), ("ana", "hand"), ("ana", "discard")]


def test_a_field_takes_the_cards_that_its_player_knows_to_be_there() -> None:
    table = Table(DRAWN.with_shown("oak2"))
    names = card_names()
    in_hand = card_in("hand", names)
    assert [*in_hand.fit(table, "ana", {})] == ["oak1"]
    assert (in_hand.words, in_hand.question(table, {})) == (
        "a card of one's own hand",
        "Which card?",
    )
    assert names.are_pieces, "they are tapped on the board"
    assert [*card_in("deck", names).fit(table, "ana", {})] == []
    assert [*names.known(table, "ben")] == ["oak2"]


def test_the_check_that_a_card_is_there_names_the_entry_that_brought_it_elsewhere() -> None:
    """N7: the rule is the one that the chapter names."""
    check = lies_in_their("hand", "N7")
    table = Table(DRAWN.moved("oak1", "discard", "ana", 6))
    assert check(Table(DRAWN), Play(by="ana", card="oak1")) is None
    refusal = check(table, Play(by="ana", card="oak1"))
    assert refusal is not None
    assert (refusal.reason, refusal.since) == ("“oak1” is not in the hand of ana", (6,))
    assert check.rules == ("N7",)
    another_s = check(table, Play(by="ana", card="oak2"))
    assert another_s is not None
    assert another_s.reason == "“oak2” is not in the hand of ana"
    unknown = check(table, Play(by="ana", card="zinc"))
    assert unknown is not None
    assert unknown.since == ()


def test_what_is_hidden_follows_from_the_zones() -> None:
    hiding = hiding_of(("card",), ("number",), lambda _table, name: name == "the well")
    table = Table(DRAWN)
    assert hiding.hidden_names("ben", table, table) == {"oak1", "elm1", "ash1"}
    there = [
        name
        for name in ("oak1", "oak2", "ana", "the well", "zinc")
        if hiding.is_there(table, "ben", name)
    ]
    assert there == ["oak2", "ana", "the well"]
    assert (hiding.plain_fields, hiding.guarded_fields) == ({"number"}, ("card",))

"""A game as one viewer knows it: what is hidden from them is drawn, and all looks to them as it did."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from application.lab.dispute import dispute_at, game_of
from application.records.replay import replay
from domain.kernel.determinization import CannotDraw, game_as_known
from domain.kernel.hiding import entry_seen, words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Ruleset, SetupError
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from domain.nullshapers import RULESET as NULLSHAPERS
from tests import wreckers
from tests.application.cases import record, records
from tests.domain.nullshapers.tables import AGENT, FORK, JOLT, QUAKE, hand, on, table
from tests.examples.lanterns import RULESET as LANTERNS
from tests.golden import golden_game, names
from tests.properties.play import filled, play
from tests.spec import given, opened


def as_ruled_today(game: Game) -> Game:
    return game_of(dispute_at(game, game.length), game.ruleset)


def played() -> Iterator[Game]:
    """Recorded and golden games of Nullshapers, at their end."""
    yield from (replay(record(path)).game for path in records("nullshapers")[::3])
    yield from (
        as_ruled_today(golden_game("nullshapers", name)) for name in names("nullshapers")[::5]
    )


def entries_seen(game: Game, viewer: str) -> list[Any]:
    hiding = game.ruleset.hiding
    assert hiding is not None
    states = [game.position(n).state for n in range(game.length + 1)]
    return [entry_seen(hiding, one, viewer, *states[one.n - 1 : one.n + 1]) for one in game.log]


def test_every_recorded_game_can_be_taken_up_by_each_of_its_players() -> None:
    """And by a spectator: in every situation, queue and windows included."""
    for game in played():
        for viewer in (*game.players, SPECTATOR):
            if not game.is_laid_open:
                found = game_as_known(game, viewer, Random(1))
                assert found.view(viewer=viewer) == game.view(viewer=viewer)
                assert found.length == game.length


HELD = {"alpha": on("ana", AGENT), "spy": hand("ben", JOLT), "own": hand("ana", JOLT)}


def test_nothing_that_is_hidden_comes_into_it() -> None:
    """Ben holds one card, and ana knows no more of it than that."""
    found = game_as_known(table(HELD).game, "ana", Random(1))
    assert set(found.opening.setup["cards"]) == {"alpha", "own", "unknown1"}
    drawn = found.opening.setup["cards"]["unknown1"]
    assert (drawn["owner"], drawn["zone"]) == ("ben", "hand")
    assert drawn["type"] in (AGENT["type"], JOLT["type"])


def test_what_has_come_to_light_is_what_it_is() -> None:
    """Ana saw ben play his card: it was in his hand all the time; what he holds beside it is drawn."""
    spy = hand("ben", JOLT, mode="initial")
    story = table({**HELD, "spy": spy, "other": hand("ben", AGENT)}, turn_player="ben")
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_legal()
    found = game_as_known(story.game, "ana", Random(1))
    assert entries_seen(found, "ana") == entries_seen(story.game, "ana")
    cards = found.opening.setup["cards"]
    assert cards["spy"] == spy
    assert "other" not in cards and len(cards) == 4


def test_a_step_that_is_not_shown_is_one_that_they_might_have_taken() -> None:
    """Ben converted a card of his hand, and ana did not see which."""
    story = table({**HELD, "other": hand("ben", AGENT)}, turn_player="ben")
    story.when(by="ben", do="convert", card="other").then_legal()
    found = game_as_known(story.game, "ana", Random(1))
    assert entries_seen(found, "ana") == entries_seen(story.game, "ana")
    assert str(found.entry(1).said["card"]).startswith("unknown")


BIDS = {"hands": {}}


@pytest.mark.parametrize("shown", [False, True])
def test_a_choice_made_in_secret_is_drawn_until_it_is_shown(shown: bool) -> None:
    game = opened(LANTERNS, BIDS, ("ana", "ben"))
    bids = [("ben", 2), ("ana", 1)][: 2 if shown else 1]
    for by, amount in bids:
        game.take(*adjudicate(game, {"by": by, "do": "bid", "amount": amount}))
    found = [game_as_known(game, "ana", Random(n)).entry(1).said["amount"] for n in range(20)]
    assert set(found) == ({2} if shown else {0, 1, 2, 3})


def test_without_anything_to_draw_from_the_example_of_the_ruleset_is_drawn_from() -> None:
    found = game_as_known(table({"spy": hand("ben", JOLT)}).game, "ana", Random(1))
    assert list(found.opening.setup["cards"]) == ["unknown1"]


def test_what_rests_on_what_they_do_not_see_names_the_entry() -> None:
    story = table(HELD, turn_player="ben")
    slower = {"cards": {"spy": {"speed": 2}}}
    story.when(by="judge", do="correct", parts=slower, because="it lies so").then_legal()
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_legal()
    with pytest.raises(CannotDraw) as why:
        game_as_known(story.game, "ana", Random(1))
    assert why.value.entry == 2


def test_what_was_not_shown_and_then_ruled_legal_may_rest_on_what_they_do_not_see() -> None:
    story = table({**HELD, "other": hand("ben", AGENT)})
    slower = {"cards": {"spy": {"speed": 2}}}
    story.when(by="judge", do="correct", parts=slower, because="it lies so").then_legal()
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_illegal("T6")
    story.overrule(2, "legal").then_legal()
    with pytest.raises(CannotDraw) as why:
        game_as_known(story.game, "ana", Random(1))
    assert why.value.entry == 3


TABLES = [
    (LANTERNS, LANTERNS.example(("ana", "ben", "cem")) if LANTERNS.example else {}),
    (wreckers.RULESET, wreckers.SETUP),
]


@pytest.mark.parametrize(("ruleset", "setup"), TABLES, ids=["lanterns", "wreckers"])
def test_whatever_is_said_it_can_be_taken_up(ruleset: Ruleset, setup: Any) -> None:
    """Also where what comes next depends on what a hidden card is."""
    for seed in range(12):
        game = play(opened(ruleset, setup, wreckers.PLAYERS_OF), Random(seed), 25, filled).game
        for viewer in () if game.is_laid_open else (*game.players, SPECTATOR):
            found = game_as_known(game, viewer, Random(seed))
            assert found.view(viewer=viewer) == game.view(viewer=viewer)


def drawn(game: Game, seeds: int = 20) -> list[dict[str, Any]]:
    """The set-ups of so many games as ana knows this one."""
    return [dict(game_as_known(game, "ana", Random(seed)).opening.setup) for seed in range(seeds)]


def test_what_is_drawn_is_something_that_they_have_seen_and_not_how_it_lay() -> None:
    """Ana has seen an agent, which is locked, and a jolt; what ben holds is neither."""
    cards = {**HELD, "alpha": on("ana", AGENT, locked=True), "spy": hand("ben", QUAKE)}
    found = [setup["cards"]["unknown1"] for setup in drawn(table(cards).game)]
    assert all(card in (hand("ben", AGENT), hand("ben", JOLT)) for card in found)
    assert hand("ben", AGENT) in found and hand("ben", JOLT) in found


def wrecked(decks: Any, hands: Any, ruleset: Ruleset = wreckers.RULESET, **more: Any) -> Game:
    """Ben is the first in the seats: of equal bids his is the highest."""
    setup = {"decks": {"ana": {}, "ben": {}, **decks}, "hands": {"ana": {}, "ben": {}, **hands}}
    return opened(ruleset, {**setup, **more}, ("ben", "ana"))


def said(game: Game, *steps: tuple[str, dict[str, Any]]) -> Game:
    for by, step in steps:
        entry, position = adjudicate(game, {"by": by, **step})
        assert entry.happened, entry
        game.take(entry, position)
    return game


DRAW, KEEP = {"do": "draw"}, {"do": "keep"}


def bid(amount: int) -> dict[str, Any]:
    return {"do": "bid", "amount": amount}


def test_what_lies_in_hands_is_drawn_from_hands_and_from_all_where_nothing_was_seen() -> None:
    """A storm came up from ana's deck: it may lie in decks, but nobody has seen one in a hand."""
    decks = {"ana": {"d1": "storm", "d2": "rope"}}
    game = wrecked(decks, {"ana": {"h1": "gold"}, "ben": {"i1": "rope"}})
    assert {setup["decks"]["ana"]["unknown1"] for setup in drawn(game)} == {"gold"}
    found = drawn(said(game, ("ben", bid(0)), ("ana", bid(1)), ("ana", DRAW)))
    assert {kind for setup in found for kind in setup["hands"]["ben"].values()} == {"gold"}
    assert {kind for setup in found for kind in setup["decks"]["ana"].values()} == {"storm"}


def test_what_was_drawn_unseen_is_nothing_that_would_have_been_laid_open() -> None:
    """Ana has seen nothing but storms; what ben drew was none."""
    game = wrecked({"ben": dict.fromkeys("abcdefgh", "gold")}, {"ana": {"h1": "storm"}})
    for _ in range(6):
        said(game, ("ben", bid(0)), ("ana", bid(0)), ("ben", DRAW), ("ben", KEEP))
    for setup in drawn(game, 3):
        kinds = [*setup["decks"]["ben"].values()]
        assert "storm" not in kinds[:6] and kinds[6:] == ["storm"] * 2


def test_what_hidden_cards_are_called_and_in_which_order_they_are_listed_leaves_no_trace() -> None:
    def found(called: str) -> Any:
        held = {name: hand("ben", JOLT) for name in called[:2]}
        deck = {name: on("ben", JOLT, zone="deck") for name in called[2:]}
        cards = {name: {**held, **deck}[name] for name in called[5:] + called[:5]}
        game = table({"alpha": on("ana", AGENT), **cards}, decks={"ben": [*deck]}).game
        return drawn(game, 1)[0]

    setup = found("abcdefghijklm")
    assert [*setup["cards"]] == ["alpha", *(f"unknown{n}" for n in range(1, 14))]
    for others in ("mlkjihgfedcba", "fghijklmabcde"):
        assert found(others) == setup
        assert [*found(others)["cards"]] == [*setup["cards"]]


def test_a_name_that_a_player_has_or_that_was_said_is_given_to_nothing_hidden() -> None:
    """Who is called unknown1 plays a card; ana says a name that is nothing's."""
    cards = {"alpha": on("ana", AGENT), "spy": hand("unknown1", JOLT)}
    setup = {"energy": {"unknown1": {"void": 10}}, "turn_player": "unknown1", "cards": cards}
    story = given("nullshapers", setup, ("ana", "unknown1"))
    assert set(drawn(story.game, 1)[0]["cards"]) == {"alpha", "unknown2"}
    story.when(by="unknown1", do="play", card="spy", targets=["alpha"]).then_legal()
    assert drawn(story.game, 1)[0]["cards"]["spy"] == cards["spy"]
    story = table(HELD).when(by="ana", do="play", card="unknown1", targets=["alpha"])
    story.then_illegal("G1")
    assert set(drawn(story.game, 1)[0]["cards"]) == {"alpha", "own", "unknown2"}


@pytest.mark.parametrize("name", ["agent", "a", "jolt", "owner"])
def test_a_hidden_card_may_be_called_as_what_is_said_of_another(name: str) -> None:
    """As its type, one of its options, what people call it, or a field."""
    seen = {"alpha": on("ana", AGENT), "own": hand("ana", FORK, name="jolt")}
    [found] = drawn(table({**seen, name: hand("ben", JOLT)}).game, 1)
    assert {key: found["cards"][key] for key in seen} == seen
    assert set(found["cards"]) == {*seen, "unknown1"}


def test_a_hidden_card_may_be_called_as_what_another_is() -> None:
    game = wrecked({}, {"ana": {"h1": "gold"}, "ben": {"gold": "rope"}})
    assert drawn(game, 1)[0]["hands"] == {"ana": {"h1": "gold"}, "ben": {"unknown1": "gold"}}


def test_wherever_the_set_up_names_it_a_hidden_card_is_a_blank() -> None:
    def lay_out(law: Any, players: tuple[str, ...], said: Any) -> Any:
        return wreckers.lay_out(law, players, {key: said[key] for key in ("decks", "hands")})

    naming = {"next": "e1", "order": [["e2", "h1", "e1"]], "upon": {"h1": ["e1"], "e2": "e1"}}
    decks, hands = {"ben": {"e1": "gold", "e2": "gold"}}, {"ana": {"h1": "gold"}}
    [setup] = drawn(wrecked(decks, hands, changed(wreckers.RULESET, opens=lay_out), **naming), 1)
    blanks = [*setup["decks"]["ben"]]
    assert setup["next"] in blanks and setup["upon"]["h1"] == [setup["next"]]
    assert setup["order"] == [[blanks[0], "h1", blanks[1]]]
    assert not {"e1", "e2"} & {*words_in(setup)}


def test_also_where_it_is_named_as_how_another_lies_it_is_a_blank_by_its_place_alone() -> None:
    """Which blank it is does not hang on its name, nor on how another hidden card lies."""

    def lay_out(law: Any, players: tuple[str, ...], said: Any) -> Any:
        cards = {
            name: {field: part for field, part in card.items() if field != "attached_to"}
            for name, card in said["cards"].items()
        }
        return NULLSHAPERS.opens(law, players, {"cards": cards})

    def found(called: str, order: str) -> Any:
        a, b, c, d, e = [*called[:5]]
        hidden = {name: hand("ben", JOLT, attached_to=order[0]) for name in order}
        cards = {
            "alpha": on("ana", AGENT, attached_to=a),
            **hidden,
            "deep": on("ben", JOLT, zone="deck"),
        }
        naming = {"row": [[e, d, "deep"]], "upon": {"alpha": [b], c: d}}
        game = opened(changed(NULLSHAPERS, opens=lay_out), {"cards": cards, **naming})
        return drawn(game, 1)[0]

    setup = found("tuvwxyz", "tuvwxyz")
    named = [setup["cards"]["alpha"]["attached_to"], *setup["upon"]["alpha"], *setup["row"][0]]
    assert len(named) == 4 and {*named} < {*setup["cards"]} - {"alpha"}
    for called in ("uvwxyzt", "vwxyztu", "wxyztuv", "xyztuvw", "zyxwvut"):
        for order in ("tuvwxyz", "zyxwvut", "yxvwzut"):
            assert found(called, order) == setup


def test_what_the_set_up_only_names_stays_there_whoever_sees_it() -> None:
    """As in an aisle, where nobody sees how many lie; what it says something of is left out."""

    def lay_out(law: Any, players: tuple[str, ...], said: Any) -> Any:
        decks = {"ben": {**dict.fromkeys(said["aisle"], "gold"), **said["decks"]["ben"]}}
        return wreckers.lay_out(law, players, {"decks": decks})

    ruleset = changed(wreckers.RULESET, opens=lay_out, view=lambda *_: {})
    game = wrecked({"ben": {"e3": "gold"}}, {}, ruleset, aisle=["e1", "e2"])
    [setup] = drawn(game, 1)
    assert setup["aisle"] == ["unknown1", "unknown2"] and setup["decks"]["ben"] == {}


def test_a_hidden_card_that_the_set_up_does_not_name_is_left_to_the_ruleset() -> None:
    def lay_out(law: Any, players: tuple[str, ...], said: Any) -> Any:
        table = wreckers.lay_out(law, players, said)
        return changed(table, zones=table.zones.laid_out("deck", {"ben": {"x9": "gold"}}))

    ruleset = changed(wreckers.RULESET, opens=lay_out)
    for seen, there in (
        (ruleset, ["unknown1", "x9"]),
        (changed(ruleset, view=lambda *_: {}), ["x9"]),
    ):
        game = wrecked({"ben": {"e1": "gold"}}, {}, seen)
        found = game_as_known(game, "ana", Random(1))
        assert [*found.now.state.zones.lying("deck", "ben")] == there


def test_cards_of_decks_that_nobody_has_listed_are_not_there() -> None:
    """Nobody could say how many they are. What ben plays from his hand lay there, too."""
    decks = {"deep": on("ben", AGENT, zone="deck"), "far": on("ana", AGENT, zone="deck")}
    story = table({**HELD, **decks}, turn_player="ben")
    cards = game_as_known(story.game, SPECTATOR, Random(1)).opening.setup["cards"].values()
    assert sorted(card["zone"] for card in cards) == ["hand", "hand", "staging"]
    story.when(by="ben", do="play", card="spy", targets=["alpha"]).then_legal()
    for setup in drawn(story.game, 5):
        assert set(setup["cards"]) == {"alpha", "own", "far", "spy"}
        assert setup["cards"]["spy"] == hand("ben", JOLT)


def test_what_cannot_lie_there_is_drawn_again() -> None:
    def lay_out(law: Any, players: tuple[str, ...], said: Any) -> Any:
        held = [*said["hands"]["ben"].values()]
        if len(held) != 2 or "storm" in held:
            raise SetupError("setup.hands.ben: expected two cards, and no storm")
        return wreckers.lay_out(law, players, said)

    game = wrecked(
        {}, {"ben": {"i1": "gold", "i2": "gold"}}, changed(wreckers.RULESET, opens=lay_out)
    )
    for setup in drawn(game):
        assert set(setup["hands"]["ben"].values()) <= {"gold", "rope"}


def tells_of_a_hidden_name(table: Any, _viewer: str) -> dict[str, Any]:
    return {"next": table.zones.top("deck", "ben")}


def test_where_the_set_up_itself_is_matched_by_nothing_entry_1_is_named() -> None:
    """A view that tells a hidden name, and a card of which nobody knows what it might be."""
    telling = changed(wreckers.RULESET, view=tells_of_a_hidden_name)
    nothing_known = table({"spy": hand("ben", JOLT)}).game
    nothing_known = opened(
        changed(nothing_known.ruleset, example=None), nothing_known.opening.setup
    )
    for game in (wrecked({"ben": {"e1": "gold"}}, {}, telling), nothing_known):
        with pytest.raises(CannotDraw) as why:
            game_as_known(game, "ana", Random(1))
        assert why.value.entry == 1


def test_of_a_correction_what_they_were_shown_is_corrected() -> None:
    story = table(HELD)
    parts = {"cards": {"spy": {"speed": 2}}, "energy": {"ana": {"void": 3}}}
    story.when(by="judge", do="correct", parts=parts, because="it lies so").then_legal()
    found = game_as_known(story.game, "ana", Random(1))
    assert found.entry(1).said["parts"] == {"cards": {}, "energy": {"ana": {"void": 3}}}


def test_in_the_place_of_what_changed_nothing_for_them_stands_a_remark() -> None:
    story = table(HELD)
    parts = {"cards": {"spy": {"speed": 2}}}
    story.when(by="judge", do="correct", parts=parts, because="it lies so").then_legal()
    remark = game_as_known(story.game, "ana", Random(1)).entry(1)
    assert (remark.said["by"], remark.said["do"], remark.ruling.verdict) == (
        "judge",
        "note",
        "legal",
    )


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("do", ["play", "convert"])
def test_a_step_that_was_not_shown_and_then_ruled_legal_is_said_as_it_came_to_be(
    do: str, n: int
) -> None:
    """It was not ben's turn. What he plays all see; what he converts nobody but him."""
    step = {"play": {"card": "spy", "targets": ["alpha"]}, "convert": {"card": "spy"}}[do]
    story = table({**HELD, "other": hand("ben", AGENT)})
    if n == 2:
        story.when(by="ana", do="note", text="a remark").then_legal()
    story.when(by="ben", do=do, **step).then_illegal("T6").overrule(n, "legal").then_legal()
    for seed in range(5):
        found = game_as_known(story.game, "ana", Random(seed))
        assert entries_seen(found, "ana") == entries_seen(story.game, "ana")
        card = found.entry(n).said["card"]
        assert card == "spy" if do == "play" else card in ("unknown1", "unknown2")


@pytest.mark.parametrize("seed", range(4))
def test_of_many_choices_made_in_secret_each_is_drawn_as_it_was_shown(seed: int) -> None:
    """Far more than could be met by chance."""
    game, bids = wrecked({}, {}, lives={"ana": 99, "ben": 99}), [3, 0, 2, 2, 1, 3, 0, 1, 2, 3]
    for amount in bids:
        said(game, ("ben", bid(amount)), ("ana", bid(0)), ("ben", DRAW), ("ben", KEEP))
    found = game_as_known(game, "ana", Random(seed))
    assert [entry.said["amount"] for entry in found.log[::4]] == bids

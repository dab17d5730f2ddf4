"""Who came to see what of all that was hidden, with the entry by which they did."""

from random import Random

import pytest

from application.desk.knowledge import knowledge, knowledge_of
from domain.kernel.hiding import words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE
from tests.examples.lanterns.lab import THREE
from tests.golden import golden_game, names
from tests.properties.play import play
from tests.spec import Story, given, opened


def first_shown(game: Game, player: str) -> dict[str, int]:
    """Hidden name → the first entry after which the player's view has it."""
    hiding = game.ruleset.hiding
    assert hiding is not None
    found: dict[str, int] = {}
    for n in range(game.length + 1):
        hidden = set(hiding.names(game.position(n).state))
        for word in words_in(game.view(n, player)):
            if word in hidden:
                found.setdefault(word, n)
    return found


def first_told(game: Game, player: str) -> dict[str, int]:
    (ledger,) = knowledge(game, [player]).players
    hiding = game.ruleset.hiding
    assert hiding is not None
    every = {name for n in range(game.length + 1) for name in hiding.names(game.position(n).state)}
    found: dict[str, int] = {}
    for one in ledger.seen:
        if one.what in every:
            found.setdefault(one.what, one.entry)
    return found


@pytest.mark.parametrize("name", names("nullshapers"))
def test_a_player_has_learned_what_their_view_shows_and_none_before_it_did(name: str) -> None:
    game = golden_game("nullshapers", name)
    for player in game.players:
        assert first_told(game, player) == first_shown(game, player)


@pytest.mark.parametrize("seed", range(20))
def test_that_holds_of_a_ruleset_that_knows_nothing_of_it(seed: int) -> None:
    from tests.examples import lanterns

    game = opened(lanterns.RULESET, THREE.setup, THREE.players)
    played = play(game, Random(seed), steps=30).game
    for player in played.players:
        assert first_told(played, player) == first_shown(played, player)


def bids() -> Story:
    from tests.examples import lanterns

    story = given(lanterns.RULESET, THREE.setup, THREE.players)
    for player, amount in (("ana", 2), ("ben", 1), ("cem", 0)):
        story.when(by=player, do="bid", amount=amount)
    return story


def test_what_was_chosen_in_secret_is_learned_when_it_is_shown() -> None:
    game = bids().game
    (ana,) = knowledge(game, ["ana"]).players
    assert [one.entry for one in ana.seen if "bid" in one.what.casefold()] == [3]
    assert not [one for one in knowledge(game, ["ana"], until=2).players[0].seen if one.entry]


def test_taking_back_does_not_take_the_knowledge_back() -> None:
    before = bids()
    after = bids().when(by="judge", do="rewind", to=0, because="again")
    told = [one.lines() for one in knowledge(before.game, ["ben"]).players]
    again = [one.lines() for one in knowledge(after.game, ["ben"]).players]
    assert [*told[0]][-1] in [*again[0]]


def test_a_player_reads_their_own_a_judge_everybody_s() -> None:
    game = bids().game
    assert knowledge_of(game, JUDGE) == game.players
    assert knowledge_of(game, "ana") == ("ana",)
    assert knowledge_of(game, "ana", "ben") == ()
    assert knowledge_of(game, SPECTATOR) == ()


def test_a_game_that_hides_nothing_says_so() -> None:
    found = knowledge(golden_game("voidsiege", names("voidsiege")[0]), ["ana"])
    assert [*found.lines()] == ["Nothing is hidden in this game."]

"""How many taps a turn takes on a phone: each is counted as it is made."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.finger import Finger
from tests.adapters.pages.hall import Phone, Played, Server
from tests.adapters.pages.tables import ASKED, charged, damaged, queued, siege

Give = Callable[..., Phone]


def last_is(server: Server, game: Played, **fields: object) -> None:
    entry = server.log(game)[-1]
    assert entry["verdict"] == "legal"
    assert {name: entry["said"].get(name) for name in fields} == fields


def test_a_round_of_voidsiege(server: Server, hand_out: Give) -> None:
    game = siege(server)
    zoe, jack = Finger(hand_out().sit(game, "zoe")), Finger(hand_out().sit(game, "jack"))
    assert zoe.piece("Scouts").says("Move").until(1) == 2
    last_is(server, game, do="declare", unit="Scouts", command="move")
    assert jack.says("Let it happen").until(2) == 1
    zoe.until(2)
    assert zoe.says("Move Scouts").until(3) == 1
    jack.until(3)
    assert jack.piece("Rangers").says("Shoot").piece("Lancers").until(4) == 3
    last_is(server, game, do="declare", command="shoot", target="Lancers")
    zoe.until(4)
    assert zoe.says("Let it happen").until(5) == 1
    jack.until(5)
    assert jack.says("Nobody fell").until(6) == 1
    zoe.until(6)
    assert zoe.piece("Grey Wolves").says("Assault").piece("Knights").until(7) == 3
    last_is(server, game, do="declare", command="assault", charge=True, target="Knights")
    zoe.called("Take back my last step").until(8)
    assert zoe.piece("Grey Wolves").piece("Knights").says("Assault").until(9) == 3
    last_is(server, game, command="assault", charge=True, target="Knights")
    assert zoe.piece("Medics").says("fell").until(10) == 2
    last_is(server, game, do="report", fact="destroyed", unit="Medics")


def test_an_answer_with_the_charged_unit_is_one_tap_and_with_another_two(
    server: Server, hand_out: Give
) -> None:
    game, asked = charged(server)
    jack = Finger(hand_out().sit(game, asked))
    assert jack.says("Run").until(2) == 1
    last_is(server, game, do="react", unit="Knights")
    game, asked = charged(server)
    jack = Finger(hand_out().sit(game, asked))
    assert jack.piece("Titan").says("Intervene").until(2) == 2
    last_is(server, game, do="react", unit="Titan", command="intervene")


def test_why_not_is_two_taps_and_what_helps_one_more(server: Server, hand_out: Give) -> None:
    """What helps is found by trying; here another command of the same unit."""
    game = siege(server)
    zoe = Finger(hand_out().sit(game, "zoe"))
    zoe.piece("Ogre").says("Shoot")
    expect(zoe.page.locator("#why")).to_be_visible()
    expect(zoe.page.locator("#why-title")).to_have_text("Ogre · Shoot: why not?")
    assert zoe.taps == 2
    assert zoe.says("Move instead").until(1) == 3


def test_asking_back_and_agreeing_are_a_tap_each(server: Server, hand_out: Give) -> None:
    game, asked = charged(server)
    game.step("jack", do="decline")
    zoe, jack = Finger(hand_out().sit(game, "zoe")), Finger(hand_out().sit(game, asked))
    assert zoe.called("Ask to take back my entry 1").until(3) == 1
    jack.until(3)
    assert jack.called("Take it back").until(4) == 1


def test_damage_is_a_tap_a_point_and_one_more(server: Server, hand_out: Give) -> None:
    """Another tap on a figure gives its point back."""
    game, asked = ASKED["arcane-legions"](server)
    max_ = Finger(hand_out().sit(game, asked))
    expect(max_.page.get_by_role("button", name="2 to go")).to_be_disabled()
    max_.piece("Jade Guard/f1")
    expect(max_.page.get_by_role("button", name="1 to go")).to_be_disabled()
    max_.piece("Jade Guard/f1")
    expect(max_.page.get_by_role("button", name="2 to go")).to_be_disabled()
    max_.taps = 0
    max_.piece("Jade Guard/f1").piece("Jade Guard/f2")
    entry = int(max_.page.locator("#now").get_attribute("data-entry") or 0)
    assert max_.says("Place 2 damage").until(entry + 1) == 3
    last_is(server, game, do="damage", unit="Jade Guard")


def test_a_figure_of_more_hit_points_than_are_drawn_takes_a_point_with_each_tap(
    server: Server, hand_out: Give
) -> None:
    icons = ("attack", "attack", "attack", "defence", "defence", "movement")
    figures = [{"id": f"f{n}", "icons": [it], "hit_points": 20} for n, it in enumerate(icons, 1)]
    game, asked = damaged(server, {"base": "formation", "figures": figures})
    max_ = Finger(hand_out().sit(game, asked))
    max_.piece("Jade Guard/f1").piece("Jade Guard/f1")
    entry = int(max_.page.locator("#now").get_attribute("data-entry") or 0)
    max_.says("Place 2 damage").until(entry + 1)
    last_is(server, game, do="damage", unit="Jade Guard")


def test_a_card_is_answered_in_three_taps_and_a_pass_is_one(server: Server, hand_out: Give) -> None:
    game, asked = queued(server)
    ben = Finger(hand_out().sit(game, asked))
    ben.piece("hand0").says("Play · 1 void")
    assert ben.piece("glass_archer").until(2) == 3
    last_is(server, game, do="play", card="hand0", targets=["glass_archer"])
    game, asked = queued(server)
    ben = Finger(hand_out().sit(game, asked))
    assert ben.says("Pass").until(2) == 1


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_what_a_card_does_is_read_before_it_is_played(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """On a phone the hand shows a strip of it."""
    game, asked = queued(server)
    ben = Finger(hand_out(size).sit(game, asked)).piece("hand0")
    effect = ben.page.get_by_text("agent → damage 2").and_(ben.page.locator("#choices p"))
    expect(effect).to_be_in_viewport(ratio=1)
    expect(ben.page.locator("#asked")).to_have_text("Veto")
    for part in ("#asked", "#trail button:last-child"):
        expect(ben.page.locator(part)).to_be_in_viewport(ratio=1)
    assert ben.page.locator("#asked").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    expect(ben.page.get_by_role("button", name="Play · 1 void")).to_be_in_viewport(ratio=1)


def test_a_card_goes_to_the_only_target_that_fits_in_two_taps(
    server: Server, hand_out: Give
) -> None:
    game, asked = queued(server, others=False)
    ben = Finger(hand_out().sit(game, asked))
    assert ben.piece("hand0").says("Play · 1 void").until(2) == 2
    last_is(server, game, do="play", card="hand0", targets=["spark_fox"])

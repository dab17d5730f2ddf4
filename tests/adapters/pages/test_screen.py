"""The screen belongs to the game: strips, nothing scrolls, nothing lies over the board."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, Phone, Server, opening
from tests.adapters.pages.tables import (
    AGENT,
    ASKED,
    JACK,
    SIZES,
    ZOE,
    card,
    charged,
    damaged,
    queued,
    siege,
)
from tests.armies import ARMIES

Give = Callable[..., Phone]

HIDDEN = """wanted => [...document.querySelectorAll(wanted)].filter((one) => {
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const on = document.elementFromPoint(x, y);
  return box.top < -0.5 || box.left < -0.5 || box.bottom > innerHeight + 0.5
    || box.right > innerWidth + 0.5 || !(on && (one.contains(on) || on.contains(one)));
}).map((one) => one.textContent.trim().slice(0, 40))"""
"""What is not whole on the screen, or covered in its middle."""
SMALL = """wanted => [...document.querySelectorAll(wanted)].map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([one, box]) => `${one.textContent.trim().slice(0, 20)} ${box.width}x${box.height}`)"""
SCROLLS = """getComputedStyle(document.body).overflowY !== "hidden"
  || document.querySelector("#now").scrollHeight > innerHeight + 1"""


def fits(one: Phone, wanted: str) -> Any:
    """What of these is cut, covered or too small for a finger, and whether the page scrolls."""
    page = one.page
    return page.evaluate(HIDDEN, wanted), page.evaluate(SMALL, wanted), page.evaluate(SCROLLS)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("ruleset", ASKED)
def test_nothing_scrolls_and_ones_own_pieces_are_in_view_while_one_is_asked(
    server: Server, hand_out: Give, ruleset: str, size: tuple[int, int]
) -> None:
    game, asked = ASKED[ruleset](server)
    one = hand_out(size, reduced_motion="reduce").sit(game, asked)
    expect(one.page.locator("#now[data-yours]")).to_have_count(1)
    one.page.locator("#choices > *, #last > *").first.wait_for()
    own = {"nullshapers": ".own .tile, .fan .fancard"}.get(ruleset, ".own .tile")
    expect(one.page.locator(own).nth(3)).to_be_attached()
    assert fits(one, own) == ([], [], False)
    assert fits(one, "#last button, #choices button") == ([], [], False)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_both_sides_of_twelve_are_in_view(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """And no unit moves under the finger when one is chosen."""
    one = hand_out(size, reduced_motion="reduce").sit(siege(server), "zoe")
    expect(one.page.locator(".tile")).to_have_count(24)
    places = """[...document.querySelectorAll('.tile')]
      .map((one) => one.offsetTop + one.closest('.side').offsetTop)"""
    assert fits(one, ".tile") == ([], [], False)
    before = one.page.evaluate(places)
    one.choose("Scouts")
    one.page.locator("#choices button").first.wait_for()
    assert one.page.evaluate(places) == before
    assert fits(one, ".tile") == ([], [], False)


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_three_things_to_end_with_stand_whole_beside_each_other(
    server: Server, hand_out: Give, language: str, size: tuple[int, int]
) -> None:
    """No word is broken, none lies beyond the screen; nor where one thing stands beside the news."""
    nulls = server.open(opening("nullshapers", ARMIES["nullshapers"]()))
    for game, seat, many in ((nulls, "ana", 3), (siege(server), "zoe", 1)):
        one = hand_out(size, locale=language).sit(game, seat)
        ends = one.page.locator("#last button")
        expect(ends).to_have_count(many)
        expect(one.page.locator("#chooser[aria-busy]")).to_have_count(0)
        assert fits(one, "#last button") == ([], [], False)
        assert one.page.evaluate(BROKEN, "#last button") == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_the_menu_and_a_request_break_no_word(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    game, _ = charged(server)
    game.step("jack", do="decline")
    game.step("zoe", do="undo")
    for language, more in (("en-GB", "More"), ("de-DE", "Mehr")):
        jack = hand_out(size, locale=language).sit(game, "jack")
        assert jack.page.evaluate(BROKEN, "#request .even button") == []
        jack.tap(more)
        assert jack.page.evaluate(BROKEN, "#menu .even > *") == []


@pytest.mark.parametrize("size", [(320, 568), (195, 422), (568, 320)])
def test_where_the_table_is_longer_than_the_screen_the_dock_stays_on_it(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """What a unit may do stood a screen further down; every unit is still reached."""
    one = hand_out(size, reduced_motion="reduce").sit(siege(server), "zoe")
    for unit in (ZOE[0], ZOE[-1]):
        one.choose(unit)
        expect(one.page.locator("#choices button").first).to_be_in_viewport(ratio=1)
        shown = one.page.locator("#choices")
        assert shown.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    one.choose("Assault")
    one.choose(JACK[0])
    one.is_told(f"You charge {JACK[0]} with {ZOE[-1]}: Assault.")


@pytest.mark.parametrize("size", [(320, 568), (640, 360), (195, 422)])
def test_in_a_menu_that_scrolls_nothing_lies_over_the_rest(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """The form below stuck to its end, over the field for a remark; enlarged, over all of it."""
    one = hand_out(size).sit(siege(server), "zoe").more()
    above, below = (one.page.locator(f"#{form}").bounding_box() for form in FORMS)
    assert above is not None and below is not None
    assert above["y"] + above["height"] <= below["y"]


FORMS = ("note-form", "chance-form")


@pytest.mark.parametrize("size", [PHONE, (360, 640), (844, 390)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_way_back_from_a_unit_is_whole(
    server: Server, hand_out: Give, language: str, size: tuple[int, int]
) -> None:
    """Beside what may be reported of it, whose words give way."""
    legions = server.open(opening("arcane-legions", ARMIES["arcane-legions"]()))
    for game, seat, unit in ((legions, "ana", "a1"), (siege(server), "zoe", ZOE[7])):
        one = hand_out(size, locale=language).sit(game, seat)
        one.page.locator(f'#board [data-tap="{unit}"]').click()
        one.page.locator("#trail button").nth(2).wait_for()
        cut, small, scrolls = fits(one, "#trail button")
        assert (cut, scrolls) == ([], False)
        assert small == [] or size == (844, 390)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_say_something_else_has_room(server: Server, hand_out: Give, size: tuple[int, int]) -> None:
    """Its field was 21 pixels wide, one letter a line."""
    one = hand_out(size).sit(server.open(opening()), "ana")
    one.more().tap("Say something else")
    box = one.page.get_by_label("In words").bounding_box()
    assert box is not None and box["width"] > 250


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_somebody_must_know_is_in_the_strip_or_the_dock(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """A request to take back, a judge's word with its reason, who claims that it is over, a lost line."""
    game, _ = charged(server)
    game.step("jack", do="decline")
    game.step("zoe", do="undo")
    jack = hand_out(size).sit(game, "jack")
    expect(jack.page.locator(".lead")).to_have_text("Zoë asks to take a step back")
    assert fits(jack, "#request .even button") == ([], [], False)
    expect(jack.page.locator("#request")).to_be_in_viewport()
    jack.tap("Let it stand")
    game.step("judge", do="rewind", to=0, because="they were still talking")
    news = jack.page.locator("#news li").first
    expect(news).to_contain_text("back to 0: they were still talking")
    expect(news).to_be_in_viewport(ratio=0.9)
    jack.offline = True
    jack.page.context.set_offline(True)
    jack.page.wait_for_timeout(100)
    jack.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(jack.page.locator("#link.lost")).to_be_in_viewport(ratio=0.9)
    jack.page.context.set_offline(False)


def test_sides_are_told_apart_by_whoever_watches(server: Server, hand_out: Give) -> None:
    """By shape and colour, which belong to a seat: the same for players, spectator and judge."""
    game, _ = charged(server)
    seen = set()
    for seat in ("zoe", "jack", "spectator", "judge"):
        one = hand_out(DESK).sit(game, seat)
        one.page.locator(".face").first.wait_for()
        seen.add(
            tuple(
                one.page.locator(f'[data-piece="{unit}"] .face').first.get_attribute("class")
                for unit in ("Grey Wolves", "Knights")
            )
        )
        colours = [
            one.page.locator(f'[data-piece="{unit}"] .face path').first.evaluate(
                "one => getComputedStyle(one).fill"
            )
            for unit in ("Grey Wolves", "Knights")
        ]
        assert len(set(colours)) == 2
    assert seen == {("face s1", "face s2")}


def test_faces_of_a_side_differ_and_are_the_same_on_two_seats(
    server: Server, hand_out: Give
) -> None:
    game = siege(server)
    faces = []
    for seat in ("zoe", "jack"):
        one = hand_out().sit(game, seat)
        faces.append(
            one.page.evaluate(
                """() => Object.fromEntries([...document.querySelectorAll(".tile")].map((one) =>
                [one.dataset.piece, one.querySelector(".face").outerHTML]))"""
            )
        )
    assert faces[0] == faces[1]
    for side in (ZOE, JACK):
        assert len({faces[0][unit] for unit in side}) == len(side)


def test_the_queue_says_who_attacks_and_reads_no_keys(server: Server, hand_out: Give) -> None:
    """An attack is of its agents, not aimed at them; numbers stand for places, not for entries."""
    from tests.screenshots import played

    game = played(server, "nullshapers/80-long-one-turn.yaml", 36)
    one = hand_out().sit(game, "ben")
    attack = one.page.locator(".queue .q", has_text="Attack")
    expect(attack).to_contain_text("archer")
    expect(attack).not_to_contain_text("aims")
    game, asked = queued(server)
    ben = hand_out().sit(game, asked)
    expect(ben.page.locator(".lead")).to_have_text("Ana: Jolt at Spark Fox")
    expect(ben.page.locator('[data-piece="spark_fox"] .badge')).to_have_text(re.compile("1$"))
    for one in (ben, hand_out(DESK).sit(game, "judge")):
        shown = one.page.locator("#board, .board").first.inner_text()
        assert not re.search(r"\bq\d+|\bb[123]\b|T2a", shown)


def test_a_table_in_german_is_german(server: Server, hand_out: Give) -> None:
    """Sentences, buttons and questions; rulings and the names of commands are the edition's."""
    game, _ = charged(server)
    jack = hand_out(locale="de-DE").sit(game, "jack")
    expect(jack.page.locator(".lead")).to_have_text("Zoë greift Knights an")
    expect(jack.page.locator("#last button").first).to_have_text("Geschehen lassen")
    expect(jack.page.locator(".stage .part").first).to_have_text("bewegen")
    jack.choose("Titan")
    expect(jack.page.locator("#choices button").first).to_be_visible()
    told = jack.page.locator("#now").inner_text()
    assert not re.search(r"\b(What|answer|your|with|the|of)\b", told)


def test_after_a_step_by_keyboard_one_goes_on_from_the_dock(server: Server, hand_out: Give) -> None:
    game, _ = charged(server)
    jack = hand_out().sit(game, "jack")
    happen = jack.page.get_by_role("button", name="Let it happen")
    expect(happen).to_be_enabled()  # until then nothing can have the focus
    happen.focus()
    expect(jack.page.locator("#chooser[aria-busy]")).to_have_count(0)
    expect(happen).to_be_focused()
    jack.page.keyboard.press("Enter")
    expect(jack.page.locator("#now")).to_have_attribute("data-entry", "2")
    expect(jack.page.locator("button:focus, a:focus")).to_have_count(1)


@pytest.mark.parametrize("ruleset", ASKED)
def test_at_195_pixels_no_button_stands_one_letter_a_line(
    server: Server, hand_out: Give, ruleset: str
) -> None:
    game, asked = ASKED[ruleset](server)
    one = hand_out((195, 600)).sit(game, asked)
    buttons = one.page.locator("#choices > button, #last > button, #choices > form button")
    buttons.first.wait_for()
    slim = buttons.evaluate_all(
        """all => all.filter((one) => one.offsetHeight > 4 * one.offsetWidth
          || (one.textContent.trim().length > 3 && one.offsetWidth < 44)).map((one) => one.textContent)"""
    )
    assert slim == []
    expect(one.page.locator("#chooser[aria-busy]")).to_have_count(0)
    for button in one.page.locator("#last > button:enabled").all():
        button.click(trial=True)  # nothing lies over it


def test_marks_stand_under_the_slider_where_it_points(server: Server, hand_out: Give) -> None:
    """And what has changed breaks no name."""
    from tests.screenshots import played

    game = played(server, "voidsiege/82-long-two-rounds.yaml", 30)
    eyes = hand_out().sit(game, "spectator").visit(f"/games/{game.id}?at=4")
    places = eyes.page.evaluate(
        """() => { const line = document.getElementById("at").getBoundingClientRect(), newest = 30;
        return [...document.querySelectorAll(".marks path")].map((one) => {
          const box = one.getBoundingClientRect(), n = Number(/M(\\d+)/.exec(one.getAttribute("d"))[1]);
          return (box.left + box.right) / 2 - (line.left + 8 + n * (line.width - 16) / newest); }); }"""
    )
    assert places and all(abs(one) < 2 for one in places)
    eyes.visit(f"/games/{game.id}?at=1")
    names = eyes.page.locator(".tile .name").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert names == []


def test_a_call_reads_like_a_call(server: Server, hand_out: Give) -> None:
    """No error for who calls; at the desk it stands once, as what it is, and is marked."""
    game, _ = charged(server)
    zoe, judge = hand_out().sit(game, "zoe"), hand_out(DESK).sit(game, "judge")
    zoe.choose("Ogre")
    zoe.page.locator("#choices .grey").first.click()
    zoe.tap("Call the judge")
    expect(zoe.page.locator("#news li > div").first).to_have_text("You call a judge.")
    expect(zoe.page.get_by_role("alert").and_(zoe.page.locator(":visible"))).to_have_count(0)
    line = judge.page.locator("#log li.call")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Zoë calls a judge.")


def test_the_end_says_who_won_and_what_is_left(server: Server, hand_out: Give) -> None:
    """To each reader; a tap each, and both sit at the rematch, which is among their games."""
    game = siege(server)
    game.step("jack", do="report", fact="destroyed", unit="Titan")
    game.step("jack", do="concede")
    zoe, jack = hand_out().sit(game, "zoe"), hand_out().sit(game, "jack")
    expect(zoe.page.locator(".lead")).to_have_text("You won")
    expect(jack.page.locator(".lead")).to_have_text("Zoë won")
    expect(zoe.page.locator(".kept h3")).to_have_text(["You kept 12 of 12", "Jack kept 11 of 12"])
    expect(zoe.page.locator(".kept .gone")).to_have_count(1)
    expect(zoe.page.locator(".curve .s2")).to_have_attribute("d", "M20 10L183 15L346 15")
    expect(zoe.page.locator(".curve text")).to_have_text(["start", "1", "2"])
    zoe.tap("Rematch")
    zoe.page.wait_for_url(lambda url: game.id not in url)
    expect(jack.page.locator("#news")).to_contain_text("Zoë opens a rematch")
    jack.tap("Rematch")
    jack.page.wait_for_url(lambda url: game.id not in url)
    again = [one.page.url.rsplit("/", 1) for one in (zoe, jack)]
    assert again == [[again[0][0], "@zoe"], [again[0][0], "@jack"]]
    expect(jack.page.locator(".lead")).to_have_text("Your turn: command a unit")
    zoe.visit("/")
    expect(zoe.page.locator(".games li:not(.over)")).to_have_count(1)


WATCHED = """() => { window.seen = [];
  addEventListener("transitionrun", ({ target, propertyName: name }) => {
    const times = getComputedStyle(target).transitionDuration.split(",").map(parseFloat);
    window.seen.push({ name, duration: 1000 * Math.max(...times), iterations: 1 });
  }, true);
  const look = () => {
    for (const one of document.getAnimations()) {
      const { duration, iterations } = one.effect.getComputedTiming();
      window.seen.push({ name: one.animationName ?? one.transitionProperty, duration, iterations });
    }
    requestAnimationFrame(look); }; look(); }"""
"""What moves; a busy machine may draw no picture between the beginning of a movement and its end."""


@pytest.mark.parametrize("ruleset", ASKED)
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_for_whoever_wishes_no_motion(
    server: Server, hand_out: Give, ruleset: str, wish: str
) -> None:
    """What changed has a border for two seconds there. For others movements are short, and none loops."""
    game, asked = ASKED[ruleset](server)
    one = hand_out(reduced_motion=wish).sit(game, asked)
    one.page.locator("#last button").first.wait_for()
    expect(one.page.locator("#chooser[aria-busy]")).to_have_count(0)
    one.page.evaluate(WATCHED)
    one.page.locator("#board :is(.own, .hand) [data-tap]:not(.chosen, .chosen *)").first.click()
    expect(one.page.locator("#board .chosen").first).to_be_visible()
    other = "zoe" if asked != "zoe" and "zoe" in game.tokens else "ana"
    game.step(other, do="note", text="Look here.")
    one.is_told("Look here.")
    one.page.wait_for_timeout(400)
    seen = one.page.evaluate("window.seen")
    if wish == "reduce":
        assert {move["name"] for move in seen} <= {"glow"}
    else:
        moves = [move for move in seen if move["name"] != "waits"]  # a server that thinks is shown
        assert "transform" in {move["name"] for move in moves}
        assert all(move["duration"] <= 600 and move["iterations"] == 1 for move in moves)


@pytest.mark.parametrize("size", [(768, 700), (1024, 700)])
def test_the_ruling_and_its_rule_are_in_view_at_the_desk(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """Beside a long log, too: on a tablet the log takes no line of theirs."""
    game = siege(server)
    for n in range(12):
        game.step("zoe" if n % 2 else "jack", do="note", text=f"Remark {n}.")
    game.step("zoe", do="declare", unit="Grey Wolves", command="move")
    judge = hand_out(size).sit(game, "judge")
    for part in (".told", ".ruled", ".rules dt", ".rules dd"):
        expect(judge.page.locator(f"#moment {part}").first).to_be_in_viewport(ratio=1)


def test_who_takes_the_damage_is_asked_once_and_how_much_is_left_stands_on_the_button(
    server: Server, hand_out: Give
) -> None:
    game, asked = damaged(server)
    one = hand_out().sit(game, asked)
    expect(one.page.locator("#asked")).to_have_text("Who of Jade Guard takes the damage?")
    expect(one.page.get_by_role("button", name="2 to go")).to_be_disabled()
    expect(one.page.locator("#now").get_by_text("Place 2 damage")).to_have_count(1)


def test_a_deck_of_which_some_cards_were_said_has_so_many_or_more(
    server: Server, hand_out: Give
) -> None:
    """It is not called unknown beside cards that were put into it."""
    deck = {f"d{n}": card("agent", "ana", "deck", **AGENT) for n in range(3)}
    setup = {"cards": deck, "energy": {"ana": {"void": 1}, "ben": {}}}
    record = {"record": 1, "ruleset": "nullshapers", "players": ["ana", "ben"], "setup": setup}
    one = hand_out().sit(server.open(record), "ana")
    expect(one.page.locator(".pl.own .counts")).to_contain_text("deck 3 or more")
    expect(one.page.locator(".pl:not(.own) .counts")).to_contain_text("deck not known")


BROKEN = """wanted => [...document.querySelectorAll(wanted)].filter((one) => {
  const range = document.createRange(), tops = new Set();
  const words = one.textContent.trim().split(/[\\s-]+/);
  for (const part of [...one.childNodes].filter((part) => part.textContent.trim())) {
    range.selectNodeContents(part);
    for (const box of range.getClientRects()) if (box.width > 1) tops.add(Math.round(box.top));
  }
  return tops.size > words.length;
}).map((one) => one.textContent.trim())"""
"""Those of which a word stands on two lines."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_command_and_no_name_breaks_within_a_word(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    one = hand_out(size, reduced_motion="reduce").sit(siege(server), "zoe")
    one.choose("Lancers")
    one.page.locator("#choices.commands .act").nth(3).wait_for()
    assert one.page.evaluate(BROKEN, "#choices.commands .act, .head h2") == []


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (640, 360), (1366, 768)])
def test_no_answer_runs_over_the_next_where_a_word_is_long(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """“Einschränkung aufheben”, “verteidigen”: their rows hold fewer."""
    for game, seat in ((siege(server), "zoe"), queued(server)):
        one = hand_out(size, locale="de-DE", reduced_motion="reduce").sit(game, seat)
        one.tap("Mehr")
        one.tap("Etwas anderes ansagen")
        one.page.locator("#choices button").nth(3).wait_for()
        assert one.page.evaluate(WIDER, "#choices button") == []


WIDER = """wanted => [...document.querySelectorAll(wanted)].filter((one) => {
  const range = document.createRange(), box = one.getBoundingClientRect();
  range.selectNodeContents(one);
  const words = range.getBoundingClientRect();
  return words.left < box.left || words.right > box.right;
}).map((one) => one.textContent.trim())"""
"""Those whose words do not fit into them."""


def test_a_moment_that_has_passed_shows_the_table_at_large_and_asks_no_player_to_rule(
    server: Server, hand_out: Give
) -> None:
    """Beside the ruling on a laptop."""
    game, asked = charged(server)
    one = hand_out(DESK).sit(game, asked).visit(f"/games/{game.id}?at=1")
    board = one.page.locator("#past-body .board")
    box = board.bounding_box()
    assert box is not None and box["width"] > DESK[0] / 2
    expect(one.page.locator("#past-body .rule-on")).to_have_count(0)


def test_a_moment_that_has_passed_hears_that_the_game_goes_on(
    server: Server, hand_out: Give
) -> None:
    """That its entry is taken back is said without a reload; the line, its marks and the list are longer."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    one = hand_out().sit(game, "spectator").visit(f"/games/{game.id}?at=1").page
    one.locator("#entries summary").click()
    expect(one.locator("#entries li")).to_have_count(1)
    game.step("judge", do="rewind", to=0, because="the wrong unit")
    expect(one.locator("#past-body")).to_contain_text("Taken back: it no longer stands.")
    expect(one.locator("#entries li")).to_have_count(2)
    expect(one.locator("#entries li.undone")).to_have_count(1)
    expect(one.locator("svg.marks path.judge")).to_have_count(1)
    one.get_by_role("link", name="entry 2 ›").click()
    expect(one.locator("h1")).to_contain_text("The table after entry 2 of 2")


def test_the_marks_of_a_long_game_leave_the_moment_in_reach(server: Server, hand_out: Give) -> None:
    """A tap on one of the first changed what stood ten screens below."""
    game = server.open(opening())
    for _ in range(150):
        game.step("ana", do="declare", unit="a2", command="move")
    one = hand_out().sit(game, "spectator").visit(f"/games/{game.id}?at=150").page
    expect(one.locator("header.page")).to_contain_text("as a spectator may see it")
    one.get_by_text("Marks (").click()
    one.locator(".bead").first.click()
    expect(one.locator("h1")).to_contain_text("after entry 2 ")
    expect(one.locator("#past-body h2.told")).to_be_in_viewport()


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_tray_shows_its_name_and_all_its_dots(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """On the table and at a moment that has passed; two rows of dots, whatever the width."""
    game, asked = damaged(server)
    one = hand_out(size, reduced_motion="reduce").sit(game, asked)
    for path in (f"/games/{game.id}", f"/games/{game.id}?at=1"):
        trays = one.visit(path).page.locator(".tiles > .tray")
        expect(trays).to_have_count(8)
        cut = trays.evaluate_all(
            """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1
              || one.scrollWidth > one.clientWidth + 1).map((one) => one.dataset.piece)"""
        )
        assert cut == []
        dots = trays.first.locator(".dots")
        assert dots.evaluate("one => new Set([...one.children].map((i) => i.offsetTop)).size") == 2


def test_a_players_name_is_read_before_the_count_of_their_cards(
    server: Server, hand_out: Give
) -> None:
    """It stood as “A…” beside a card that is in play."""
    game, asked = queued(server)
    whose = hand_out((360, 640)).sit(game, asked).page.locator(".pl .whose")
    expect(whose).to_have_text(["Ana", "You, Ben"])
    assert whose.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth + 1)")

"""Opening a game and taking a seat, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.adapters.pages.hall import DESK, PHONE, TABLE, Phone, Server, opening, phone, server_on

Give = Callable[..., Phone]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_game_is_opened_in_under_a_minute(hand_out: Give, size: tuple[int, int]) -> None:
    """Names, one button: a link and a QR code for every seat; the link seats its holder."""
    host = hand_out(size).visit("/")
    names(host, "zoë", "mika")
    host.tap("Open the game")
    host.sees("is open")
    expect(host.page.locator(".qr svg")).to_have_count(4)
    expect(host.page.locator(".seat h2 bdi")).to_have_text(["zoë", "mika", "spectator", "judge"])

    host.page.get_by_role("link", name="Open the page of zoë").click()

    host.sees("Your turn: command a unit")
    expect(host.page).to_have_url(re.compile("/@zo%C3%AB$"))


def names(host: Phone, *written: str) -> None:
    """Writes the players' names into the form."""
    for word, name in zip(("First", "Second", "Third", "Fourth"), written, strict=False):
        host.page.get_by_label(f"{word} player").fill(name)


@pytest.mark.parametrize("title", ["VoidSiege", "Nullshapers", "Arcane Legions"])
def test_every_ruleset_opens_from_its_example_with_ones_own_names(
    hand_out: Give, title: str
) -> None:
    host = hand_out(DESK).visit("/")
    host.page.get_by_label(title).check()
    names(host, "Ina Müller", "O’Hara")
    host.tap("Open the game")
    host.sees("is open")
    host.page.get_by_role("link", name="Open the page of Ina").click()
    host.more().sees("you are Ina Müller (Ina)")
    host.sees(re.compile("^Your turn|^Act, or"))


def test_four_play_arcane_legions(hand_out: Give) -> None:
    """Three do in test_whole_games.py."""
    host = hand_out(DESK).visit("/")
    host.page.get_by_label("Arcane Legions").check()
    names(host, "ana", "ben", "cem", "dia")
    host.tap("Open the game")
    expect(host.page.locator(".seat h2 bdi")).to_have_count(6)
    host.page.get_by_role("link", name="Open the page of dia").click()
    host.sees("scouts4")
    host.more().sees("you are dia")


def test_as_many_names_are_asked_for_as_must_play(hand_out: Give) -> None:
    """A ruleset for three and more: test_three_seats.py has the page that says so."""
    host = hand_out(DESK).visit("/")
    host.page.evaluate("document.querySelector('[value=arcane-legions]').dataset.least = 3")
    third = host.page.get_by_label("Third player")
    expect(third).not_to_have_attribute("required", "")
    expect(third).to_have_attribute("placeholder", "nobody")
    host.page.get_by_label("Arcane Legions").check()
    expect(third).to_have_attribute("required", "")
    expect(third).to_have_attribute("placeholder", "")
    expect(host.page.get_by_label("Fourth player")).to_be_visible()


def test_back_neither_loses_the_links_nor_opens_a_second_game(
    server: Server, hand_out: Give
) -> None:
    """The links have an address of their own; the form sent again is the same request."""
    host = hand_out().visit("/")
    host.tap("Open the game")
    host.sees("is open")
    expect(host.page).to_have_url(re.compile(r"/games/[\w-]+/links$"))
    links = host.page.url
    secret = host.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    host.page.reload()
    expect(host.page.get_by_label("Link").first).to_have_value(secret)
    host.page.go_back()
    host.sees("Open a game")
    host.page.go_forward()
    expect(host.page.get_by_label("Link").first).to_have_value(secret)
    stranger = hand_out().visit(links.removeprefix(host.home))
    stranger.sees("shown in the browser that opened it")
    stranger.problems.clear()


def test_what_players_and_the_game_are_called_is_on_every_page(hand_out: Give) -> None:
    """As text, whatever it says."""
    host = hand_out(DESK).visit("/")
    names(host, "Ana <i>Müller</i>", "ben")
    host.page.get_by_text("Event, round, table").click()
    host.page.get_by_label("Event", exact=True).fill("Spring Open")
    host.page.get_by_label("Round", exact=True).fill("3")
    host.tap("Open the game")
    expect(host.page.locator(".seat h2 bdi").first).to_have_text("Ana <i>Müller</i> (Ana)")
    host.page.get_by_role("link", name="Open the page of Ana").click()
    host.more().sees("you are Ana <i>Müller</i> (Ana)")
    host.sees("Spring Open, round 3")


def test_a_tournament_takes_nothing_back(hand_out: Give) -> None:
    host = hand_out().visit("/")
    host.page.get_by_label("tournament").check()
    host.tap("Open the game")
    host.page.get_by_role("link", name="Open the page of Ana").click()
    host.more().sees("In a tournament a judge takes steps back.")


def test_what_is_wrong_with_a_set_up_is_said_on_the_form(hand_out: Give) -> None:
    """One sentence, and nothing typed is lost."""
    host = hand_out().visit("/")
    names(host, "Ana", "ana")
    host.tap("Open the game")
    expect(host.page.get_by_role("alert")).to_contain_text("“ana” is there twice")
    expect(host.page.get_by_label("Second player")).to_have_value("ana")
    host.problems.clear()


def test_a_table_is_set_up_by_hand(hand_out: Give) -> None:
    """A name given twice is said before anything is opened; an army is kept for another day."""
    host = hand_out(DESK).visit("/")
    names(host, "zoë", "mika")
    host.page.get_by_label("my own").check()
    mine, theirs = host.page.locator(".army").nth(0), host.page.locator(".army").nth(1)
    mine.get_by_role("button", name="Add a unit").click()
    mine.get_by_label("Name", exact=True).fill("Wolves")
    theirs.get_by_role("button", name="Add a unit").click()
    theirs.get_by_label("Name", exact=True).fill("Wolves")
    twice = theirs.get_by_label("Name", exact=True)
    assert "there twice" in twice.evaluate("box => box.validationMessage")
    twice.fill("Orks")
    mine.get_by_text("Keep this army").click()
    mine.get_by_label("Name of the army").fill("the pack")
    mine.get_by_role("button", name="Keep it in this browser").click()
    expect(mine.get_by_role("status")).to_have_text("“the pack” is kept in this browser.")
    host.tap("Open the game")
    host.page.get_by_role("link", name="Open the page of zoë").click()
    host.sees("Wolves")
    host.sees("Orks")

    host.visit("/")
    host.page.get_by_label("my own").check()
    mine.get_by_text("Keep this army").click()
    mine.get_by_role("button", name="Use it", exact=True).click()
    expect(mine.get_by_label("Name", exact=True)).to_have_value("Wolves")


@pytest.mark.parametrize("title", ["Nullshapers", "Arcane Legions"])
def test_an_example_is_loaded_into_the_form_and_changed(hand_out: Give, title: str) -> None:
    """A name typed last goes along into what names it, and the next tap opens the game."""
    host = hand_out(DESK).visit("/")
    host.page.get_by_label(title).check()
    host.page.get_by_label("my own").check()
    host.tap("Begin with the example")
    mine = host.page.locator(".army").first
    for kind in mine.locator(".add select option").all_inner_texts():
        mine.locator(".add select").select_option(kind)
        mine.locator(".add button").click()
    name = mine.get_by_label("Name", exact=True).first
    name.fill("")
    name.press_sequentially('The "long" <Vanguard> of the West')
    host.tap("Open the game")
    host.sees("is open")
    host.page.get_by_role("link", name="Open the page of Ana").click()
    host.sees('The "long" <Vanguard> of the West')
    if title == "Arcane Legions":
        host.sees('next to The "long" <Vanguard> of the West')


def test_a_wrong_key_says_so_and_nothing_typed_is_lost(
    tmp_path: Path, hand_out: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_KEY", "k" * 30)
    with server_on(tmp_path) as locked:
        host = hand_out(at=locked).visit("/")
        names(host, "zoë", "mika")
        host.page.locator("#key").fill("wrong")
        host.tap("Open the game")
        expect(host.page.get_by_role("alert")).to_contain_text("not the organiser's key")
        expect(host.page.get_by_label("First player")).to_have_value("zoë")
        host.page.locator("#key").fill("k" * 30)
        host.tap("Open the game")
        host.sees("is open")
        host.problems.clear()


def test_two_seats_in_one_browser_do_not_disturb_each_other(server: Server, hand_out: Give) -> None:
    """Each has an address of its own, and its own secret."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().visit(game.links["ana"])
    expect(ana.page).to_have_url(re.compile("/@ana$"))
    ben = Phone(ana.page.context.new_page(), ana.home)
    ben.visit(game.links["ben"])
    expect(ben.page).to_have_url(re.compile("/@ben$"))

    ana.say("a1", "Move")

    ben.sees("Move by ana’s a1")
    ana.page.reload()
    ana.more().sees("you are ana")
    ana.visit(f"/games/{game.id}?at=1")
    ana.page.get_by_role("link", name="Go on as ben").click()
    ana.sees("The table after entry 1")
    assert ben.problems == []


def test_what_is_no_record_is_said_on_the_form(hand_out: Give) -> None:
    host = hand_out(DESK).visit("/")
    host.page.get_by_text("or paste it").click()
    host.page.get_by_label("The record").fill("steps: [")
    host.tap("Replay it")
    expect(host.page.get_by_role("alert")).to_contain_text("the record")
    expect(host.page.get_by_label("The record")).to_have_value("steps: [")
    host.problems.clear()


def test_what_cannot_be_replayed_is_said_beside_the_file(hand_out: Give) -> None:
    """A browser stood still over a large one, and a second file or a folder was passed over without a word."""
    host, told = hand_out().visit("/replay"), "#drop-told"
    page, small = host.page, {"name": "one.yaml", "mimeType": "", "buffer": b"record: 1"}
    for files, wanted in (
        ([{**small, "buffer": bytes(20_000_000)}], "at most 512 KiB"),
        ([{**small, "buffer": b'"' * 300_000}], "at most 512 KiB"),
        ([{**small, "buffer": "Zoë".encode("latin-1")}], "no text in UTF-8"),
    ):
        page.locator("#record").set_input_files(files)  # type: ignore[arg-type]
        expect(page.locator(told)).to_contain_text(wanted)
    page.evaluate(LET_GO, ["h1", 2])
    expect(page.locator(told)).to_have_text("One file at a time, please.")
    page.evaluate(LET_GO, ["#drop", 1])
    expect(page.locator(told)).to_have_text("That cannot be read: expected a file, not a folder.")


LET_GO = """([place, count]) => {
  const folder = { name: "games", size: 4096, arrayBuffer: async () => { throw new Error(); } };
  const dataTransfer = { types: ["Files"], files: Array(count).fill(folder) };
  const event = new Event("drop", { bubbles: true, cancelable: true });
  document.querySelector(place).dispatchEvent(Object.assign(event, { dataTransfer }));
  if (!event.defaultPrevented) throw new Error("the browser opens it instead of the page");
}"""


def test_a_link_gives_the_seat_and_a_wrong_one_says_so(server: Server, hand_out: Give) -> None:
    """The secret behind the # goes into a cookie that no script reads, and out of the address."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().visit(game.links["ana"])
    ana.more().sees("you are ana")
    [cookie] = ana.page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert ana.page.evaluate("document.cookie") == ""

    nobody = hand_out().visit(f"/enter/{game.id}#wrong")
    nobody.sees("This is not a link to a seat of this game")
    nobody.page.get_by_label("Your seat's secret").fill(game.tokens["ben"])
    nobody.tap("Take the seat")
    nobody.more().sees("you are ben")
    nobody.problems.clear()


def test_a_link_opened_from_elsewhere_still_finds_its_seat(server: Server, hand_out: Give) -> None:
    """A strict cookie does not come along from another site: the page asks once more, from here."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().sit(game, "ana")
    here = f"{ana.home}/games/{game.id}?at=0"
    ana.page.route(
        "http://elsewhere.example/",
        lambda route: route.fulfill(
            content_type="text/html", body=f"<a href='{here}'>a moment of our game</a>"
        ),
    )
    ana.page.goto("http://elsewhere.example/")
    ana.page.get_by_role("link").click()
    ana.sees("The table after entry 0")
    ana.problems.clear()


def test_every_citation_leads_into_the_rulebook(server: Server, hand_out: Give) -> None:
    """To the rule itself, in the edition under which the game is played."""
    game = server.open(opening(setup=TABLE))
    game.step("ben", do="declare", unit="b1", command="move")
    ana = hand_out().sit(game, "ana")
    cite = ana.page.locator("#news .cite").first
    rule = cite.inner_text()
    cite.click()
    ana.page.locator(f"article:target .cite:text-is('{rule}')").wait_for()
    ana.page.locator(".contents .cite", has_text="C1").first.click()
    ana.page.locator("article:target", has_text="wait").wait_for()
    ana.page.get_by_role("link", name="Back to the game").click()
    ana.more().sees("you are ana")


def test_ones_own_games_stand_on_the_first_page_ones_own_turn_first(
    server: Server, hand_out: Give
) -> None:
    """From the seats of this browser, without any script."""
    waits, mine = server.open(opening(setup=TABLE)), server.open(opening(setup=TABLE))
    waits.step("ana", do="declare", unit="a1", command="move")
    over = server.open(opening(setup=TABLE))
    over.step("ben", do="concede")
    ana = hand_out()
    for game in (over, mine, waits):
        ana.visit(game.links["ana"])
        expect(ana.page).to_have_url(re.compile("/@ana$"))
    ana.visit("/")
    games = ana.page.locator(".games li")
    expect(games).to_have_count(3)
    expect(games.nth(0)).to_contain_text(mine.id)
    expect(games.nth(0).get_by_role("link")).to_contain_text("Your turn")
    expect(games.nth(1)).to_contain_text("waits for ben")
    expect(games.nth(2)).to_contain_text("over")
    games.nth(0).get_by_role("link").click()
    ana.more().sees("you are ana")
    stranger = hand_out().visit("/")
    expect(stranger.page.locator(".games")).to_have_count(0)


def test_times_are_those_of_the_reader(server: Server, browser: Browser) -> None:
    """The page says UTC; the browser shows its own clock and keeps the other beside it."""
    game = server.open(opening(setup=TABLE))
    for zone in ("Asia/Tokyo", "America/New_York"):
        one = phone(browser, server, timezone_id=zone, locale="en-GB")
        one.sit(game, "ana").visit(f"/games/{game.id}?at=0")
        time = one.page.locator("time").first
        expect(time).to_have_attribute("title", re.compile(" UTC$"))
        expect(time).not_to_have_text(re.compile("UTC"))
        one.page.context.close()


def test_a_game_is_opened_in_german(hand_out: Give) -> None:
    """The set-up by hand, the links and the table; the steps stay in the edition's language."""
    host = hand_out(DESK, locale="de-DE").visit("/")
    host.page.get_by_label("mein eigener Aufbau").check()
    host.tap("Mit dem Beispiel beginnen")
    expect(host.page.locator(".army legend").first).to_have_text("Ana 2 Einheiten")
    host.tap("Partie eröffnen")
    host.sees("ist eröffnet")
    host.page.get_by_role("link", name="Seite von Ana öffnen").click()
    host.sees("Du bist dran: gib einen Befehl")
    expect(host.page.locator("html")).to_have_attribute("lang", "de")


def test_who_has_played_plays_again(server: Server, hand_out: Give) -> None:
    """From the table of the game that is over; whoever came second begins."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().visit(game.links["ana"])
    ana.sees("Nothing has been said yet.")
    game.step("ben", do="concede")
    ana.tap("Rematch")
    ana.page.wait_for_url(lambda url: game.id not in url)
    expect(ana.page.locator(".lead")).to_have_text("ben commands a unit")


def test_a_link_to_a_moment_is_copied_and_opened_by_a_stranger(
    server: Server, hand_out: Give
) -> None:
    """It asks for a seat and leads to the moment; once the game is public nobody is asked."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    ana = hand_out(permissions=["clipboard-read", "clipboard-write"]).sit(game, "ana")
    ana.visit(f"/games/{game.id}?at=0")
    expect(ana.page.locator("#play")).to_be_visible()
    ana.page.get_by_role("link", name="entry 1 ›").click()
    expect(ana.page.get_by_role("heading", level=1)).to_contain_text("after entry 1")
    ana.tap("Copy a link to this moment")
    ana.sees("Copied. Whoever opens it needs a seat at this game.")
    link = ana.page.evaluate("navigator.clipboard.readText()").removeprefix(ana.home)
    assert link == f"/games/{game.id}?at=1"

    ben = hand_out().visit(link)
    ben.page.get_by_label("Your link, or the secret in it").fill(game.links["ben"])
    ben.tap("Take the seat")
    expect(ben.page.get_by_role("heading", level=1)).to_contain_text("after entry 1")
    ben.problems.clear()

    server.post(f"/api/games/{game.id}/public", {}, game.tokens["judge"])
    stranger = hand_out().visit(link)
    expect(stranger.page.get_by_role("heading", level=1)).to_contain_text("after entry 1")
    stranger.page.get_by_role("link", name="The game now").click()
    expect(stranger.page.locator("#now")).to_have_attribute("data-entry", "1")
    game.step("ben", do="decline")
    expect(stranger.page.locator("#now")).to_have_attribute("data-entry", "2")


def test_a_tap_right_after_a_players_name_is_not_lost(hand_out: Give) -> None:
    """The name is still being left when the button is tapped."""
    host = hand_out().visit("/")
    host.page.get_by_label("my own").check()
    expect(host.page.locator(".army .piece")).to_have_count(0)
    host.page.get_by_label("First player").fill("Anka")
    host.page.get_by_role("button", name="Add a unit").first.click()
    expect(host.page.locator(".army .piece")).to_have_count(1)
    expect(host.page.locator("[data-name]:focus")).to_have_count(1)
    expect(host.page.locator(".army legend bdi").first).to_have_text("Anka")


def test_twelve_units_a_side_are_one_paste_and_few_taps(hand_out: Give) -> None:
    """Copies are numbered across both armies, points and headings left out; one more is one tap."""
    pack = "My army (500 pts)\nTroops:\nGrey Wolves ×3\n2x Ork Boyz [120 points]\nLancers, Long Bows, Ogre"
    host = hand_out().visit("/")
    host.page.get_by_label("my own").check()
    for army in host.page.locator(".army").all()[:2]:
        army.get_by_label("A list of units").fill(pack)
    first = host.page.locator(".army").first
    names = ["Grey Wolves 1", "Grey Wolves 2", "Grey Wolves 3", "Ork Boyz 1", "Ork Boyz 2"]
    found = first.locator("[data-name]")
    expect(found).to_have_count(9)
    for n, name in enumerate([*names, "Lancers", "Long Bows", "Ogre"], start=1):
        expect(found.nth(n)).to_have_value(name)
    expect(host.page.locator(".army").nth(1).locator("[data-name]").last).to_have_value("Ogre 1")
    first.get_by_role("button", name="Remove My army").click()
    first.get_by_role("button", name="Another Ogre").click()
    expect(found.last).to_have_value("Ogre 2")


def test_what_a_list_made_is_kept_whatever_is_written_after(hand_out: Give) -> None:
    """A piece changed by hand stays as it was changed, and an army that was kept is whole."""
    host = hand_out(DESK).visit("/")
    host.page.get_by_label("my own").check()
    army = host.page.locator(".army").first
    box, found = army.get_by_label("A list of units"), army.locator("[data-name]")
    box.fill("Wolves x2, Orks")
    found.nth(1).fill("Boss")
    box.fill("Medics")
    expect(found).to_have_count(4)
    army.get_by_role("button", name="Another Medics").click()
    box.fill("Ogre")
    names = ["Wolves 1", "Boss", "Orks", "Medics", "Medics 1", "Ogre"]
    for n, name in enumerate(names):
        expect(found.nth(n)).to_have_value(name)
    army.get_by_text("Keep this army").click()
    army.get_by_label("Name of the army").fill("mine")
    army.get_by_role("button", name="Keep it in this browser").click()
    host.visit("/").page.get_by_label("my own").check()
    army.get_by_text("Keep this army").click()
    army.get_by_role("button", name="Use it").click()
    box.fill("Lancers")
    expect(found).to_have_count(len(names) + 1)


def test_what_is_not_on_the_form_any_more_keeps_no_game_from_opening(hand_out: Give) -> None:
    """A unit without a name, laid out before the example was chosen after all."""
    host = hand_out().visit("/")
    host.page.get_by_label("my own").check()
    host.page.get_by_role("button", name="Add a unit").first.click()
    host.page.get_by_label("Name", exact=True).fill("")
    host.page.get_by_label("a small example").check()
    host.tap("Open the game")
    host.sees("is open")


def test_a_link_that_the_browser_does_not_copy_is_marked(hand_out: Give) -> None:
    host = hand_out()
    host.page.add_init_script(
        "Clipboard.prototype.writeText = async () => { throw new Error('denied'); };"
    )
    host.visit("/").tap("Open the game")
    host.sees("is open")
    host.tap("copy the link")
    host.sees("marked, to be copied")
    link = host.page.get_by_label("Link").first
    whole = "box => box.selectionStart === 0 && box.selectionEnd === box.value.length"
    assert link.evaluate(whole)

"""`python -m tests.screenshots [LANGUAGE] [NAME…]`: every page at both sizes, light and dark.

The pictures of the README are made with them, and stand here. Where a table differs from how it was drawn:

- Waiting: who waits may pass ahead; nothing is sent to the other but what is played, so there is no “Remind”.
- A unit chosen: beside its name stands what can be reported of it. What it may charge and who else may
  answer is lit on the board, so no line under the commands says it.
- Damage in Arcane Legions: the dock asks whom it goes to, as any question of a ruleset with pieces to tap; the
  news come back once it is answered.
- Nullshapers: the queue lies between the two sides on a laptop as it does on a phone, so that its numbers
  are read off beside what they aim at.
- Taking back: to call the judge is a hand of its own, with the words in its label.
- The end: what is left is counted at moments evenly spread over the entries, as not every game has rounds; the
  log and the scrubber stay in the dock.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from httpx import Client
from playwright.sync_api import Browser

from adapters.web.texts.catalogue import in_language, languages, text
from application.event.log.proving import checkpoint, origin_of
from application.event.log.signed_note import Signer
from tests.adapters.events import NAME, event_in, repository_at
from tests.adapters.pages.hall import (
    DESK,
    PHONE,
    Phone,
    Played,
    Server,
    chromium,
    opening,
    phone,
    server_on,
)
from tests.adapters.pages.tables import siege as siege_of_twelve

OUT = Path("screenshots")
OF_README = Path(__file__).parent
RECORDS = Path("tests/conformance")
SIZES = {"phone": PHONE, "desk": DESK}
Shown = Callable[[Phone], None]


def played(server: Server, record: str, until: int | None = None) -> Played:
    """The game of a record, with its steps taken up to one."""
    return server.play(yaml.safe_load((RECORDS / record).read_text("utf-8")), until)


def scenes(server: Server) -> Iterator[tuple[str, Shown]]:
    """Every page with something on it: its name, and how to get there."""
    yield "start", lambda one: one.visit("/") and None
    yield "start-cards", lambda one: one.visit("/").page.get_by_label("Nullshapers").check()
    yield "start-hand", by_hand
    yield "links", lambda one: one.visit("/").tap(text("start.submit"))
    yield "links-waits", by_seat
    yield "side", own_side
    yield "rules", lambda one: one.visit("/rules") and None
    yield "rulebook", lambda one: one.visit("/rules/voidsiege#T4") and None
    yield "problem", lambda one: one.visit("/games/nobody-there-10") and None
    yield "nowhere", lambda one: one.visit("/no-such-page") and None
    yield "replay-drop", lambda one: one.visit("/replay") and None
    yield from around(server)
    yield from siege(server)
    yield from others(server)
    yield from over(server)
    yield from judged(server)
    yield from at_event(server)


def of_readme(server: Server) -> Iterator[tuple[str, tuple[int, int], Shown]]:
    """What a visitor of the repository sees first: a table, why not, the desk; twelve units a side."""

    def full(seat: str, *steps: Mapping[str, Any]) -> Shown:
        game = siege_of_twelve(server)
        for step in steps:
            game.step(step["by"], **{key: value for key, value in step.items() if key != "by"})

        def show(one: Phone) -> None:
            one.sit(game, seat)

        return show

    charge = {"do": "declare", "unit": "Grey Wolves", "command": "assault", "charge": True}
    charges = {"by": "zoe", **charge, "target": "Knights"}
    move = {"by": "zoe", "do": "move", "unit": "Grey Wolves"}
    yield "table", PHONE, full("jack", charges)

    def why_not(one: Phone) -> None:
        full("zoe")(one)
        one.choose("Ogre")
        one.page.locator("#choices .grey").first.click()
        one.page.locator("dialog .when").wait_for()

    yield "why-not", PHONE, why_not
    steps = (
        charges,
        move,
        {"by": "jack", "do": "react", "unit": "Knights", "command": "intervene"},
    )
    yield "desk", (1366, 768), full("judge", *steps)


def by_seat(one: Phone) -> None:
    """The links of a game that waits until each seat has laid out its side."""
    one.visit("/").page.get_by_label(text("start.seats")).check()
    one.tap(text("start.submit"))


def own_side(one: Phone) -> None:
    """A player lays out their own."""
    by_seat(one)
    one.page.locator(".seat a.button").first.click()
    one.page.get_by_label(text("army.list.unit")).fill("Ork Boyz ×2\nLancers")


def by_hand(one: Phone) -> None:
    """The form with a table of one's own."""
    one.visit("/").page.get_by_label("Arcane Legions").check()
    one.page.get_by_label(text("start.own")).check()
    one.tap(text("army.example"))


def around(server: Server) -> Iterator[tuple[str, Shown]]:
    """The pages around the table: one's own games, everybody's, another game, what others did."""
    read = server.open(opening(readings={"C1": "snap_fire"}))
    waits = played(server, "voidsiege/03-charge-then-intervene.yaml", 1)
    over = server.open(
        opening(names={"ana": "Ana Müller"}, about={"event": "Spring Open", "table": 7})
    )
    over.step("ben", do="concede")
    waits.step("ana", do="note", text="A judge, please: may a1 run?")

    def own(one: Phone) -> None:
        for game, seat in ((over, "ana"), (waits, "ana"), (read, "ana"), (read, "ben")):
            one.visit(game.links[seat]).page.locator("#now").wait_for()
        one.visit("/")

    def both(one: Phone) -> None:
        own(one)
        one.visit(f"/games/{read.id}")

    def again(one: Phone) -> None:
        own(one)
        one.visit(f"/games/{over.id}/@ana/rematch")

    def news(one: Phone) -> None:
        game = server.open(opening())
        one.sit(game, "spectator").sees(text("table.news.none"))
        game.step("ana", do="declare", unit="a1", command="move")
        one.page.locator("#news .n[href]").wait_for()

    yield "own-games", own
    yield "which-seat", both
    yield "organiser", lambda one: one.visit("/games") and None
    yield "rematch", again
    yield (
        "rulebook-of-game",
        lambda one: one.sit(read, "ana").visit(f"/games/{read.id}/rules") and None,
    )
    yield "table-news", news


def siege(server: Server) -> Iterator[tuple[str, Shown]]:
    game = server.open(opening())
    yield "enter", lambda one: one.visit(game.links["ana"].partition("#")[0]) and None
    yield "table-go", lambda one: one.sit(game, "ana") and None
    answered = played(server, "voidsiege/03-charge-then-intervene.yaml", 1)
    yield "table-answer", lambda one: one.sit(answered, "ben") and None
    yield "table-waits", lambda one: one.sit(answered, "ana") and None
    long = played(server, "voidsiege/82-long-two-rounds.yaml", 30)
    yield "table-long", lambda one: one.sit(long, "ben") and None

    def why_not(one: Phone) -> None:
        one.sit(long, "ben").choose("b1")
        one.page.locator("#choices .grey").first.click()
        one.page.locator("dialog .when").wait_for()

    yield "why-not", why_not
    yield "chip", lambda one: one.sit(long, "ben").page.locator(".tile .chip:visible").first.click()
    yield "spectator", lambda one: one.sit(long, "spectator") and None
    asked = played(server, "voidsiege/70-undo-by-consent.yaml", 3)
    yield "request", lambda one: one.sit(asked, "ben") and None
    yield "past", lambda one: one.sit(long, "ana").visit(f"/games/{long.id}?at=12") and None


def others(server: Server) -> Iterator[tuple[str, Shown]]:
    cards = played(server, "nullshapers/80-long-one-turn.yaml", 40)
    yield "table-cards", lambda one: one.sit(cards, "ana") and None
    queue = played(server, "nullshapers/71-deep-queue.yaml", 12)
    yield "table-queue", lambda one: one.sit(queue, "ben") and None
    legions = played(server, "arcane-legions/57-long-first-game.yaml", 20)
    yield "table-legions", lambda one: one.sit(legions, "ana") and None


def over(server: Server) -> Iterator[tuple[str, Shown]]:
    """Games that have ended, and dice that are due."""
    siege = played(server, "voidsiege/99-kill-with-the-last-shot.yaml")
    yield "over-siege", lambda one: one.sit(siege, "ana") and None
    cards = played(server, "nullshapers/69-after-the-game.yaml")
    yield "over-cards", lambda one: one.sit(cards, "ana") and None
    legions = played(server, "arcane-legions/50-active-player-concedes.yaml")
    yield "over-legions", lambda one: one.sit(legions, "ana") and None
    dice = played(server, "arcane-legions/57-long-first-game.yaml", 18)
    yield "dice", lambda one: one.sit(dice, "ben") and None
    yield "desk-legions", lambda one: one.sit(dice, "judge") and None

    def standing(one: Phone) -> None:
        one.sit(played(server, "nullshapers/71-deep-queue.yaml", 11), "ana")
        one.page.locator("#last [aria-haspopup]").click()

    yield "table-standing", standing


def judged(server: Server) -> Iterator[tuple[str, Shown]]:
    game = played(server, "voidsiege/83-long-with-undo-and-rewind.yaml")
    yield "desk", lambda one: one.sit(game, "judge") and None

    def asked(one: Phone) -> None:
        one.sit(game, "judge").visit(f"/games/{game.id}?at=9")
        for tool in ("why", "audit", "backup"):
            one.page.locator(f"[data-tool={tool}] > summary").click()
            one.page.locator(f"[data-tool={tool}] .result .stack").first.wait_for()

    def sure(one: Phone) -> None:
        one.sit(game, "judge").visit(f"/games/{game.id}?at=20")
        one.page.get_by_text(text("tools.rewind")).click()
        one.page.locator("[data-form=rewind] [name=because]").fill("the wrong unit was moved")
        one.tap(text("tools.rewind.do"))
        one.page.get_by_role("dialog").wait_for()

    def docket(one: Phone) -> None:
        one.sit(game, "judge").visit(f"/games/{game.id}?at=9").opens(text("tools.docket"))
        one.page.locator("[data-tool=docket] .result .stack").first.wait_for()

    put = played(server, "voidsiege/03-charge-then-intervene.yaml", 2)
    why = "go back to entry 1; taken back, last first: 2. Because: ana was still speaking"
    put.step("judge", do="note", text=f"proposal 2: {why}")
    yield "table-put", lambda one: one.sit(put, "ben") and None

    def policy(one: Phone) -> None:
        one.sit(put, "judge").visit(f"/games/{put.id}?at=1").opens(text("policy.by"))
        one.opens(text("tools.backup")).locator(".remedies").wait_for()
        one.opens(text("tools.played")).locator(".result .stack").wait_for()

    yield "desk-put", policy
    yield "desk-asked", asked
    yield "desk-rewind", sure
    yield "desk-docket", docket
    cards = played(server, "nullshapers/80-long-one-turn.yaml", 40)
    yield "desk-cards", lambda one: one.sit(cards, "judge") and None
    yield "sheet", lambda one: one.sit(game, "judge").visit(f"/games/{game.id}/sheet/9") and None
    record = (RECORDS / "voidsiege/83-long-with-undo-and-rewind.yaml").read_text("utf-8")

    def replayed(one: Phone) -> None:
        one.visit("/").page.get_by_text(text("start.paste")).click()
        one.page.locator("#paste").fill(record)
        one.tap(text("start.replay.submit"))
        one.page.locator("#past-body .moment").wait_for()

    yield "replay", replayed


def at_event(server: Server) -> Iterator[tuple[str, Shown]]:
    """A hall with calls, penalties and results; a call as its players and its judge see it."""
    at = event_in(server.store, 24)
    with Client(base_url=server.home) as client:
        at.player(client, 3, "ana", "call", words="Ben moved twice.")
        at.player(client, 7, "ben", "call", words="The archers were out of range.")
        at.player(client, 7, "ana", "say", call=2, words="They were not: we measured it.")
        at.judge(client, "j2", "take", call=2)
        at.player(client, 9, "ana", "call", words="May he do that?")
        at.judge(client, "j1", "take", call=3)
        at.player(client, 9, "ben", "say", call=3, words="I had asked before.")
        ruled = {"words": "The second move is taken back.", "verdict": "illegal", "cites": ["T4"]}
        at.judge(client, "j1", "rule", call=3, **ruled)
        offence = {"player": "p21", "kind": "slow_play", "because": "asked twice to go on"}
        at.judge(client, "j2", "offence", round=1, table=11, **offence)
        at.judge(client, "j2", "result", round=1, table=12, winner="p23")
    with repository_at(server.store) as repository:
        checkpoint(repository, NAME, Signer(origin_of(NAME), Ed25519PrivateKey.generate()))

    def judges(path: str) -> Shown:
        def show(one: Phone) -> None:
            one.visit(f"/enter/event/{NAME}#{at.judges['j2']}").page.locator("#t24").wait_for()
            one.visit(path)

        return show

    def player(table: int, seat: str, path: str) -> Shown:
        def show(one: Phone) -> None:
            game = at.game(table)
            one.visit(f"/enter/{game}#{at.seats[game][seat]}").page.locator("#now").wait_for()
            one.visit(f"/games/{game}{path}")

        return show

    yield "event-enter", lambda one: one.visit(f"/enter/event/{NAME}") and None
    yield "event-log-player", player(7, "ana", "/cosign")
    yield "event-hall", judges(f"/events/{NAME}")
    yield "event-floor", judges(f"/events/{NAME}/r1/t7")
    yield "event-penalty", judges(f"/events/{NAME}/r1/t11")
    yield "event-log", judges(f"/events/{NAME}/cosign")
    yield "event-table", player(7, "ana", "/@ana")
    yield "event-called", player(3, "ana", "/@ana/call")
    yield "event-ruled", player(9, "ben", "/@ben/call")


def taken(browser: Browser, server: Server, wanted: list[str], language: str) -> Iterator[Path]:
    for name, show in scenes(server):
        if wanted and name not in wanted:
            continue
        for size, pixels in SIZES.items():
            one = phone(browser, server, pixels, reduced_motion="reduce", locale=language)
            show(one)
            one.page.wait_for_load_state("load")
            for scheme in ("light", "dark"):
                one.page.emulate_media(color_scheme=scheme)
                yield _picture(
                    one,
                    f"{name}-{size}-{scheme}{'' if language == 'en' else f'-{language}'}",
                    "asked" in name or "long" in name,
                )
            one.page.context.close()


def _picture(one: Phone, name: str, whole: bool) -> Path:
    path = OUT / f"{name}.png"
    options: dict[str, Any] = {"path": path, "full_page": whole}
    one.page.screenshot(**options)
    return path


def taken_for_readme(browser: Browser, server: Server) -> Iterator[Path]:
    for name, pixels, show in of_readme(server):
        one = phone(browser, server, pixels, reduced_motion="reduce", locale="en")
        show(one)
        one.page.wait_for_load_state("load")
        path = OF_README / f"{name}.png"
        one.page.screenshot(path=path)
        one.page.context.close()
        yield path


def main(wanted: list[str]) -> None:
    language = next((one for one in wanted if one in languages()), "en")
    wanted = [one for one in wanted if one != language]
    with tempfile.TemporaryDirectory() as folder, server_on(Path(folder)) as server:
        with chromium() as browser, in_language(language):
            for path in taken(browser, server, wanted, language):
                sys.stdout.write(f"{path}\n")
            if "readme" in wanted or not wanted:
                for path in taken_for_readme(browser, server):
                    sys.stdout.write(f"{path}\n")

"""A server on loopback and phones that look at it, for tests and screenshots."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.adapters.servers import inside

PATIENCE = 20_000
"""Milliseconds that a test waits for what it expects to see; a busy machine is no fault."""

expect.set_options(timeout=PATIENCE)

Until = Literal["commit", "load"]
"""How far a page has come when a test goes on."""

PHONE, DESK = (390, 844), (1280, 800)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CHROMIUM = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The system's own, first the one without windows: a page takes two thirds of the processor time there.
Without them, the one that `playwright install chromium` brings."""

STORE = "games.umpire"
"""The file in a server's folder."""

TABLE = {
    "points": {"ana": 3, "ben": 3},
    "units": {
        "a1": {"owner": "ana"},
        "a2": {"owner": "ana", "restrictions": ["run"]},
        "b1": {"owner": "ben"},
        "b2": {"owner": "ben"},
    },
}


def opening(ruleset: str = "voidsiege", setup: Mapping[str, Any] = TABLE, **more: Any) -> Any:
    return {"record": 1, "ruleset": ruleset, "players": ["ana", "ben"], "setup": setup, **more}


@dataclass
class Server:
    """`umpire serve` on a store of its own."""

    store: Path
    port: int
    packages: Sequence[Path] = ()
    """Folders with rulesets of one's own, as if they were installed."""
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> Path:
        """What the server told its operator."""
        return self.store.with_suffix(".log")

    def start(self) -> None:
        command = [sys.executable, "-m", "adapters.cli", "serve", "--port", str(self.port)]
        places = (Path(__file__).parents[3], *self.packages)
        with self.said.open("ab") as said:
            self.running = subprocess.Popen(
                [*command, "--db", str(self.store)],
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))},
            )
        for _ in range(300):
            try:
                urlopen(f"{self.home}/health").read()
            except URLError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("the server did not start")

    def stop(self) -> None:
        assert self.running is not None
        self.running.send_signal(signal.SIGTERM)
        self.running.wait(20)

    def post(self, path: str, content: Any, token: str = "") -> Any:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        request = Request(f"{self.home}{path}", json.dumps(content).encode(), headers)
        return json.load(urlopen(request))

    def open(self, record: Any) -> "Played":
        found = self.post("/api/games", record)
        return Played(self, found["game"], found["tokens"], found["links"])

    def log(self, game: "Played") -> Any:
        """The entries as the judge sees them."""
        headers = {"authorization": f"Bearer {game.tokens['judge']}"}
        found = urlopen(Request(f"{self.home}/api/games/{game.id}/log", headers=headers))
        return json.load(found)["entries"]

    def posted(self, path: str, content: Any, headers: Mapping[str, str]) -> int:
        """The status of what is sent with these headers."""
        request = Request(f"{self.home}{path}", json.dumps(content).encode(), dict(headers))
        try:
            return int(urlopen(request).status)
        except HTTPError as why:
            return why.code

    def play(self, record: Mapping[str, Any], until: int | None = None) -> "Played":
        """The game of a record, with its steps taken, or the first of them."""
        kept = ("record", "ruleset", "edition", "readings", "mode", "players", "setup")
        game = self.open({key: record[key] for key in kept if key in record})
        for said in record["steps"][:until]:
            game.step(**{key: said[key] for key in said if key not in ("expect", "cites")})
        return game


@dataclass
class Played:
    """A game on the server, with the links of its seats."""

    server: Server
    id: str
    tokens: Mapping[str, str]
    links: Mapping[str, str]

    def step(self, by: str, **fields: Any) -> Any:
        return self.server.post(f"/api/games/{self.id}/steps", fields, self.tokens[by])


@dataclass
class Phone:
    """A browser of somebody's own; whatever goes wrong on its pages is kept."""

    page: Page
    home: str
    problems: list[str] = field(default_factory=list)
    offline: bool = False

    def __post_init__(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url))

    def _said(self, message: Any) -> None:
        """What a browser complains of; a question that a faster step has overtaken is no fault."""
        overtaken = "409" in message.text and message.location["url"].endswith("/choices")
        if message.type in ("error", "warning") and not self.offline and not overtaken:
            self.problems.append(message.text)

    def _asked(self, url: str) -> None:
        if not re.match(r"(data|blob|about):", url) and not url.startswith(self.home):
            self.problems.append(f"asked elsewhere: {url}")

    def visit(self, path: str, wait_until: Until = "load") -> "Phone":
        self.page.goto(f"{self.home}{path}", wait_until=wait_until)
        return self

    def sit(self, game: Played, seat: str, wait_until: Until = "load") -> "Phone":
        """Opens the game with the seat that its link would have given."""
        kept = {"name": f"umpire-{game.id}", "value": game.tokens[seat], "url": self.home}
        self.page.context.add_cookies([kept])  # type: ignore[list-item]
        return self.visit(f"/games/{game.id}", wait_until)

    def on(self, what: Locator) -> None:
        """Taps this."""
        what.click()

    def writes(self, box: Locator, words: str) -> None:
        """Fills in a field."""
        box.fill(words)

    def tap(self, name: str, exact: bool = True) -> None:
        self.on(self.page.get_by_role("button", name=name, exact=exact).first)

    def choose(self, *choices: str | re.Pattern[str]) -> None:
        """Taps these one after the other: a piece of the board, or an answer to what is asked."""
        for choice in choices:
            words = re.compile(f"^{re.escape(choice)}$") if isinstance(choice, str) else choice
            named = self.page.locator("bdi", has_text=words)
            asked = self.page.locator("#choices button, #last button", has=named)
            self.on(asked.or_(self.page.locator("[data-tap]", has=named)).first)

    def choose_piece_or_words(self, piece: str, words: str) -> None:
        """Taps a piece of the board, or where it is none, the answer of these words."""
        if piece:
            self.on(self.page.locator(f'#board [data-tap="{piece}"]').first)
        else:
            self.choose(words)

    def more(self) -> "Phone":
        """Opens what stands behind the three dots."""
        self.tap("More")
        return self

    def say(self, *choices: str) -> None:
        """Chooses, and waits until it is said."""
        newest = self.page.locator("#now").get_attribute("data-entry")
        self.choose(*choices)
        expect(self.page.locator("#now")).not_to_have_attribute("data-entry", newest or "")

    def opens(self, tool: str) -> Any:
        """Opens a tool of the desk, and gives it."""
        found = self.page.locator("details", has=self.page.locator("summary", has_text=tool)).first
        found.locator("summary").first.click()
        return found

    def decides(self, tool: str, **fields: str) -> None:
        """Fills in a judge's decision, sees what it does, and does it."""
        form = self.opens(tool).locator("form").first
        for name, value in fields.items():
            box = form.locator(f"[name={name}]")
            if box.evaluate("box => box.tagName") == "SELECT":
                box.select_option(value)
            else:
                box.fill(value)
        form.locator("button").last.click()
        self.page.locator("#sure[open]").wait_for()
        self.tap("Do it")

    def asks(self, path: str) -> Any:
        """What this browser is answered, with its seat."""
        return self.page.request.get(f"{self.home}{path}")

    def is_told(self, text: str | re.Pattern[str], timeout: float = PATIENCE) -> None:
        """What happened stands among the news, whether or not something else is in front of it."""
        self.page.locator("#news li > div", has_text=text).first.wait_for(
            state="attached", timeout=timeout
        )

    def sees(self, text: str | re.Pattern[str], timeout: float = PATIENCE) -> None:
        self.page.get_by_text(text).locator("visible=true").first.wait_for(timeout=timeout)


@contextmanager
def server_within(folder: Path) -> Iterator[Server]:
    """A server in a thread of this process, which starts in a tenth of the time; nobody stops it."""
    store = folder / STORE
    with inside(store) as client:
        assert client.base_url.port is not None
        yield Server(store, client.base_url.port)


@contextmanager
def server_on(folder: Path, *packages: Path) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(folder / STORE, port, packages)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    own = next((path for path in CHROMIUM if Path(path).exists()), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=own, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def phone(browser: Browser, server: Server, size: tuple[int, int] = PHONE, **more: Any) -> Phone:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
    context.set_default_timeout(PATIENCE)
    return Phone(context.new_page(), server.home)

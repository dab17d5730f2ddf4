"""Chats that are told who is waited for: one for all games, or one that a game was opened with."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from adapters.web.logs import server
from adapters.web.settings import WebSettings
from application.game.live_game import Live
from application.game.moments import iso_time
from application.game.standing import judge_called
from application.ledger.store import StoreProblem
from domain.kernel.wording import list_in_words

PATIENCE = 5
"""Seconds that whoever is told may take."""
MOST_WAITING = 256
"""Things of which there is something to tell, such as games; of each only what is newest."""
MOST_KNOWN = 4096
LONGEST = 500


class Addresses(Protocol):
    """Where the address that a game was opened with is kept. Both raise StoreProblem."""

    def add_webhook(self, game: str, url: str) -> None: ...
    def webhook(self, game: str) -> str: ...


class Telling:
    """Tells of one thing after another, on a thread of its own: nobody waits for whoever is told.

    However slow they are, so much waits and no more: what has waited longest is not told then.
    """

    def __init__(self, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self.tell = tell
        self._news: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._some = threading.Condition()
        self._runs = False

    def soon(self, of: str, told: dict[str, Any]) -> None:
        """Tells this of it, in place of what still waits to be told of it."""
        with self._some:
            self._news[of] = told
            if len(self._news) > MOST_WAITING:
                self._news.popitem(last=False)
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._tell_all, name="telling", daemon=True).start()
            self._some.notify()

    def _tell_all(self) -> None:
        while True:
            with self._some:
                while not self._news:
                    self._some.wait()
                of, told = self._news.popitem(last=False)
            self.tell(of, told)


class Chats:
    """Tells them of the games that go on."""

    def __init__(
        self, settings: WebSettings, kept: Addresses, send: Callable[[str, Any], None] | None = None
    ) -> None:
        self.everywhere = settings.webhook
        self.allowed = settings.webhook_places
        self.public = settings.public_url.rstrip("/")
        self.kept = kept
        self.send = send or post
        self._waited: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """Game → whom it waited for when its chat was last told."""
        self._telling = Telling(self._tell)

    def refusal(self, url: str) -> str:
        """Why a game is not opened with this address; empty where it is."""
        with suppress(ValueError):
            found = urlsplit(url)
            plain = url.isprintable() and " " not in url and not found.fragment
            if found.scheme == "https" and found.netloc in self.allowed and plain:
                return ""
        places = " or ".join(self.allowed) or "a place that the operator names"
        return f"The chat's address: expected one that begins with https:// and leads to {places}."

    def keep(self, game: str, url: str) -> None:
        """This game tells this address. Raises StoreProblem."""
        self.kept.add_webhook(game, url)

    def step_taken(self, live: Live) -> None:
        """Something was entered: the chat is told where the game waits for somebody else now."""
        if not (self.everywhere or self.allowed):
            return
        game = live.game
        waiting, called = game.to_act(), judge_called(game) == game.length
        if self._waited.get(live.id) == waiting and not called:
            return
        self._waited[live.id] = waiting
        self._waited.move_to_end(live.id)
        if len(self._waited) > MOST_KNOWN:
            self._waited.popitem(last=False)
        request = game.now.request
        sentence = game.ruleset.chance(game.now.state) if request is None else ""
        if called:
            sentence = f"{game.entry(game.length).said['by']} calls a judge."
        told = {
            "game": live.id,
            "entry": game.length,
            "when": iso_time(live.times[game.length]),
            "at": iso_time(live.times[game.length]),
            "waiting": list(waiting),
            "judge_called": called,
            **self._words(live.id, sentence or waits(waiting), game.ruleset.title),
        }
        self._telling.soon(live.id, told)

    def _words(self, game: str, sentence: str, title: str) -> dict[str, Any]:
        link = f"{self.public}/games/{game}" if self.public else ""
        words = f"{title}, {game}: {sentence} {link}".strip()[:LONGEST]
        plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": plain, "content": words, "allowed_mentions": {"parse": []}, "link": link}

    def _tell(self, game: str, told: dict[str, Any]) -> None:
        for url in {self.everywhere, self._own(game)} - {""}:
            self.send(url, told)

    def _own(self, game: str) -> str:
        with suppress(StoreProblem):
            url = self.kept.webhook(game)
            # The operator may have struck its place off since.
            return url if url and not self.refusal(url) else ""
        return ""


def waits(waiting: tuple[str, ...]) -> str:
    return f"it waits for {list_in_words(waiting)}." if waiting else "it is over."


class NoRedirects(HTTPRedirectHandler):
    """Whoever is told does not send us elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        """Not followed, so that a place allowed cannot point to one that is not."""


def post(url: str, told: dict[str, Any]) -> None:
    """Tells an address as JSON; whatever goes wrong is told to the operator, without the address."""
    body = json.dumps(told).encode()
    try:
        made = Request(url, body, {"content-type": "application/json"})  # noqa: S310 - the operator's
        with build_opener(NoRedirects).open(made, timeout=PATIENCE) as answer:
            answer.read(1024)
    except (OSError, ValueError, HTTPException) as why:
        what = told.get("game") or f"call {told.get('call')}"
        server.warning("nobody could be told of %s: %s", what, why)

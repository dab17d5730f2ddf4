"""Webhooks that tell a chat whose turn it is: one for all games, or one given when a game was opened."""

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
"""Timeout of a webhook request, in seconds."""
MOST_WAITING = 256
"""Most messages that may wait to be sent: the newest one for each game or call."""
MOST_KNOWN = 4096
LONGEST = 500


class WebhookAddresses(Protocol):
    """Stores the webhook address that a game was opened with. Both methods raise StoreProblem."""

    def add_webhook(self, game: str, url: str) -> None: ...
    def webhook(self, game: str) -> str: ...


class WebhookQueue:
    """Sends messages one by one on a thread of its own, so that no request waits for a slow receiver.

    At most MOST_WAITING messages wait; beyond that the one that has waited longest is dropped.
    """

    def __init__(self, deliver: Callable[[str, dict[str, Any]], None]) -> None:
        self.deliver = deliver
        self._waiting: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._changed = threading.Condition()
        self._runs = False

    def enqueue(self, about: str, message: dict[str, Any]) -> None:
        """Queues a message about this game or call, replacing one that still waits."""
        with self._changed:
            self._waiting[about] = message
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._deliver_all, name="webhooks", daemon=True).start()
            self._changed.notify()

    def _deliver_all(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                about, message = self._waiting.popitem(last=False)
            self.deliver(about, message)


class ChatNotices:
    """Tells chats whose turn it is in running games."""

    def __init__(
        self,
        settings: WebSettings,
        addresses: WebhookAddresses,
        send: Callable[[str, Any], None] | None = None,
    ) -> None:
        self.everywhere = settings.webhook
        self.allowed = settings.webhook_places
        self.public = settings.public_url.rstrip("/")
        self.addresses = addresses
        self.send = send or post
        self._waited: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """Game → the seats it waited for at the last message."""
        self._queue = WebhookQueue(self._send_to_all)

    def refusal(self, url: str) -> str:
        """Why a game may not be opened with this webhook address; empty if it may."""
        with suppress(ValueError):
            found = urlsplit(url)
            plain = url.isprintable() and " " not in url and not found.fragment
            if found.scheme == "https" and found.netloc in self.allowed and plain:
                return ""
        places = " or ".join(self.allowed) or "a place that the operator names"
        return f"The chat's address: expected one that begins with https:// and leads to {places}."

    def keep(self, game: str, url: str) -> None:
        """Stores the game's webhook address. Raises StoreProblem."""
        self.addresses.add_webhook(game, url)

    def entry_made(self, live: Live) -> None:
        """Called after each entry: tells the chat if other seats are waited for now, or a judge was called."""
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
        message = {
            "game": live.id,
            "entry": game.length,
            "when": iso_time(live.times[game.length]),
            "at": iso_time(live.times[game.length]),
            "waiting": list(waiting),
            "judge_called": called,
            **self._text(live.id, sentence or waiting_sentence(waiting), game.ruleset.title),
        }
        self._queue.enqueue(live.id, message)

    def _text(self, game: str, sentence: str, title: str) -> dict[str, Any]:
        link = f"{self.public}/games/{game}" if self.public else ""
        words = f"{title}, {game}: {sentence} {link}".strip()[:LONGEST]
        plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": plain, "content": words, "allowed_mentions": {"parse": []}, "link": link}

    def _send_to_all(self, game: str, message: dict[str, Any]) -> None:
        for url in {self.everywhere, self._own(game)} - {""}:
            self.send(url, message)

    def _own(self, game: str) -> str:
        with suppress(StoreProblem):
            url = self.addresses.webhook(game)
            # The operator may have taken its host off the list since.
            return url if url and not self.refusal(url) else ""
        return ""


def waiting_sentence(waiting: tuple[str, ...]) -> str:
    return f"it waits for {list_in_words(waiting)}." if waiting else "it is over."


class NoRedirects(HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Gives no new request, so that an allowed host cannot redirect to one that is not."""


def post(url: str, message: dict[str, Any]) -> None:
    """Posts JSON to a webhook. Failures are logged for the operator, without the address."""
    body = json.dumps(message).encode()
    try:
        made = Request(url, body, {"content-type": "application/json"})  # noqa: S310 - the operator's
        with build_opener(NoRedirects).open(made, timeout=PATIENCE) as answer:
            answer.read(1024)
    except (OSError, ValueError, HTTPException) as why:
        what = message.get("game") or f"call {message.get('call')}"
        server.warning("nobody could be told of %s: %s", what, why)

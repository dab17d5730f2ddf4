"""Webhooks that tell a chat whose turn it is: one for all games, or one given when a game was opened."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol
from urllib.parse import urlsplit

from adapters.web.settings import WebSettings
from adapters.web.webhooks.timed_post import post
from adapters.web.webhooks.webhook_queue import WebhookQueue
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.standing import judge_called
from application.ledger.store import StoreProblem
from domain.kernel.history import acting
from domain.kernel.wording import list_in_words

MOST_KNOWN = 4096
LONGEST = 500


class WebhookAddresses(Protocol):
    """Stores the webhook address that a game was opened with. Both methods raise StoreProblem."""

    def add_webhook(self, game: str, url: str) -> None: ...
    def webhook(self, game: str) -> str: ...


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
        self._to_address = WebhookQueue()
        """Messages whose addresses the store is still asked for."""
        self._receivers: defaultdict[str, WebhookQueue] = defaultdict(WebhookQueue)
        """Host → what it is to be told. Games name addresses, the operator hosts: so they stay few."""

    def refusal(self, url: str) -> str:
        """Why a game may not be opened with this webhook address; empty if it may."""
        with suppress(ValueError):
            address = urlsplit(url)
            plain = url.isascii() and url.isprintable() and " " not in url and not address.fragment
            if address.scheme == "https" and address.netloc in self.allowed and plain:
                return ""
        places = " or ".join(self.allowed) or "a place that the operator names"
        return f"The chat's address: expected one that begins with https:// and leads to {places}."

    def keep(self, game: str, url: str) -> None:
        """Stores the game's webhook address. Raises StoreProblem."""
        self.addresses.add_webhook(game, url)

    def entry_made(self, live: LiveGame, n: int) -> None:
        """Called after entry n: tells the chat if other seats are waited for now, or a judge was called."""
        if not (self.everywhere or self.allowed):
            return
        game = live.game
        waiting, called = game.to_act(), judge_called(game) == n
        # Other servers may have told of other seats since; of what came after entry n the newest tells.
        others_acted = n == game.length and acting(game.ruleset, game.position(n - 1)) != waiting
        if self._waited.get(live.id) == waiting and not others_acted and not called:
            return
        self._waited[live.id] = waiting
        self._waited.move_to_end(live.id)
        if len(self._waited) > MOST_KNOWN:
            self._waited.popitem(last=False)
        request = game.now.request
        sentence = game.ruleset.chance(game.now.state) if request is None else ""
        if called:
            sentence = f"{game.entry(n).said['by']} calls a judge."
        message = {
            "game": live.id,
            "entry": game.length,
            "when": iso_time(live.times[game.length]),
            "at": iso_time(live.times[game.length]),
            "waiting": list(waiting),
            "judge_called": called,
            **self._text(live.id, sentence or waiting_sentence(waiting), game.ruleset.title),
        }
        self._to_address.enqueue(live.id, partial(self._send_to_all, live.id, message))

    def _text(self, game: str, sentence: str, title: str) -> dict[str, Any]:
        link = f"{self.public}/games/{game}" if self.public else ""
        words = f"{title}, {game}: {sentence} {link}".strip()[:LONGEST]
        plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": plain, "content": words, "allowed_mentions": {"parse": []}, "link": link}

    def _send_to_all(self, game: str, message: dict[str, Any]) -> None:
        for url in {self.everywhere, self._own(game)} - {""}:
            self._receivers[host_of(url)].enqueue(f"{game} {url}", partial(self.send, url, message))

    def _own(self, game: str) -> str:
        with suppress(StoreProblem):
            url = self.addresses.webhook(game)
            # The operator may have taken its host off the list since.
            return url if url and not self.refusal(url) else ""
        return ""


def host_of(url: str) -> str:
    """The host, with its port; empty if the address has none."""
    with suppress(ValueError):
        return urlsplit(url).netloc
    return ""


def waiting_sentence(waiting: tuple[str, ...]) -> str:
    return f"it waits for {list_in_words(waiting)}." if waiting else "it is over."

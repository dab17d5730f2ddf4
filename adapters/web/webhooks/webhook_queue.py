"""What is to be told to one receiver, in its order."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from adapters.web.logs import server

MOST_WAITING = 256
"""Most messages of a receiver that may wait to be sent: the newest one for each game or call."""


class WebhookQueue:
    """Sends one receiver its messages one by one, on a thread that lasts as long as any wait.

    At most MOST_WAITING messages wait; beyond that the one that has waited longest is dropped.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Callable[[], None]] = OrderedDict()
        self._changing = threading.Lock()
        self._runs = False

    def enqueue(self, about: str, send: Callable[[], None]) -> None:
        """Queues a message about this game or call, replacing one that still waits."""
        with self._changing:
            self._waiting[about] = send
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._send_all, name="webhooks", daemon=True).start()

    def _send_all(self) -> None:
        while send := self._next():
            try:
                send()
            except (
                Exception
            ) as why:  # one message that cannot be sent must not silence the next ones
                server.error("a webhook was not told: %s", type(why).__name__)

    def _next(self) -> Callable[[], None] | None:
        with self._changing:
            if self._waiting:
                return self._waiting.popitem(last=False)[1]
            # Under the same lock: what is queued as the thread ends would else lie there unsent.
            self._runs = False
            return None

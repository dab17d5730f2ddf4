"""Steps bypass the framework, whose work around a route takes as long as a ruling."""

import re
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from adapters.web.api.steps import take
from adapters.web.body_limits import limited_receive
from adapters.web.context import Context
from adapters.web.responses import Problem
from application.ledger.store import StoreProblem

STEPS = re.compile(r"/api/games/([^/]+)/steps")


class StepRequest(Request):
    """A request whose headers are decoded only once, and whose query and body are read no way round."""

    headers: Any = None

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }

    @property
    def query_params(self) -> Any:
        return super().query_params if self.scope["query_string"] else {}

    async def body(self) -> bytes:
        """The whole body. Raises Problem if it is too long, too slow or cut off."""
        message = await self._receive()
        parts: list[bytes] = [message.get("body", b"")]
        while message.get("more_body"):
            message = await self._receive()
            parts.append(message.get("body", b""))
        return b"".join(parts)


class FastPath:
    """ASGI middleware: limits request bodies, and handles steps itself instead of the application."""

    def __init__(self, app: ASGIApp, context: Context, error_response: Any) -> None:
        self.app = app
        self.context = context
        self.error_response = error_response
        """Makes the response to a request that raised Problem or StoreProblem."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limited = limited_receive(scope, receive, self.context.settings)
        steps = STEPS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if steps is None:
            await self.app(scope, limited, send)
            return
        request = StepRequest(scope, limited, send)
        try:
            answer = await take(request, steps[1])
        except (Problem, StoreProblem) as why:
            answer = await self.error_response(request, why)
        await answer(scope, limited, send)

"""Steps bypass the framework, whose work around a route takes as long as a ruling."""

import re
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from adapters.web.api.steps import take
from adapters.web.body_limits import ARRIVED, limited_receive, too_long
from adapters.web.context import Context
from adapters.web.head_requests import as_get
from adapters.web.responses import Problem
from adapters.web.seat_address import without_seat
from application.ledger.store import StoreProblem

STEPS = re.compile(r"/api/games/([^/]+)(/@[^/]{1,80})?/steps")


class StepRequest(Request):
    """A request whose headers are decoded only once, and whose query and body are read no way round.

    Of a header that is sent twice the first counts, as on every other route.
    """

    headers: Any = None

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.headers = {
            name.decode("latin-1"): value.decode("latin-1")
            for name, value in reversed(scope["headers"])
        }

    @property
    def query_params(self) -> Any:
        return super().query_params if self.scope["query_string"] else {}

    async def body(self) -> bytes:
        """The whole body. Raises Problem if it is too long, too slow or cut off."""
        settings = self.app.state.context.settings
        if ARRIVED not in self.scope:
            self._receive = limited_receive(self.scope, self._receive, settings)
        message = await self._receive()
        body: bytes = message.get("body", b"")
        while message.get("more_body"):
            message = await self._receive()
            body += message.get("body", b"")
        if len(body) > settings.most_step:
            raise too_long(settings.most_step)
        return body


class FastPath(FastAPI):
    """The application of the framework; a step is handled here, before the framework sees it.

    Every other request has its seat taken out of the path, and its body limited; HEAD is taken as GET.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        steps = STEPS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if steps is None:
            context: Context = self.state.context
            if scope["method"] == "HEAD":
                scope, send = as_get(scope, send)
            scope = without_seat(scope)
            receive = limited_receive(scope, receive, context.settings)
            await super().__call__(scope, receive, send)
            return
        if steps[2]:
            scope = without_seat(scope)
        scope["app"] = self
        request = StepRequest(scope, receive, send)
        try:
            answer = await take(request, steps[1])
        except (Problem, StoreProblem) as why:
            answer = await self._error_response(request, why)
        except Exception as why:
            await (await self._error_response(request, why))(scope, receive, send)
            raise  # the server logs it
        await answer(scope, receive, send)

    async def _error_response(self, request: Request, why: Exception) -> Any:
        """The response that the framework would give."""
        kind = next(kind for kind in type(why).__mro__ if kind in self.exception_handlers)
        response_to: Any = self.exception_handlers[kind]
        return await response_to(request, why)

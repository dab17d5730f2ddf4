"""Steps bypass the framework, whose work around a route takes as long as a ruling."""

import re
from functools import cached_property
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
    """A request whose headers are decoded only once."""

    @cached_property
    def headers(self) -> Any:
        found = self.scope["headers"]
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in found}


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

"""The web application: its routes, its error answers, and what it opens and closes."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from importlib.metadata import version
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from adapters.web.api import (
    defects,
    desk,
    law,
    looking,
    opening,
    operations,
    rulings,
    seating,
    steps,
)
from adapters.web.api.document import components, operation
from adapters.web.context import Context
from adapters.web.events import api as events
from adapters.web.events.admission import repository_in
from adapters.web.fair_pool import YieldingThreads
from adapters.web.fast_path import FastPath
from adapters.web.logs import server
from adapters.web.responses import NEWER, JsonResponse, Problem
from adapters.web.settings import WebSettings
from adapters.web.standing_answers import api as standing_answers
from adapters.web.streams.feed import Feeds
from adapters.wiring import TablesOf
from application.event.repository import NoSuchEvent
from application.game.seats import Seats
from application.game.umpire import Umpire
from application.ledger.store import Damaged, NoSuchGame, NotKnownHere, StoreProblem, Uncertain

ABOUT = (
    "Rules on games with reactions, restrictions and queues; every verdict names its rule. "
    "The words are those of the game record format."
)
SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, as opening the game gave it.",
    },
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "The operator's key (UMPIRE_KEY); not asked for on loopback without one.",
    },
}


def application(umpire: Umpire, seats: Seats, settings: WebSettings) -> FastAPI:
    """The FastAPI application for this umpire and these seats."""
    app = FastPath(
        title="umpire",
        version=version("umpire"),
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation,
        lifespan=_open_and_close,
        # Without this the framework looks for telemetry in the environment at each request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.context = Context(umpire, seats, settings, Feeds(umpire, seats))
    for part in (
        *(opening, steps, looking, desk, rulings, defects, seating, standing_answers),
        *(law, operations, events),
    ):
        app.include_router(part.router)
    _pages(app)
    for kind, response in ERROR_RESPONSES.items():
        app.add_exception_handler(kind, response)
    _complete_document(app)
    return app


@asynccontextmanager
async def _open_and_close(app: FastAPI) -> AsyncIterator[None]:
    context: Context = app.state.context
    asyncio.get_running_loop().set_default_executor(YieldingThreads())
    context.umpire.tables = TablesOf(lambda: nullcontext(repository_in(app.state)))
    context.feeds.start()
    context.answer_giver.start()
    _end_feeds_on_signal(context.feeds)
    leaving = asyncio.create_task(context.metrics.leave_often())
    try:
        yield
    finally:
        leaving.cancel()
        context.metrics.leave(ended=True)
        await context.answer_giver.stop()
        await context.defect_keeper.stop()
        await context.feeds.stop()
        if hasattr(app.state, "halls"):
            await app.state.halls.stop()
        await context.close()
        # A database that is closed while a thread reads in it takes the whole process down.
        await asyncio.get_running_loop().shutdown_default_executor()
        context.rulings.flush()
        if hasattr(app.state, "repository"):
            repository_in(app.state).stop()
        context.close_store()


def _end_feeds_on_signal(feeds: Feeds) -> None:
    """Ends the live feeds on SIGTERM or SIGINT; shutting down would wait for them otherwise."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):

            def on_signal(signum: int, frame: FrameType | None, before: Any = before) -> None:
                feeds.close_soon()
                before(signum, frame)

            signal.signal(number, on_signal)


def _pages(app: FastAPI) -> None:
    """Adds the routes of the browser pages."""
    from adapters.web import pages
    from adapters.web.events import pages as event_pages

    # The framework asks one route after the other whether it is meant.
    app.router.routes[:0] = pages.routes_of_a_table()
    app.router.routes.extend([*event_pages.routes(), *pages.routes()])


def _complete_document(app: FastAPI) -> None:
    """Adds to the OpenAPI document the security schemes and the schemas that answers refer to."""
    written = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = written()
            parts = made.setdefault("components", {})
            parts["securitySchemes"] = SCHEMES
            parts.setdefault("schemas", {}).update(components())
            for unused in ("HTTPValidationError", "ValidationError"):
                parts["schemas"].pop(unused, None)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


async def _problem_response(request: Request, why: Exception) -> JsonResponse:
    assert isinstance(why, Problem)
    request.app.state.context.metrics.problem(why.kind)
    return why.response()


async def _store_response(request: Request, why: Exception) -> JsonResponse:
    """The error's text may name files and hosts, so only the operator's log gets it."""
    if isinstance(why, NoSuchGame):
        what = "event" if isinstance(why, NoSuchEvent) else "game"
        return await _problem_response(
            request, Problem(404, "not-here", f"there is no such {what}", "path")
        )
    server.error("the store: %s", why)
    if isinstance(why, Damaged):
        where = "" if why.entry is None else f" from entry {why.entry} on"
        damaged = Problem(500, "damaged", f"the log cannot be read{where}; the operator was told")
        return await _problem_response(request, damaged)
    if isinstance(why, NotKnownHere):
        return await _problem_response(request, Problem(503, "store", NEWER))
    entered = "it is not known whether it was" if isinstance(why, Uncertain) else "nothing was"
    busy = Problem(
        503,
        "store",
        f"{entered} entered; try again, with the same key",
        headers={"retry-after": "1"},
    )
    return await _problem_response(request, busy)


NO_ROUTE = {
    404: ("not-here", "there is nothing at this address"),
    405: ("wrong-method", "this address does not take that method"),
}


async def _http_response(request: Request, why: Exception) -> JsonResponse:
    assert isinstance(why, HTTPException)
    kind, what = NO_ROUTE.get(why.status_code, ("wrong-field", str(why.detail)))
    headers = {"allow": _methods_at(request)} if kind == "wrong-method" else why.headers
    problem = Problem(why.status_code, kind, what, request.url.path[:200], headers=headers)
    return await _problem_response(request, problem)


METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")


def _methods_at(request: Request) -> str:
    """The methods that the address takes: each has a route of its own, and the framework names the first's."""
    here = (
        "GET, HEAD" if method == "GET" else method
        for method in METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] == Match.FULL
            for route in request.app.routes
        )
    )
    return ", ".join(here)


async def _field_response(request: Request, why: Exception) -> JsonResponse:
    assert isinstance(why, RequestValidationError)
    first = why.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return await _problem_response(request, Problem(422, "wrong-field", str(first["msg"]), where))


async def _fault_response(request: Request, _why: Exception) -> JsonResponse:
    return await _problem_response(
        request, Problem(500, "fault", "it was noted; the game is as it was")
    )


ERROR_RESPONSES = {
    Problem: _problem_response,
    StoreProblem: _store_response,
    HTTPException: _http_response,
    RequestValidationError: _field_response,
    Exception: _fault_response,
}

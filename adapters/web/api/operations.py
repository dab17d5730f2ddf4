"""For the operator: is it there, is it ready, what does it count."""

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from adapters.web.api.document import responses
from adapters.web.context import context_of
from adapters.web.logs import server
from adapters.web.responses import JsonResponse, Problem
from application.answer import Answer
from application.ledger.store import StoreProblem


class Health(Answer):
    """The server is there."""

    status: Literal["ok"]
    version: str


router = APIRouter(tags=["operations"])


@router.get("/health", responses=responses(Health, 500))
async def health(request: Request) -> Response:
    """The server is there."""
    return JsonResponse(Health("ok", request.app.version))


@router.get("/ready", responses=responses(Health, 500, 503))
async def ready(request: Request) -> Response:
    """The server is there, and its store answers and can be written to."""
    context = context_of(request)
    try:
        await context.ready()
    except StoreProblem as why:
        server.error("not ready: %s", why)
        raise Problem(503, "store", "it cannot be read or written to now") from None
    return JsonResponse(Health("ok", request.app.version))


@router.get(
    "/metrics",
    responses={
        **responses(None, 401, 403, 429, 500),
        200: {"description": "Numbers.", "content": {"text/plain": {"schema": {"type": "string"}}}},
    },
    openapi_extra={"security": [{}, {"key": []}]},
)
async def metrics(request: Request) -> Response:
    """What Prometheus asks for, of all workers: with the operator's key, where one is set."""
    context = context_of(request)
    context.operator(request)
    exposition = await asyncio.to_thread(context.metrics.exposition)
    return JsonResponse(exposition, media_type=CONTENT_TYPE_LATEST)

"""What judges say umpire rules wrongly: for the operator."""

from fastapi import APIRouter, Request, Response

from adapters.web.api.document import responses
from adapters.web.context import Context, context_of
from adapters.web.defect_keeper import WHOSE
from adapters.web.responses import JsonResponse
from application.desk.defects import Defects

router = APIRouter(tags=["desk"])


@router.get(
    "/api/defects",
    responses=responses(Defects, 401, 403, 429, 500, 503),
    openapi_extra={"security": [{}, {"key": []}]},
)
async def defects(request: Request) -> Response:
    """What judges say umpire rules wrongly, and what is settled since: for the operator, of their own games.

    Of games that still hide something there is only the number (`waiting`).
    """
    context = context_of(request)
    mark = context.operator(request)
    return JsonResponse(await context.long.run(WHOSE, defects_seen, context, mark))


def defects_seen(context: Context, mark: str) -> Defects:
    """The defects of an organiser's games, by the mark of their key. Raises StoreProblem."""
    context.defects.catch_up()
    return context.defects.seen(lambda game: context.is_own(mark, game))

"""What a player could have done after an entry: a judge puts the step together by tapping."""

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.pages.faces import faces_of
from adapters.web.pages.render import admit_desk_judge, json_fields, page_route
from adapters.web.pages.shown_choices import shown_prompt
from adapters.web.responses import JsonResponse, Problem, as_problem
from application.game.choices import judged_prompt, read_taps
from domain.kernel.prompting.prompts import InvalidTap
from domain.kernel.steps import JUDGE


@page_route
async def choices(request: Request) -> Response:
    """The choices that follow these taps of a player after entry `at`. Raises Problem."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    by, at, game = content.get("by"), content.get("at"), live.game
    if by not in game.players:
        raise Problem(422, "wrong-field", "they do not play here", "by", ", ".join(game.players))
    if type(at) is not int or not 0 <= at <= game.length:
        raise Problem(422, "wrong-field", "there is no such entry", "at", f"0 to {game.length}")
    with as_problem(InvalidTap, 409, "moved-on"):
        taps = read_taps(content.get("taps"))
        found = await context.short.run(who.token, judged_prompt, game.at(at), by, taps)
    return JsonResponse(shown_prompt(found, at, faces_of(game, live.names, JUDGE)))

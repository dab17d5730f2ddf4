"""The policy that the desk follows: the event's, the ruleset's, or the judge's own, which their page sends."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.context import Context, Session
from adapters.web.events.admission import repository_of
from adapters.web.pages.render import admit_desk_judge, json_fields, page_route
from adapters.web.responses import JsonResponse, as_problem
from application.desk.policy import BadPolicy, Policy, own_policy
from application.event.policy import policy_at
from application.game.live_game import LiveGame


async def policy_in_request(
    request: Request, context: Context, who: Session, live: LiveGame
) -> Policy:
    """The policy sent with the request; without one, the event's or the ruleset's. Raises Problem."""
    content = await json_fields(request) if request.method == "POST" else {}
    return await policy_in_fields(request, content, context, who, live)


async def policy_in_fields(
    request: Request, content: dict[str, Any], context: Context, who: Session, live: LiveGame
) -> Policy:
    """The policy in `policy` and its `name`, laid over the ruleset's; without one, as above. Raises Problem."""
    text, name = content.get("policy"), str(content.get("name") or "policy")[:80]
    ruleset = live.game.ruleset.name
    if not text:
        return await context.short.run(
            who.token, policy_at, repository_of(request), live.id, ruleset
        )
    with as_problem(BadPolicy, 422, "wrong-field", "policy"):
        return await context.long.run(who.token, own_policy, ruleset, str(text), name)


@page_route
async def policy(request: Request) -> Response:
    """Checks a judge's own policy; the server does not keep it."""
    context, who, live = await admit_desk_judge(request)
    await policy_in_request(request, context, who, live)
    return JsonResponse({"ok": True})

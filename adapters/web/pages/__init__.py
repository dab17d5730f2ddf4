"""The pages: what people see in a browser."""

from starlette.routing import BaseRoute, Route

from adapters.web.pages import check, not_found, rulebook, static, table
from adapters.web.pages.desk import choices, decisions, docket, page, policies, questions
from adapters.web.pages.lobby import (
    entering,
    links,
    mustering,
    organiser,
    rematch,
    replaying,
    start,
)

GAME = "/games/{game}"


def routes_of_a_table() -> list[BaseRoute]:
    """The routes of a game's page and of what changes on it, which are asked for most."""
    return [Route(GAME, entering.game_page), Route(f"{GAME}/now", table.now)]


def routes() -> list[BaseRoute]:
    """The routes of every other page, of the requests that our own scripts send, and of the static files."""
    return [*_lobby(), *_table(), *_desk(), *_desk_questions(), *_desk_decisions(), *_not_found()]


def _lobby() -> list[BaseRoute]:
    return [
        Route("/", start.start),
        Route("/own", start.own),
        Route("/start", start.open_game, methods=["POST"]),
        Route("/games", organiser.games),
        Route("/games", organiser.show_key, methods=["POST"]),
        Route("/replay", replaying.drop),
        Route("/replay", replaying.replay, methods=["POST"]),
        Route("/replay/open", replaying.open_replayed, methods=["POST"]),
        Route("/enter/{game}", entering.enter_page),
        Route("/enter/{game}", entering.enter, methods=["POST"]),
        Route("/check", check.check),
        Route("/rules", rulebook.rulebooks),
        Route("/rules/{ruleset}", rulebook.rulebook),
        Route("/rules/{ruleset}/{edition}", rulebook.rulebook),
        Route("/static/{name}", static.static),
        Route("/favicon.ico", static.static),
    ]


def _table() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/side", mustering.side, methods=["GET", "POST"]),
        Route(f"{GAME}/links", links.links),
        Route(f"{GAME}/links", links.set_public, methods=["POST"]),
        Route(f"{GAME}/rematch", rematch.ask),
        Route(f"{GAME}/rematch", rematch.open_again, methods=["POST"]),
        Route(f"{GAME}/rules", rulebook.of_game),
        Route(f"{GAME}/entry/{{n:number}}", table.entry),
        Route(f"{GAME}/story", table.story),
        Route(f"{GAME}/choices", table.choices, methods=["POST"]),
        Route(f"{GAME}/typed", table.typed_step, methods=["POST"]),
        Route(f"{GAME}/when", table.when, methods=["POST"]),
    ]


def _desk() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/at/{{n:number}}", page.at),
        Route(f"{GAME}/log", page.log),
        Route(f"{GAME}/sheet/{{n:number}}", page.sheet),
        Route(f"{GAME}/packet/{{n:number}}", page.packet),
        Route(f"{GAME}/export", page.export),
    ]


def _desk_questions() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/why/{{n:number}}", questions.why),
        Route(f"{GAME}/asking", choices.choices, methods=["POST"]),
        Route(f"{GAME}/whynot", questions.why_not, methods=["POST"]),
        Route(f"{GAME}/audit", questions.audit, methods=["GET", "POST"]),
        Route(f"{GAME}/knowledge/{{n:number}}", questions.knowledge),
        Route(f"{GAME}/backup/{{n:number}}", questions.backup, methods=["GET", "POST"]),
        Route(f"{GAME}/docket/{{n:number}}", docket.docket),
        Route(f"{GAME}/docket/{{n:number}}", docket.attach, methods=["POST"]),
        Route(f"{GAME}/policy", policies.policy, methods=["POST"]),
        Route(f"{GAME}/played/{{n:number}}", questions.may_be_played),
        Route(f"{GAME}/parts", questions.parts),
        Route(f"{GAME}/minimal/{{n:number}}", questions.minimal_case),
        Route(f"{GAME}/diff/{{n:number}}/{{m:number}}", questions.diff),
        Route(f"{GAME}/compare", questions.compare, methods=["POST"]),
    ]


def _desk_decisions() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/tried", decisions.try_out, methods=["POST"]),
        Route(f"{GAME}/say", decisions.say, methods=["POST"]),
        Route(f"{GAME}/remedy", decisions.remedy, methods=["POST"]),
        Route(f"{GAME}/propose", decisions.propose, methods=["POST"]),
        Route(f"{GAME}/fork", decisions.fork, methods=["POST"]),
        Route(f"{GAME}/seat", decisions.seats, methods=["POST"]),
    ]


def _not_found() -> list[BaseRoute]:
    return [Route("/{path:page}", not_found.not_found)]

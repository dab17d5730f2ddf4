"""The pages: what people see in a browser."""

from starlette.routing import BaseRoute, Route

from adapters.web.pages import (
    asked,
    asking,
    decided,
    desk,
    docket,
    news,
    nowhere,
    rulebook,
    static,
    table,
    weighing,
)
from adapters.web.pages.doors import entering, links, organiser, rematch, replaying, start

GAME = "/games/{game}"


def routes() -> list[BaseRoute]:
    """Every page, its small answers to its own modules, and the static files."""
    return [*_doors(), *_table(), *_desk(), *_routes_that_ask(), *_routes_that_decide(), *_else()]


def _doors() -> list[BaseRoute]:
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
        Route("/rules", rulebook.rulebooks),
        Route("/rules/{ruleset}", rulebook.rulebook),
        Route("/rules/{ruleset}/{edition}", rulebook.rulebook),
        Route("/static/{name}", static.static),
        Route("/favicon.ico", static.static),
    ]


def _table() -> list[BaseRoute]:
    return [
        Route(GAME, entering.game_page),
        Route(f"{GAME}/links", links.links),
        Route(f"{GAME}/links", links.who_watches, methods=["POST"]),
        Route(f"{GAME}/rematch", rematch.ask),
        Route(f"{GAME}/rematch", rematch.open_again, methods=["POST"]),
        Route(f"{GAME}/rules", rulebook.of_game),
        Route(f"{GAME}/now", table.now),
        Route(f"{GAME}/news", news.news),
        Route(f"{GAME}/entry/{{n:number}}", table.entry),
        Route(f"{GAME}/choices", table.choices, methods=["POST"]),
        Route(f"{GAME}/typed", table.take_typed, methods=["POST"]),
        Route(f"{GAME}/when", table.when, methods=["POST"]),
    ]


def _desk() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/at/{{n:number}}", desk.at),
        Route(f"{GAME}/log", desk.log),
        Route(f"{GAME}/sheet/{{n:number}}", desk.sheet),
        Route(f"{GAME}/export", desk.export),
    ]


def _routes_that_ask() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/why/{{n:number}}", asked.why),
        Route(f"{GAME}/asking", asking.asking, methods=["POST"]),
        Route(f"{GAME}/whynot", asked.why_not, methods=["POST"]),
        Route(f"{GAME}/audit", asked.audit, methods=["GET", "POST"]),
        Route(f"{GAME}/backup/{{n:number}}", asked.backup, methods=["GET", "POST"]),
        Route(f"{GAME}/docket/{{n:number}}", docket.docket),
        Route(f"{GAME}/docket/{{n:number}}", docket.attach, methods=["POST"]),
        Route(f"{GAME}/policy", weighing.policy, methods=["POST"]),
        Route(f"{GAME}/played/{{n:number}}", asked.may_be_played),
        Route(f"{GAME}/heart/{{n:number}}", asked.heart),
        Route(f"{GAME}/diff/{{n:number}}/{{m:number}}", asked.diff),
        Route(f"{GAME}/compare", asked.compare, methods=["POST"]),
    ]


def _routes_that_decide() -> list[BaseRoute]:
    return [
        Route(f"{GAME}/tried", decided.try_out, methods=["POST"]),
        Route(f"{GAME}/say", decided.say, methods=["POST"]),
        Route(f"{GAME}/remedy", decided.remedy, methods=["POST"]),
        Route(f"{GAME}/propose", decided.propose, methods=["POST"]),
        Route(f"{GAME}/fork", decided.fork, methods=["POST"]),
        Route(f"{GAME}/seat", decided.seats, methods=["POST"]),
    ]


def _else() -> list[BaseRoute]:
    return [Route("/{path:page}", nowhere.nowhere)]

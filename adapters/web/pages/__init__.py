"""The pages: what people see in a browser."""

from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from adapters.web.pages import desk, rulebook, start, table
from adapters.web.pages.render import HERE


def routes() -> list[BaseRoute]:
    """Every page, its small answers to its own modules, and the static files."""
    game = "/games/{game}"
    return [
        Route("/", start.start),
        Route("/start", start.open_game, methods=["POST"]),
        Route("/replay", start.replay, methods=["POST"]),
        Route("/enter/{game}", start.enter_page),
        Route("/enter/{game}", start.enter, methods=["POST"]),
        Route("/rules", rulebook.rulebooks),
        Route("/rules/{ruleset}", rulebook.rulebook),
        Route(game, table.game_page),
        Route(f"{game}/now", table.now),
        Route(f"{game}/entry/{{n:int}}", table.entry),
        Route(f"{game}/when", table.when, methods=["POST"]),
        Route(f"{game}/at/{{n:int}}", desk.at),
        Route(f"{game}/log", desk.log),
        Route(f"{game}/why/{{n:int}}", desk.why),
        Route(f"{game}/whynot", desk.why_not, methods=["POST"]),
        Route(f"{game}/audit", desk.audit),
        Route(f"{game}/backup/{{n:int}}", desk.backup),
        Route(f"{game}/undoes/{{n:int}}", desk.undoes),
        Route(f"{game}/diff/{{n:int}}/{{m:int}}", desk.diff),
        Route(f"{game}/compare", desk.compare, methods=["POST"]),
        Route(f"{game}/fork", desk.fork, methods=["POST"]),
        Route(f"{game}/say", desk.say, methods=["POST"]),
        Route(f"{game}/sheet/{{n:int}}", desk.sheet),
        Route(f"{game}/export", desk.export),
        Mount("/static", StaticFiles(directory=HERE.parent / "static")),
    ]

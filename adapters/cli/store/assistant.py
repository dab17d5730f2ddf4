"""`umpire mcp`: the same answers for an assistant, over the Model Context Protocol."""

import signal
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.game_argument import find_game
from adapters.cli.options import checked_viewer, db_option, store_asked

if TYPE_CHECKING:
    from adapters.cli.store.answers import Answers
    from adapters.cli.store.assistant_server import Server
    from application.game.umpire import Umpire

INSTRUCTIONS = (
    "Rulings on {titles}. Every sentence of an answer names the rules "
    "it rests on: repeat those ids, and say nothing about the rules that no sentence says. Where an "
    "answer has no sentence, say that the rules are silent. Nothing can be written here."
)
TOOLS = ("rulesets", "rules", "options", "why", "when", "precedents", "replay")


@click.command()
@click.option(
    "--as",
    "viewer",
    default="spectator",
    show_default=True,
    metavar="judge|spectator|PLAYER",
    help="As whom it looks: of games that hide things it tells no more than this one may know.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    help="Where that player sits; of any other game it tells what a spectator sees.",
)
@db_option
def mcp(viewer: str, games: tuple[str, ...], db: str | None) -> None:
    """Answer an assistant's questions about rules and games over standard input and output.

    The tools only read: rulesets, rules, options, why, when, precedents, replay. Every sentence they
    give carries the ids of its rules. It needs the extra “mcp”: pip install '.[mcp]' in the checkout
    """
    from adapters.cli.store.answers import Answers

    opens = _opener(store_asked(db))
    answers = Answers(opens, viewer, _games_of_seat(opens, viewer, games))
    server = serving(answers)
    # The thread that waits for standard input would hold up an end by Ctrl-C; nothing is left to do then.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server.run("stdio")


def _games_of_seat(
    opens: "Callable[[], Umpire]", viewer: str, games: tuple[str, ...]
) -> frozenset[str]:
    """The games in which a player sits: a seat of this name in others is somebody else's."""
    if viewer in ("judge", "spectator"):
        if games:
            raise click.UsageError(f"--game says where a player sits, and {viewer} has no seat")
        return frozenset()
    if not games:
        raise click.UsageError(f"say with --game in which games {viewer} sits, once for each")
    from application.game.stored_game import viewable_game

    seated = frozenset(find_game(opens(), game) for game in games)
    for id in seated:
        checked_viewer(viewable_game(opens(), id), viewer)
    return seated


def _opener(db: str | None) -> "Callable[[], Umpire]":
    """Opens the store at the first question that needs it; rules are read without one."""
    context = click.get_current_context()
    opened: list[Umpire] = []

    def opens() -> "Umpire":
        if not opened:
            from adapters.wiring import require_store, umpire_on

            require_store(db)
            opened.append(umpire_on(db))
            context.call_on_close(opened[0].store.close)
        return opened[0]

    return opens


def serving(answers: "Answers") -> "Server":
    """The server with its tools."""
    from importlib.metadata import version

    from mcp_types import ToolAnnotations

    from adapters.cli.store.assistant_server import Server
    from application.rulesets import rulesets
    from domain.kernel.wording import list_in_words

    told = INSTRUCTIONS.format(titles=list_in_words(ruleset.title for ruleset in rulesets()))
    server = Server("umpire", instructions=told, version=version("umpire"), log_level="WARNING")
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for name in TOOLS:
        server.add_tool(_tool(getattr(answers, name)), name=name, annotations=reads)
    return server


def _tool(asks: Callable[..., Any]) -> Callable[..., Any]:
    """The question as a tool: what cannot be answered is told in its sentence."""
    from mcp.server.mcpserver.exceptions import ToolError

    from adapters.cli.store.answers import CannotAnswer
    from application.ledger.store import StoreProblem

    @wraps(asks)
    def tool(*args: Any, **given: Any) -> Any:
        try:
            return asks(*args, **given)
        except (CannotAnswer, StoreProblem) as why:
            raise ToolError(str(why)) from None

    return tool

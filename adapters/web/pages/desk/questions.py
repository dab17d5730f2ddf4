"""What a judge asks at the desk: why, why not, the point of error, a backup, the minimal case, a difference."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.digits import number_in
from adapters.web.pages import view_models as tables
from adapters.web.pages.desk.policies import policy_in_request
from adapters.web.pages.faces import Faces, faces_of
from adapters.web.pages.render import (
    admit_desk_judge,
    admit_viewer,
    entry_in_path,
    json_fields,
    page,
    page_route,
)
from adapters.web.pages.statements.views import count_steps, seat_names
from adapters.web.responses import Problem, as_problem
from adapters.web.texts.catalogue import text
from application.desk.audit import CLASSES
from application.desk.audit import audit as audit_game
from application.desk.backup import advice
from application.desk.becoming_legal import LINES, QUESTION, Effort
from application.desk.compare import ComparedGame, compared_game
from application.desk.explain import CannotExplain, Explanation
from application.desk.explain import why as why_so
from application.desk.explain import why_not as why_not_so
from application.desk.knowledge import knowledge as who_saw_what
from application.desk.knowledge import knowledge_of
from application.desk.statements import answers, open_proposal
from application.game.checked_step import NotAStep, checked_step
from application.game.difference import difference
from application.game.live_game import LiveGame
from application.game.step_words import step_in_words
from application.game.table_parts import TablePart, table_parts
from application.lab.dispute import minimal_case_of
from application.law.law_spec import LawSpec
from application.records.numbered import check_letters
from application.records.records import BadRecord
from application.records.short_steps import step_on_line
from application.records.typed import is_written_out
from domain.kernel.history import Game
from domain.kernel.ruleset import SetupError
from domain.kernel.ruling import LEGAL, sentence
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed


def desk_piece(name: str, here: str, **values: Any) -> Response:
    """A template of the desk as a piece of HTML, for the page to put in its place."""
    return page(name, rules=tables.rulebook_address(here), here=here, **values)


def faces_at_desk(live: LiveGame) -> Faces:
    """The faces of a game's pieces and people, as its judge sees them."""
    return faces_of(live.game, live.names, JUDGE)


def words_by_entry(live: LiveGame) -> Callable[[int], str]:
    """A function from an entry's number to its step in words, as templates call it."""
    game, faces = live.game, faces_at_desk(live)

    def words(n: int) -> str:
        said = game.entry(n).said
        return faces.in_names(step_in_words(game.ruleset, said), said)

    return words


@page_route
async def why(request: Request) -> Response:
    """Why an entry was ruled as it was, as a piece of the desk."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    if n == 0:
        return desk_piece("_lines.html", who.here, lines=[text("tools.setup")])
    explanation = await context.long.run(who.token, why_so, live.game, n, JUDGE, QUESTION)
    return _why_piece(who.here, live, explanation)


@page_route
async def why_not(request: Request) -> Response:
    """The ruling that a step would get, and when it becomes legal."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    at = content.get("at")
    after = at if type(at) is int else live.game.length
    said = await context.short.run(who.token, step_in, content.get("step"), live, after)
    with as_problem(CannotExplain, 422, "not-a-step", "step"):
        explanation = await context.long.run(
            who.token, why_not_so, live.game, said, at if type(at) is int else None, JUDGE, QUESTION
        )
    return _why_piece(who.here, live, explanation)


def step_in(step: Any, live: LiveGame, at: int) -> Said:
    """The step that a judge wrote in words or put together by tapping, after entry `at`. Raises Problem."""
    with as_problem((BadRecord, NotAStep), 422, "not-a-step", "step"):
        fields = step if isinstance(step, dict) else step_from_words(live, str(step), at)
        return checked_step(fields, live.game.players)


def step_from_words(live: LiveGame, text: str, at: int) -> Said:
    """The step that these words mean after entry `at`, by the player they name. Raises BadRecord."""
    if not is_written_out(text):
        check_letters(text)
    game = live.game if not 0 <= at < live.game.length else live.game.at(at)
    return step_on_line(game, text, keep=True)


def _why_piece(here: str, live: LiveGame, explanation: Explanation) -> Response:
    faces = faces_at_desk(live)
    follows = [
        changed(one, says=faces.in_names(one.says, explanation.said)) for one in explanation.follows
    ]
    of = live.game.ruleset.name
    return desk_piece("_why.html", here, why=explanation, follows=follows, of=of, faces=faces)


@page_route
async def audit(request: Request) -> Response:
    """The point of error and everything since; with `?entry=N` that entry counts as the error."""
    context, who, live = await admit_desk_judge(request)
    n = number_in(request.query_params.get("entry"))
    policy = await policy_in_request(request, context, who, live)
    with as_problem(IndexError, 404, "not-here", "entry"):
        report = await context.long.run(
            who.token, audit_game, live.game, policy, n or None, QUESTION
        )
    classes = {name: CLASSES.get(name, name) for name in (*CLASSES, *policy.classes)}
    said = words_by_entry(live)
    faces = faces_at_desk(live)
    return desk_piece(
        "_audit.html", who.here, audit=report, classes=classes, said=said, faces=faces
    )


@page_route
async def knowledge(request: Request) -> Response:
    """Who came to see what of all that was hidden, as a piece of the desk."""
    context, who, live = await admit_desk_judge(request)
    known = await context.long.run(
        who.token,
        who_saw_what,
        live.game,
        knowledge_of(live.game, JUDGE),
        entry_in_path(request, live),
    )
    return desk_piece(
        "_knowledge.html",
        who.here,
        found=known,
        names=seat_names(live),
        faces=faces_at_desk(live),
    )


@page_route
async def backup(request: Request) -> Response:
    """How risky going back to an entry is and why, the other remedies, and the rewind sheet."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    policy = await policy_in_request(request, context, who, live)
    advised = await context.long.run(who.token, advice, live.game, policy, n, LINES)
    newest = live.game.length
    put = open_proposal(live.game)
    return desk_piece(
        "_backup.html",
        who.here,
        advice=advised,
        said=words_by_entry(live),
        faces=faces_at_desk(live),
        players=live.game.players,
        newest=newest,
        steps=count_steps(live.game),
        proposal=put,
        answers={reply.by: reply for reply in answers(live, put.entry)} if put else {},
        names=seat_names(live),
    )


@page_route
async def may_be_played(request: Request) -> Response:
    """Whether a judge may say that the refused entry was played all the same; if not, which one may be."""
    _, who, live = await admit_desk_judge(request)
    game, n = live.game, entry_in_path(request, live)
    newest = next((entry.n for entry in reversed(game.log) if entry.said["by"] != JUDGE), 0)
    may = {at: _may_be_played(game, at) for at in {n, newest} if at}
    return desk_piece(
        "_played.html",
        who.here,
        n=n,
        refused=faces_at_desk(live).in_names(may.get(n, text("tools.setup"))),
        newest=newest if newest != n and may.get(newest) == "" else 0,
    )


@page_route
async def parts(request: Request) -> Response:
    """What can be put right at the table as it lies now, piece by piece: by a judge, or a player who asks."""
    context, who, live = await admit_viewer(request)
    if not who.acts:
        raise Problem(403, "not-yours", "a spectator puts nothing right", "your seat")
    lying = await context.short.run(who.token, table_parts, live.game, live.id, who.viewer)
    by_piece: dict[str, list[TablePart]] = {}
    for table_part in lying.parts:
        by_piece.setdefault(table_part.path[min(1, len(table_part.path) - 1)], []).append(
            table_part
        )
    return desk_piece(
        "_parts.html", who.here, entry=lying.entry, pieces=by_piece, asks=not who.judges
    )


def _may_be_played(game: Game, n: int) -> str:
    """Why a judge may not say that this entry was played; empty if they may."""
    said = {"by": JUDGE, "do": "played", "entry": n, "because": "…"}
    ruling = adjudicate(game, said)[0].ruling
    return "" if ruling.verdict == LEGAL else ruling.reason


@page_route
async def minimal_case(request: Request) -> Response:
    """The smallest dispute in which the entry shown gets the same ruling, as a record to copy."""
    context, who, live = await admit_desk_judge(request)
    n = entry_in_path(request, live)
    if n == 0:
        return desk_piece("_lines.html", who.here, lines=[text("tools.setup")])
    effort = Effort(QUESTION)
    try:
        small = await context.long.run(
            who.token, lambda: minimal_case_of(live.game, n, spend=effort.spend)
        )
    except SetupError as why:
        return desk_piece("_lines.html", who.here, lines=[sentence(str(why))])
    return desk_piece("_minimal_case.html", who.here, minimal=small, enough=effort.enough)


@page_route
async def diff(request: Request) -> Response:
    """What differs between two entries."""
    context, who, live = await admit_desk_judge(request)
    n, m = entry_in_path(request, live), entry_in_path(request, live, "m")
    lines = await context.short.run(who.token, lambda: list(difference(live.game, n, m).lines()))
    named = [*map(faces_at_desk(live).in_names, lines)]
    return desk_piece("_lines.html", who.here, lines=named)


@page_route
async def compare(request: Request) -> Response:
    """Every entry ruled on again under another reading: `reading` is `ID=VALUE`."""
    context, who, live = await admit_desk_judge(request)
    content = await json_fields(request)
    question, _, value = str(content.get("reading", "")).partition("=")
    with as_problem(SetupError, 422, "wrong-field", "reading"):
        compared = await context.long.run(
            who.token, _compare_under, live, LawSpec({question: value})
        )
    return desk_piece(
        "_compared.html",
        who.here,
        question=question,
        value=value,
        compared=compared,
        said=words_by_entry(live),
        faces=faces_at_desk(live),
    )


def _compare_under(live: LiveGame, other: LawSpec) -> ComparedGame:
    game = live.game
    log = list(game.log)
    return compared_game(game.opening, [entry.said for entry in log], log, other)

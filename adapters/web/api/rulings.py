"""Rulings beside others: earlier ones, the same game under another law, the shortest game that gets one."""

from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from adapters.digits import number_in
from adapters.web.api.desk import ENTRY, admit_judge_reading, require_open, ruled_entry_in_query
from adapters.web.api.document import READS, query, responses
from adapters.web.api.looking import TOKEN, admit_reader
from adapters.web.context import context_of
from adapters.web.events.departures import precedent_index_of
from adapters.web.responses import JsonResponse, Problem, as_problem
from application.desk.batch.comparison import Compared, Comparison, games_compared
from application.desk.batch.sources import Source
from application.desk.becoming_legal import QUESTION, Effort
from application.desk.compare import BadComparison, checked_other, compared_game
from application.desk.precedents import (
    NoPrecedent,
    PrecedentIndex,
    PrecedentQuery,
    Precedents,
    hides_nothing,
    rules_by_plain_id,
)
from application.game.live_game import LiveGame
from application.game.words.near_words import plain_word
from application.lab.dispute import (
    ShortestDispute,
    game_of,
    minimal_case_of,
    short_record,
)
from application.law.law_spec import LawSpec
from application.rulesets import FOLDERS
from domain.kernel.ruleset import SetupError

router = APIRouter(tags=["desk"])
MOST = 100
"""The most precedents of one answer."""
USUALLY = 20
VERDICTS = ("legal", "illegal", "undetermined")
TRUTHS = {"true": True, "false": False}
WORD: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 80}

RULE = query("rule", "That cite this rule.", WORD)
VERDICT = query("verdict", "With this verdict.", {"enum": list(VERDICTS)})
OVERRULED = query("overruled", "Whether a judge ruled otherwise.", {"enum": list(TRUTHS)})
AT_MOST = query("most", "No more than these.", {"type": "integer", "minimum": 1, "maximum": MOST})
SOUGHT = [RULE, VERDICT, OVERRULED, AT_MOST]


@router.get(
    "/api/games/{game}/precedents",
    responses=responses(Precedents, *READS),
    openapi_extra={
        "parameters": [
            {**ENTRY, "description": "Given in a situation like that of this entry."},
            *SOUGHT,
        ],
        **TOKEN,
    },
)
async def precedents(request: Request, game: str) -> Response:
    """Earlier rulings of this ruleset, in this game and in those that hide nothing: for the judge."""
    context, who, live, _ = await admit_judge_reading(request, game)
    like = None
    if "entry" in request.query_params:
        like = (game, ruled_entry_in_query(request, live, "entry"))
    sought = replace(sought_in(request, live.game.ruleset.name), like=like)

    def may_show(other: str) -> bool:
        return other == game or hides_nothing(context.umpire, other)

    index = precedent_index_of(request)
    return JsonResponse(await context.long.run(who.token, _precedents, index, sought, may_show))


@router.get(
    "/api/precedents",
    responses=responses(Precedents, 401, 403, 422, 429, 500, 503),
    openapi_extra={
        "parameters": [query("ruleset", "Of this ruleset.", WORD), *SOUGHT],
        "security": [{}, {"key": []}],
    },
)
async def all_precedents(request: Request) -> Response:
    """Earlier rulings in games that hide nothing: for the operator, of their own games."""
    context = context_of(request)
    mark = context.operator(request)
    ruleset = request.query_params.get("ruleset", "")
    if ruleset and ruleset not in FOLDERS:
        raise Problem(422, "wrong-field", "there is none such", "ruleset", ", ".join(FOLDERS))
    sought = sought_in(request, ruleset)

    def may_show(game: str) -> bool:
        return context.is_own(mark, game) and hides_nothing(context.umpire, game)

    index = precedent_index_of(request)
    return JsonResponse(await context.long.run(mark, _precedents, index, sought, may_show))


def _precedents(index: PrecedentIndex, sought: PrecedentQuery, may_show: Any) -> Precedents:
    index.catch_up()
    try:
        return index.shown(sought, may_show)
    except NoPrecedent:
        return Precedents(())


def sought_in(request: Request, ruleset: str) -> PrecedentQuery:
    """What the query seeks among the rulings of the ruleset. Raises Problem."""
    given = request.query_params
    verdict, overruled = given.get("verdict", ""), given.get("overruled")
    if verdict not in ("", *VERDICTS):
        raise Problem(422, "wrong-field", "it is no verdict", "verdict", ", ".join(VERDICTS))
    if overruled is not None and overruled not in TRUTHS:
        raise Problem(422, "wrong-field", "it is neither", "overruled", "true or false")
    most = number_in(given.get("most", str(USUALLY)), 3)
    if most is None or not 1 <= most <= MOST:
        raise Problem(422, "not-a-number", "it is no such number", "most", f"1 to {MOST}")
    rule = given.get("rule", "")
    known = rules_by_plain_id(ruleset)
    if rule and plain_word(rule) not in known:
        raise Problem(422, "wrong-field", f"there is no rule “{rule[:40]}”", "rule", "a rule's id")
    return PrecedentQuery(
        known.get(plain_word(rule), ""),
        ruleset,
        verdict,
        None if overruled is None else TRUTHS[overruled],
        most=most,
    )


@router.get(
    "/api/games/{game}/compare",
    responses=responses(Compared, *READS),
    openapi_extra={
        "parameters": [
            query("reading", "A question read otherwise, such as C1=snap_fire.", WORD),
            query("edition", "A published edition of the ruleset.", WORD),
        ],
        **TOKEN,
    },
)
async def compare(request: Request, game: str) -> Response:
    """Every ruling that changes under another reading or edition: for the judge.

    Several readings are said by `reading` once more.
    """
    context, who, live, _ = await admit_judge_reading(request, game)
    other = other_law_in(request, live)
    try:
        return JsonResponse(await context.long.run(who.token, _comparison, live, other))
    except (BadComparison, SetupError) as why:
        where = "reading" if other.readings else "edition"
        raise Problem(422, "wrong-field", str(why), where) from None


def other_law_in(request: Request, live: LiveGame) -> LawSpec:
    """The law in the query. Raises Problem: a file of this machine is no edition here."""
    readings = {}
    for said in request.query_params.getlist("reading"):
        question, is_one, value = said.partition("=")
        if not is_one:
            raise Problem(422, "wrong-field", "it is no reading", "reading", "such as C1=snap_fire")
        readings[question] = value
    edition = request.query_params.get("edition", "")
    known = [one.id for one in live.game.ruleset.editions]
    if edition and edition not in known:
        raise Problem(422, "wrong-field", "there is none such", "edition", ", ".join(known))
    return LawSpec(readings, edition)


def _comparison(live: LiveGame, other: LawSpec) -> Compared:
    """Raises BadComparison, SetupError."""
    log = list(live.game.log)
    opening, steps = live.game.opening, [entry.said for entry in log]
    game = compared_game(opening, steps, log, checked_other(other))
    return games_compared(Comparison((replace(game, source=Source(live.id, is_file=False)),)))


@router.get(
    "/api/games/{game}/shrink",
    responses=responses(ShortestDispute, *READS),
    openapi_extra={
        "parameters": [
            ENTRY,
            query("facts", "Keep the reason and its facts, too.", {"enum": list(TRUTHS)}),
        ],
        **TOKEN,
    },
)
async def shrink(request: Request, game: str) -> Response:
    """The shortest record that gets the same ruling as an entry: for the judge, later for everybody."""
    context, who, live, _ = await admit_reader(request, game)
    require_open(who, live)
    n = ruled_entry_in_query(request, live, "entry")
    facts = request.query_params.get("facts", "false")
    if facts not in TRUTHS:
        raise Problem(422, "wrong-field", "it is neither", "facts", "true or false")
    kept = live.as_kept or live
    return JsonResponse(
        await context.long.run(who.token, partial(_shortest, kept, n, facts=TRUTHS[facts]))
    )


def _shortest(live: LiveGame, n: int, *, facts: bool) -> ShortestDispute:
    """Raises Problem where the game cannot be played to entry n."""
    effort = Effort(QUESTION)
    with as_problem(SetupError, 422, "wrong-field", "entry"):
        minimal = minimal_case_of(live.game, n, facts=facts, spend=effort.spend)
    record = short_record(game_of(minimal.small))
    return ShortestDispute(live.id, n, record, minimal.in_words, effort.enough)

"""The words by which a judge's look at hidden things is recorded."""

from starlette.requests import Request

from domain.kernel.ruleset import SPECTATOR

WORDS = {
    "": "the desk",
    "asking": "what a player may do",
    "at": "the table after entry",
    "audit": "an audit",
    "backup": "a backup to entry",
    "compare": "a comparison",
    "diff": "what changed",
    "docket": "the docket of entry",
    "entry": "entry",
    "export": "the record",
    "feed": "the feed",
    "fork": "a fork",
    "log": "the log",
    "options": "options",
    "chance": "what is made together",
    "parts": "what can be put right",
    "played": "whether it was played",
    "policy": "a policy",
    "propose": "a proposal",
    "record": "the record",
    "precedents": "precedents",
    "rematch": "another game with this set-up",
    "remedy": "a remedy",
    "say": "the ruling on a step",
    "seal": "the sealed game",
    "sheet": "the sheet of entry",
    "shrink": "the smallest dispute",
    "state": "the table",
    "steps": "the ruling on a step",
    "tried": "what a step would do",
    "when": "when a step would be legal",
    "why": "why",
    "whynot": "why not",
}
SHOWS_NOTHING = frozenset(
    {"acts", "links", "looks", "public", "rules", "seat", "seats", "side", "slip"}
)
"""Routes that show seats, looks or the event, but nothing of the table."""
WITH_AS = frozenset({"log", "state"})
"""Routes of the API that take `as`: as the spectator, a judge sees nothing hidden."""
LONGEST = 120


def access_in_words(request: Request) -> str:
    """What a request looks at, such as `the table (at 3, as ana)`; empty if it can show nothing hidden."""
    before, _, behind = request.url.path.partition("/games/")
    path = behind.split("/")[1:]
    first, rest = (path[0], path[1:]) if path else ("", [])
    query = request.query_params
    as_spectator = before == "/api" and first in WITH_AS and query.get("as") == SPECTATOR
    if first in SHOWS_NOTHING or as_spectator:
        return ""
    what = " ".join((WORDS.get(first, first), *rest))
    parameters = ", ".join(f"{name} {value}" for name, value in query.items())
    return (f"{what} ({parameters})" if parameters else what)[:LONGEST]

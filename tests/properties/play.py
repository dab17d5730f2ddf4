"""Random games of any ruleset, and what must hold of each of them.

    @settings(max_examples=30, deadline=None)
    @given(st.randoms(use_true_random=False))
    def test_whatever_is_played_can_be_replayed(chance):
        game = opened("voidsiege", chance.choice(TABLES))
        holds(play(game, chance, steps=40))

Steps come from the ruleset's own candidates (legal or not), from `going_on`, from the steps every
ruleset has, and from words that make no sense; some say that they were played all the same.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import repeat
from random import Random
from typing import Any

import jsonschema_rs

from application.ledger.delta import delta, patch
from application.ledger.rows_read import decode
from application.ledger.stored_events import as_json, from_json, stored_form
from domain.kernel.chance import commitment_of
from domain.kernel.hiding import words_in
from domain.kernel.history import Entry, Game, Position, open_game, reaches_back_to, replay
from domain.kernel.laying_anew import ANY, parts_of
from domain.kernel.ruleset import Ask
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, PLAYED, Said
from domain.kernel.values import changed
from event_schemas.generate import SCHEMAS, file_of, schema_of

Fill = Callable[[str, Ask, Random], Any]
"""(field, what is asked, chance) → an answer."""

GARBAGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    10**9,
    "",
    "a1",
    "nobody",
    "move",
    [],
    ["a1"],
    {},
    {"a1": 1},
    1.5,
)


@dataclass
class Played:
    """A game and the position seen after each of its entries, entry 0 first."""

    game: Game
    seen: list[Position] = field(default_factory=list)


def play(
    game: Game,
    chance: Random,
    steps: int = 40,
    fill: Fill | None = None,
    seen: Callable[[Game], None] | None = None,
    *,
    played_on: float = 0,
    first: Sequence[Said] = (),
) -> Played:
    """Plays some steps; `seen` is called with the game after each entry, for invariants.

    `played_on`: how many of them say that they were played all the same, as in a record.
    `first`: what is said before them, such as the beginning of a record.
    """
    played = Played(game, [game.now])
    for given in (*first, *repeat(None, steps)):
        said = somebody_says(game, chance, fill or filled) if given is None else given
        if given is None and played_on and chance.random() < played_on:
            said = {**said, PLAYED: True}
        before = game.now
        entry, position = adjudicate(game, said)
        if entry.ruling.verdict != LEGAL:
            if not entry.happened:
                assert position == before, f"refused, yet something changed: {said}"
            if played_on and chance.random() < 1 / 8:
                played_as_ruled_legal(game, changed(entry, events=()))
            assert entry.ruling.cites, f"refused without a rule: {said} {entry.ruling}"
        rules = {*entry.ruling.cites, *(rule for event in entry.events for rule in event.rules)}
        unknown = [rule for rule in rules if not game.law.edition.knows(rule)]
        assert not unknown, f"{unknown} cited by {said}, and not in the edition"
        assert entry.ruling.reason or entry.ruling.verdict == LEGAL
        game.take(entry, position)
        played.seen.append(game.now)
        if seen is not None:
            seen(game)
    return played


def played_as_ruled_legal(game: Game, refused: Entry) -> None:
    """Played all the same it comes to what a judge's overruling to legal would; its ruling stays."""
    entry, position = adjudicate(game, {**refused.said, PLAYED: True})
    assert entry.ruling == refused.ruling
    if refused.said["by"] == JUDGE:
        assert position == game.now, "a judge's own step is never played all the same"
        return
    overruled = game.at(game.length)
    overruled.take(refused)
    because = {"because": "it was played so"}
    ways = []
    for way in ({"do": "overrule", "verdict": LEGAL}, {"do": "played"}):
        said = {"by": JUDGE, "entry": entry.n, **way, **because}
        ways.append(adjudicate(overruled, said))
    for ruled, leads_to in ways:
        happened = ruled.ruling.verdict == LEGAL
        assert happened == bool(entry.events), (refused, ruled.ruling)
        if happened:
            here, there = (ruleset_view(game, one) for one in (position, leads_to))
            # What entered by itself is named after the entry during which it did.
            assert here == re.sub(rf"\bq{entry.n + 1}([a-z])", rf"q{entry.n}\1", there), (
                "a step that is played all the same comes to something else than one that a judge makes legal; "
                "if it is only the number of the entry, the view shows it: name that field …_since"
            )
        else:
            assert position == game.now


def ruleset_view(game: Game, position: Position) -> str:
    return as_json(game.ruleset.view(position.state, JUDGE)).decode()


def somebody_says(game: Game, chance: Random, fill: Fill) -> Mapping[str, Any]:
    """A step: mostly a sensible one of whoever may act, sometimes anything at all."""
    if game.log and game.log[-1].ruling.verdict != LEGAL and chance.random() < 1 / 8:
        return made_legal(game)
    if game.ruleset.over(game.now.state) and chance.random() < 1 / 3:
        to = chance.randrange(max(1, game.length))
        return {"by": JUDGE, "do": "rewind", "to": to, "because": "the end was too early"}
    if chance.random() < (1 / 3 if game.now.chance else 1 / 20):
        return made_together(game, chance)
    kind = chance.randrange(20)
    waiting = game.to_act()
    player = chance.choice(waiting if waiting and kind < 16 else game.players)
    if game.now.request is not None and kind < 10:
        return {"by": player, "do": chance.choice(("consent", "object"))}
    if kind < 7:
        going_on = game.ruleset.plainest_step(game.now.state)
        if going_on is not None:
            return going_on
    if kind < 17:
        return candidate(game, player, chance, fill)
    if kind == 17:
        return spoiled(dict(candidate(game, player, chance, fill)), chance)
    return shared(game, player, chance)


def made_legal(game: Game) -> dict[str, Any]:
    """A judge lets the newest entry happen, which was refused."""
    said = {"by": JUDGE, "do": "overrule", "entry": game.length, "verdict": LEGAL}
    return {**said, "because": "it was played so"}


def candidate(game: Game, player: str, chance: Random, fill: Fill) -> Mapping[str, Any]:
    """One of the ruleset's candidates, legal or not, with what it asks for filled in."""
    found = list(game.ruleset.offers.candidates(game.now.state, player))
    if not found:
        return {"by": player, "do": "note", "text": "nothing to do"}
    one = chance.choice(found)
    asked = {name: fill(name, ask, chance) for name, ask in one.asks.items()}
    return {**one.said, **asked}


def filled(_field: str, ask: Ask, chance: Random) -> Any:
    """A plausible answer to what a candidate asks."""
    count = ask.count if ask.count is not None else chance.randrange(4)
    if ask.kind == "dice":
        return [chance.randrange(1, 7) for _ in range(count)]
    if ask.kind == "flag":
        return chance.choice((True, False))
    if ask.kind == "number":
        return int(chance.choice(ask.choices)) if ask.choices else chance.randrange(7)
    if ask.kind == "text":
        return chance.choice(ask.choices or ("so it was", "of course"))
    choices = ask.choices or ("1", "2")
    if ask.kind == "figures":
        return {name: chance.randrange(4) for name in choices}
    return chance.sample(choices, min(count, len(choices)))


def spoiled(said: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The step with a field that is wrong, missing or foreign."""
    name = chance.choice([*(key for key in said if key != "by"), "colour"])
    if name != "do" and chance.random() < 1 / 4:
        said.pop(name, None)
    else:
        said[name] = chance.choice(GARBAGE)
    return said


def put_right(game: Game, player: str, chance: Random) -> dict[str, Any]:
    """A judge, or this player, says of some parts of the table that they lie otherwise."""
    ruleset, state = game.ruleset, game.now.state
    view = game.view()
    words = [*parts_of(ruleset, state)] or [("colour",)]
    names = [*game.players, *ruleset.pieces(state, JUDGE), *words_in(view)]
    parts: dict[str, Any] = {}
    for _ in range(chance.randrange(1, 4)):
        place, path = parts, chance.choice(words)
        lies: Any = view
        for word in path[:-1]:
            name = (
                chance.choice([*lies] or names) if word == ANY and isinstance(lies, dict) else word
            )
            name = chance.choice(names) if name == ANY else name
            place, lies = (
                place.setdefault(name, {}),
                lies.get(name) if isinstance(lies, dict) else None,
            )
        last = path[-1]
        if last == ANY:
            assert not isinstance(lies, int), (
                f"the view has {lies} at {'.'.join(path[:-1])}, and what lies there can be put right name by "
                f'name: give the view a mapping, or say "{".".join(path)}": None in `corrects`'
            )
            last = chance.choice([*(lies or {}), *game.players])
        lies = lies.get(last) if isinstance(lies, dict) else None
        place[last] = laid_otherwise(lies, names, chance)
    by = chance.choice((JUDGE, JUDGE, player))
    return {
        "by": by,
        "do": "correct",
        "parts": parts,
        "because": chance.choice(("it lies so",) * 4 + ("",)),
    }


def laid_otherwise(lies: Any, names: Sequence[str], chance: Random) -> Any:
    """Something like what lies there."""
    if isinstance(lies, bool):
        return not lies
    if isinstance(lies, int):
        return lies + chance.choice((-1, 1, 2))
    if isinstance(lies, list):
        return (
            chance.sample(lies, len(lies))
            if chance.random() < 1 / 2
            else [*lies, *chance.sample(names, 1)][1:]
        )
    if isinstance(lies, dict):
        return {chance.choice([*lies] or names): 1}
    words = ("hand", "deck", "cache", "staging", "b1", "anomaly", "initial", *names)
    return chance.choice((True, False, 1, [], [chance.choice(names)], *chance.sample(words, 4)))


def made_together(game: Game, chance: Random) -> dict[str, Any]:
    """Somebody commits or reveals, mostly who has to; or what is made together is set aside."""
    now = game.now.chance
    by = chance.choice(game.players if now is None or chance.random() < 1 / 8 else now.waiting)
    if chance.random() < 1 / 8:
        return {"by": chance.choice((JUDGE, by)), "do": "set_aside", "because": "it takes long"}
    to = chance.choice(("1d6", "2d6", "5d6", "shuffle 3", "choice")) if now is None else now.to
    choice = "rock" if to == "choice" else ""
    secret = sha256(f"{by} {to}".encode()).digest()
    if now is None or not now.is_revealing:
        seat = game.players.index(by) + 1
        commitment = commitment_of(seat, to, secret, choice)
        return {"by": by, "do": "commit", "to": to, "commitment": commitment}
    said = {"by": by, "do": "reveal", "secret": secret.hex()}
    return {**said, "choice": choice} if choice else said


def shared(game: Game, player: str, chance: Random) -> dict[str, Any]:
    """One of the steps every ruleset has."""
    if chance.random() < 1 / 4:
        return put_right(game, player, chance)
    number = chance.randrange(-1, game.length + 2)
    because = chance.choice(("a slip", ""))
    verdict = chance.choice(("legal", "illegal"))
    newest = chance.choice((number, game.length))
    return chance.choice(
        (
            {"by": player, "do": "undo"},
            {"by": player, "do": "undo"},
            {"by": player, "do": chance.choice(("consent", "object"))},
            {"by": player, "do": "note", "text": "hm"},
            {"by": JUDGE, "do": "rewind", "to": number, "because": because},
            {
                "by": JUDGE,
                "do": "overrule",
                "entry": newest,
                "verdict": verdict,
                "because": because,
            },
            {
                "by": JUDGE,
                "do": "overrule",
                "entry": newest,
                "verdict": verdict,
                "because": "so it is",
            },
            {"by": player, "do": "rewind", "to": number, "because": because},
        )
    )


def holds(played: Played) -> None:
    """What must hold of every game: the log is all there is, and every position can be had again."""
    game = played.game
    again = replay(game.ruleset, game.opening, game.log)
    assert again.now == game.now, "the game replayed is not the game played"
    for n, position in enumerate(played.seen):
        assert game.position(n) == position, f"position {n} is not as it was seen"
        assert again.position(n).state == position.state
    events_come_back_as_they_were(game)
    rewound_is_as_it_was(played)
    tables_are_kept_as_they_were(played)


def events_come_back_as_they_were(game: Game) -> None:
    """Every event is read from its row as it was, and the row is what the contract says."""
    for event in (event for entry in game.log for event in entry.events):
        name, payload = stored_form(event)
        assert decode(name, payload) == event, name
        contract = contract_of(name, type(event))
        wrong = [why.message for why in contract.iter_errors(from_json(payload))]
        assert not wrong, (name, wrong, payload)


@cache
def contract_of(name: str, event: type) -> Any:
    """The published schema; of a ruleset whose schemas are not published here, what it would be."""
    file = SCHEMAS / file_of(name)
    schema = json.loads(file.read_text("utf-8")) if file.exists() else schema_of(name, event, ())
    return jsonschema_rs.validator_for(schema)


def tables_are_kept_as_they_were(played: Played) -> None:
    """A table comes back from its changes, and the game goes on from it as it did."""
    game, start = played.game, played.seen[0].state
    for n in range(0, game.length + 1, 3):
        state = played.seen[n].state
        kept = patch(start, type(start), from_json(as_json(delta(start, state))))
        assert kept == state, f"table {n} is not as it was kept"
        for viewer in (JUDGE, *game.players):
            assert as_json(game.ruleset.view(kept, viewer)) == as_json(
                game.ruleset.view(state, viewer)
            )
        if played.seen[n].request is None:
            known = [one for one in game.log[n:] if reaches_back_to(one) >= n]
            known = [one for place, one in enumerate(known, n + 1) if one.n == place]
            going_on = game.since(n, kept)
            going_on.resume(known)
            assert going_on.now.state == played.seen[n + len(known)].state
            assert going_on.now.request == played.seen[n + len(known)].request


def rewound_is_as_it_was(played: Played) -> None:
    """After a rewind to n the state is the state after entry n, as a judge's step leaves it."""
    game = played.game
    for n in range(0, game.length + 1, max(1, game.length // 5)):
        said = {"by": JUDGE, "do": "rewind", "to": n, "because": "the property says so"}
        entry, position = adjudicate(game, said)
        assert entry.ruling.verdict == LEGAL, entry.ruling
        assert position.state == game.ruleset.judged(played.seen[n].state)
        assert tuple(position.stands()) == tuple(played.seen[n].stands())


TAKE_BACK = frozenset(
    {
        "undo",
        "consent",
        "object",
        "withdraw",
        "rewind",
        "overrule",
        "played",
        "correct",
        "set_aside",
    }
)


def refusals_rest_on_what_they_name(game: Game) -> None:
    """Without the entries that a refusal names it would be another one, or none."""
    for entry in game.log:
        if any(str(one.said["do"]) in TAKE_BACK for one in game.log[: entry.n]):
            break
        ruling = entry.ruling
        if ruling.verdict == LEGAL or not ruling.because:
            continue
        found = _without_what_it_names(game, entry)
        if found is not None:
            assert _what_was_ruled(found) != _what_was_ruled(ruling), (entry.n, ruling)


def _what_was_ruled(ruling: Ruling) -> tuple[str, tuple[str, ...], str]:
    """The answer, whatever the numbers of the entries in its reason."""
    return ruling.verdict, ruling.cites, re.sub(r"entry \d+", "entry", ruling.reason)


def _without_what_it_names(game: Game, entry: Entry) -> Ruling | None:
    """How it is ruled without those entries; None where the others are not ruled as before."""
    again = open_game(game.ruleset, game.opening)
    for one in game.log[: entry.n - 1]:
        if one.happened and one.n not in entry.ruling.because:
            found = adjudicate(again, one.said)
            if found[0].ruling.verdict != one.ruling.verdict:
                return None
            again.take(*found)
    return adjudicate(again, entry.said)[0].ruling

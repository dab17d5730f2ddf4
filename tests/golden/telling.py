"""What no log holds: the table after an entry for each viewer, and the steps there with their rulings."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from application.ledger.stored_events import stored_form
from domain.kernel.board import Group, Piece
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import SPECTATOR, Candidate, Ruleset, SetupError, Viewer
from domain.kernel.shared import options
from domain.kernel.steps import JUDGE
from domain.kernel.values import fields_of

AFTER = "# After entry "


def told(game: Game, entries: Iterable[int]) -> list[str]:
    """The lines that are kept of a game: a paragraph for each of these entries."""
    return [line for n in entries for line in paragraph(game.at(n))]


def entries_told(lines: Iterable[str]) -> list[int]:
    """The entries after which such lines tell the table."""
    return [int(line.removeprefix(AFTER)) for line in lines if line.startswith(AFTER)]


def paragraph(game: Game) -> list[str]:
    """The table as it is now, and what might be done now."""
    lines = [f"{AFTER}{game.length}", *_turn(game)]
    judges = list(_seen(game, JUDGE))
    lines += judges
    for viewer in (SPECTATOR, *game.players):
        lines.append(f"## As {viewer} sees it")
        lines += _otherwise(judges, list(_seen(game, viewer)))
        lines += _setup_seen(game, viewer)
    for player in game.players:
        lines.append(f"## What {player} might do")
        lines += _steps(game, player)
    return lines


def printed(ruleset: Ruleset) -> list[str]:
    """What `umpire rules` prints besides the rules, edition by edition."""
    lines: list[str] = []
    for edition in ruleset.editions:
        lines += (f"# {edition.id}", *ruleset.printed(edition))
    return lines


def _turn(game: Game) -> Iterator[str]:
    """Whose turn it is, as the game itself knows it."""
    ruleset, state = game.ruleset, game.now.state
    yield f"chance: {ruleset.chance(state)}"
    yield f"to act: {', '.join(game.to_act())}; in the game: {', '.join(ruleset.in_game(state))}"
    yield f"over: {ruleset.over(state)}"
    yield f"going on: {_json(ruleset.plainest_step(state))}"


def _seen(game: Game, viewer: Viewer) -> Iterator[str]:
    """The newest entry, the table for programs, in words and as pieces, for this viewer."""
    yield from _entry(_entry_seen(game, viewer))
    for key, value in game.view(viewer=viewer).items():
        if isinstance(value, Mapping) and value:
            yield from (f"{key}.{name}: {_json(one)}" for name, one in value.items())
        else:
            yield f"{key}: {_json(value)}"
    yield from game.ruleset.in_words(game.now.state, viewer)
    for group in game.ruleset.board(game.now.state, viewer):
        yield from _group(group)


def _entry_seen(game: Game, viewer: Viewer) -> Entry | None:
    seen = game.ruleset.entry_seen
    if not game.length or seen is None:
        return None
    found = seen(
        game.entry(game.length), viewer, game.position(game.length - 1).state, game.now.state
    )
    assert isinstance(found, Entry)
    return found


def _entry(entry: Entry | None) -> Iterator[str]:
    if entry is not None:
        yield f"entry {entry.n}: {_json(entry.said)} {_json(fields_of(entry.ruling))}"
        for event in entry.events:
            name, payload = stored_form(event)
            yield f"{name} {payload.decode()}"


def _setup_seen(game: Game, viewer: Viewer) -> Iterator[str]:
    seen = game.ruleset.setup_seen
    if seen is None:
        return
    try:
        setup = seen(game.opening.setup, game.now.state, viewer)
    except SetupError as why:
        yield f"no set-up says it: {why}"
        return
    for key, value in setup.items():
        if isinstance(value, Mapping):
            yield from (f"set-up, {key}.{name}: {_json(one)}" for name, one in value.items())
        else:
            yield f"set-up, {key}: {_json(value)}"


def _group(group: Group) -> Iterator[str]:
    marks = f"{group.title} of {group.owner}, ordered {group.ordered}: {group.note}"
    yield f"[{marks}]"
    yield from map(_piece, group.pieces)


def _piece(piece: Piece) -> str:
    marks = "".join(
        f"; {mark.word}, since {mark.since}, {' '.join(mark.rules)}, until “{mark.until}”, {mark.binds}"
        for mark in piece.marks
    )
    return f"[] {piece.id} “{piece.name}” {piece.note}{' gone' if piece.gone else ''}{marks}"


def _otherwise(whole: list[str], seen: list[str]) -> Iterator[str]:
    """Where this viewer sees the table otherwise than the judge."""
    known, found = set(whole), set(seen)
    yield from (f"- {line}" for line in whole if line not in found)
    yield from (f"+ {line}" for line in seen if line not in known)
    common = [line for line in whole if line in found]
    if common != [line for line in seen if line in known]:
        yield "in another order"


def _steps(game: Game, player: str) -> Iterator[str]:
    """Every candidate, those that get the same ruling in one line; their order is not told."""
    by_ruling: defaultdict[str, list[str]] = defaultdict(list)
    for option in options(game, player):
        ruling = option.ruling
        by_ruling[f"{ruling.verdict} {' '.join(ruling.cites)}"].append(_step(option.candidate))
    for ruled, steps in sorted(by_ruling.items()):
        yield f"{ruled}: {' | '.join(sorted(steps))}"


def _step(candidate: Candidate) -> str:
    said = [_word(name, value) for name, value in candidate.said.items() if name != "by"]
    asks = [
        f"{name}=?{ask.kind} {ask.count} “{ask.label}” {','.join(sorted(ask.choices))}"
        for name, ask in candidate.asks.items()
    ]
    return " ".join((*said, *asks))


def _word(name: str, value: Any) -> str:
    if name == "do":
        return str(value)
    return f"{name}={value if isinstance(value, str) else _json(value)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=list)

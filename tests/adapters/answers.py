"""Answers for programs: what commands print with `--json` and what routes answer, kept for comparison.

`answers.txt` has a line for each, without ids, times and digests; of the law only the shape, because its texts
are in the rulebooks. `python -m tests.adapters.answers` writes it anew. `published.zip` holds the schemas as
they were published, against which every one of these answers stays valid.
"""

import json
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from adapters.web.app import application
from adapters.web.settings import WebSettings
from application.records.records import Record, read_record
from tests.adapters.cli.test_event_json import PLAYED, SETUP
from tests.adapters.cli.test_json import commands
from tests.adapters.commands import umpire
from tests.adapters.servers import Client, Game, inside

HERE = Path(__file__).parent
KEPT = HERE / "answers.txt"
RECORDS = HERE.parent / "conformance"
GAMES = {
    "voidsiege": "29-run-then-rally.yaml",
    "arcane-legions": "54-overrule-to-legal.yaml",
    "nullshapers": "102-rewind-leaves-no-request-open.yaml",
}
"""Ruleset → a record of it."""
PUBLISHED = HERE / "published.zip"
BLANKS = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(?:Z| UTC|\+00:00)?"), "TIME"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b(?=\")"), "DAY"),
    (re.compile(r"[\w+/-]{30,}={1,2}(?![\w=])"), "SECRET"),  # before paths: it may have slashes
    (re.compile(r"(?<![/\w+])(/[\w.-]+){2,}/(?=[\w.-]+)"), "/"),
    (re.compile(r"/games/[a-z]{4}-[a-z]{4}-\d\d"), "/games/GAME"),
    (re.compile(r"\b[a-z]{4}-[a-z]{4}-\d\d\b"), "GAME"),
    (re.compile(r"\b[0-9a-f]{16,}\b"), "DIGEST"),
    (re.compile(r"\b[a-z]{4}( [a-z]{4}){3,}\b"), "SLIP"),
    (re.compile(r"[\w+/-]{40,}=*"), "SECRET"),
    (re.compile(r"\b[0-9a-f]{8}\b"), "KEYHASH"),
    (re.compile(r"\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3,5}(-[A-Z2-7]{2})?\b"), "SLIP"),
    (re.compile(r"\b\d\d?:\d\d(:\d\d)?\b"), "CLOCK"),
    (re.compile(r'("(?:bytes|seconds|used_since|left)": ?)-?[\d.]+'), r"\1NUMBER"),
)
LAW = ("rules", "/api/rulesets")
"""Answers that are made of the rulebooks' texts."""
COMMANDS = """\
replay few/a.yaml
replay few
replay few --expect pinned
replay few/a.yaml --expect pinned
import few/a.yaml
import few
games
games --last 1
show GAME
show GAME --at 1 --as ana
log GAME
log GAME --as ana
log GAME --last 2 --as spectator
options GAME
options GAME --for ana --page 2
step GAME by=ana do=note text=hm
step GAME by=ana do=nonsense
redo GAME
undo GAME --by ana
consent GAME
object GAME
withdraw GAME
rewind GAME 1 --because so
overrule GAME LAST legal --because so
played GAME LAST --because so
standing-answer GAME --by ana
verify GAME
verify --all
verify few
export GAME
export GAME --ruled
seal GAME -o other.sealed
verify one.sealed
seal few -o many
seal --new-key key.pem
why GAME --entry LAST
why GAME --entry 1 --as ana
why GAME --entry 2
why GAME --if STEP --at 1
diff GAME 0 LAST
fork GAME --at 1
fork GAME --at 1 --dry STEP
knowledge GAME
knowledge GAME --as ana
precedents --ruleset RULESET --most 3
sheet GAME LAST
sheet GAME 1
packet GAME 1
packet GAME 1 --at 2
packet GAME LAST --as ana
wrong GAME LAST --should legal --because so
wrong GAME 1 --should illegal --because so
defects
audit GAME
audit GAME --entry 1
audit few
backup GAME --to 1
backup GAME --to 1 --confirm --because so
backup GAME --to 1 --leave --because so
compare few/a.yaml --reading READING
coverage few
appeal GAME LAST hm --by ana --on fact
shrink GAME LAST
games --player ana
checkpoint --key log.pem
checkpoint --key log.pem -o store.note
db init
db copy games.umpire other.umpire
backup-db copy.umpire
"""
ONCE = """\
rules
rules voidsiege
rules voidsiege T4
rules voidsiege C1
rules voidsiege --steps
rules voidsiege --setup
rules --search queue
rules arcane-legions
rules nullshapers
new voidsiege --example
demo
new-ruleset tafl
differ voidsiege C8=free C8=free --most 1
explore voidsiege --most 5
show nowhere
replay nothing.yaml
"""
OF_A_GAME = """\
state
state?at=1
state?at=0&as=ana
log
log?after=1
log?at=1&as=spectator
options
options?for=ana
options?for=ana&page=2
why
why?entry=1
why?entry=LAST
diff
diff?from=0&to=LAST
audit
audit?entry=1
backup?to=1
sheet?entry=LAST
sheet?entry=1
packet?entry=1
packet?entry=1&at=2
parts
chance
knowledge
knowledge?of=ana
precedents?entry=1&most=2
precedents?verdict=illegal&most=1
compare?reading=READING
compare?edition=none
shrink?entry=LAST
shrink?entry=1&facts=true
record
record?at=1
looks
seats
standing-answer
state?at=99999
why?entry=0
"""
READINGS = {
    "voidsiege": "C1=snap_fire",
    "arcane-legions": "A1=refunded",
    "nullshapers": "M13=same_card",
}
LONGEST = 1_500
"""So many characters of an answer are kept; of what goes beyond, the digest."""


def blanked(text: str) -> str:
    """The text without what differs from one run to the next."""
    for pattern, blank in BLANKS:
        text = pattern.sub(blank, text)
    return text


def shape(value: Any) -> Any:
    """Of a JSON value what is no text: its keys, and the kinds of its values."""
    if isinstance(value, dict):
        if all(isinstance(one, str) for one in value.values()) and len(value) > 9:
            return "names → text"
        return {key: shape(one) for key, one in value.items()}
    if isinstance(value, list):
        seen = {json.dumps(shape(one), sort_keys=True) for one in value}
        return [json.loads(one) for one in sorted(seen)][:40]
    return type(value).__name__


def told(name: str, text: str) -> str:
    """An answer as it is kept; of the law its shape."""
    if any(part in name for part in LAW) and text[:1] in "{[":
        text = json.dumps(shape(json.loads(text)), ensure_ascii=False)
    kept = blanked(text).replace("\n", " ")
    if len(kept) > LONGEST:
        kept = f"{kept[:LONGEST]}… {sha256(kept.encode()).hexdigest()[:16]}"
    return f"{name}\t{kept}"


Checks = Callable[[str, int, str], None]


def no_check(_name: str, _status: int, _text: str) -> None:
    pass


def printed(check: Checks = no_check) -> Iterator[str]:
    """What commands print about a game of each ruleset, and about none."""
    for ruleset, record in GAMES.items():
        with _in_a_folder():
            Path("few").mkdir()
            Path("few/a.yaml").write_bytes((RECORDS / ruleset / record).read_bytes())
            os.utime("few/a.yaml", (1e9, 1e9))
            Path("few/b.yaml").write_text("record: 1\n players:")
            umpire("seal", "--new-key", "log.pem")
            game = umpire("import", "few/a.yaml").stdout.split()[-1]
            entries = json.loads(umpire("log", game, "--json").stdout)["entries"]
            umpire("seal", game, "-o", "one.sealed")
            meant = {"GAME": game, "LAST": str(len(entries)), "RULESET": ruleset}
            meant |= {"STEP": json.dumps(entries[1]["said"]), "READING": READINGS[ruleset]}
            lines = COMMANDS + ONCE if ruleset == "voidsiege" else COMMANDS
            for line in lines.splitlines():
                with _copied(Path.cwd()):
                    yield _command(ruleset, line, meant, check)
    with _in_a_folder():
        Path("one.csv").write_text("round,table,player 1,player 2\n1,1,Ana,Ben\n")
        Path("small.yaml").write_text(SETUP)
        Path("house.yaml").write_text("policy: 1\n")
        for key in ("log.pem", "kim.pem"):
            umpire("seal", "--new-key", key)
        for line in PLAYED.splitlines():
            if line.startswith("call"):
                umpire("step", "open.r1.t1", "ben", "b1", "move")
            yield _command("event", f"event {line}", {}, check)
        for line in ("event list", "event tables open", "event log open"):
            yield _command("event", line, {}, check)


@contextmanager
def _in_a_folder() -> Iterator[None]:
    """In a folder of its own, with a store in it."""
    with tempfile.TemporaryDirectory() as place, _working_in(place):
        yield


@contextmanager
def _copied(folder: Path) -> Iterator[None]:
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(folder, f"{place}/copy")
        with _working_in(f"{place}/copy"):
            yield


@contextmanager
def _working_in(place: str) -> Iterator[None]:
    before, store = Path.cwd(), os.environ.get("UMPIRE_DB", "")
    os.environ["UMPIRE_DB"] = f"{place}/games.umpire"
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ["UMPIRE_DB"] = store
        if not store:
            del os.environ["UMPIRE_DB"]


def _command(about: str, line: str, meant: Mapping[str, str], check: Checks) -> str:
    found = umpire(*(meant.get(word, word) for word in shlex.split(line)), "--json")
    text = found.stdout or found.stderr
    check(line, found.exit_code, text)
    return told(f"{about}: {line} [{found.exit_code}]", text)


def answered(folder: Path, check: Checks = no_check) -> Iterator[str]:
    """What the routes answer of a game of each ruleset, to its judge, a player and a spectator."""
    with inside(folder / "served.umpire") as client:
        for ruleset, record in GAMES.items():
            yield from _of_a_game(client, ruleset, RECORDS / ruleset / record, check)
        anything = ("rulesets", *(f"rulesets/{one}" for one in GAMES), "rulesets/chess", "games")
        anything = (
            *anything,
            "precedents?ruleset=voidsiege&most=1",
            "precedents?rule=Z9",
            "defects",
        )
        for path in (*(f"/api/{one}" for one in anything), "/health", "/ready"):
            yield _route("operator", path, client.get(path), check)


def _of_a_game(client: Client, ruleset: str, path: Path, check: Checks) -> Iterator[str]:
    record = read_record(path)
    plain = record_as_json(record)
    made = client.post("/api/games", json=plain)
    yield _route(ruleset, "POST /api/games", made, check)
    game = Game(made.json()["game"], made.json()["tokens"], client)
    for noted in record.steps:
        said = {key: value for key, value in noted.said.items() if key != "by"}
        answer = game.step(noted.said["by"], said)
        yield _route(ruleset, "POST steps", answer, check)
    seat, step = record.steps[1].said["by"], dict(record.steps[1].said)
    posted: list[tuple[str, str, Any]] = [
        ("why", seat, {"step": step, "at": 1}),
        ("why", "judge", {"step": step}),
        ("why", "spectator", {"step": step}),
        ("fork", "judge", {"at": 1}),
        ("fork", "ana", {}),
        ("steps", "ana", {"do": "note", "text": "hm", "expected_entry": 0}),
        ("steps", "ana", {"said": "no such words"}),
        ("seats/ana", "judge", None),
        ("public", "judge", None),
    ]
    for seat in ("judge", "ana", "spectator"):
        for what in _asked_of(ruleset, len(record.steps)):
            answer = client.get(game.path(f"/{what}"), headers=game.as_(seat))
            yield _route(f"{ruleset} {seat}", f"GET {what}", answer, check)
    for what, seat, body in posted:
        answer = client.post(game.path(f"/{what}"), json=body, headers=game.as_(seat))
        yield _route(f"{ruleset} {seat}", f"POST {what}", answer, check)
    for body in ({"until": "nothing"}, {"until": "turn"}, {"until": "round", "now": False}):
        answer = client.put(game.path("/standing-answer"), json=body, headers=game.as_("ana"))
        yield _route(f"{ruleset} ana", f"PUT standing-answer {body}", answer, check)
    for what, seat in (("standing-answer", "ana"), ("seats/ben", "judge")):
        answer = client.delete(game.path(f"/{what}"), headers=game.as_(seat))
        yield _route(f"{ruleset} {seat}", f"DELETE {what}", answer, check)


def _asked_of(ruleset: str, last: int) -> list[str]:
    """What is asked of a game of so many entries."""
    return OF_A_GAME.replace("LAST", str(last)).replace("READING", READINGS[ruleset]).split()


def record_as_json(record: Record) -> dict[str, Any]:
    opening = record.opening
    return {
        "record": 1,
        "ruleset": opening.ruleset,
        "readings": dict(opening.readings),
        "mode": opening.mode,
        "players": list(opening.players),
        "names": {opening.players[0]: "Ana A."},
        "about": {"event": "Open", "round": 1},
        "setup": dict(opening.setup),
    }


def _route(about: str, what: str, answer: Any, check: Checks) -> str:
    request = answer.request
    check(f"{request.method} {request.url.path}", answer.status_code, answer.text)
    return told(f"{about}: {what} [{answer.status_code}]", answer.text)


def every_answer(check: Checks = no_check) -> list[str]:
    """All lines of `answers.txt`."""
    with tempfile.TemporaryDirectory() as folder:
        return [*commands_and_routes(), *printed(check), *answered(Path(folder), check)]


def commands_and_routes() -> list[str]:
    """Each command, route and page that there is."""
    nothing: Any = None
    found = [f"umpire {name}" for name, _ in commands()]

    def walk(routes: Any) -> None:
        for one in routes:
            inner = getattr(one, "original_router", None)
            if inner is not None:
                walk(inner.routes)
            elif getattr(one, "path", None):
                methods = sorted(getattr(one, "methods", None) or ())
                found.append(f"{' '.join(methods)} {one.path}")

    walk(application(nothing, nothing, WebSettings()).routes)
    return sorted(found)


if __name__ == "__main__":
    KEPT.write_text("\n".join(every_answer()) + "\n", encoding="utf-8")

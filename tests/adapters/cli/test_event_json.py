"""What the commands of an event print for programs: each its own shape, with what it entered in the log."""

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from adapters.cli.published import EVENT, schema

SETUP = "players: [ana, ben]\nsetup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}"
PLAYED = """\
new Open --ruleset voidsiege
policy open house.yaml
judge open Kim --head --token
judge open Noa
pair open one.csv --setup small.yaml
clocks open 1 --main 900
codes open --url http://127.0.0.1:8000 -o codes.html
links open 1 --url http://127.0.0.1:8000 -o links.html
start open 1 --minutes 50
pause open 1 --by Kim --because fire
resume open 1 --by Kim
call open 1 1 --by p1 --words "He moved first" --about 1
take open 1 --by Noa
waive open 1 p2 --by Noa --because "not there"
rule open 1 "It is Ana's go." --by Noa --verdict illegal --cites T1
appeal open 1 "I had the go" --by p2 --on law
decide open 1 "It stands." --by Kim --verdict illegal
call open 1 1 --by p2
say open 2 "Never mind" --by p2
withdraw open 2 --by p2
calls open
calls open 1
offence open 1 1 --player p2 --kind illegal_action
offence open 1 1 --player p2 --kind late --by Noa
contest open 1 "no" --by p2
settle open 1 --by Kim --because so --penalty warning
relieve open Noa
offences open
time open 1 1 300 --by Kim --because so
adjust open 1 1 p1 60 --by Kim --because so
clock open 1
clock open 1 1 --since 0
result open 1 1 --winner p1
results open
end open 1
checkpoint open --key log.pem
cosign open --key kim.pem --name example.org/kim -o cosigned.note
growth open cosigned.note -o grown.txt
slip open 1 1 -o one.slip
examine open
cases open -o cases
close open
forget open --yes --before-the-term
"""
MISTAKES = """\
new Late --ruleset voidsiege
judge late Kim --head
pair late one.csv --setup small.yaml
exchange late 1 Ana Ben --by Kim --because "wrong seats"
unpair late 1 --by Kim --because "one table too few"
pair late one.csv --setup small.yaml
start late 1
report late 1 1 --winner Ana --by Ana
result late 1 1 --winner Ana
standings late
reopen late 1 1 --by Kim --because "a step was missing"
correct late 1 1 --winner Ben --by Kim --because "read the wrong line"
drop late Ben --by Kim --because "a train to catch"
take-back late Ben --by Kim --because "it is late"
rename late Ana "Ana Silva" --by Kim --because "the whole name"
"""
NOT_HERE = {"event flag", "event seen"}
"""A clock that ran out takes its time, and a ruling that departs takes another event before it."""


@pytest.fixture
def umpire(umpire: Any) -> Any:
    Path("one.csv").write_text("round,table,player 1,player 2\n1,1,Ana,Ben\n", encoding="utf-8")
    Path("small.yaml").write_text(SETUP, encoding="utf-8")
    Path("house.yaml").write_text("policy: 1\n", encoding="utf-8")
    for key in ("log.pem", "kim.pem"):
        umpire("seal", "--new-key", key)
    return umpire


def test_every_command_of_an_event_has_a_shape_of_its_own_and_keeps_to_it(umpire: Any) -> None:
    met: dict[str, Any] = {}
    for line in (PLAYED + MISTAKES).splitlines():
        words = shlex.split(line)
        if words[0] == "call":
            umpire("step", "open.r1.t1", "ben", "b1", "move")
        told = umpire("event", *words, "--json")
        assert told.exit_code == 0, (line, told.output)
        name = f"event {words[0]}"
        found = json.loads(told.stdout)
        jsonschema_rs.validate(schema(name), found)
        assert (found["command"], found["event"]) == (name, "late" if "ate" in words[1] else "open")
        met.setdefault(name, found)
    acts = {f"event {name}" for name in EVENT} - {"event list", "event tables", "event log"}
    assert set(met) == acts - NOT_HERE
    assert [one["fact"] for one in met["event call"]["facts"]] == [
        "event/call_made/v1",
        "event/statement_given/v1",
    ]
    assert met["event judge"]["judge"] == "j1" and len(met["event judge"]["token"]) == 43
    assert met["event offence"]["proposed"]["player"] == "p2"
    assert met["event clock"]["seconds"] > 0
    assert met["event results"]["results"][0]["result"]["winner"] == "p1"
    assert met["event examine"]["examined"][0]["holds"]
    assert met["event forget"]["forgotten"] > 0

"""What a judge in a hurry gets wrong: one sentence each, exit code 2, nothing kept."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

WRONG = [
    # Files.
    ("replay /nope", "/nope: there is no such file"),
    ("replay games/none", "games/none: there is no such file"),
    ("show ./none", "./none: there is no such file"),
    ("replay /dev/zero", "/dev/zero: no file but a pipe, a socket or a device"),
    # Steps.
    ("step", "STEP…|NUMBER|- is missing"),
    ("step GAME", "say a step"),
    ("step ana", "say what ana does"),
    ("step ana a1", "“a1” is no step here"),
    ("step ana a1 asault", "did you mean “assault”?"),
    ("step ana a7 move", "“a7” is nothing in this game; did you mean"),
    ("step anna a1 move", "“anna” is nothing in this game; did you mean “ana”?"),
    ("step ana a1 shoot", "say also the target (b1, b2)"),
    ("step ana declare", "say also the unit (a1, a2)"),
    ("step undo", "say first who takes the step"),
    ("step destroyed b1", "say first who takes the step"),
    ("step ana report b1", "what report is about, one of destroyed"),
    ("step ana arriving", "say also the unit and the value: report arriving takes"),
    ("step ana a1 move sideways", "“sideways” is nothing in this game"),
    ("step by=eve do=decline", "“by” is one of ana, ben, judge, not “eve”"),
    ("step by=ana do=declre unit=a1", "did you mean “declare”"),
    ("step by=ana do=declare unti=a1", "has no field “unti”"),
    ("step by=ana do=declare unit=a1 command=mov", "did you mean “move”?"),
    ("step by=ana do=declare unit=a1 unit=a2", "“unit” is given twice"),
    ("step by=ana do=report fact=destroyd unit=b1", "did you mean “destroyed”?"),
    ("step '{by: ana'", "the step:"),
    ("step '[1, 2]'", "is no step here"),
    ("step '{by: ana, do: pass}'", "no step here is called “pass”"),
    ("step 999", "there is no number 999"),
    ("step judge 1", "a judge says it in words"),
    ("step 1 zebra", "it asks for nothing more"),
    ("step 1 --at 7", "no entry 7 is there yet"),
    ("step nowhere by=ana do=decline", "there is no game “nowhere”"),
    ("step zzzz-zzzz-99 ana a1 move", "there is no game “zzzz-zzzz-99”"),
    # About a game.
    (
        "show --db 'host=db password=geheim sslrootcert=file://ca'",
        "umpire: --db names the store by keywords; expected a file, or an address of PostgreSQL as "
        "postgresql://user@host/database.",
    ),
    ("show --db mysql://ana:secret@home/games", "“mysql://…” is no store; expected a file, or"),
    ("show --db ''", "the store's name is empty; expected a file, or an address of PostgreSQL"),
    ("show nowhere", "there is no game “nowhere”"),
    ("show --at 5", "there is no entry 5"),
    ("show --as eve", "“eve” is nobody here"),
    ("log --last 0", "--last: 0 is too small; expected 1 or more"),
    ("log --since tomorrow", "neither an entry nor a time"),
    ("options --for eve", "“eve” does not play"),
    ("why 9", "no entry 9"),
    ("why 1 --if 'ana a1 run'", "either an entry or a step"),
    ("why ana a1 flee", "“flee” is nothing in this game"),
    ("diff 0", "M is missing"),
    ("diff 0 9", "no entry 9"),
    ("undo --by eve", "“by” is one of"),
    ("undo", "no entry stands"),
    ("redo", "nothing was taken back"),
    ("consent", "nobody asks to take anything back"),
    ("object", "nobody asks to take anything back"),
    ("rewind", "N is missing"),
    ("rewind 0", "--because is missing"),
    ("rewind 0 --because", "--because: a value is missing"),
    ("rewind GAME --because so", "N is missing; expected a whole number"),
    ("rewind kilo --because so", "N is missing; expected a whole number"),
    ("rewind GAME soon --because so", "N: “soon” is no whole number"),
    ("diff GAME 0", "M is missing; expected a whole number"),
    ("overrule GAME --because so", "N is missing; expected a whole number"),
    ("sheet GAME", "ENTRY is missing; expected a whole number"),
    ("overrule 1 perhaps --because so", "“perhaps” is nothing here; expected legal or illegal"),
    ("overrule 1", "VERDICT is missing; expected legal or illegal"),
    # Games, rules, openings.
    ("games --sort size", "--sort: “size” is nothing here; expected newest, oldest"),
    ("games --page 2", "there is no option --page; did you mean --player?"),
    ("games --ruleset chess", "no ruleset “chess”"),
    ("new", "expected a FILE, a RULESET"),
    ("new chess", "no ruleset “chess”"),
    ("new voidsiege --unit a1=ana", "say who plays, in turn order"),
    ("new voidsige", "did you mean “voidsiege”?"),
    ("new voidsiege --ruleset nullshapers", "--ruleset names a ruleset already"),
    ("new voidsiege --setup army --players ana,ben", "neither a file nor a mapping"),
    ("new voidsiege --setup '{points: {ana: 3}}' --players ana,ben", "is missing"),
    ("new voidsiege --unit a1 --players ana,ben", "“a1” should be NAME=OWNER"),
    ("new voidsiege --players ana,ben --reading C1", "“C1” is no reading"),
    ("new none.yaml", "none.yaml"),
    ("rules voidsiege T99", "has no rule “T99”"),
    ("rules voidsiege T1 --steps", "give one of"),
    ("rules --setup", "say of which ruleset"),
    ("demo chess", "no ruleset “chess”"),
    ("tabel", "did you mean “table”?"),
    # A step without “step”.
    ("ana", "say what ana does"),
    ("ana a1 asault", "did you mean “assault”?"),
    ("a7 move", "“a7” is nothing in this game; did you mean"),
    ("anna a1 move", "did you mean “ana”?"),
    ("lgo ana", "did you mean “log”?"),
    ("999", "there is no number 999"),
    ("zzzz-zzzz-99 ana a1 move", "there is no game “zzzz-zzzz-99”"),
    ("GAME show", "is no command: a game is said behind it, as in umpire show "),
    ("--dbb x games", "--dbb"),
    # The desk, files and events.
    ("sheet 1", "-o FILE"),
    ("backup --to 9", "there is no entry 9"),
    ("fork --at x", "--at: “x” is no whole number"),
    ("precedents --rule Z9", "no ruleset has a rule “Z9”"),
    ("precedents --like GAME:²", "is no entry of a game"),
    ("coverage {folder}", "there is no record in "),
    ("show {folder}", "is a folder; expected a game, a record or a sealed file"),
    ("verify none.sealed", "none.sealed: there is no such file"),
    ("event policy spring {folder}", ": a folder; expected a file"),
    ("appeal 1 words --by ana", "say with --on whether"),
    ("export nowhere", "there is no game “nowhere”"),
    ("import none.yaml", "none.yaml"),
    ("compare --reading C1", "expected records or games"),
    ("compare C1=snap_fire", "say another law with --reading C1=snap_fire or --edition ID"),
    ("shrink 9", "there is no entry 9"),
    ("checkpoint", "nothing of this store was ever signed"),
    ("table nowhere", "there is no game “nowhere”"),
    ("schema nonsense", "there is no command “nonsense”"),
    ("event tables nowhere", "there is no event “nowhere”"),
    ("event nonsense", "there is no command “nonsense”"),
    ("log --last x", "--last: “x” is no whole number; expected 1 or more"),
]  # fmt: skip


@pytest.fixture
def umpire(umpire: Any) -> Any:
    """The command on a store with one game, just opened."""
    umpire("new", "voidsiege")
    return umpire


def kept(umpire: Any) -> tuple[list[Any], list[Any]]:
    games = json.loads(umpire("games", "--json").stdout)["games"]
    return games, json.loads(umpire("log", "--json").stdout)["entries"]


@pytest.mark.parametrize(("typed", "sentence"), WRONG, ids=[typed for typed, _ in WRONG])
def test_a_wrong_usage_is_one_sentence_and_keeps_nothing(
    umpire: Any, tmp_path: Path, typed: str, sentence: str
) -> None:
    (empty := tmp_path / "empty").mkdir()
    before = kept(umpire)
    typed = typed.replace("GAME", before[0][0]["game"]).replace("{folder}", str(empty))
    told = umpire(*shlex.split(typed))
    assert told.exit_code == 2, told.output
    assert told.stdout == ""
    (said,) = told.stderr.splitlines()
    assert said.startswith("umpire: ") and sentence in said
    assert said.endswith((".", "?")) and not said.endswith(("..", "?."))
    assert kept(umpire) == before

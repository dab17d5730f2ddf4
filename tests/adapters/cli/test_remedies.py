"""`umpire audit`, `backup`, `compare`, `seal` and `verify FILE`, as a judge types them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.adapters.commands import refused

RECORDS = Path(__file__).parents[2] / "conformance" / "voidsiege"
CHARGE = RECORDS / "03-charge-then-intervene.yaml"
TOO_LATE = RECORDS / "04-snap-fire-too-late.yaml"
OVERRULED = RECORDS / "75-overrule-to-legal.yaml"

Run = Callable[..., Result]


@pytest.fixture
def charge(umpire: Run) -> str:
    """A charge that was played to its end."""
    return str(umpire("import", CHARGE).stdout.splitlines()[-1])


def as_json(result: Result, code: int = 0) -> Any:
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_audit_names_the_point_of_error_of_a_record(umpire: Run) -> None:
    told = umpire("audit", TOO_LATE)
    assert told.exit_code == 0
    assert told.stdout.startswith("Point of error: entry 3, ben answers")
    found = as_json(umpire("audit", TOO_LATE, "--json"))
    assert (found["point"]["entry"], found["point"]["completed"]) == (3, False)


def test_audit_takes_several_games(umpire: Run, charge: str) -> None:
    found = as_json(umpire("audit", charge, TOO_LATE, "--json"))
    points = [one["details"]["point"] for one in found["games"]]
    assert [point is None for point in points] == [True, False]
    told = umpire("audit", charge, TOO_LATE).stdout.splitlines()
    assert told[0].startswith(f"as ruled  {charge}: ")
    assert told[1].startswith(f"in error  {TOO_LATE}: entry ")


def test_audit_of_what_is_not_there_is_refused(umpire: Run, charge: str) -> None:
    assert "no entry 99" in refused(umpire("audit", charge, "--entry", 99))
    assert "nowhere" in refused(umpire("audit", "nowhere"))
    assert "none.yaml" in refused(umpire("audit", "none.yaml"))
    assert "none.yaml" in refused(umpire("audit", charge, "--policy", "none.yaml"))


def test_backup_is_advice_until_a_judge_confirms(umpire: Run, charge: str) -> None:
    told = umpire("backup", charge, "--to", 1)
    assert told.exit_code == 0
    assert told.stdout.startswith("Going back to entry 1 is risky.")
    assert "Rewind sheet, to after entry 1, last first:" in told.stdout
    assert as_json(umpire("show", charge, "--json"))["entry"] == 6
    words = ("--confirm", "--because", "no reach", "--agreed", "ana,ben")
    done = as_json(umpire("backup", charge, "--to", 1, *words, "--json"))
    assert [one["do"] for one in done["entries"]] == ["note", "note", "rewind"]
    assert as_json(umpire("show", charge, "--json"))["state"]["phase"] == "reaction"


def test_backup_leaves_it_and_a_later_audit_begins_there(umpire: Run) -> None:
    game = umpire("import", TOO_LATE).stdout.splitlines()[-1]
    left = umpire("backup", game, "--to", 2, "--leave", "--because", "nobody minds")
    assert left.exit_code == 0, left.output
    assert as_json(umpire("audit", game, "--json"))["point"] is None


def test_what_is_left_as_it_is_is_called_an_error_only_where_it_is_one(umpire: Run) -> None:
    umpire("new", "voidsiege")
    umpire("step", "ana", "a1", "run")
    umpire("undo", "--by", "ana")
    umpire("step", "ana", "a1", "assault", "charge", "b1")
    told = [
        umpire("backup", "--to", to, "--leave", "--because", "so").stdout.splitlines()[0]
        for to in (0, 2)
    ]
    assert told == [
        "note 4. judge: “accepted state: after entry 3. so”",
        "note 5. judge: “accepted state: after entry 4, with entry 3 as it stands. so”",
    ]


def test_backup_makes_a_partial_fix(umpire: Run, charge: str) -> None:
    fixed = umpire("backup", charge, "--to", 1, "--fix", "newest_only", "--because", "out of reach")
    assert "entry 6 is illegal and is taken back" in " ".join(fixed.stdout.split())
    words = ("--to", 1, "--fix", "pray", "--because", "so")
    assert "no fix “pray” can be made now" in refused(umpire("backup", charge, *words))


def test_backup_refuses_what_makes_no_sense(umpire: Run, charge: str) -> None:
    assert "no entry 99" in refused(umpire("backup", charge, "--to", 99))
    assert "--because" in refused(umpire("backup", charge, "--to", 1, "--confirm"))
    both = ("--confirm", "--leave", "--because", "so")
    assert "one of" in refused(umpire("backup", charge, "--to", 1, *both))
    words = ("--confirm", "--because", "so", "--agreed", "eve")
    assert "eve" in refused(umpire("backup", charge, "--to", 1, *words))


def test_compare_reports_what_changes_and_ends_with_one(umpire: Run) -> None:
    found = as_json(umpire("compare", OVERRULED, "--reading", "C1=snap_fire", "--json"), 1)
    assert found["checked"] == 1
    assert found["failed"] == []
    first = found["changed"][0]
    assert (first["file"], first["n"]) == (str(OVERRULED), 2)
    assert (first["from"], first["to"]) == ("illegal", "legal")
    assert (first["cites_from"], first["cites_to"]) == (["T5", "C1"], ["T4", "C1"])
    told = umpire("compare", OVERRULED, "--reading", "C1=snap_fire")
    assert told.exit_code == 1
    assert "illegal (T5, C1) → legal" in told.stdout


def test_compare_ends_with_zero_when_nothing_changes(umpire: Run) -> None:
    found = as_json(umpire("compare", CHARGE, "--reading", "C1=snap_fire", "--json"))
    assert found["changed"] == []
    assert "No ruling changes." in umpire("compare", CHARGE, "--reading", "C1=snap_fire").stdout


def test_compare_takes_folders_and_the_whole_store(umpire: Run, charge: str) -> None:
    pages = len(list(RECORDS.glob("*.yaml")))
    found = as_json(umpire("compare", RECORDS, "--reading", "C8=free", "--json"), 1)
    assert found["checked"] == pages
    stored = as_json(umpire("compare", "--all", "--reading", "C8=free", "--json"))
    assert stored["checked"] == 1


def test_compare_tries_an_edition_of_ones_own(umpire: Run, tmp_path: Path) -> None:
    page = tmp_path / "club.yaml"
    page.write_text("{edition: 1, ruleset: voidsiege, id: club, readings: {C1: snap_fire}}")
    found = as_json(umpire("compare", OVERRULED, "--edition", page, "--json"), 1)
    assert found["by_rule"]["C1"] > 0


def test_compare_refuses_what_cannot_be_compared(umpire: Run) -> None:
    assert "compare" in refused(umpire("compare"))
    assert "say another law with --reading" in refused(umpire("compare", CHARGE))
    assert "C1=snap_fire" in refused(umpire("compare", CHARGE, "--reading", "C1"))
    assert "C99" in refused(umpire("compare", CHARGE, "--reading", "C99=x"))
    assert "1999" in refused(umpire("compare", CHARGE, "--edition", "1999"))
    assert "none.yaml" in refused(umpire("compare", "none.yaml", "--reading", "C1=snap_fire"))


def test_a_sealed_game_is_verified_by_anyone(umpire: Run, charge: str, tmp_path: Path) -> None:
    umpire("seal", "--new-key", "key.pem")
    told = umpire("seal", charge, "-o", "game.umpire", "--key", "key.pem")
    assert told.exit_code == 0, told.output
    slip = told.stdout.splitlines()[-1]
    (tmp_path / "games.umpire").unlink()
    found = as_json(
        umpire("verify", "game.umpire", "--slip", slip, "--signed-by", "key.pem.pub", "--json")
    )
    assert (found["holds"], found["entries"], found["slip"]) == (True, 6, slip)


def test_a_changed_file_another_slip_or_signer_does_not_hold(
    umpire: Run, charge: str, tmp_path: Path
) -> None:
    slip = umpire("seal", charge, "-o", "game.umpire").stdout.splitlines()[-1]
    assert umpire("verify", "game.umpire", "--slip", "AAAA-BBBB-CCCC-DDDD").exit_code == 1
    assert umpire("verify", "game.umpire", "--slip", slip).exit_code == 0
    older = slip[: len("AAAA-BBBB-CCCC-DDDD")]
    assert umpire("verify", "game.umpire", "--slip", older).exit_code == 0
    assert umpire("verify", "game.umpire", "--slip", f"{slip[:-1]}7").exit_code == 1
    of_a_sheet = umpire("verify", "game.umpire", "--slip", f"e5:{slip.lower()}").stdout
    assert "is no slip: a ruling sheet has the digest of its entry" in of_a_sheet
    umpire("seal", "--new-key", "key.pem")
    assert umpire("verify", "game.umpire", "--signed-by", "key.pem.pub").exit_code == 1
    path = tmp_path / "game.umpire"
    raw = bytearray(path.read_bytes())
    raw[-60] ^= 1
    path.write_bytes(raw)
    told = umpire("verify", "game.umpire")
    assert told.exit_code == 1
    assert "does not hold: game.umpire: entry " in told.stdout
    path.write_bytes(b"hello")
    assert umpire("verify", "game.umpire").exit_code == 1


def test_seal_overwrites_nothing_and_refuses_what_makes_no_sense(umpire: Run, charge: str) -> None:
    umpire("seal", charge, "-o", "game.umpire")
    assert "exists already" in refused(umpire("seal", charge, "-o", "game.umpire"))
    assert "-o FILE" in refused(umpire("seal", charge))
    assert "there is no such file" in refused(
        umpire("seal", charge, "-o", "b.umpire", "--key", "none")
    )
    assert "nowhere" in refused(umpire("seal", "nowhere", "-o", "c.umpire"))

"""Every conformance record of VoidSiege gets the verdicts and the state it notes."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from domain.kernel.shared import adjudicate
from tests.spec import differences, opened

RECORDS = sorted((Path(__file__).parent / "voidsiege").glob("*.yaml"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    record: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = opened(
        record["ruleset"],
        record["setup"],
        record["players"],
        record.get("readings"),
        record.get("mode", "casual"),
        record.get("edition"),
    )
    wrong = []
    for said in record["steps"]:
        expected, cites = said.pop("expect", "legal"), said.pop("cites", [])
        entry, position = adjudicate(game, said)
        game.take(entry, position)
        ruling = entry.ruling
        agrees = not cites or set(cites) & set(ruling.cites)
        if ruling.verdict != expected or not agrees:
            wrong.append(f"{entry.n} {said}: expected {expected} {cites}, got {ruling}")
    sets = game.ruleset.sets
    wrong += differences("", record.get("expect_state", {}), game.view(), "", sets)
    assert not wrong, "\n".join(wrong)

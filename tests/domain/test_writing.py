"""The guide knows all that a ruleset is put together from."""

from pathlib import Path

import pytest

import domain
from domain.kernel.hiding import Hiding
from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.values import Value, fields

GUIDE = (Path(domain.__file__).parent / "WRITING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [Ruleset, Procedure, Hiding])
def test_every_field_is_told_with_its_reason(kind: type[Value]) -> None:
    assert [one.name for one in fields(kind) if f"`{one.name}`" not in GUIDE] == []

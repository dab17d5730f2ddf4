"""A set-up from several files: what is too long to be read is refused, and never cut."""

from pathlib import Path

import pytest

from application.records.notation import MOST_BYTES
from application.records.records import BadRecord
from application.records.set_up_parts import setup_from


@pytest.mark.parametrize("letter", ["e", "é"])
def test_a_part_that_is_too_long_is_refused_and_not_cut(tmp_path: Path, letter: str) -> None:
    part = tmp_path / "army.yaml"
    part.write_text(f"points: 3\n# {letter * MOST_BYTES}\nunits: 4\n", encoding="utf-8")
    with pytest.raises(BadRecord, match="longer than 4 MiB"):
        setup_from([str(part)])

"""What a judge reads out in a dispute is, word for word, what is kept beside it."""

from collections import Counter
from pathlib import Path

import pytest

from tests.disputes import answer, dispute, paths


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_the_answer_is_read_out_word_for_word(path: Path) -> None:
    assert answer(path) == dispute(path)["answer"]


def test_each_ruleset_has_four() -> None:
    rulesets = Counter(dispute(path)["ruleset"] for path in paths())
    assert set(rulesets.values()) == {4}
    assert len(rulesets) == 3

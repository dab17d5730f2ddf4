"""Whole rulings, step by step: verdict, rules, sentence, the entries behind it, what was looked at.

`told.txt` has a paragraph for each story: its name and the rules it is about, after `=` the table,
after `>` a step, and beneath it the ruling.
"""

import json
from pathlib import Path

import pytest

from tests.domain.arcane_legions.tables import table
from tests.spec import Story

STORIES = {
    paragraph.partition(":")[0].removeprefix("# "): paragraph.splitlines()[1:]
    for paragraph in Path(__file__).with_name("told.txt").read_text("utf-8").split("\n\n")
}


def ruling(story: Story) -> str:
    """The newest ruling in one line."""
    found = story.entry.ruling
    facts = "".join(f"; {name}: {value}" for name, value in found.facts.items())
    since = ", ".join(map(str, found.because))
    return f"{found.verdict} {' '.join(found.cites)}: {found.reason} [{since}{facts}]"


@pytest.mark.parametrize("name", STORIES)
def test_every_ruling_is_told_in_full(name: str) -> None:
    setup, *lines = STORIES[name]
    story = table(**json.loads(setup.removeprefix("= ")))
    for said, told in zip(lines[::2], lines[1::2], strict=True):
        story.when(**json.loads(said.removeprefix("> ")))
        assert (said, ruling(story)) == (said, told.strip())

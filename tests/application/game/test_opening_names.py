"""The ids that games are called by."""

import re

import pytest

from application.game import opening


def test_an_id_can_be_said_aloud() -> None:
    assert re.fullmatch(r"([b-z][aeiou]){2}-([b-z][aeiou]){2}-\d\d", opening.new_id())


def test_no_id_says_what_nobody_should_have_to_call_out(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("rapelomanifo")
    monkeypatch.setattr("application.game.opening.secrets.choice", lambda _: next(letters))
    assert opening.new_id().startswith("loma-nifo-")

"""Nobody sits down under a name that is taken for another's, or for the judge's."""

from typing import Any

import pytest

from application.records.headings import BadHeading, names_in
from application.records.records import BadRecord, record_from
from domain.kernel.look_alikes import as_it_looks

CYRILLIC_A = "\u0430"


def record(*players: str) -> dict[str, Any]:
    return {"record": 1, "ruleset": "voidsiege", "players": list(players)}


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (("ana", f"{CYRILLIC_A}na"), "looks like “ana”"),
        (("Judge", "ben"), "looks like “judge”"),
        (("ana", "SPECTATOR"), "looks like “spectator”"),
        (("ana", "jud\u0261e"), ""),
        (("ana", "\uff41na"), "looks like “ana”"),
        (("ana", "ana\u3164"), "looks like “ana”"),
        (("ana", "\u3164"), "looks like “ ”"),
        (("ana", "Ana"), ""),
    ],
)
def test_names_that_look_alike_are_refused(players: tuple[str, ...], told: str) -> None:
    if not told:
        record_from(record(*players))
        return
    with pytest.raises(BadRecord, match=told):
        record_from(record(*players))


def test_a_name_of_another_alphabet_is_a_name() -> None:
    assert record_from(record("\u0416\u0435\u043d\u044f", "ben")).opening.players[1] == "ben"
    assert as_it_looks("Zo\u00eb") == "Zo\u00eb"


def test_two_names_of_one_game_do_not_look_alike() -> None:
    """A Cyrillic А is no Latin A; without a name a seat is called by itself."""
    assert names_in({"ana": "Ana", "ben": "Ben"}, ("ana", "ben"))
    assert names_in({"ana": "", "ben": ""}, ("ana", "ben"))
    for other in ("Аna", "Ana", "Ａna", "Ana\u200d", "A\ufe0fna", "\u200d"):
        with pytest.raises(BadHeading, match=r"names\.ben: .* looks like another name"):
            names_in({"ana": "Ana", "ben": other}, ("ana", "ben"))
    for taken in ("ben", "bеn", " ben", "judge", "Judge ", "SPECTATOR"):
        with pytest.raises(BadHeading, match=r"names\.ana: .* looks like another name"):
            names_in({"ana": taken}, ("ana", "ben"))
    assert names_in({"ana": "ana", "ben": "Ben"}, ("ana", "ben"))

"""One function says a position and an entry to its reader: to you, to the other, to a third."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from adapters.web.pages.faces import Faces, faces_of, initials
from adapters.web.pages.voice import LEAD, SUB, Voice
from adapters.web.texts.catalogue import in_language, languages
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from tests.armies import ARMIES
from tests.examples import lanterns
from tests.golden import RULESETS, golden_game, names
from tests.spec import given, named, opened

KEYS = re.compile(
    r"[\[\]{}_]|\bentry\b|\bEintrag\b|voice\.|told\.|\bNone\b|\bq\d+\b", re.IGNORECASE
)
"""What nobody says aloud at a table."""
CALLED = {"ana": "Annemarie-Sophie von Aldersberg", "ben": "Benjamin", "cem": "Cem Ö."}


def positions(game: Game, reader: Viewer) -> Iterator[tuple[int, Any, Voice]]:
    """Each position as the ruleset draws it for this reader, and who says it to them."""
    voice, draw = Voice(game, reader, faces_of(game, CALLED, reader)), game.ruleset.picture
    assert draw is not None
    for n in range(game.length + 1):
        yield n, draw(game.position(n).state, reader, reader), voice


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_position_of_every_golden_game_is_said_shortly_and_without_keys(
    ruleset: str,
) -> None:
    """In every language, to a player and to a spectator."""
    for name in names(ruleset):
        game = golden_game(ruleset, name)
        for reader in (game.players[0], SPECTATOR):
            for n, drawn, voice in positions(game, reader):
                for language in languages():
                    with in_language(language):
                        said = voice.position(drawn, n)
                        stage = getattr(drawn, "stage", None)
                        words = voice.stage(stage).says.striptags() if stage else ""
                    assert said.lead and len(said.lead) <= LEAD, (name, n, said)
                    assert len(said.sub) <= 2 * SUB, (name, n, said)
                    assert not KEYS.search(f"{said.lead} {said.sub} {words}"), (name, n, said)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_position_is_yours_for_whoever_is_asked_and_for_nobody_else(ruleset: str) -> None:
    """“You” is said only to them; the others and the spectators read a name."""
    for name in names(ruleset)[::5]:
        game = golden_game(ruleset, name)
        for reader in (*game.players, SPECTATOR):
            for n, drawn, voice in positions(game, reader):
                position = game.position(n)
                said = voice.position(drawn, n)
                asked = position.request.waiting if position.request else ()
                if not (asked or game.ruleset.over(position.state) or position.request):
                    asked = game.ruleset.to_act(position.state)
                    yours = re.search(r"\b(your|you)\b", said.lead, re.IGNORECASE)
                    assert not yours or reader in asked, (name, n, said)


def test_a_new_ruleset_is_said_without_a_line_of_its_own() -> None:
    """By whom it waits for; its pieces get faces by its board."""
    ruleset = lanterns.RULESET
    assert ruleset.picture is None
    table = ruleset.lab.tables[0]
    game = opened(ruleset, table.setup, table.players)
    asked = game.to_act()
    for reader in (*game.players, SPECTATOR):
        lead = Voice(game, reader, faces_of(game, {}, reader)).position(None).lead
        assert lead == "Your turn" if reader in asked else lead.endswith("may act")
    groups = ruleset.board(game.now.state, game.players[0])
    (card, *_) = (one.id for group in groups if group.owner for one in group.pieces)
    assert faces_of(game, {}, game.players[0]).of(card).seat > 0


def test_a_step_without_a_line_of_the_page_is_told_as_its_ruleset_tells_it() -> None:
    """Its pieces and players called as they are on the page."""
    units = {"Ogre": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    voice = Voice(game, SPECTATOR, faces_of(game, CALLED, SPECTATOR))
    near = {"by": "ana", "do": "report", "fact": "near_objective", "unit": "Ogre", "value": True}
    held = {"by": "judge", "do": "report", "fact": "controls_objective", "player": "ben"}
    assert voice.plainly(near) == f"{CALLED['ana']} reports that Ogre is near an objective"
    assert voice.plainly({**held, "value": False}) == (
        "The judge reports that Benjamin no longer controls an objective"
    )
    with in_language("de"):
        assert voice.plainly(held | {"value": True}) == (
            "Der Schiedsrichter meldet, dass Benjamin ein Ziel hält"
        )


def test_a_step_that_nobody_knows_is_told_by_its_fields() -> None:
    """And none chooses by its name to whom it is told."""
    units = {"Ogre": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    voice = Voice(game, "ana", faces_of(game, CALLED, "ana"))
    assert voice.plainly({"by": "ben", "do": "fly", "unit": "Ogre", "far": True}) == (
        "Benjamin: fly, unit Ogre, far"
    )
    assert voice.plainly({"by": "ben", "do": "concede.you"}) == "Benjamin: concede.you"
    assert voice.plainly({"by": "ben", "do": "move"}) == "Benjamin moves “something”"
    assert voice.plainly({"by": "ben", "do": "move", "unit": ""}) == "Benjamin moves “”"


def test_faces_of_a_side_have_initials_and_fields_of_their_own() -> None:
    units = ("Knights", "Kn", "Grey Wolves", "Great Winds", "Ork Boyz 1", "Ork Boyz 2", "a1", "a12")
    game = given(
        "voidsiege",
        {
            "points": {"ana": 3, "ben": 3},
            "units": {"b1": {"owner": "ben"}, **{one: {"owner": "ana"} for one in units}},
        },
    ).game
    faces = Faces(game, {}, ())
    found = [faces.of(one) for one in units]
    assert len({face.field for face in found}) == len(units)
    assert len({face.initials for face in found}) == len(units)
    assert [
        initials(one)[0] for one in ("Ork Boyz 3", "Warlock Siegfried von Aldersberg", "Ogre")
    ] == [
        "O3",
        "WA",
        "Og",
    ]


@pytest.mark.parametrize(
    ("other", "told"), [("Benjamin", "Annemarie: "), ("Annemarie Ott", "Annemarie v")]
)
def test_a_long_name_gives_way_to_its_first_word_where_nobody_else_is_called_so(
    other: str, told: str
) -> None:
    story = given(named("nullshapers"), ARMIES["nullshapers"]())
    game = story.when(by="ana", do="play", card="quake2a", targets=["b1"]).game
    called = {"ana": "Annemarie von Aldersberg", "ben": other}
    voice, draw = Voice(game, "ben", faces_of(game, called, "ben")), game.ruleset.picture
    assert draw is not None
    lead = voice.position(draw(game.now.state, "ben", "ben")).lead
    assert lead.startswith(told) and ("…" in lead) == (other != "Benjamin")

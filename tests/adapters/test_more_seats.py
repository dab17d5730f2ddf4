"""Arcane Legions with three and four: at the command line, over HTTP, on pages, in links and roles."""

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.web.pages.lobby.players import FIELDS
from adapters.web.webhooks.chats import waiting_sentence
from application.rulesets import ruleset
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE
from tests.adapters.events import event_in
from tests.adapters.servers import Game, inside, opened
from tests.kit.routes import answer_to, paths_of, ways
from tests.spec import opened as opened_in_memory

PLAYERS = ("ana", "ben", "cem", "dia")
AL = ruleset("arcane-legions")
TURNS = 60


def setup(players: tuple[str, ...]) -> dict[str, Any]:
    assert AL.example is not None
    return dict(AL.example(players))


def steps(players: tuple[str, ...]) -> list[dict[str, Any]]:
    """The plainest game of so many steps, and the last of them in the turn of the last player."""
    game = opened_in_memory(AL, setup(players), players)
    found: list[dict[str, Any]] = []
    from domain.kernel.shared import adjudicate

    while len(found) < TURNS:
        said = AL.plainest_step(game.now.state)
        if said is None:
            break
        entry, position = adjudicate(game, said)
        if entry.ruling.verdict != "legal":
            break
        game.take(entry, position)
        found.append(dict(said))
    return found


@pytest.fixture(params=[3, 4], ids=["three", "four"])
def players(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return PLAYERS[: request.param]


@pytest.fixture
def table(client: httpx.Client, players: tuple[str, ...]) -> Game:
    record = {"record": 1, "ruleset": AL.name, "players": players, "setup": setup(players)}
    return opened(client, record)


def test_every_seat_has_a_link_and_acts_for_itself_alone(
    table: Game, players: tuple[str, ...]
) -> None:
    assert set(table.tokens) == {*players, SPECTATOR, JUDGE}
    for player in players:
        others = [one for one in players if one != player]
        note = {"do": "note", "text": "hm"}
        assert table.step(player, note).status_code == 200
        assert {table.step(player, {"by": one, **note}).status_code for one in others} == {403}


def test_the_turn_goes_around_over_http(table: Game, players: tuple[str, ...]) -> None:
    acted = []
    for said in steps(players):
        by = said.pop("by")
        answer = table.step(by, said).json()
        assert answer["verdict"] == "legal", answer
        acted.append(by)
    assert list(dict.fromkeys(acted)) == list(players)


def test_every_seat_sees_its_own_page_and_all_the_others(
    table: Game, players: tuple[str, ...]
) -> None:
    for said in islice(steps(players), 3):
        table.step(said.pop("by"), said)
    for seat in (*players, SPECTATOR, JUDGE):
        for page in ("", "/entry/1"):
            answer = table.client.get(f"/games/{table.id}{page}", headers=table.as_(seat))
            assert answer.status_code == 200, (seat, page)
        shown = table.client.get(f"/games/{table.id}", headers=table.as_(seat)).text
        assert [player for player in players if player not in shown] == []


def test_an_undo_asks_all_the_others_one_after_the_other(
    table: Game, players: tuple[str, ...]
) -> None:
    said = steps(players)
    taken = next(n for n, one in enumerate(said) if one["by"] != said[0]["by"])
    for one in said[: taken + 1]:
        table.step(one["by"], {key: value for key, value in one.items() if key != "by"})
    first = said[0]["by"]
    assert table.step(first, {"do": "undo"}).json()["verdict"] == "legal"
    others = [player for player in players if player != first]
    assert table.state()["to_act"] == others
    for player in others:
        assert table.step(player, {"do": "consent"}).json()["verdict"] == "legal"
    assert table.state()["to_act"] == [first]


def test_who_concedes_is_out_and_the_others_play_on(table: Game, players: tuple[str, ...]) -> None:
    assert table.step("ben", {"do": "concede"}).json()["verdict"] == "legal"
    state = table.state()
    assert not state["over"]
    assert "ben" not in state["to_act"]
    for player in players[2:]:
        table.step(player, {"do": "concede"})
    assert table.state()["winner"] == "ana"


def test_it_is_opened_and_played_at_the_command_line(
    tmp_path: Path, players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))

    def umpire(*words: str) -> str:
        found = CliRunner().invoke(cli, words)
        assert found.exit_code == 0, found.output
        return found.stdout

    new = ("new", "--ruleset", AL.name, "--example", "--players", ",".join(players))
    game = umpire(*new).splitlines()[-1]
    for said in islice(steps(players), 12):
        told = umpire("step", game, *(f"{key}={value}" for key, value in said.items()))
        assert told.startswith("legal ")
    table = umpire("show", game)
    assert [player for player in players if player not in table] == []
    for player in players:
        assert umpire("options", game, "--for", player)
    assert "holds" in umpire("verify", game)


def test_the_form_opens_a_table_for_as_many_as_are_named(
    client: httpx.Client, players: tuple[str, ...]
) -> None:
    fields = {"ruleset": AL.name, **dict(zip(FIELDS, players, strict=False))}
    with httpx.Client(base_url=client.base_url, follow_redirects=True) as browser:
        answer = browser.post("/start", data=fields)
    assert answer.status_code == 200, answer.text
    enter = set(re.findall(r'href="(/enter/[^"]+)"', answer.text))
    assert len(enter) == len(players) + 2, answer.text


def test_every_way_to_look_is_open_to_every_seat(table: Game, players: tuple[str, ...]) -> None:
    """The API's and the pages': the table then and now, the log, the desk, the sheets."""
    for said in islice(steps(players), 4):
        table.step(said.pop("by"), said)
    assert table.step(players[-1], {"do": "end_orders"}).json()["verdict"] == "illegal"
    table.client.cookies.clear()
    seen = set()
    for address, query in ways(paths_of(table.client), 5, players):
        for seat in (players[-1], SPECTATOR, JUDGE):
            answer = answer_to(table, seat, address, query)
            assert not answer.startswith("5"), (seat, address, query, answer)
            seen |= {address} if answer.startswith("200") else set()
    pages = {
        "/at/5",
        "/audit",
        "/backup/5",
        "/docket/5",
        "/minimal/5",
        "/log",
        "/packet/5",
        "/sheet/5",
        "/why/5",
    }
    assert {f"/games/{{game}}{one}" for one in pages} <= seen


def test_a_rematch_turns_the_seats_by_one(client: httpx.Client, players: tuple[str, ...]) -> None:
    record = {"record": 1, "ruleset": AL.name, "players": players, "setup": setup(players)}
    game = opened(client, record)
    with httpx.Client(base_url=client.base_url) as browser:
        seat = browser.post(f"/enter/{game.id}", data={"token": game.tokens["ana"]})
        page = f"{seat.headers['location']}/rematch"
        offered = re.findall(r'<option value="(\w+)"', browser.get(page).text)
        assert offered == [*players[1:], players[0]]
        again = browser.post(page, data={"first": offered[0]}).headers["location"].split("/")[2]
    listed = {one["game"]: one["players"] for one in client.get("/api/games").json()["games"]}
    assert listed[again] == offered


def test_a_chat_hears_of_all_whom_a_game_waits_for() -> None:
    assert waiting_sentence(PLAYERS[1:3]) == "it waits for ben and cem."
    assert waiting_sentence(PLAYERS[1:]) == "it waits for ben, cem and dia."


def test_a_table_of_an_event_has_all_its_seats(tmp_path: Path, players: tuple[str, ...]) -> None:
    """In the hall, at a call, and each has to be heard before a ruling."""
    set_up = json.dumps({"players": [*players], "setup": setup(players)})
    at = event_in(tmp_path / "games.umpire", 1, ruleset=AL.name, setup=set_up, players=players)
    with inside(tmp_path / "games.umpire") as client:
        (shown,) = at.look(client, "hall").json()["tables"]
        assert shown["players"] == [f"{one.title()} 1" for one in players]
        assert at.player(client, 1, "cem", "call", words="Whose turn is it?").status_code == 200
        at.judge(client, "j2", "take", call=1)
        ruling = {"call": 1, "words": "Ana's", "verdict": "legal", "cites": ["T1"]}
        for player in players:
            if player != "cem":
                assert at.judge(client, "j2", "rule", **ruling).status_code == 422
                at.player(client, 1, player, "say", call=1, words=f"as {player} says")
        assert at.judge(client, "j2", "rule", **ruling).status_code == 200
        call = at.look(client, "calls/1").json()
        assert set(call["statements"]) == {f"{one.title()} 1" for one in players}
        page = client.get(
            f"/games/{at.game(1)}",
            headers={"authorization": f"Bearer {at.seats[at.game(1)]['cem']}"},
        )
        assert page.status_code == 200
        assert [one for one in players if f"{one.title()} 1" not in page.text] == []

"""Results over HTTP: said by both players, pasted by the head judge, given out as CSV."""

import httpx

from tests.adapters.events import NAME, AtEvent
from tests.adapters.servers import Client

HEADING = "round,table,player 1,points 1,player 2,points 2,winner"


def results(client: Client, at: AtEvent) -> list[str]:
    found: list[str] = at.look(client, "results").text.splitlines()
    return found


def paste(
    client: Client, at: AtEvent, text: str, judge: str = "j1", **more: object
) -> httpx.Response:
    headers = {"authorization": f"Bearer {at.judges[judge]}"}
    body = {"list": text, **more}
    return client.post(f"/api/events/{NAME}/results", json=body, headers=headers)


def test_both_players_say_the_same_and_it_is_the_result(client: Client, at: AtEvent) -> None:
    said = {"winner": "Ana 1", "points": {"Ana 1": 3, "Ben 1": 1}}
    assert at.player(client, 1, "ana", "report_result", **said).status_code == 200
    assert results(client, at)[1] == "1,1,Ana 1,,Ben 1,,"
    assert at.player(client, 1, "ben", "report_result", winner="Ana 1").status_code == 200
    assert results(client, at)[1] == "1,1,Ana 1,3,Ben 1,1,Ana 1"
    late = at.player(client, 1, "ben", "report_result", winner="Ben 1")
    assert late.status_code == 422
    assert late.json()["what"] == "table 1 has its result; a judge corrects it"


def test_players_who_differ_have_a_judge_called(client: Client, at: AtEvent) -> None:
    at.player(client, 1, "ana", "report_result", winner="Ana 1")
    at.player(client, 1, "ben", "report_result", winner="Ben 1")
    table = at.look(client, "hall").json()["tables"][0]
    assert (table["call"]["by"], table["call"]["kind"]) == ("Ben 1", "What happened is disputed")
    assert table["finished"] == ""


def test_the_head_judge_pastes_results_and_hears_where_a_list_is_wrong(
    client: Client, at: AtEvent
) -> None:
    wrong = paste(client, at, "table,winner\n1,Ana 1\n2,Ana 3\n", round=1)
    assert (wrong.status_code, wrong.json()["where"]) == (422, "list")
    assert wrong.json()["what"] == (
        "the list, line 3, column 2 (“winner”): “Ana 3” does not sit at table 2"
    )
    assert wrong.json()["cites"] == ["R4 Everybody sits at one table of a round"]
    assert results(client, at)[1] == "1,1,Ana 1,,Ben 1,,"
    assert paste(client, at, "table,winner\n1,1\n", "j2", round=1).status_code == 422
    assert paste(client, at, "  ").json()["what"] == "nothing stands there"
    entered = paste(client, at, "table;winner\n1;Ana 1\n2;draw\n3;\n", round=1)
    assert entered.json() == {"done": True, "tables": 2}
    assert results(client, at) == [
        HEADING,
        "1,1,Ana 1,0,Ben 1,0,Ana 1",
        "1,2,Ana 2,0,Ben 2,0,draw",
        "1,3,Ana 3,,Ben 3,,",
    ]


def test_standings_are_given_out_to_judges_as_csv(client: Client, at: AtEvent) -> None:
    paste(client, at, f"{HEADING}\n1,1,,3,,1,\n1,2,,2,,2,\n1,3,,0,,9,\n")
    found = at.look(client, "standings")
    assert found.headers["content-type"].startswith("text/plain")
    assert found.text.splitlines() == [
        "rank,player,match points,wins,draws,losses,byes,points,out",
        "1,Ben 3,3,1,0,0,0,9,",
        "2,Ana 1,3,1,0,0,0,3,",
        "3,Ana 2,1,0,1,0,0,2,",
        "3,Ben 2,1,0,1,0,0,2,",
        "5,Ben 1,0,0,0,1,0,1,",
        "6,Ana 3,0,0,0,1,0,0,",
    ]
    assert client.get(f"/api/events/{NAME}/standings").status_code == 401

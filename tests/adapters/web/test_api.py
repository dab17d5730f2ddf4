"""The API: games are opened, steps are ruled on, and what went wrong is said plainly."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.kernel.chance import commitment_of
from tests.adapters.servers import VOIDSIEGE, Game, inside, opened

DECLARE = {"do": "declare", "unit": "a1", "command": "assault"}


def problem(answer: httpx.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["status"] == answer.status_code
    assert found["title"] and found["what"] and found["detail"]
    return found


def test_opening_a_game_gives_a_token_for_every_seat(client: Any) -> None:
    answer = client.post("/api/games", json=VOIDSIEGE)
    assert answer.status_code == 201
    assert set(answer.json()) == {"game", "tokens", "links"}
    assert set(answer.json()["tokens"]) == {"ana", "ben", "spectator", "judge"}
    assert len(set(answer.json()["tokens"].values())) == 4


def test_links_carry_their_secret_where_no_server_sees_it(client: Any) -> None:
    found = client.post("/api/games", json=VOIDSIEGE).json()
    for seat, link in found["links"].items():
        path, _, secret = link.partition("#")
        assert path.startswith("/") and secret == found["tokens"][seat]


def test_a_step_is_answered_with_its_ruling(game: Any) -> None:
    answer = game.step("ana", DECLARE)
    assert answer.status_code == 200
    ruling = answer.json()
    assert list(ruling) == [
        "n",
        "by",
        "do",
        "verdict",
        "basis",
        "cites",
        "reason",
        "events",
        "follows",
    ]
    assert (ruling["n"], ruling["by"], ruling["verdict"]) == (1, "ana", "legal")
    assert ruling["events"][0] == "voidsiege/command_declared/v1"


def test_an_illegal_step_is_a_successful_adjudication(game: Any) -> None:
    answer = game.step("ben", DECLARE)
    assert answer.status_code == 200
    assert answer.json()["verdict"] == "illegal"
    assert answer.json()["cites"]
    assert game.step("ana", {"do": "fly"}).json()["cites"] == ["G1"]


def test_nobody_acts_for_another_seat(game: Any) -> None:
    assert problem(game.step("ana", {"by": "ben", **DECLARE}))["where"] == "by"
    assert game.step("judge", {"by": "ana", **DECLARE}).status_code == 403
    assert game.step("spectator", {"do": "note", "text": "hm"}).status_code == 403
    assert game.step("ana", {"by": "ana", **DECLARE}).json()["verdict"] == "legal"
    assert len(game.log()) == 1


def test_a_repeated_request_gets_the_first_ruling(game: Any) -> None:
    first = game.step("ana", DECLARE, idempotency_key="k")
    again = game.step("ana", DECLARE, idempotency_key="k")
    assert first.json() == again.json()
    assert len(game.log()) == 1
    assert game.step("ben", {"do": "note", "text": "hm"}, idempotency_key="k").json()["n"] == 2


def test_a_key_is_not_used_for_two_things(game: Any) -> None:
    game.step("ana", DECLARE, idempotency_key="k")
    other = game.step("ana", {"do": "note", "text": "hm"}, idempotency_key="k")
    assert other.status_code == 422
    assert problem(other)["where"] == "Idempotency-Key"
    assert len(game.log()) == 1


@pytest.mark.parametrize("key", ["", "a\tb", "ä", "x" * 201])
def test_a_key_that_cannot_be_used(game: Any, key: Any) -> None:
    answer = game.client.post(
        game.path("/steps"),
        json=DECLARE,
        headers={**game.as_("ana"), "idempotency-key": key.encode("latin-1")},
    )
    assert answer.status_code == 422
    assert game.log() == []


def test_opening_again_with_the_same_key_gives_the_same_game_and_tokens(client: Any) -> None:
    before = len(client.get("/api/games").json()["games"])
    first, again = (
        client.post("/api/games", json=VOIDSIEGE, headers={"idempotency-key": "k"}).json()
        for _ in range(2)
    )
    assert first == again
    assert len(client.get("/api/games").json()["games"]) == before + 1
    other = client.post(
        "/api/games",
        json={**VOIDSIEGE, "players": ["eve", "ben"], "setup": {}},
        headers={"idempotency-key": "k"},
    )
    assert problem(other)["where"] == "Idempotency-Key"


def test_who_has_not_seen_the_newest_entry_is_told(game: Any) -> None:
    game.step("ana", DECLARE)
    for answer in (
        game.step("ben", {"do": "note", "text": "hm", "expected_entry": 0}),
        game.client.post(
            game.path("/steps"),
            params={"expected_entry": 0},
            json={"do": "note", "text": "hm"},
            headers=game.as_("ben"),
        ),
    ):
        assert answer.status_code == 409
        found = problem(answer)
        assert found["entry"] == 1
        assert [entry["n"] for entry in found["entries"]] == [1]
    assert game.step("ben", {"do": "note", "text": "hm", "expected_entry": 1}).json()["n"] == 2


def test_no_number_in_the_body_leaves_the_one_in_the_address(game: Any) -> None:
    game.step("ana", DECLARE)
    answer = game.client.post(
        game.path("/steps"),
        params={"expected_entry": 0},
        json={"do": "note", "text": "hm", "expected_entry": None},
        headers=game.as_("ben"),
    )
    assert answer.status_code == 409


def test_of_a_header_sent_twice_the_first_counts_on_every_route(game: Any) -> None:
    twice = [("authorization", game.as_(seat)["authorization"]) for seat in ("ana", "ben")]
    keys = [("idempotency-key", "1"), ("idempotency-key", "2")]
    note = {"do": "note", "text": "hm"}
    step = game.client.post(game.path("/steps"), json=note, headers=[*twice, *keys]).json()
    assert (step["by"], game.step("ana", note, idempotency_key="1").json()) == ("ana", step)
    options = game.client.get(game.path("/options"), headers=twice).json()
    assert options["player"] == "ana"


def test_the_state_at_any_entry(game: Any) -> None:
    before = game.state()
    game.step("ana", DECLARE)
    assert game.state(at=0) == before
    assert game.state() == game.state(at=1) != before
    assert game.get("ana", "state").headers["umpire-entry"] == "1"
    assert problem(game.get("ana", "state", at=2))["expected"] == "at most 1"
    assert game.get("ana", "state", at="one").status_code == 422


def test_the_log_says_what_was_said_and_what_became_of_it(game: Any) -> None:
    game.step("ana", DECLARE)
    game.step("ben", DECLARE)
    game.step("ana", {"do": "undo"})
    game.step("judge", {"do": "rewind", "to": 1, "because": "it was fine"})
    log = game.log()
    assert [entry["n"] for entry in log] == [1, 2, 3, 4]
    assert log[0]["said"] == {"by": "ana", **DECLARE}
    assert [entry["standing"] for entry in log] == [True, False, False, False]
    assert [entry["undone"] for entry in log] == [False, True, True, False]
    assert [entry["n"] for entry in game.log(after=2, at=3)] == [3]


def test_options_are_ones_own(game: Any) -> None:
    found = game.get("ana", "options").json()
    assert found["player"] == "ana"
    legal = [one for one in found["options"] if one["verdict"] == "legal"]
    assert legal
    assert game.step("ana", legal[0]["step"]).json()["verdict"] == "legal"
    assert game.get("ana", "options", for_="ben").status_code == 403
    assert game.get("judge", "options", for_="ben").status_code == 200
    assert game.get("judge", "options").status_code == 422
    assert game.get("ana", "options", at=0).json()["options"] == found["options"]
    for page in ("-1", "0", "x"):
        wrong = problem(game.get("ana", "options", page=page))
        assert wrong["detail"] == "page: it is no page; expected a number from 1 on"


def test_rulebooks_are_open_to_everybody(client: Any) -> None:
    names = [one["name"] for one in client.get("/api/rulesets").json()["rulesets"]]
    assert "voidsiege" in names
    book = client.get("/api/rulesets/voidsiege").json()
    assert {"G1", "T4"} <= {rule["id"] for rule in book["rules"]}
    assert all(one["default"] in one["readings"] for one in book["questions"] if one["readings"])
    assert client.get("/api/rulesets/chess").status_code == 404
    assert client.get("/api/rulesets/voidsiege", params={"edition": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        (b"", 400, "body"),
        (b"{", 400, "body"),
        (b"\xff", 400, "body"),
        (b'{"do": "a", "do": "b"}', 400, "body"),
        (b'{"do": "\\ud800"}', 400, "body"),
        (b'{"do": 1e999}', 422, "body"),
        (b'{"do": "note", "text": NaN}', 422, "body"),
        (b'{"do": "note", "text": [-Infinity]}', 422, "body"),
        (b'{"do": ' + b"[" * 60 + b"]" * 60 + b"}", 400, "body"),
        (b"[" * 30_000, 400, "body"),
        (b"[]", 422, "body"),
        (b"null", 422, "body"),
        (b"{}", 422, "do"),
        (b'{"do": "pass", "expected_entry": -1}', 422, "expected_entry"),
        (b'{"do": "pass", "expected_entry": true}', 422, "expected_entry"),
        (b'{"do": "' + b"x" * 70_000 + b'"}', 413, "body"),
    ],
)
def test_what_is_no_step_is_told_so_and_not_entered(
    game: Any, body: Any, status: Any, where: Any
) -> None:
    answer = game.client.post(
        game.path("/steps"),
        content=body,
        headers={**game.as_("ana"), "content-type": "application/json"},
    )
    assert answer.status_code == status
    assert problem(answer)["where"] == where
    assert game.log() == []


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "body: it is empty; expected JSON in UTF-8"),
        (b"\xff\xfe", "body: it is not UTF-8 text; expected JSON in UTF-8"),
        (b'{"do"', "body: it is no JSON at line 1, column 6; expected JSON in UTF-8"),
        (b'{"do": "a", "do": "b"}', "body: “do” stands twice in one mapping; give it once"),
    ],
)
def test_what_cannot_be_read_is_told_in_our_words(game: Any, body: bytes, detail: str) -> None:
    answer = game.client.post(
        game.path("/steps"),
        content=body,
        headers={**game.as_("ana"), "content-type": "application/json"},
    )
    assert problem(answer)["detail"] == detail


@pytest.mark.parametrize(
    "said",
    [
        {"do": None},
        {"do": 7},
        {"do": ["declare"]},
        {"do": "declare", "unit": {"a": [1]}, "command": "assault"},
        {"do": "note", "text": "\x00 “quoted” \u2028 😀"},
        {"do": "declare", "unit": 2**70, "command": 1.5},
        {"do": "rewind", "to": 2**52},
    ],
)
def test_whatever_is_a_step_gets_a_ruling(game: Any, said: Any) -> None:
    answer = game.step("ana", said)
    assert answer.status_code == 200
    assert answer.json()["verdict"] in ("legal", "illegal")
    assert [entry["n"] for entry in game.log()] == [1]


def test_only_json_is_read(game: Any) -> None:
    for headers in ({"content-type": "text/plain"}, {}):
        answer = game.client.post(
            game.path("/steps"), content=b'{"do": "pass"}', headers={**game.as_("ana"), **headers}
        )
        assert problem(answer)["expected"] == "application/json"
        assert answer.status_code == 415


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"edition": "1066"}, "edition"),
        ({"readings": {"C99": "x"}}, "readings"),
        ({"players": ["ana", "judge"]}, "players[1]"),
        ({"mode": "serious"}, "mode"),
        ({"steps": [{"by": "ana", "do": "pass"}]}, "steps"),
        ({"colour": "red"}, ""),
    ],
)
def test_what_no_game_can_be_opened_from(client: Any, change: Any, where: Any) -> None:
    before = client.get("/api/games").json()
    answer = client.post("/api/games", json={**VOIDSIEGE, **change})
    assert answer.status_code == 422
    assert problem(answer)["where"] == where
    assert client.get("/api/games").json() == before


def test_paths_and_methods_that_there_are_not(client: Any, game: Any) -> None:
    assert problem(client.get("/api/nothing"))["status"] == 404
    wrong = client.put(game.path("/steps"))
    assert problem(wrong)["status"] == 405
    assert wrong.headers["allow"] == "POST"
    for path, methods in (
        ("/api/games", "GET, HEAD, POST"),
        (game.path("/why"), "GET, HEAD, POST"),
        (game.path("/seats/ana"), "DELETE, POST"),
        (game.path("/@ana/standing-answer"), "DELETE, GET, HEAD, PUT"),
    ):
        assert client.patch(path).headers["allow"] == methods


def test_head_is_answered_wherever_get_is(client: Any, game: Any) -> None:
    headers = game.as_("ana")
    for path in ("/health", "/metrics", game.path("/state"), f"/games/{game.id}", "/rules"):
        head, whole = (client.request(it, path, headers=headers) for it in ("HEAD", "GET"))
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert client.head(game.path("/state")).status_code == 401
    assert client.head(game.path("/steps"), headers=headers).status_code == 405


def test_every_answer_is_safe_to_show(client: Any, game: Any) -> None:
    for answer in (client.get("/health"), game.get("ana", "state"), client.get("/api/nothing")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_health_readiness_and_numbers(client: Any, game: Any) -> None:
    game.step("ana", DECLARE)
    assert client.get("/health").json()["status"] == "ok"
    assert client.get("/ready").json()["status"] == "ok"
    numbers = client.get("/metrics").text
    assert 'umpire_rulings_total{ruleset="voidsiege",verdict="legal"} ' in numbers
    assert "umpire_ruling_seconds_count" in numbers
    assert "umpire_streams 0.0" in numbers


def test_the_lag_of_feeds_is_counted_for_what_is_new_alone(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        game: Game = opened(client)
        game.step("ana", DECLARE)
        headers = {**game.as_("ben"), "last-event-id": "0"}
        with client.stream("GET", game.path("/feed"), headers=headers) as feed:
            lines = (line for line in feed.iter_lines() if line.startswith("id: "))
            assert [next(lines), next(lines)] == ["id: 0", "id: 1"]
            game.step("ana", {"do": "note", "text": "hm"})
            assert next(lines) == "id: 2"
            numbers = client.get("/metrics").text
        assert "umpire_feed_seconds_count 1.0" in numbers
        assert "umpire_streams 1.0" in numbers


def test_one_token_cannot_ask_for_everything(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", steps_per_second=2) as client:
        game: Game = opened(client)
        answers = [game.step("ana", {"do": "note", "text": "hm"}).status_code for _ in range(6)]
        assert answers[:4] == [200] * 4
        assert answers[-1] == 429
        late = game.step("ana", {"do": "note", "text": "hm"})
        assert late.headers["retry-after"] == "1"
        assert game.step("ben", {"do": "note", "text": "hm"}).status_code == 200


def test_a_store_that_fails_is_said_to_and_nothing_is_entered(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from application.ledger.store import Damaged, StoreProblem

    umpire = game.client.app.state.context.umpire
    monkeypatch.setattr(umpire.store, "append", broken(StoreProblem("/secret/path is full")))
    answer = game.step("ana", DECLARE)
    assert answer.status_code == 503
    assert "secret" not in answer.text
    monkeypatch.setattr(umpire.store, "append", broken(Damaged("broken", 3)))
    assert game.step("ana", DECLARE).status_code == 500
    monkeypatch.setattr(umpire.store, "append", broken(ZeroDivisionError("by nothing")))
    fault = game.step("ana", DECLARE, connection="close")  # the server closes it, too
    assert (fault.status_code, fault.json()["type"]) == (500, "urn:umpire:problem:fault")
    assert "nothing" not in fault.text
    monkeypatch.undo()
    assert game.step("ana", DECLARE).json()["n"] == 1


def broken(why: Exception) -> Any:
    def fails(*_args: Any, **_named: Any) -> Any:
        raise why

    return fails


def test_only_a_judge_says_that_a_refused_step_was_played(game: Any) -> None:
    game.step("ana", {**DECLARE, "command": "move"})
    answer = game.step("ana", {"do": "move", "unit": "a1", "played": True})
    assert answer.status_code == 422
    assert "“played”" in problem(answer)["what"]
    assert game.step("ana", {"do": "move", "unit": "a1"}).json()["verdict"] == "illegal"
    said = {"do": "played", "entry": 2, "because": "ben had waved her on"}
    assert game.step("ana", said).json()["cites"] == ["G5"]
    assert game.step("judge", {**said, "entry": 3}).json()["verdict"] == "illegal"
    assert [one["verdict"] for one in game.log()] == ["legal", "illegal", "illegal", "illegal"]


def test_what_the_judge_says_was_played_has_happened(game: Any) -> None:
    game.step("ana", {**DECLARE, "command": "move"})
    game.step("ana", {"do": "move", "unit": "a1"})
    said = {"do": "played", "entry": 2, "because": "ben had waved her on"}
    assert game.step("judge", said).json()["verdict"] == "legal"
    assert [one["played"] for one in game.log()] == [None, 3, None]


PEOPLE = {
    "names": {"ana": "Ana <b>Müller</b>"},
    "about": {"event": "Spring Open", "round": 3, "table": 7},
}


def test_what_seats_and_games_are_called_is_in_the_list_and_the_log(client: Any) -> None:
    game = opened(client, {**VOIDSIEGE, **PEOPLE})
    listed = next(one for one in client.get("/api/games").json()["games"] if one["game"] == game.id)
    log = client.get(game.path("/log"), headers=game.as_("ana")).json()
    for found in (listed, log):
        assert {key: found[key] for key in PEOPLE} == PEOPLE


def test_what_seats_are_called_is_refused_where_there_is_no_such_seat(client: Any) -> None:
    answer = client.post("/api/games", json={**VOIDSIEGE, "names": {"eve": "Eve"}})
    assert answer.status_code == 422
    assert problem(answer)["where"] == "names"


def test_nobody_says_when_a_step_of_a_game_being_played_was_taken(game: Any) -> None:
    """It would move what others read in the log, on the sheet and in what is exported."""
    for at in ("1999-01-01T00:00:00Z", "9998-01-01T00:00:00Z", "soon"):
        for seat in ("ana", "judge"):
            answer = game.step(seat, {"do": "note", "text": "hm", "at": at})
            assert answer.status_code == 422
            assert "“at” is said with the steps of a record" in problem(answer)["what"]
    assert game.log() == []
    assert game.step("ana", DECLARE).json()["verdict"] == "legal"
    (entry,) = game.log()
    assert entry["when"] == entry["written"]


def test_pages_show_what_seats_and_games_are_called_as_text(client: Any) -> None:
    game = opened(client, {**VOIDSIEGE, **PEOPLE})
    for seat, words in (("ana", "you are"), ("judge", "desk")):
        page = client.get(f"/games/{game.id}", headers=game.as_(seat)).text
        assert words in page and "Ana &lt;b&gt;Müller&lt;/b&gt; (ana)" in page
        assert "Spring Open, round 3, table 7" in page


def test_an_entry_that_is_not_there_yet_has_not_been_seen(game: Any) -> None:
    """A conflict that says so: whoever sends it has another game in mind."""
    answer = game.step("ana", {"do": "note", "text": "hm", "expected_entry": 7})
    assert answer.status_code == 409
    found = problem(answer)
    assert found["what"] == "no entry 7 is there yet: the newest is 0"
    assert (found["entry"], found["entries"], found["next"]) == (0, [], None)
    assert game.log() == []


def test_a_secret_is_told_to_nobody_before_all_have_committed(client: Any) -> None:
    """Who commits last could choose theirs by it; the same reveal is good once all have."""
    game = opened(client)
    reveal = {"do": "reveal", "secret": "0a" * 32, "choice": "left"}
    commit = {"do": "commit", "to": "choice"}
    made = commitment_of(1, "choice", b"\x0a" * 32, "left")
    assert game.step("ana", {**commit, "commitment": made}).json()["verdict"] == "legal"
    early = game.step("ana", reveal)
    assert (early.status_code, early.json()["type"].rpartition(":")[2]) == (422, "not-a-step")
    assert "nobody reveals before all have committed" in early.json()["detail"]
    assert [entry["do"] for entry in game.log("ben")] == ["commit"]
    made = commitment_of(2, "choice", b"\x0b" * 32, "right")
    game.step("ben", {**commit, "commitment": made})
    assert game.step("ana", reveal).json()["verdict"] == "legal"

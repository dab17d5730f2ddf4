"""An evening by script: 256 players, five rounds, every kind of mistake made and mended.

Nothing of it is lost, pages and lists say what is so, proofs hold, and forgetting leaves no name.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.web.events.screen import FRESH
from adapters.wiring import seats_on
from application.event.account import Account
from application.event.book_page import read_book
from application.event.forgetting import forget
from application.event.log.promise import promise_of
from application.event.log.proving import checkpoint, examine, origin_of, slip_of_table
from application.event.log.signed_note import Signer
from application.event.log.slip import slip_of
from application.event.opening import appointing, open_event
from application.event.pairing import pair
from application.event.pairing_list import read_pairings
from application.event.repository import Repository
from application.game.umpire import Umpire
from application.ledger.streams import EVENT
from domain.tournament import rounds
from domain.tournament.clocks import SECOND
from domain.tournament.command import Command, Refused
from domain.tournament.people import Played, Relieve
from domain.tournament.tournament import Close
from tests.adapters.events import NAME, SETUP, AtEvent, repository_at
from tests.adapters.servers import Client, inside
from tests.application.event.halls import give

FIRST = ("Ana", "Björn", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hanna")
FIRST += ("Ida", "José", "Kira", "Lea", "Max", "Nora", "Ole", "Zoë")
LAST = ("Müller", "Okoro", "Silva", "Diaz", "Amir", "Lund", "Berg", "Novák")
LAST += ("Petrov", "Tanaka", "Rossi", "Weiß", "Haddad", "Ek", "Costa", "Byrne")
JUDGES = ("Kim Lee", "Noa Holm", "Ivo Sand", "Mia Falk", "Tom Reed", "Uma Vang", "Per Dahl")
SIGNER = Signer(origin_of(NAME), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
ON_PHONES, DIFFER, LEFT_TO_THE_GAME, ONE_AND_THE_GAME, CALLED = (
    range(1, 5),
    range(5, 7),
    range(7, 9),
    range(9, 11),
    range(11, 13),
)


@dataclass
class Evening:
    """The event, and what is to be found of it in the end."""

    repository: Repository
    umpire: Umpire
    db: Path
    at: AtEvent
    names: list[str] = field(default_factory=lambda: [f"{a} {b}" for a in FIRST for b in LAST])
    absent: set[str] = field(default_factory=set)
    won: dict[tuple[int, int], str] = field(default_factory=dict)
    """(round, table) → who won as it stands, `draw`, `bye`."""
    calls: int = 0
    notes: list[str] = field(default_factory=list)
    slips: list[bytes] = field(default_factory=list)
    client: Client = field(init=False)

    def pairs(self, round: int) -> list[tuple[str, ...]]:
        """Everybody by the circle method; whose opponent is absent has a bye, at the end."""
        fixed, *others = self.names
        turned = [fixed, *others[round:], *others[:round]]
        tables = (
            tuple(one for one in (turned[n], turned[-1 - n]) if one not in self.absent)
            for n in range(len(turned) // 2)
        )
        return sorted(filter(None, tables), key=len, reverse=True)

    def list_of(self, pairs: Sequence[tuple[str, ...]]) -> str:
        rows = [f"{n},{a},{b[0] if b else '*** Bye ***'}" for n, (a, *b) in enumerate(pairs, 1)]
        return "\n".join(["Tbl,Player,Opponent", *rows, ""])

    def pair(self, round: int, text: str) -> None:
        rows = read_pairings(text.encode(), "pairings.csv", round)
        pair(self.repository, self.umpire, NAME, rows, lambda _name: SETUP, "setup")

    def refused(self, round: int, text: str, sentence: str) -> None:
        with pytest.raises(Refused, match=sentence):
            self.pair(round, text)

    def give(self, command: Command) -> None:
        give(self.repository, NAME, command, self.umpire)

    def judge(self, judge: str, do: str, status: int = 200, **fields: Any) -> str:
        """What a judge sends, and what they are answered."""
        answer = self.at.judge(self.client, judge, do, **fields)
        assert answer.status_code == status, (do, fields, answer.text)
        return answer.text

    def sit(self, round: int, table: int) -> tuple[str, str]:
        """The players of a table, who get their links."""
        found = self.repository.event(NAME).table(round, table)
        if found.game not in self.at.seats:
            seats = seats_on(str(self.db))
            self.at.seats[found.game] = seats.issue(found.game, ["ana", "ben"])
            seats.close()
        keyring, people = self.repository.keyring(NAME), self.repository.event(NAME).people
        first, second = (keyring.reveal(one, people[one]) for one in found.players)
        return first, second

    def player(self, round: int, table: int, seat: str, do: str, **fields: Any) -> None:
        answer = self.sends(round, table, seat, "acts", do, **fields)
        assert answer.status_code == 200, (do, fields, answer.text)

    def sends(self, round: int, table: int, seat: str, to: str, do: str, **fields: Any) -> Any:
        game = self.repository.event(NAME).table(round, table).game
        headers = {"authorization": f"Bearer {self.at.seats[game][seat]}"}
        return self.client.post(
            f"/api/games/{game}/{to}", json={"do": do, **fields}, headers=headers
        )

    def newest_call(self) -> int:
        self.calls += 1
        assert len(self.repository.event(NAME).calls) == self.calls
        return self.calls

    def results_on_phones(self, round: int) -> None:
        for table in ON_PHONES:
            first, _ = self.sit(round, table)
            for seat in ("ana", "ben"):
                self.player(round, table, seat, "report_result", winner=first)
            self.won[round, table] = first
        for table in DIFFER:
            first, second = self.sit(round, table)
            self.player(round, table, "ana", "report_result", winner=first)
            self.player(round, table, "ben", "report_result", winner=second)
            call = self.newest_call()
            self.rule(round, table, call, "j2")
            self.player(round, table, "ana", "report_result", winner=second)
            self.won[round, table] = second

    def rule(self, round: int, table: int, call: int, judge: str) -> None:
        self.judge(judge, "take", call=call)
        self.player(round, table, "ana", "say", call=call, words="so it was")
        self.judge(judge, "waive", call=call, player=self.sit(round, table)[1], because="away")
        self.judge(judge, "rule", call=call, words="as the page has it", cites=["T1"])

    def results_of_games(self, round: int) -> None:
        for table in (*LEFT_TO_THE_GAME, *ONE_AND_THE_GAME):
            first, _ = self.sit(round, table)
            assert self.sends(round, table, "ben", "steps", "concede").status_code == 200
            if table in ONE_AND_THE_GAME:
                self.player(round, table, "ana", "report_result", winner=first)
            self.won[round, table] = first

    def calls_at_tables(self, round: int) -> None:
        for table in CALLED:
            first, _ = self.sit(round, table)
            step = {"unit": "b1", "command": "move"}
            self.sends(round, table, "ben", "steps", "declare", **step)
            self.player(round, table, "ana", "call", kind="rules", words="not his go")
            call = self.newest_call()
            self.judge("j3", "take", call=call)
            assert "has taken call" in self.judge("j4", "take", 422, call=call)
            self.judge("j4", "take", call=call, instead_of="Ivo Sand")
            self.player(round, table, "ben", "say", call=call, words="it was")
            self.judge("j4", "rule", call=call, words="so", verdict="illegal", cites=["T4"])
            if table == CALLED[0]:
                self.player(round, table, "ben", "appeal", call=call, on="law", words="no")
                self.judge("j1", "decide", call=call, words="so", verdict="illegal")
            self.judge("j5", "offence", round=round, table=table, player=first, kind="slow_play")
        self.judge("j6", "time", round=round, table=CALLED[1], seconds=120, because="so it was")

    def pasted_results(self, round: int) -> None:
        """The head judge's list, which is wrong at first."""
        event = self.repository.event(NAME)
        left = [one for one in event.of_round(round) if one.game and one.result is None]
        wanted = [one.number for one in left if one.number not in LEFT_TO_THE_GAME]
        rows = []
        for number in wanted:
            first, second = self.sit(round, number)
            winner = ("draw", first, second)[number % 3]
            rows.append(f"{number};{winner}")
            self.won[round, number] = winner
        rows[:0] = ["Tisch;Sieger"]
        wrong = self.paste(round, [*rows, "999;1"])
        assert f"line {len(rows) + 1}, column 1" in wrong.json()["what"], wrong.text
        assert self.repository.event(NAME) == event, "nothing of it is done"
        assert self.paste(round, rows).json() == {"done": True, "tables": len(wanted)}

    def paste(self, round: int, rows: list[str]) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.at.judges['j1']}"}
        body = {"list": "\n".join(rows), "round": round}
        return self.client.post(f"/api/events/{NAME}/results", json=body, headers=headers)

    def mend_results(self, round: int) -> None:
        """A table is opened again and ends otherwise; another's result is corrected after the round."""
        first, _ = self.sit(round, 20)
        self.judge("j2", "reopen", round=round, table=20, because="a step was missing")
        self.judge("j2", "result", round=round, table=20, winner=first)
        self.judge("j1", "end", round=round)
        first, second = self.sit(round, 21)
        for judge, status in (("j2", 422), ("j1", 200)):
            fields = {"round": round, "table": 21, "winner": second, "because": "the wrong line"}
            self.judge(judge, "correct", status, **fields)
        self.won |= {(round, 20): self.sit(round, 20)[0], (round, 21): second}

    def play(self, round: int) -> None:
        event = self.repository.event(NAME)
        self.won |= {(round, one.number): "bye" for one in event.of_round(round) if not one.game}
        if event.round(round).started is None:
            self.judge("j1", "start", round=round, minutes=50)
        self.results_on_phones(round)
        self.results_of_games(round)
        self.calls_at_tables(round)
        missing = self.judge("j1", "end", 422, round=round)
        assert "have no result yet, 11 to " in missing
        self.pasted_results(round)
        self.mend_results(round)
        self.notes.append(checkpoint(self.repository, NAME, SIGNER))
        self.slips += [str(slip_of_table(self.repository, NAME, round, n)).encode() for n in (3, 8)]

    def winners(self, round: int) -> dict[int, str]:
        return {table: won for (of, table), won in self.won.items() if of == round}

    def check_told(self, round: int) -> None:
        """Every list and page says what is so."""
        kim = {"authorization": f"Bearer {self.at.judges['j1']}"}
        found = winners(self.at.look(self.client, "results", "j1", round=round).text)
        assert found == self.winners(round)
        sleep(
            FRESH / SECOND
        )  # the screen is asked by anybody, and works its answer out once a second
        screen = self.client.get(f"/events/{NAME}/screen/now").json()
        assert (screen["round"], screen["ended"]) == (round, True)
        assert {state for _, state, *_ in screen["tables"]} == {3}
        hall = self.at.look(self.client, "hall", "j1").json()["tables"]
        assert {one["table"]: one["finished"] for one in hall} == found
        assert all(one["call"] is None for one in hall)
        page = self.client.get(f"/events/{NAME}/r{round}/t21", headers=kim).text
        assert "is corrected" in page and "the wrong line" in page
        standings = self.at.look(self.client, "standings", "j1").text.splitlines()[1:]
        played = sum(sum(map(int, line.split(",")[3:7])) for line in standings)
        assert played == sum(1 if won == "bye" else 2 for won in self.won.values())


def winners(results: str) -> dict[int, str]:
    """Table → who won, of results as CSV."""
    rows = [line.split(",") for line in results.splitlines()[1:]]
    return {int(row[1]): row[-1] for row in rows}


@contextmanager
def evening_in(db: Path) -> Iterator[Evening]:
    with repository_at(db) as repository:
        open_event(repository, "Spring Open", [Played("voidsiege", "")], read_book())
        for name in JUDGES:
            give(repository, NAME, appointing(name, head=name == JUDGES[0]))
        seats = seats_on(str(db))
        judges = seats.issue(EVENT + NAME, [f"j{n}" for n in range(1, len(JUDGES) + 1)])
        seats.close()
        yield Evening(repository, Umpire(repository.ledger), db, AtEvent(judges))


def first_round(evening: Evening) -> None:
    """A wrong list is taken back, two sit in each other's places, a table comes late, a name is wrong."""
    right = list(evening.pairs(1))
    alike = evening.list_of([*right[:-1], ("Zoe Müller", "Ana Muller")])
    evening.refused(1, alike, "is “Zoe Müller” the “Zoë Müller”")
    evening.pair(1, evening.list_of(list(evening.pairs(9))))
    evening.judge("j2", "unpair", round=1, because="last year's list")
    evening.pair(1, evening.list_of(right))
    (one, _), (two, _) = right[40], right[41]
    evening.judge("j2", "exchange", round=1, first=one, second=two, because="wrong seats")
    evening.give(rounds.Start(1, 50))
    evening.pair(1, "Tbl,Player,Opponent\n129,Late Lena,Late Luis\n")
    evening.judge("j2", "rename", person="Ole Ek", name="Ole Eck", because="misspelt")
    evening.names[evening.names.index("Ole Ek")] = "Ole Eck"


def before_the_second(evening: Evening) -> None:
    """Two go home, one of them comes back; somebody cheats and stands out."""
    for name in ("Gus Lund", "Ida Rossi"):
        evening.judge("j2", "drop", player=name, because="a train to catch")
    evening.refused(2, evening.list_of(list(evening.pairs(2))), "has left the event")
    evening.judge("j2", "take_back", player="Ida Rossi", because="it is late")
    evening.judge("j1", "offence", round=1, table=30, player=evening.sit(1, 30)[0], kind="cheating")
    evening.absent |= {"Gus Lund"}
    cheat = evening.sit(1, 30)[0]
    evening.refused(2, evening.list_of(list(evening.pairs(2))), "was put out of the event")
    evening.absent |= {cheat}


def before_the_third(evening: Evening) -> None:
    """Who was put out is taken back by the head judge alone."""
    (cheat,) = evening.absent - {"Gus Lund"}
    said = evening.judge("j2", "take_back", 422, player=cheat, because="no")
    assert "head judge" in said
    evening.judge("j1", "take_back", player=cheat, because="it was proved otherwise")
    evening.absent -= {cheat}


def before_the_fourth(evening: Evening) -> None:
    """The head judge is not let go without a successor, and comes back."""
    with pytest.raises(Refused, match="is the head judge: appoint another one first"):
        evening.give(Relieve("j1"))
    evening.give(appointing("Noa Holm", head=True))
    evening.give(Relieve("j7"))
    evening.judge("j7", "start", 422, round=4, minutes=50)
    evening.give(appointing("Kim Lee", head=True))


def test_an_evening_of_256_players_loses_nothing_and_can_be_forgotten(tmp_path: Path) -> None:
    db = tmp_path / "games.umpire"
    with evening_in(db) as evening:
        with inside(db) as evening.client:
            first_round(evening)
            evening.give(rounds.Pause(1, "a fire alarm", by="j2"))
            evening.give(rounds.Resume(1, by="j2"))
            play_out(evening, 1)
            for round, before in ((2, before_the_second), (3, before_the_third)):
                before(evening)
                evening.pair(round, evening.list_of(list(evening.pairs(round))))
                play_out(evening, round)
        with inside(db) as evening.client:  # the server is started again
            before_the_fourth(evening)
            for round in (4, 5):
                evening.pair(round, evening.list_of(list(evening.pairs(round))))
                play_out(evening, round)
            for round in (1, 2, 3, 4):
                told = evening.at.look(evening.client, "results", "j1", round=round).text
                assert winners(told) == evening.winners(round), "a later round changes no earlier"
        found = evening.repository.event(NAME)
        assert len(found.calls) == evening.calls == 5 * 4
        assert len(found.offences) == 5 * 2 + 1
        assert all(one.ruled is not None for one in found.calls.values())
        evening.give(Close())
        check_forgotten(evening)


def play_out(evening: Evening, round: int) -> None:
    evening.play(round)
    evening.check_told(round)


def check_forgotten(evening: Evening) -> None:
    """Every slip and checkpoint holds before and after, and afterwards nobody is named."""
    repository, known = evening.repository, [SIGNER.verifier]
    said = [promise_of(slip_of(slip), known).said for slip in evening.slips]
    assert len(said) == 10
    assert all(one.holds for one in examine(repository, NAME, evening.notes, known))
    everybody = [*evening.names, *JUDGES, "Late Lena", "Late Luis", "Ole Ek"]
    assert forget(repository, NAME, before_the_term=True) == len(everybody) - 1
    assert [promise_of(slip_of(slip), known).said for slip in evening.slips] == said
    assert all(one.holds for one in examine(repository, NAME, evening.notes, known))
    assert all(one.holds for one in repository.ledger.verify_all())
    account = Account(repository.event(NAME), repository.keyring(NAME))
    told = "\n".join(account.tell(one.event) for one in repository.log(NAME))
    files = [one.read_bytes() for one in evening.db.parent.iterdir() if one.is_file()]
    for name in everybody:
        assert name not in told
        assert not any(name.encode() in raw for raw in files), name

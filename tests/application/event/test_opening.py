"""An event begins, and who judges at it."""

from typing import Any

import pytest

from application.event.book_page import page_of, read_book
from application.event.commands import Commands, find_person
from application.event.opening import appointing, id_from, open_event
from application.ledger.store import NoSuchGame
from domain.tournament.book import book_of, check_book
from domain.tournament.command import Refused
from domain.tournament.people import (
    Appoint,
    Judge,
    Played,
    Relieve,
    the_head_judge_decides,
    who_is_called,
)
from domain.tournament.tournament import Tournament
from tests.application.event.halls import EVENT, Hall, give


def test_an_event_is_known_by_an_id_made_of_its_name(hall: Hall) -> None:
    assert hall.repository.events() == [EVENT]
    assert (hall.event.id, hall.event.name) == (EVENT, "Spring Open")
    assert hall.event.played == (Played("voidsiege", "2025.1"),), "the newest edition is pinned"


def test_an_event_is_no_game_of_its_store(hall: Hall) -> None:
    assert hall.umpire.games() == []
    (verified,) = hall.repository.ledger.verify_all()
    assert verified.holds and verified.entries == len(hall.happened)


@pytest.mark.parametrize(
    ("name", "played", "id", "sentence"),
    [
        ("Spring Open", [Played("voidsiege", "")], "", "there is an event “spring-open” already"),
        ("Other", [Played("go", "")], "", "there is no ruleset “go”; expected voidsiege"),
        ("Other", [Played("voidsiege", "1999")], "", "voidsiege has no edition “1999”; expected"),
        ("Other", [Played("voidsiege", "", {"C1": "x"})], "", "C1 is not read as “x”; expected"),
        (
            "Other",
            [Played("voidsiege", "", {"Z9": "x"})],
            "",
            "voidsiege has no open question “Z9”",
        ),
        ("Other", [], "", "an event needs a ruleset"),
        ("Other", [Played("voidsiege", "")] * 2, "", "a ruleset is named twice"),
        (
            "Other",
            [Played("voidsiege", "")],
            "Big One",
            "“Big One” is no id; expected small letters",
        ),
        ("   ", [Played("voidsiege", "")], "", "the event's name: expected 1 to 80 letters"),
        ("???", [Played("voidsiege", "")], "", "“???” gives no id; name one with --id"),
    ],
)
def test_what_makes_no_event_is_refused_in_a_sentence(
    hall: Hall, name: str, played: list[Played], id: str, sentence: str
) -> None:
    with pytest.raises(Refused, match="^" + sentence.replace("?", r"\?")):
        open_event(hall.repository, name, played, read_book(), id)
    assert hall.repository.events() == [EVENT]


def test_there_is_one_head_judge(hall: Hall) -> None:
    assert hall.event.head_judge == "j1"
    hall.give(appointing("Noa Berg", head=True))
    assert hall.event.head_judge == "j2"
    assert [one.id for one in hall.event.on_duty] == ["j1", "j2"]


def test_a_judge_is_appointed_once_and_may_be_relieved(hall: Hall) -> None:
    with pytest.raises(Refused, match="Noa Berg judges already, as j2"):
        hall.give(appointing("Noa  Berg"))
    with pytest.raises(Refused, match="j1 is the head judge: appoint another one first"):
        hall.give(Relieve("j1"))
    hall.give(appointing("Noa Berg", head=True))
    hall.give(Relieve("j1"))
    assert hall.event.head_judge == "j2"
    with pytest.raises(Refused, match="“j1” does not judge at this event"):
        hall.event.judge("j1")


def test_the_head_judge_stays_so_until_another_is_named(hall: Hall) -> None:
    with pytest.raises(Refused, match="Kim Lee judges already, as j1"):
        hall.give(appointing("Kim Lee"))
    assert hall.event.head_judge == "j1"


def test_a_judge_keeps_their_key_until_another_is_named(hall: Hall) -> None:
    def key_after(command: Appoint, id: str = "j2") -> str:
        return hall.give(command).judges[id].key

    assert key_after(Appoint("Ida Berg", key="hers"), "j3") == "hers"
    assert key_after(Appoint("Noa Berg", key="first")) == "first"
    assert key_after(Appoint("Noa Berg", head=True)) == "first"
    for again in (Appoint("Noa Berg"), Appoint("Noa Berg", key="first")):
        with pytest.raises(Refused, match="Noa Berg judges already, as j2"):
            hall.give(again)
    assert key_after(Appoint("Noa Berg", key="second")) == "second"


def test_without_a_head_judge_nothing_of_theirs_is_decided() -> None:
    alone = Tournament(EVENT, judges={"j1": Judge("j1", "", head=False, key="")})
    refusal = the_head_judge_decides(alone, Relieve("j1", by="j1"))
    assert refusal is not None
    assert refusal.reason == "that is the head judge's to decide: there is none"


def test_who_judges_again_is_found_by_name(hall: Hall) -> None:
    hall.give(Relieve("j2"))
    assert find_person(hall.event, hall.keyring, "Noa Berg") == "j2"
    hall.give(appointing("Noa Berg"))
    assert find_person(hall.event, hall.keyring, "Noa Berg") == "j3"


def test_people_are_found_whatever_the_capitals_of_their_name(hall: Hall) -> None:
    """By every command, so that nobody judges twice; a name that is exactly so comes first."""
    for typed in ("noa berg", " NOA  Berg", "N\u043ea Berg"):
        assert find_person(hall.event, hall.keyring, typed) == "j2"
        with pytest.raises(Refused, match="Noa Berg judges already, as j2"):
            hall.give(appointing(typed))
    hall.give(appointing("noa berg", head=True))
    assert [one.id for one in hall.event.on_duty if one.head] == ["j2"]
    names = {"p1": "Ana", "p2": "ana"}
    assert (who_is_called(names, "ana"), who_is_called(names, "ANA")) == (["p2"], ["p1", "p2"])
    for name in ("Анна Ли", "Μαρία"):
        assert who_is_called({"p1": name}, name.upper()) == ["p1"]


def test_the_log_holds_no_name(hall: Hall) -> None:
    raw = b"".join(state for _, _, state in hall.repository.ledger.rows.raw(f"event:{EVENT}"))
    assert b"Kim" not in raw and b"Spring Open" in raw
    assert hall.keyring.reveal("j1", hall.event.judges["j1"].name) == "Kim Lee"


def test_two_repositories_on_one_store_do_not_write_over_each_other(hall: Hall) -> None:
    """A conflict is decided again on the event as it stands then."""
    from application.event.repository import Repository

    other = Repository(hall.repository.ledger, hall.repository.keys, hall.clock)
    asked = []
    pia = Commands(hall.repository, hall.umpire).deciding(appointing("Pia Roth"))

    def both(event: Any, at: Any) -> Any:
        asked.append(len(event.judges))
        if len(asked) == 1:
            give(other, EVENT, appointing("Ola Ek"))
        return pia(event, at)

    hall.keep(both)
    assert asked == [2, 3]
    assert sorted(hall.event.judges) == ["j1", "j2", "j3", "j4"]
    assert other.event(EVENT) == hall.event


def test_no_event_of_this_name(hall: Hall) -> None:
    with pytest.raises(NoSuchGame, match="there is no event “autumn” in this store"):
        hall.repository.event("autumn")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("book: 1", "book: 2"), "club.yaml: book: expected 1, found 2"),
        (("title: Slow play", "name: Slow play"), "club.yaml: kinds.slow_play: unknown key “name”"),
        (("note: a note", "note: 5"), "club.yaml: penalties.note: expected a word, found 5"),
        (
            ("head_judge_from: game_loss", "head_judge_from: fine"),
            "club.yaml: head_judge_from: “fine” is no penalty of this",
        ),
        (("book: 1", "book: 1\nout_from: fine"), "out_from: “fine” is no penalty of this book"),
        (("[disqualification]", "[fine]"), "kinds.cheating.ladder: “fine” is no penalty of"),
        (
            ("names_kept_for: 90", "names_kept_for: -90"),
            "names_kept_for: expected a number of days",
        ),
        (("book: 1", "book: 1\ncall_waits: [420, 180]"), "club.yaml: call_waits: expected two"),
        (("book: 1", "book: 1\ncall_waits: [0, 180]"), "seconds, the later one last"),
        (
            ("book: 1", "book: 1\nmatch_points: [1, 3]"),
            "club.yaml: match_points: expected those of a win",
        ),
        (
            ("book: 1", "book: 1\nreveal_waits: 0"),
            "club.yaml: reveal_waits: expected a number of seconds",
        ),
        (
            ("book: 1", "book: 1\nrules: {C9: Hear}"),
            "rules.C9: there is no such rule; expected P1, P2",
        ),
        (("[disqualification]", "[]"), "kinds.cheating.ladder: it is empty"),
        (
            ("[note, warning, game_point", "[warning, note, game_point"),
            "kinds.slow_play.ladder: it",
        ),
    ],
)
def test_a_book_is_checked_before_it_is_used(change: tuple[str, str], sentence: str) -> None:
    from importlib.resources import files

    text = (files("application.event") / "books" / "default.yaml").read_text(encoding="utf-8")
    with pytest.raises(Refused) as why:
        page_of(text.replace(*change).encode(), "club.yaml")
    assert sentence in str(why.value)


def test_a_book_words_rules_in_its_own_way_and_keeps_its_own_times() -> None:
    own = {"rules": {"C2": "Hear them"}, "call_waits": [1, 1], "reveal_waits": 1}
    page = {**read_book(), **own, "match_points": [0, 0]}
    check_book(book := book_of(page))
    assert book.rule("C2") == "C2 Hear them"
    assert book.rule("C1") == "C1 A table has one call at a time"
    kinds = [book.kind_of_error(one) for one in ("missed_trigger", "illegal_action", "sneezing")]
    assert kinds == ["missed_window", "illegal_action", ""]
    for name in ("penalties", "kinds"):
        with pytest.raises(Refused, match=f"^{name}: it is empty; expected one at least"):
            check_book(book_of({**page, name: {}, "head_judge_from": ""}))


def test_the_book_in_force_is_kept_with_the_event(hall: Hall) -> None:
    assert book_of(hall.event.book) == book_of(read_book())


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Spring Open 2026", "spring-open-2026"),
        ("Öpen <b>", "open-b"),
        ("Ærø Åben", "aero-aben"),
        ("Große Łódź", "grosse-lodz"),
    ],
)
def test_an_id_keeps_every_letter_of_the_name(name: str, id: str) -> None:
    assert id_from(name) == id

"""Chance made together at an event's table: after the book's time the one who does not reveal is named."""

from application.event.revealing import seats_unrevealed
from domain.kernel.chance import commitment_of
from domain.tournament.book import book_of
from tests.application.event.halls import EVENT, FOUR, Hall

GAME = f"{EVENT}.r1.t1"
SECRET = "0a" * 32


def test_who_does_not_reveal_in_time_is_named_to_the_table_and_its_judge(hall: Hall) -> None:
    from adapters.web import app  # the pages first: they and those of an event know each other
    from adapters.web.events import table_page

    assert app
    hall.pair(FOUR)
    hall.start()
    for seat, by in enumerate(("ana", "ben"), 1):
        hall.step(
            by=by,
            do="commit",
            to="2d6",
            commitment=commitment_of(seat, "2d6", bytes.fromhex(SECRET)),
        )
    hall.step(by="ana", do="reveal", secret=SECRET)
    book, live = book_of(hall.event.book), hall.umpire.game(GAME)
    hall.clock.on(book.reveal_waits - 5)
    assert seats_unrevealed(book, live, hall.repository.clock()) == ()
    assert table_page.strip_at_event(hall.repository, live, "ana") is None
    hall.clock.on(10)
    assert seats_unrevealed(book, live, hall.repository.clock()) == ("ben",)
    told = "Ben Okoro has not revealed within 2:00: a judge decides."
    strip = table_page.strip_at_event(hall.repository, live, "ana")
    assert strip is not None and strip["lead"] == told
    page = table_page.judge_table(hall.umpire, hall.repository, hall.event, "j1", 1, 1)
    assert page["unrevealed"] == told
    hall.step(by="ben", do="reveal", secret=SECRET)
    assert seats_unrevealed(book, hall.umpire.game(GAME), hall.repository.clock()) == ()

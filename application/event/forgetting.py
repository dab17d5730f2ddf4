"""Closing an event, and forgetting its people once the term set in its book is over.

Their keys are destroyed, and with them whatever names and words of theirs stand in the log, in its
games, in copies and in records: words go with the key of who wrote them and of everybody they name.
What judges wrote into games goes at the latest with the last of the people. Not
one row changes: every chain, checkpoint and proof still holds. What was printed before is out of
reach, and so is what a copy of the store keeps in a table of keys of its own: it is forgotten there
when it is copied to again, or by the same command.
"""

from collections.abc import Iterable, Iterator

from application.event.repository import Repository
from application.event.still_named import places_named
from application.game.moments import DAY
from domain.tournament.book import book_of
from domain.tournament.command import Refused, TournamentEvent
from domain.tournament.departures import DESK
from domain.tournament.people import PeopleForgotten
from domain.tournament.tournament import Tournament


def forget(
    repository: Repository,
    id: str,
    people: Iterable[str] = (),
    *,
    before_the_term: bool = False,
    even_so: bool = False,
) -> int:
    """Destroys the keys of these people, or of everybody; returns how many there still were. Raises Refused.

    It is refused if one of them would still be named somewhere afterwards, unless `even_so`. After an
    interruption it may be repeated, and finishes what is left.
    """
    chosen = list(people)
    before = repository.event(id)
    named = [] if even_so else list(places_named(repository, before, chosen or before.everybody))

    def happens(event: Tournament, now: int) -> Iterator[TournamentEvent]:
        _check_term(event, now, before_the_term=before_the_term)
        known = event.everybody
        strangers = [person for person in chosen if person not in known]
        if strangers:
            raise Refused(f"nobody at this event has the number “{strangers[0]}”")
        if named:
            raise Refused(_still_named(named))
        new = [person for person in chosen or known if person not in event.forgotten]
        if new:
            yield PeopleForgotten(tuple(new))

    # The log first: if this is cut off, it says whose keys are still to be destroyed.
    event = repository.keep(id, happens)
    if not event.all_forgotten:
        return repository.keys.destroy_keys(id, chosen)
    judged = DESK in repository.keys.keys_of(id)
    return repository.keys.destroy_keys(id, [*event.everybody, DESK]) - judged


def forgotten_people(repository: Repository) -> Iterator[tuple[str, str]]:
    """(event, person) of whom no key may be left, as the logs of the events say. Raises StoreProblem."""
    for id in repository.events():
        event = repository.event(id)
        yield from ((id, person) for person in event.forgotten)
        if event.forgotten and event.all_forgotten:
            yield id, DESK


TOLD = 5
"""The most places that the refusal names."""


def _still_named(places: list[str]) -> str:
    more = f" and {len(places) - TOLD} more" if len(places) > TOLD else ""
    return (
        f"they would still be named in {'; '.join(places[:TOLD])}{more}: "
        "forget those who wrote it too, or say --even-so"
    )


def _check_term(event: Tournament, now: int, *, before_the_term: bool) -> None:
    if event.closed is None:
        raise Refused(f"“{event.name}” is not closed yet: close it first")
    term = book_of(event.book).names_kept_for
    days = (now - event.closed) // DAY
    if days < term and not before_the_term:
        raise Refused(
            f"names are kept for {term} days after the end, and {days} have passed: "
            "wait, or say --before-the-term"
        )

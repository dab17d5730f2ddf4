"""Opening an event with its name, rulesets and book; appointing and relieving its judges."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from application.editions import edition_of, page_of
from application.event.account import NUMBER
from application.event.keyring import FORGOTTEN, tidy_name
from application.event.list_cells import BYE, DRAW
from application.event.log.signed_note import COSIGNS, BadNote, verifier_of
from application.event.repository import Repository
from application.records.headings import BadHeading, own_edition_in
from application.rulesets import NoRuleset, ruleset
from domain.kernel.look_alikes import unseen_sign
from domain.kernel.rulebook import Edition
from domain.kernel.values import changed
from domain.tournament.command import Refused
from domain.tournament.people import ORGANISER, Appoint, EventOpened, Played
from domain.tournament.tournament import Tournament

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LONGEST_NAME = 80
UNFOLDED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"}
)
"""Letters that are no plain one with a sign → what is written for them."""


def checked_name(text: str, whose: str) -> str:
    """A name as it is kept. Raises Refused."""
    name = tidy_name(text)
    # A sign that only changes the one before it is nothing by itself.
    blank = all(unicodedata.category(sign).startswith("M") for sign in name if sign != " ")
    if blank or len(name) > LONGEST_NAME or not name.isprintable() or unseen_sign(name):
        raise Refused(f"{whose}: expected 1 to {LONGEST_NAME} letters on one line")
    return name


def checked_person(text: str, whose: str) -> str:
    """As `checked_name`, for somebody: no name that means something else where it is read. Raises Refused."""
    name = checked_name(text, whose)
    if NUMBER.fullmatch(name.casefold()):
        # Without the number itself: refusals have names in place of people's numbers.
        raise Refused(
            f"{whose}: “p” or “j” with a number is how people are numbered here; expected a name"
        )
    taken = BYE.fullmatch(name) or DRAW.fullmatch(name) or name.isdigit()
    if taken or name.casefold() in (ORGANISER, FORGOTTEN):
        raise Refused(
            f"{whose}: “{name}” means something else in lists and commands; expected another spelling, "
            "or a second name"
        )
    return name


def id_from(name: str) -> str:
    """`spring-open-2026` for “Spring Open 2026”. Raises Refused where no letters are left."""
    folded = unicodedata.normalize("NFKD", name.casefold().translate(UNFOLDED))
    letters = "".join(letter for letter in folded if not unicodedata.combining(letter))
    id = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40].strip("-")
    if not ID.fullmatch(id):
        raise Refused(f"“{name}” gives no id; name one with --id, as spring-open")
    return id


def open_event(
    repository: Repository,
    name: str,
    played: Iterable[Played],
    book: dict[str, Any],
    id: str = "",
) -> Tournament:
    """Opens an event. Raises Refused."""
    name = checked_name(name, "the event's name")
    id = id or id_from(name)
    if not ID.fullmatch(id):
        raise Refused(f"“{id}” is no id; expected small letters, digits and hyphens, up to 40")
    laws = tuple(checked_law(law) for law in played)
    if not laws:
        raise Refused("an event needs a ruleset that is played at it")
    if len({law.ruleset for law in laws}) < len(laws):
        raise Refused("a ruleset is named twice; expected each once, under one edition")
    return repository.open(id, EventOpened(name, laws, book))


def checked_law(played: Played) -> Played:
    """The law played, with the newest edition where none is named. Raises Refused."""
    try:
        edition = edition_played(played)
    except (NoRuleset, BadHeading) as why:
        raise Refused(str(why)) from None
    except KeyError:
        known = ", ".join(edition.id for edition in ruleset(played.ruleset).editions)
        raise Refused(
            f"{played.ruleset} has no edition “{played.edition}”; expected {known}"
        ) from None
    _check_readings(played.ruleset, edition, played.readings)
    return changed(played, edition=edition.id)


def edition_played(played: Played) -> Edition:
    """The edition, an organiser's own too. Raises NoRuleset, BadHeading, and KeyError for no edition."""
    rules = ruleset(played.ruleset)
    if not played.edition_page:
        return rules.edition(played.edition or None)
    own_edition_in(played.edition_page, played.ruleset)
    return edition_of(page_of(played.edition_page))


def _check_readings(name: str, edition: Edition, readings: Mapping[str, str]) -> None:
    for question, reading in readings.items():
        known = edition.questions.get(question)
        if known is None:
            raise Refused(f"{name} has no open question “{question}”")
        if reading not in known.readings:
            expected = ", ".join(known.readings)
            raise Refused(f"{question} is not read as “{reading}”; expected {expected}")


def appointing(name: str, *, head: bool = False, key: str = "") -> Appoint:
    """The command that appoints a judge, or makes one the head judge. Raises Refused."""
    return Appoint(checked_person(name, "the judge's name"), head, _checked_key(key))


def _checked_key(text: str) -> str:
    """The judge's public key as a verifier writes it; empty without one. Raises Refused."""
    try:
        verifier = verifier_of(text) if text else None
    except BadNote as why:
        raise Refused(str(why)) from None
    if verifier is not None and verifier.kind != COSIGNS:
        raise Refused("that is no key to cosign with; “umpire event cosign” tells which it is")
    return str(verifier) if verifier else ""

"""The head of a record: names of the seats, facts about the game, an edition of its own."""

from collections.abc import Mapping
from typing import Any

from application.editions import BadEdition, edition_of, page_of
from domain.kernel.look_alikes import is_seen, looks_like, unseen_sign
from domain.kernel.steps import quoted_value

LONGEST_NAME = 80
LONGEST = 200
MOST = 20
KNOWN = "event, round, table, title, played"


class BadHeading(Exception):
    """A heading is wrong; the message says where, and what was expected."""


def names_in(content: Mapping[str, Any], players: tuple[str, ...]) -> dict[str, str]:
    """Seat → display name. Raises BadHeading."""
    for seat, name in content.items():
        if seat not in players:
            raise BadHeading(
                f"names: {quoted_value(seat)} has no seat; expected one of {', '.join(players)}"
            )
        if not isinstance(name, str):
            quoted = f'; put it in quotes: "{name}"' if isinstance(name, int | float) else ""
            raise BadHeading(f"names.{seat}: expected text, not {quoted_value(name)}{quoted}")
        if len(name) > LONGEST_NAME:
            raise BadHeading(
                f"names.{seat}: it has {len(name)} characters; expected at most {LONGEST_NAME}"
            )
        _check_signs(f"names.{seat}", name)
    called = {seat: " ".join(name.split()) for seat, name in content.items()}
    by_seat = [seat for seat in players if not called.get(seat)]
    for n, (seat, name) in enumerate(called.items()):
        if seat not in by_seat and looks_like(name, [*by_seat, *[*called.values()][:n]]):
            raise BadHeading(
                f"names.{seat}: “{name}” looks like another name of this game; expected names that "
                "can be told apart"
            )
    return dict(content)


def about_in(content: Mapping[str, Any]) -> dict[str, Any]:
    """Facts about the game, such as event and round, each text or a number. Raises BadHeading."""
    if len(content) > MOST:
        raise BadHeading(f"about: it says {len(content)} things; expected at most {MOST}")
    for key, value in content.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadHeading(
                f"about.{key}: expected text or a number, not {quoted_value(value)}; "
                f"{KNOWN} are what lists show"
            )
        if len(str(value)) > LONGEST or len(key) > LONGEST_NAME:
            raise BadHeading(f"about.{key[:LONGEST_NAME]}: it is longer than {LONGEST} characters")
        _check_signs("about", key)
        _check_signs(f"about.{key}", str(value))
    return dict(content)


def _check_signs(where: str, text: str) -> None:
    """Refuses invisible characters, which could reorder the text around a name. Raises BadHeading."""
    sign = unseen_sign(text)
    if sign:
        raise BadHeading(f"{where}: it holds {sign}, which is not seen; expected letters alone")


def check_setup_names(value: Any, where: str = "setup") -> None:
    """Checks that whoever looks at the table sees every name in a set-up. Raises BadHeading."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            sign = unseen_sign(name)
            if sign:
                unseen = f"a name in it holds {sign}, which is not seen"
                raise BadHeading(f"{where}: {unseen}; expected letters alone")
            if not is_seen(name):
                raise BadHeading(f"{where}: a name in it is blank; expected letters")
            check_setup_names(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            check_setup_names(inner, f"{where}[{n}]")


def own_edition_in(content: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """The id and the page of an organiser's edition, as an opening's fields. Raises BadHeading."""
    try:
        page = page_of(content, "edition")
    except BadEdition as why:
        raise BadHeading(str(why)) from None
    try:
        edition = edition_of(page)
    except BadEdition as why:
        raise BadHeading(f"edition.{why}") from None
    if edition.ruleset != ruleset:
        raise BadHeading(f"edition: it is one of {edition.ruleset}, and the game is {ruleset}")
    return {"edition": edition.id, "edition_page": content}

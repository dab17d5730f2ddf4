"""Which of a ruleset's templates says a change, by the change's place in the view."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from application.game.changes.change import Change
from application.game.changes.values_in_words import fields_in_words, without_brackets
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import CHANGES, ChangeTemplate

Templates = Mapping[str, ChangeTemplate]
"""Place in the view, with stars for any name (`units.*.destroyed`) → the template for its changes."""


def templates_of(ruleset: Ruleset) -> Templates:
    """The templates for the view of this ruleset, those that every ruleset has included."""
    return {**CHANGES, **ruleset.changes}


def with_template(change: Change, templates: Templates) -> Change:
    """The change with the template of its place; as it is where there is none."""
    for place, template in templates.items():
        names = _names_at(place, change.path)
        if names is not None:
            return replace(change, template=template, names=names)
    return change


def items_in_words(
    items: Iterable[Any], path: Sequence[str], templates: Templates
) -> Iterator[str]:
    """What each item of the list at this path is called: by the template for one item, where there is one."""
    template = next(
        (one for place, one in templates.items() if _names_at(place, path) is not None), None
    )
    each = template[2] if isinstance(template, tuple) and len(template) == 3 else None  # noqa: PLR2004
    for one in items:
        if each and isinstance(one, Mapping):
            yield from fields_in_words(each, [one])
        else:
            yield without_brackets(one)


def _names_at(place: str, path: Sequence[str]) -> tuple[str, ...] | None:
    """What the path has at the stars of the place; None where it is another place."""
    parts = place.split(".")
    if len(parts) != len(path) or any(a not in ("*", b) for a, b in zip(parts, path, strict=True)):
        return None
    return tuple(b for a, b in zip(parts, path, strict=True) if a == "*")

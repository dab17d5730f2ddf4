"""Merges a set-up from several files or lines, such as one file for each army or deck."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from application.named_file import CannotRead, text_of
from application.records.records import SUFFIXES, BadRecord
from application.records.typed import mapping_from


def setup_from(parts: Iterable[str]) -> dict[str, Any]:
    """The set-up merged from these parts, each a file or a YAML mapping.

    Mappings are merged, lists joined. Raises BadRecord, also if two parts give different values for the
    same key.
    """
    setup: dict[str, Any] = {}
    for part in parts:
        for key, value in _mapping(part).items():
            setup[key] = _together(setup[key], value, key, part) if key in setup else value
    return setup


def _mapping(part: str) -> dict[str, Any]:
    path = Path(part)
    if part.lstrip()[:1] == "{" or ": " in part or "\n" in part:
        return mapping_from(part, "--setup")
    if path.suffix not in SUFFIXES and not path.is_file():
        raise BadRecord(f"--setup: “{part}” is neither a file nor a mapping such as {{points: 3}}.")
    try:
        return mapping_from(text_of(path, "a set-up is YAML or JSON in UTF-8"), part)
    except CannotRead as why:
        raise BadRecord(f"{why}.") from None


def _together(one: Any, other: Any, name: str, part: str) -> Any:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        twice = next((key for key in other if key in one and one[key] != other[key]), None)
        if twice is not None:
            raise BadRecord(f"{part}: “{twice}” stands in {name} already; expected another name.")
        return {**one, **other}
    if isinstance(one, list) and isinstance(other, list):
        return [*one, *other]
    if one == other:
        return one
    raise BadRecord(f"{part}: {name} is said already, and otherwise.")

"""Parts of a table as they are typed, one after the other: `units.a1.restrictions=run points.ana=2`."""

from collections.abc import Iterable, Mapping
from typing import Any

from application.game.table_parts import TableParts
from application.records.notation import Unclear, word
from application.records.records import SUFFIXES, BadRecord
from application.records.set_up_parts import setup_from


def parts_said(given: Iterable[str], known: TableParts) -> dict[str, Any]:
    """What is said of the parts, nested as in a step: each is a path with `=`, a YAML mapping, or a file.

    Where a list lies, names are said with commas between them, and nothing says that it is empty. Raises
    OSError for a file that cannot be read, BadRecord for what says nothing.
    """
    written: list[str] = []
    parts: dict[str, Any] = {}
    for said in given:
        path, equals, text = said.partition("=")
        if equals and " " not in path and "{" not in path and not path.endswith(SUFFIXES):
            _put(parts, _path(path, known), _value(path, text, known))
        else:
            written.append(said)
    for name, part in setup_from(written).items():
        if name in parts:
            raise BadRecord(f"“{name}” is said twice; say all of it in one way.")
        parts[name] = part
    return parts


def _path(text: str, known: TableParts) -> tuple[str, ...]:
    """The words of a path: a name in it may hold a full stop, as `b1.kim` does."""
    called = {".".join(table_part.path): table_part.path for table_part in known.parts}
    return called.get(text) or tuple(text.split("."))


def _value(path: str, text: str, known: TableParts) -> Any:
    lies = next(
        (table_part.lies for table_part in known.parts if ".".join(table_part.path) == path), None
    )
    if isinstance(lies, list) and not text.startswith("["):
        return [name for name in (part.strip() for part in text.split(",")) if name]
    try:
        return word(text)
    except Unclear as why:
        raise BadRecord(f"“{path}”: {why}.") from None


def _put(parts: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    place: Any = parts
    for name in path[:-1]:
        place = place.setdefault(name, {})
        if not isinstance(place, Mapping):
            raise BadRecord(f"“{'.'.join(path)}” lies inside of what is said already.")
    if path[-1] in place:
        raise BadRecord(f"“{'.'.join(path)}” is said twice.")
    place[path[-1]] = value

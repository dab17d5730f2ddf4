"""Steps, values and lists as a sentence has them."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.steps import Said


def spoken(said: Said) -> str:
    """A step in words: `ben react: unit b1, command snap_fire`."""
    rest = ", ".join(
        f"{name} {plainly(value)}" for name, value in said.items() if name not in ("by", "do")
    )
    do = plainly(said.get("do"))
    return f"{said.get('by')} {do}: {rest}" if rest else f"{said.get('by')} {do}"


def plainly(value: Any) -> str:
    """A value of a step or a state as people write it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} {plainly(one)}" for name, one in value.items())
        return f"({inside})" if inside else "nothing"
    if isinstance(value, list | tuple):
        return listed(map(plainly, value)) or "nothing"
    return str(value)


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def entries(numbers: Iterable[int]) -> str:
    """`entry 3`, `entries 3 and 5`."""
    found = [str(number) for number in numbers]
    return f"{'entry' if len(found) == 1 else 'entries'} {listed(found)}"

"""A value of the view inside a sentence."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.wording import plainly


class Phrase(str):
    """Text for a template. Formatted with `:words` it is a key of ours, shown without its underscores."""

    def __format__(self, spec: str) -> str:
        return self.replace("_", " ") if spec == "words" else str(self)


def value_in_words(value: Any) -> Phrase:
    """A value as people say it. Fields of a mapping that are empty, zero, no or none are left out."""
    if isinstance(value, Mapping):
        return Phrase(plainly({name: value_in_words(one) for name, one in value.items() if one}))
    if isinstance(value, list | tuple):
        return Phrase(plainly([value_in_words(one) for one in value]))
    return Phrase(plainly(value))


def without_brackets(value: Any) -> str:
    """A value as people say it; a mapping without the brackets around it."""
    words = value_in_words(value)
    return words[1:-1] if isinstance(value, Mapping) and words.startswith("(") else words


def fields_in_words(template: str, items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each item as the template makes it of its fields; a field that it does not have is empty."""
    for one in items:
        fields = {name: value_in_words(value) for name, value in one.items()}
        yield template.format_map(defaultdict(str, fields))

"""Names that look like others: letters of other alphabets, and words that are nobody's name."""

import unicodedata
from collections.abc import Iterable

from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE

LOOK_LIKE = {
    "a": "\u0430",
    "c": "\u0441",
    "d": "\u0501",
    "e": "\u0435",
    "h": "\u04bb",
    "i": "\u0456",
    "j": "\u0458",
    "l": "\u04cf",
    "o": "\u043e\u03bf",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "s": "\u0455",
    "v": "\u0475\u03bd",
    "w": "\u051d",
    "x": "\u0445",
    "y": "\u0443",
    "A": "\u0410\u0391",
    "B": "\u0412\u0392",
    "C": "\u0421",
    "E": "\u0415\u0395",
    "H": "\u041d\u0397",
    "I": "\u0406\u0399\u04c0",
    "J": "\u0408",
    "K": "\u041a\u039a",
    "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f",
    "P": "\u0420\u03a1",
    "S": "\u0405",
    "T": "\u0422\u03a4",
    "X": "\u0425\u03a7",
    "Y": "\u03a5",
    "Z": "\u0396",
}
"""Latin letters, each with the Cyrillic and Greek ones that nobody tells from it."""
LETTERS = {ord(other): letter for letter, others in LOOK_LIKE.items() for other in others}


def as_it_looks(name: str) -> str:
    """The name as a reader takes it in: other alphabets' letters and compatible forms are Latin ones."""
    return unicodedata.normalize("NFKC", name).translate(LETTERS)


def looks_like(name: str, others: Iterable[str]) -> str:
    """The one of these that it can be taken for, or of the words that are nobody's name; else empty."""
    seen = as_it_looks(name)
    for word in (JUDGE, SPECTATOR):
        if seen.casefold() == word:
            return word
    return next((one for one in others if as_it_looks(one) == seen), "")

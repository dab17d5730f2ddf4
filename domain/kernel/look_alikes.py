"""Names that look like others, through look-alike or invisible letters, or like reserved words."""

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
"""Latin letter → the Cyrillic and Greek letters that look the same."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are blank on screen."""
JOINS = "\u200c\u200d"
"""Invisible joiners, allowed because some scripts and composed emoji need them."""
UNDRAWN = (
    *map(ord, "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
)
"""Marks and variation selectors that are never drawn themselves, allowed for the same reason."""
LETTERS: dict[int, str] = {
    **{ord(other): letter for letter, others in LOOK_LIKE.items() for other in others},
    **dict.fromkeys((*map(ord, BLANK + JOINS), *UNDRAWN), ""),
}
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode general categories of control, format and separator characters."""


def as_it_looks(name: str) -> str:
    """The name as it appears: NFKC-normalised, with look-alike letters replaced by Latin ones.

    What is not seen is left out.
    """
    return unicodedata.normalize("NFKC", name).translate(LETTERS)


def look_the_same(name: str, other: str) -> bool:
    """Whether nobody can tell these names apart, whatever their capitals."""
    # A Cyrillic capital may look like a Latin letter where its small one does not.
    return as_it_looks(name).casefold() == as_it_looks(other).casefold() or as_it_looks(
        name.casefold()
    ) == as_it_looks(other.casefold())


def looks_like(name: str, others: Iterable[str]) -> str:
    """Which of these names, or of “judge” and “spectator”, it looks like; empty if none, a space if blank."""
    seen = as_it_looks(name)
    if not seen:
        return " "
    for word in (JUDGE, SPECTATOR):
        if seen.casefold() == word:
            return word
    return next((other for other in others if as_it_looks(other) == seen), "")


def is_seen(text: str) -> bool:
    """Whether anything of it can be seen."""
    return any(sign.isprintable() and not sign.isspace() for sign in as_it_looks(text))


def unseen_sign(text: str) -> str:
    """The first blank, control or format character, as `U+202E`; empty if there is none."""
    for sign in text:
        if sign in BLANK or (unicodedata.category(sign) in UNSEEN and sign not in JOINS):
            return f"U+{ord(sign):04X}"
    return ""

"""Chance made together (G8), byte by byte: what a commitment is, and what follows from what is revealed.

`adapters/CHANCE.md` says the same for other programs.
"""

import hmac
import re
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256

from domain.kernel.values import Value

COMMITMENT = b"umpire chance 1 commitment\n"
RESULT = b"umpire chance 1 result\n"
"""What the hashed bytes begin with: no commitment is ever a result, nor anything else that is hashed."""
SECRET_BYTES = 32
CHOICE = "choice"
MOST_DICE, MOST_SIDES, MOST_SHUFFLED, LONGEST_CHOICE = 60, 100, 200, 200
FEWEST = 2
"""No die has one side, and one thing has no order."""
IN_HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
BYTE = 256

DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")
SHUFFLE = re.compile(r"shuffle ([1-9][0-9]{0,2})")

WHAT_CAN_BE_MADE = (
    f"dice such as 3d6 (at most {MOST_DICE}, of 2 to {MOST_SIDES} sides), “shuffle 5” "
    f"(2 to {MOST_SHUFFLED} things) or “choice”"
)


class Purpose(Value):
    """What is made: so many dice of so many sides, an order of so many things, or a choice of each."""

    dice: int = 0
    sides: int = 0
    shuffled: int = 0


def purpose_of(to: str) -> Purpose | None:
    """What these words stand for; None where they are none of it."""
    if to == CHOICE:
        return Purpose()
    if dice := DICE.fullmatch(to):
        count, sides = int(dice[1]), int(dice[2])
        return (
            Purpose(count, sides) if count <= MOST_DICE and FEWEST <= sides <= MOST_SIDES else None
        )
    if order := SHUFFLE.fullmatch(to):
        count = int(order[1])
        return Purpose(shuffled=count) if FEWEST <= count <= MOST_SHUFFLED else None
    return None


def purpose_in_words(to: str) -> str:
    """The purpose as people say it: `3d6`, `a shuffle of 5`, `a choice`."""
    return "a choice" if to == CHOICE else to.replace("shuffle", "a shuffle of")


def commitment_of(seat: int, to: str, secret: bytes, choice: str = "") -> str:
    """What a seat, from 1, says before anybody reveals: in hexadecimal.

    It names its seat, so that nobody who copies another's has one of their own. The moment is not in it: a
    secret that was used before, and is known, harms only the one who uses it again.
    """
    bound = f"{seat}\n{to}\n".encode() + secret + in_nfc(choice).encode()
    return sha256(COMMITMENT + bound).hexdigest()


def in_nfc(choice: str) -> str:
    """The choice with each letter written in one way only."""
    return unicodedata.normalize("NFC", choice)


def values_of(to: str, secrets: Iterable[bytes]) -> tuple[int, ...]:
    """What follows from all secrets, in seat order: the dice or the order; nothing of a choice."""
    purpose = purpose_of(to)
    if purpose is None:
        return ()
    drawn = _bytes_of(sha256(RESULT + f"{to}\n".encode() + b"".join(secrets)).digest())
    if purpose.dice:
        return tuple(1 + _below(purpose.sides, drawn) for _ in range(purpose.dice))
    order = list(range(1, purpose.shuffled + 1))
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, drawn)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _bytes_of(key: bytes) -> Iterator[int]:
    """As many bytes as are wanted: HMAC-SHA256 over 0, 1, 2, … in four bytes each."""
    block = 0
    while True:
        yield from hmac.digest(key, block.to_bytes(4), "sha256")
        block += 1


def _below(count: int, drawn: Iterator[int]) -> int:
    """One of 0 to count - 1, each as likely: bytes that would favour the lower ones are passed over."""
    fair = BYTE - BYTE % count
    return next(one for one in drawn if one < fair) % count

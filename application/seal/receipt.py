"""A receipt of a ruling: which entry of which game, the digest of its last row, and when.

`zife-mafu-77 entry 5 DIGEST 2026-11-22T14:00:00.000Z`, and the signature of the store's key where it
has one. Whoever holds it can show later that the entry stood there.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from application.answer import Answer, Meta, When
from application.game.live_game import LiveGame
from application.game.log import RuledEntry, ruling_fields
from application.game.moments import iso_time
from application.ledger.ledger import Ledger
from application.ledger.public_heads import is_public_form, public_digest, salt_of
from application.ledger.store import Recorded
from application.ledger.streams import rows_after
from application.seal.signing import is_signed_by

PURPOSE = b"umpire receipt\n"
FORM = re.compile(
    r"(?P<said>(?P<game>\S{1,80}) entry (?P<entry>[1-9]\d{0,8}) (?P<digest>[\w-]{43}) (?P<at>[\dTZ:.-]{20,30}))"
    r"(?: (?P<signature>[\w-]{86}))?",
    re.ASCII,
)


class BadReceipt(Exception):
    """The text is not a receipt; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was acknowledged."""

    game: str
    entry: int
    digest: str
    """The digest of the entry's last row, in its public form."""
    at: str
    """When it was written."""
    said: str
    """The signed part of the text."""
    signature: bytes = b""

    def signed_by(self, public: bytes) -> bool:
        """Whether the key with these 32 bytes has signed it."""
        return is_signed_by(public, self.signature, PURPOSE + self.said.encode())


def receipt_in(live: LiveGame, recorded: Recorded, key: Ed25519PrivateKey | None = None) -> str:
    """The receipt for an entry of this game, its digest in its public form, signed if there is a key."""
    digest = public_digest(recorded.digest, live.game.opening.salt)
    said = f"{live.id} entry {recorded.entry.n} {digest} {iso_time(recorded.at)}"
    return said if key is None else f"{said} {_in_letters(key.sign(PURPOSE + said.encode()))}"


def _in_letters(signature: bytes) -> str:
    return urlsafe_b64encode(signature).decode().rstrip("=")


class TakenStep(RuledEntry, kw_only=True):
    """A step that was put before the rules and kept."""

    game: str
    because: Annotated[tuple[int, ...], Meta(description="The entries that made the situation.")]
    when: When
    receipt: Annotated[
        str,
        Meta(description="What the store promised; “umpire verify --receipt” reads it."),
    ]


class Redone(Answer):
    """Steps that were taken again, as far as they were legal."""

    game: str
    steps: tuple[TakenStep, ...]


def step_with_receipt(
    live: LiveGame, recorded: Recorded, key: Ed25519PrivateKey | None = None
) -> TakenStep:
    """A step that was just stored, with its receipt."""
    return TakenStep(
        *ruling_fields(recorded.entry),
        game=live.id,
        because=recorded.entry.ruling.because,
        when=iso_time(recorded.at),
        receipt=receipt_in(live, recorded, key),
    )


def receipt_of(text: str) -> Receipt:
    """Parses a receipt. Raises BadReceipt."""
    match = FORM.fullmatch(text.strip())
    if match is None:
        raise BadReceipt(
            "it is no receipt; expected a game, “entry”, a number, a digest and a time, as it was sent"
        )
    letters = match["signature"] or ""
    signature = urlsafe_b64decode(letters + "==")
    # The last letter has bits to spare: with another one it would be the same signature.
    if _in_letters(signature) != letters:
        raise BadReceipt("its signature is not as it was sent: copy it again")
    entry = int(match["entry"])
    return Receipt(match["game"], entry, match["digest"], match["at"], match["said"], signature)


def why_broken(ledger: Ledger, promise: Receipt) -> str:
    """Why the store is not as the receipt says, in a sentence; empty where it is. Raises StoreProblem."""
    rows = rows_after(ledger.rows, promise.game)
    if not rows:
        return f"“{promise.game}” is missing"
    stored = ledger.load(promise.game).written
    if len(stored.log) < promise.entry:
        return (
            f"“{promise.game}” was cut short: the receipt knows entry {promise.entry}, "
            f"the newest is {len(stored.log)}"
        )
    digest, at = stored.digests[promise.entry], iso_time(stored.times[promise.entry - 1])
    if not is_public_form(promise.digest, digest, salt_of(ledger, promise.game)):
        return f"entry {promise.entry} of “{promise.game}” is another one than the receipt knows"
    if promise.at != at:
        return (
            f"entry {promise.entry} of “{promise.game}” was written at {at}, "
            f"and the receipt says {promise.at}"
        )
    return ""

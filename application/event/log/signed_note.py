"""Signed notes (c2sp.org/signed-note) with Ed25519, and cosignatures (c2sp.org/tlog-cosignature).

A note is a text and the signatures under it, each with the name of its key. What is signed by a key
that nobody told us of says nothing.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from application.seal.signing import is_signed_by

SIGNS, COSIGNS = 0x01, 0x04
"""What a key is for: it signs notes, or cosigns checkpoints with a time."""
KEY, SIGNATURE, ID = 32, 64, 4
MOST_SIGNATURES = 64
NAME = re.compile(r"[^\s+]+")
MARK = "— "


class BadNote(Exception):
    """It is no signed note, or no signature of a known key holds; one sentence."""


def strict_base64(text: str) -> bytes:
    """What this base64 says. Raises ValueError also where other text would say the same."""
    try:
        raw = b64decode(text, validate=True)
    except NotBase64:
        raise ValueError(text) from None
    if b64encode(raw).decode() != text:
        raise ValueError(text)
    return raw


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key as notes know it: `name+id+key` in text."""

    name: str
    key: bytes
    kind: int = SIGNS

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise BadNote(f"“{self.name}” is no name for a key: expected neither spaces nor “+”")

    @property
    def id(self) -> bytes:
        """Four bytes that tell keys of one name apart; no proof of anything."""
        named = self.name.encode() + b"\n" + bytes([self.kind]) + self.key
        return sha256(named).digest()[:ID]

    def __str__(self) -> str:
        coded = b64encode(bytes([self.kind]) + self.key).decode()
        return f"{self.name}+{self.id.hex()}+{coded}"

    def holds(self, text: str, signature: bytes) -> bool:
        """Whether this key made the signature under the text."""
        signed = text.encode()
        if self.kind == COSIGNS:
            if len(signature) != SIGNATURE + 8:
                return False
            stamp, signature = signature[:8], signature[8:]
            signed = text_to_cosign(text, int.from_bytes(stamp, "big"))
        return is_signed_by(self.key, signature, signed)


def verifier_of(text: str) -> Verifier:
    """The public key that this text names. Raises BadNote."""
    name, _, rest = text.strip().partition("+")
    id, _, coded = rest.partition("+")
    try:
        raw = strict_base64(coded)
        verifier = Verifier(name, raw[1:], raw[0])
    except (ValueError, IndexError):
        raise BadNote(f"“{text.strip()[:60]}” is no public key; expected name+id+key") from None
    if verifier.kind not in (SIGNS, COSIGNS) or len(verifier.key) != KEY or verifier.id.hex() != id:
        raise BadNote(f"the public key “{name}” is not as it was written: copy it again")
    return verifier


def text_to_cosign(text: str, seconds: int) -> bytes:
    """What a cosigner signs: the note's text with the time, in seconds since 1970."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


@dataclass(frozen=True, slots=True)
class Signature:
    """A line under a note."""

    name: str
    id: bytes
    raw: bytes

    def __str__(self) -> str:
        return f"{MARK}{self.name} {b64encode(self.id + self.raw).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A text, ending in a line break, and the signatures under it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    def signed_by(self, known: Iterable[Verifier]) -> list[Verifier]:
        """The known keys that signed. Raises BadNote where none did, or one of theirs does not hold."""
        keys = {(verifier.name, verifier.id): verifier for verifier in known}
        signers = []
        for line in self.signatures:
            key = keys.get((line.name, line.id))
            if key is None:
                continue
            if not key.holds(self.text, line.raw):
                raise BadNote(f"the signature of “{line.name}” does not hold")
            signers.append(key)
        if not signers:
            raise BadNote("it is not signed by a key that is known here")
        return signers


def note_of(text: str) -> Note:
    """The note that this text is. Raises BadNote."""
    body, gap, under = text.rpartition("\n\n")
    if any(letter < " " and letter != "\n" for letter in text):
        raise BadNote("it holds letters that no signed note holds")
    if not gap or not body or not under.endswith("\n"):
        raise BadNote("it is no signed note: expected a text, an empty line, and signatures")
    lines = under[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"it has more than {MOST_SIGNATURES} signatures")
    return Note(body + "\n", tuple(map(signature_of, lines)))


def signature_of(line: str) -> Signature:
    """The signature that this line under a note is. Raises BadNote."""
    name, _, coded = line.removeprefix(MARK).partition(" ")
    try:
        raw = strict_base64(coded)
    except ValueError:
        raw = b""
    if not line.startswith(MARK) or not NAME.fullmatch(name) or len(raw) <= ID:
        raise BadNote(f"“{line[:60]}” is no signature: expected “{MARK}name signature”")
    return Signature(name, raw[:ID], raw[ID:])


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key with the name under which it signs."""

    name: str
    key: Ed25519PrivateKey

    @property
    def verifier(self) -> Verifier:
        return Verifier(self.name, self.key.public_key().public_bytes_raw())

    @property
    def cosigner(self) -> Verifier:
        """The same key as a cosigner's."""
        return Verifier(self.name, self.verifier.key, COSIGNS)

    def sign(self, text: str) -> Signature:
        return Signature(self.name, self.verifier.id, self.key.sign(text.encode()))

    def cosign(self, text: str, seconds: int) -> Signature:
        """At a time in seconds since 1970."""
        stamped = seconds.to_bytes(8, "big") + self.key.sign(text_to_cosign(text, seconds))
        return Signature(self.name, self.cosigner.id, stamped)


def sign(text: str, signers: Sequence[Signer]) -> Note:
    """The text under these signatures."""
    return Note(text, tuple(signer.sign(text) for signer in signers))

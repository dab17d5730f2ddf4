"""A slip as a code holds it: the same leaf, proof and signature, in half the room.

What can be worked out is left out: the root of the signed tree, which the proof leads to, and whatever
base64 adds. Cosignatures are left out too. Under `UMPIRE:SLIP1:` stand, in the alphabet of QR codes
(base 45, RFC 9285): size and place (4 bytes each); the log's name and the leaf, each after its length
(1 and 2 bytes); how many hashes the proof has (1 byte), and they; the key's id (4) and signature (64).
"""

from collections.abc import Iterator
from struct import Struct, error

from application.event.log.checkpoint import Checkpoint, body_of
from application.event.log.merkle import SIZE, root_proved
from application.event.log.signed_note import ID, SIGNATURE, BadNote, Note, Signature, note_of
from application.event.log.slip import MOST_BYTES, TITLE, Slip, slip_of

BEGINS = "UMPIRE:SLIP1:"
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
BASE = len(ALPHABET)
PLACE, NAME, LEAF, COUNT = Struct(">II"), Struct(">B"), Struct(">H"), Struct(">B")
NO_SLIP = "it is no slip: it is not as it was printed"


def slip_as_code(slip: Slip) -> str:
    """The slip as a code holds it. Raises BadNote where the log itself has not signed its checkpoint."""
    note = note_of(slip.checkpoint)
    checkpoint = body_of(note.text)
    own = [signature for signature in note.signatures if signature.name == checkpoint.origin]
    if not own:
        raise BadNote(f"“{checkpoint.origin}” has not signed it")
    return BEGINS + in_base45(_pack(slip, checkpoint, own[0]))


def _pack(slip: Slip, checkpoint: Checkpoint, signature: Signature) -> bytes:
    name, leaf = checkpoint.origin.encode(), slip.leaf.encode()
    parts = (
        PLACE.pack(checkpoint.size, slip.index),
        NAME.pack(len(name)) + name,
        LEAF.pack(len(leaf)) + leaf,
        COUNT.pack(len(slip.proof)) + b"".join(slip.proof),
        signature.id + signature.raw,
    )
    return b"".join(parts)


def slip_of_short(text: str) -> Slip:
    """The slip that was in a code. Raises BadNote."""
    try:
        raw = from_base45(text.strip("\r\n").removeprefix(BEGINS))
        (size, index), raw = _read(PLACE, raw)
        name, raw = _read_text(NAME, raw)
        leaf, raw = _read_text(LEAF, raw)
        (count,), raw = _read(COUNT, raw)
    except (ValueError, error):
        raise BadNote(NO_SLIP) from None
    proof = tuple(raw[n * SIZE : (n + 1) * SIZE] for n in range(count))
    signed = raw[count * SIZE :]
    root = root_proved(leaf.encode(), index, size, proof)
    if len(signed) != ID + SIGNATURE or root is None or "\n" in name:
        raise BadNote(NO_SLIP)
    signature = Signature(name, signed[:ID], signed[ID:])
    note = Note(Checkpoint(name, size, root).text, (signature,))
    return Slip(leaf, index, proof, str(note))


def is_slip(raw: bytes) -> bool:
    """Whether this begins as a slip does, or as one out of a code."""
    return raw.startswith((f"{TITLE}\n".encode(), BEGINS.encode()))


def slip_in(raw: bytes) -> Slip:
    """The slip that a file holds, in either form. Raises BadNote."""
    if not raw.startswith(BEGINS.encode()):
        return slip_of(raw)
    return slip_of_short(raw[:MOST_BYTES].decode(errors="replace"))


def _read(shape: Struct, raw: bytes) -> tuple[tuple[int, ...], bytes]:
    return shape.unpack_from(raw), raw[shape.size :]


def _read_text(shape: Struct, raw: bytes) -> tuple[str, bytes]:
    (length,), raw = _read(shape, raw)
    if len(raw) < length:
        raise ValueError(NO_SLIP)
    return raw[:length].decode(), raw[length:]


def in_base45(raw: bytes) -> str:
    """Two bytes as three letters, one alone as two (RFC 9285)."""
    return "".join(_letters(raw))


def _letters(raw: bytes) -> Iterator[str]:
    for place in range(0, len(raw), 2):
        pair = raw[place : place + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            number, letter = divmod(number, BASE)
            yield ALPHABET[letter]


def from_base45(text: str) -> bytes:
    """What these letters say. Raises ValueError for letters that nothing is written as."""
    found = bytearray()
    for place in range(0, len(text), 3):
        group = text[place : place + 3]
        number = sum(ALPHABET.index(letter) * BASE**n for n, letter in enumerate(group))
        size = len(group) - 1
        if not size or number >= 256**size:
            raise ValueError(f"“{group}” is no base 45")
        found += number.to_bytes(size, "big")
    return bytes(found)

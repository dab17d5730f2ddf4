"""A verifier of checkpoints and proofs, written from the specifications alone: it imports nothing of ours.

c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof; RFC 6962, section 2.1.
"""

import base64
import hashlib
import struct

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Invalid(Exception):
    """It does not verify."""


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mth(leaves: list[bytes]) -> bytes:
    """The Merkle Tree Hash, as section 2.1 defines it."""
    if not leaves:
        return sha()
    if len(leaves) == 1:
        return sha(b"\x00", leaves[0])
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha(b"\x01", mth(leaves[:k]), mth(leaves[k:]))


def path(m: int, leaves: list[bytes]) -> list[bytes]:
    """PATH(m, D[n]) of section 2.1.1."""
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def proof(m: int, leaves: list[bytes]) -> list[bytes]:
    """PROOF(m, D[n]) of section 2.1.2."""

    def subproof(m: int, leaves: list[bytes], b: bool) -> list[bytes]:
        if m == len(leaves):
            return [] if b else [mth(leaves)]
        k = 1
        while k * 2 < len(leaves):
            k *= 2
        if m <= k:
            return [*subproof(m, leaves[:k], b), mth(leaves[k:])]
        return [*subproof(m - k, leaves[k:], False), mth(leaves[:k])]

    return subproof(m, leaves, True)


def root_from_path(leaf: bytes, index: int, size: int, hashes: list[bytes]) -> bytes:
    """The root that an inclusion proof leads to: down the tree as PATH goes, then up again."""

    def up(index: int, size: int, hashes: list[bytes]) -> bytes:
        if size == 1:
            if hashes:
                raise Invalid("a hash too many")
            return sha(b"\x00", leaf)
        if not hashes:
            raise Invalid("a hash is missing")
        k = 1
        while k * 2 < size:
            k *= 2
        *below, sibling = hashes
        if index < k:
            return sha(b"\x01", up(index, k, below), sibling)
        return sha(b"\x01", sibling, up(index - k, size - k, below))

    if not 0 <= index < size:
        raise Invalid("no such leaf")
    return up(index, size, hashes)


def parse_vkey(vkey: str) -> tuple[str, bytes, int, bytes]:
    """Name, key id, signature type, public key."""
    name, id_hex, coded = vkey.split("+", 2)
    raw = base64.b64decode(coded, validate=True)
    key_id = bytes.fromhex(id_hex)
    if key_id != sha(name.encode(), b"\n", raw)[:4]:
        raise Invalid("the key id is not that of the key")
    return name, key_id, raw[0], raw[1:]


def open_note(note: str, vkeys: list[str]) -> str:
    """The text, once at least one known key has signed it and none of theirs fails."""
    if any(ord(c) < 0x20 and c != "\n" for c in note):
        raise Invalid("a control character")
    cut = note.rindex("\n\n")
    text, lines = note[: cut + 1], note[cut + 2 :]
    if not lines.endswith("\n"):
        raise Invalid("the last line does not end")
    good = 0
    for line in lines.splitlines():
        dash, name, coded = line.split(" ")
        if dash != "\u2014":
            raise Invalid("no em dash")
        raw = base64.b64decode(coded, validate=True)
        for vkey in vkeys:
            known, key_id, kind, public = parse_vkey(vkey)
            if (known, key_id) != (name, raw[:4]):
                continue
            message, signature = text.encode(), raw[4:]
            if kind == 4:
                (seconds,) = struct.unpack(">Q", signature[:8])
                message = f"cosignature/v1\ntime {seconds}\n".encode() + message
                signature = signature[8:]
            try:
                Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
            except InvalidSignature:
                raise Invalid(f"the signature of {name} fails") from None
            good += 1
    if not good:
        raise Invalid("no known key signed it")
    return text


def open_checkpoint(note: str, vkeys: list[str]) -> tuple[str, int, bytes]:
    """Origin, size, root."""
    origin, size, root = open_note(note, vkeys).splitlines()[:3]
    return origin, int(size), base64.b64decode(root, validate=True)


def open_tlog_proof(text: str, vkeys: list[str]) -> bytes:
    """The extra data of a tlog-proof, once they are the entry that is in the log."""
    head, checkpoint = text.split("\n\n", 1)
    first, extra, index, *hashes = head.split("\n")
    if first != "c2sp.org/tlog-proof@v1" or not extra.startswith("extra "):
        raise Invalid("no proof")
    leaf = base64.b64decode(extra[6:], validate=True)
    _, size, root = open_checkpoint(checkpoint, vkeys)
    place = int(index.removeprefix("index "))
    if root_from_path(leaf, place, size, [base64.b64decode(one) for one in hashes]) != root:
        raise Invalid("the leaf is not in the log")
    return leaf

"""Ed25519 keys: generated, read from PEM files, and used to sign and verify."""

from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from application.named_file import CannotRead, bytes_of
from application.new_file import ExistsAlready, write_new

PURPOSE = b"umpire sealed game\n"
"""Prefixed to the signed digest, so that a signature is valid for nothing else."""
MOST_BYTES = 64 * 1024
"""Of a key's file."""


class BadKey(Exception):
    """A key that cannot be used; one sentence: which file, and what was expected."""


def new_key(path: Path) -> bytes:
    """Writes a new private key, and beside it (`.pub`) the public key; gives the public key, 32 bytes.

    Raises BadKey if either file exists already or cannot be written.
    """
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    _write(path, secret, 0o600)
    try:
        _write(path.with_name(f"{path.name}.pub"), public, 0o644)
    except BadKey:
        path.unlink()
        raise
    return key.public_key().public_bytes_raw()


def _write(path: Path, content: bytes, mode: int) -> None:
    try:
        write_new(path, content, mode)
    except ExistsAlready as why:
        raise BadKey(str(why)) from None
    except OSError as why:
        raise BadKey(f"{path} cannot be written: {why.strerror}") from None


class SigningKey:
    """A private key that signs digests (see `Signs`)."""

    def __init__(self, path: Path) -> None:
        """`path`: the file that holds the key. Raises BadKey."""
        self._key = private_key(path)

    def __call__(self, digest: bytes) -> bytes:
        public = self._key.public_key().public_bytes_raw()
        return public + self._key.sign(PURPOSE + digest)


def private_key(path: Path) -> Ed25519PrivateKey:
    """The private key in this file. Raises BadKey."""
    try:
        key = serialization.load_pem_private_key(_read(path), None)
    except (ValueError, TypeError):
        raise BadKey(f"{path} is no private key in PEM, without a password") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"{path} is no Ed25519 key")
    return key


def public_key(path: Path) -> bytes:
    """The public key in this file, 32 bytes. Raises BadKey."""
    try:
        key = serialization.load_pem_public_key(_read(path))
    except ValueError:
        raise BadKey(f"{path} is no public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey(f"{path} is no Ed25519 key")
    return key.public_bytes_raw()


def _read(path: Path) -> bytes:
    try:
        return bytes_of(path, MOST_BYTES)
    except CannotRead as why:
        raise BadKey(str(why)) from None


def holds(digest: bytes, signature: bytes) -> bool:
    """Whether `signature`, a 32-byte public key and a 64-byte signature, is valid for the digest."""
    return is_signed_by(signature[:32], signature[32:], PURPOSE + digest)


def is_signed_by(public: bytes, signature: bytes, signed: bytes) -> bool:
    """Whether the key with these 32 bytes made the signature under this."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True

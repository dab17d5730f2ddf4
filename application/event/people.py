"""Names and words of people, each under a key of the person's own: with the key they are forgotten.

The log holds ciphers only. Keys stand beside it, in a table from which they can be taken away, and
then no chain, no checkpoint and no proof changes.
"""

import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from os import urandom
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from application.event.facts import Cipher

KEY = 32
NONCE = 12
FORGOTTEN = "(forgotten)"


class PersonKeys(Protocol):
    """Where the keys of people are kept. Every method may raise StoreProblem."""

    def keys_of(self, event: str) -> dict[str, bytes]:
        """Person → key, of everybody at this event who is not forgotten."""

    def add_keys(self, event: str, keys: Mapping[str, bytes]) -> None:
        """Keeps new keys, durable on return; one that is there stays."""

    def destroy_keys(self, event: str, people: Iterable[str]) -> int:
        """Destroys keys, so that no byte of them is left in the store; how many there were."""

    def close(self) -> None:
        """Lets go of files and connections."""


class Keyring:
    """The keys of the people of one event."""

    def __init__(self, event: str, kept: PersonKeys) -> None:
        self.event = event
        self._kept = kept
        self._keys = kept.keys_of(event)

    def enter(self, people: Iterable[str]) -> None:
        """Gives a key to everybody who has none, durable on return."""
        new = {person: urandom(KEY) for person in people if person not in self._keys}
        if new:
            self._kept.add_keys(self.event, new)
            self._keys = self._kept.keys_of(self.event)

    def hide(self, person: str, words: str) -> Cipher:
        """Words under this person's key. Raises KeyError where they have none (any more)."""
        if person not in self._keys:
            # They may have come since.
            self._keys = self._kept.keys_of(self.event)
        nonce = urandom(NONCE)
        hidden = AESGCM(self._keys[person]).encrypt(nonce, words.encode(), self._whose(person))
        return b64encode(nonce + hidden).decode()

    def reveal(self, person: str, cipher: Cipher) -> str:
        """The words again; `(forgotten)` where their key was destroyed."""
        key = self._keys.get(person)
        if key is None:
            return FORGOTTEN
        raw = b64decode(cipher)
        try:
            return AESGCM(key).decrypt(raw[:NONCE], raw[NONCE:], self._whose(person)).decode()
        except InvalidTag:
            return FORGOTTEN

    def knows(self, person: str) -> bool:
        """Whether this person's words can be read."""
        return person in self._keys

    def _whose(self, person: str) -> bytes:
        """Bound into the cipher: it cannot be moved to somebody else."""
        return f"{self.event}\n{person}".encode()


def tidy_name(text: str) -> str:
    """A name as it is kept: one space between words, composed letters."""
    return unicodedata.normalize("NFC", " ".join(text.split()))

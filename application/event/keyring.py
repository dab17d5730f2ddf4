"""Names and words of people, encrypted under each person's own key: destroying it forgets them.

The log has only what was encrypted. The keys are in a table beside it, where they can be destroyed
without changing any chain, checkpoint or proof.
"""

import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from os import urandom
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.tournament.context import Cipher

KEY = 32
NONCE = 12
FORGOTTEN = "(forgotten)"
NAMED = ":"
"""Separates the numbers of the people named from the encrypted words."""


class PersonKeys(Protocol):
    """Where the keys of people are kept. Every method may raise StoreProblem."""

    def keys_of(self, event: str) -> dict[str, bytes]:
        """Person → key, of everybody at this event who is not forgotten."""

    def add_keys(self, event: str, keys: Mapping[str, bytes]) -> None:
        """Keeps new keys, durable on return; one that is there stays."""

    def destroy_keys(self, event: str, people: Iterable[str]) -> int:
        """Destroys keys, leaving no byte of them in the store; returns how many there were.

        It may be repeated; said again, it also removes the bytes that an earlier try left behind.
        """

    def close(self) -> None:
        """Closes files and connections."""


class Keyring:
    """The keys of the people of one event."""

    def __init__(
        self, event: str, kept: PersonKeys, forgotten: frozenset[str] = frozenset()
    ) -> None:
        self.event = event
        self._kept = kept
        self._forgotten = forgotten
        """People whose keys are not used, even if they still exist."""
        self._keys = self._read()
        self._names: dict[Cipher, str] = {}

    def _read(self) -> dict[str, bytes]:
        kept = self._kept.keys_of(self.event)
        return {person: key for person, key in kept.items() if person not in self._forgotten}

    def enter(self, people: Iterable[str]) -> None:
        """Gives a key to everybody who has none, durable on return."""
        new = {person: urandom(KEY) for person in people if person not in self._keys}
        if new:
            self._kept.add_keys(self.event, new)
            # Read back: where somebody else was quicker, their key is the one that counts.
            self._keys = self._read()

    def hide(self, person: str, words: str) -> Cipher:
        """The words encrypted under this person's key. Raises KeyError where they have none (any more)."""
        return self.hide_together([person], words)

    def hide_together(self, people: Iterable[str], words: str) -> Cipher:
        """The words encrypted under all these people's keys: reading takes every one. Raises KeyError."""
        hidden = words.encode()
        for person in people:
            self._has_key(person)
            nonce = urandom(NONCE)
            hidden = nonce + AESGCM(self._keys[person]).encrypt(nonce, hidden, self._whose(person))
        return b64encode(hidden).decode()

    def reveal(self, person: str, cipher: Cipher) -> str:
        """The words in plain text; `(forgotten)` if the key of the writer or of somebody named is gone."""
        named, _, hidden = cipher.rpartition(NAMED)
        return self.reveal_together([person, *named.split()], hidden)

    def name(self, person: str, cipher: Cipher) -> str:
        """As `reveal`, for a name; the result is cached."""
        if cipher not in self._names:
            name = self.reveal(person, cipher)
            if name == FORGOTTEN:
                return name
            self._names[cipher] = name
        return self._names[cipher]

    def reveal_together(self, people: Sequence[str], cipher: Cipher) -> str:
        """The words of `hide_together`; `(forgotten)` if one of the keys is gone or does not fit."""
        if not all(map(self._has_key, people)):
            return FORGOTTEN
        hidden = b64decode(cipher)
        try:
            for person in reversed(people):
                key = AESGCM(self._keys[person])
                hidden = key.decrypt(hidden[:NONCE], hidden[NONCE:], self._whose(person))
        except InvalidTag:
            return FORGOTTEN
        return hidden.decode()

    def _has_key(self, person: str) -> bool:
        """Whether this person has a key; reads the keys again, since they may have come meanwhile."""
        if person not in self._keys and person not in self._forgotten:
            self._keys = self._read()
        return person in self._keys

    def knows(self, person: str) -> bool:
        """Whether this person's words can be read."""
        return person in self._keys

    def _whose(self, person: str) -> bytes:
        """The bytes that bind a cipher to its event and person, so that it cannot be moved to another."""
        return f"{self.event}\n{person}".encode()


def tidy_name(text: str) -> str:
    """A name as it is kept: one space between words, composed letters."""
    # One system writes a letter and its accent as one character, another as two.
    return unicodedata.normalize("NFC", " ".join(text.split()))

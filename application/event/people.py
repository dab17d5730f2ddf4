"""Names and words of people, each under a key of the person's own: with the key they are forgotten.

The log holds ciphers only. Keys stand beside it, in a table from which they can be taken away, and
then no chain, no checkpoint and no proof changes.
"""

import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from os import urandom
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from application.event.facts import Cipher

KEY = 32
NONCE = 12
FORGOTTEN = "(forgotten)"
NAMED = ":"
"""Between the numbers of those who are named in somebody's words, and the words."""
DESK = "desk"
"""Under this number judges write into games: there they have one seat."""


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

    def __init__(
        self, event: str, kept: PersonKeys, forgotten: frozenset[str] = frozenset()
    ) -> None:
        self.event = event
        self._kept = kept
        self._forgotten = forgotten
        """Whose keys are not used any more, even where they are not destroyed yet."""
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
            self._keys = self._read()

    def hide(self, person: str, words: str) -> Cipher:
        """Words under this person's key. Raises KeyError where they have none (any more)."""
        return self.hide_together([person], words)

    def hide_together(self, people: Iterable[str], words: str) -> Cipher:
        """Words under the keys of all of these: without one of them nobody reads them. Raises KeyError."""
        hidden = words.encode()
        for person in people:
            self._has_key(person)
            nonce = urandom(NONCE)
            hidden = nonce + AESGCM(self._keys[person]).encrypt(nonce, hidden, self._whose(person))
        return b64encode(hidden).decode()

    def reveal(self, person: str, cipher: Cipher) -> str:
        """The words again; `(forgotten)` where a key was destroyed: theirs, or of somebody they name."""
        named, _, hidden = cipher.rpartition(NAMED)
        return self.reveal_together([person, *named.split()], hidden)

    def name(self, person: str, cipher: Cipher) -> str:
        """As `reveal`, of a name: read once."""
        if cipher not in self._names:
            found = self.reveal(person, cipher)
            if found == FORGOTTEN:
                return found
            self._names[cipher] = found
        return self._names[cipher]

    def reveal_together(self, people: Sequence[str], cipher: Cipher) -> str:
        """The words of `hide_together`; `(forgotten)` where one key of theirs was destroyed."""
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
        """Whether their key is here; they may have come since it was looked."""
        if person not in self._keys and person not in self._forgotten:
            self._keys = self._read()
        return person in self._keys

    def knows(self, person: str) -> bool:
        """Whether this person's words can be read."""
        return person in self._keys

    def _whose(self, person: str) -> bytes:
        """Bound into the cipher: it cannot be moved to somebody else."""
        return f"{self.event}\n{person}".encode()


def tidy_name(text: str) -> str:
    """A name as it is kept: one space between words, composed letters."""
    return unicodedata.normalize("NFC", " ".join(text.split()))

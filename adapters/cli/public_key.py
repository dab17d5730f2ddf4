"""Public keys as every command takes them: `KEY.pub` of `umpire seal --new-key`, or name+id+key."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from application.event.log.signed_note import Verifier

MOST = 1024
"""Most bytes of a file with a key."""
PEM = b"-----BEGIN"


def verifier(text: str, log: str) -> "Verifier":
    """The key in this text or file, as that of the log of this name. Raises BadNote, BadKey."""
    from application.event.log.signed_note import Verifier, verifier_of
    from application.seal.signing import public_key

    content = _content(text)
    if content.startswith(PEM):
        return Verifier(log, public_key(Path(text)))
    return verifier_of(content.decode(errors="replace"))


def key_bytes(text: str) -> bytes:
    """The key in this text or file, 32 bytes. Raises BadNote, BadKey."""
    from application.event.log.signed_note import verifier_of
    from application.seal.signing import public_key

    content = _content(text)
    if b"+" in content and not content.startswith(PEM):
        return verifier_of(content.decode(errors="replace")).key
    return public_key(Path(text))


def _content(text: str) -> bytes:
    from application.named_file import beginning_of

    return beginning_of(text, MOST) if Path(text).is_file() else text.encode()

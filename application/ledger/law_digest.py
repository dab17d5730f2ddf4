"""The digest of a law: of its rules' code, and of all that the ruleset's folder says."""

from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from application.editions import rules_of
from application.ledger.fingerprints import fingerprint
from application.rulesets import folder_of
from domain.kernel.history import Opening
from domain.kernel.rulebook import Edition

ROOT = Path(__file__).parents[2]


def law_of(opening: Opening) -> str:
    """The fingerprint of a game's law in this program; empty if it does not know the edition."""
    try:
        edition = rules_of(opening).edition(opening.edition)
    except KeyError:
        return ""
    if opening.edition_page:
        # The cache goes by the id, under which two organisers' pages may say different things.
        return _law_of(edition)
    return _digest_of_edition(opening.ruleset, opening.edition)


@lru_cache(64)
def _digest_of_edition(ruleset: str, edition: str) -> str:
    return _law_of(rules_of(Opening(ruleset, edition, {}, "casual", (), {})).edition(edition))


def _law_of(edition: Edition) -> str:
    parts = (edition.rules, edition.questions, edition.tables, edition.defaults)
    written = msgspec.json.encode(parts, order="deterministic")
    return fingerprint(written + rules_digest(edition.ruleset))


@cache
def rules_digest(ruleset: str) -> bytes:
    """The digest of the code that rules: the same on every machine and every Python.

    That is why it is taken from the sources; empty lines and lines of comment do not count.
    """
    return sources_digest(ROOT / "domain/kernel", Path(folder_of(ruleset)))


def sources_digest(*places: Path) -> bytes:
    """The digest of these files, and of the Python files in these folders."""
    digest = sha256()
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(path.relative_to(place.parent).as_posix().encode())
            for line in _lines(path):
                digest.update(b"\n" + line)
    return digest.digest()


def _lines(path: Path) -> Iterator[bytes]:
    for line in path.read_bytes().splitlines():
        said = line.strip()
        if said and not said.startswith(b"#"):
            yield line.rstrip()

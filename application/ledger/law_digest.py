"""The digest of a law: of its rules' code, and of all that the ruleset's folder says."""

import dis
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec

from application.editions import rules_of
from application.ledger.fingerprints import fingerprint
from application.rulesets import folder_of
from domain.kernel.history import Opening
from domain.kernel.rulebook import Edition

LOADS = bytes(op in dis.hasconst for op in range(256))
STORE = bytes([dis.opmap["STORE_NAME"]])
NOP, EXTENDED = dis.opmap["NOP"], dis.opmap["EXTENDED_ARG"]
FLAGS = 0xFFFF
"""The flags that count; a higher one says whether there is a docstring."""
TOLD = frozenset({"__doc__", "__firstlineno__"})
"""Class attributes that do not count: the docstring and the line number."""


def sources(place: Path) -> list[Path]:
    """The Python files of a folder, in order; or the one file that it is."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def code_digest(files: Iterable[Path]) -> str:
    """The digest of Python files, in this order; it differs between versions of Python."""
    digest = sha256()
    for path in files:
        code = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        assert code is not None
        for part in _parts(code):
            digest.update(part)
    return digest.hexdigest()


def _parts(code: CodeType) -> Iterator[bytes]:
    """A code object's instructions, with constants by value instead of by index."""
    ops, args = code.co_code[::2], bytearray(code.co_code[1::2])
    loads = ops.translate(LOADS)
    loaded = []
    at = loads.find(1)
    while at >= 0:
        number, args[at] = args[at], 0
        if at and ops[at - 1] == EXTENDED:
            number, args[at - 1] = number + 256 * args[at - 1], 0
        if ops[at + 1 : at + 2] != STORE or code.co_names[args[at + 1]] not in TOLD:
            loaded.append(code.co_consts[number])
        at = loads.find(1, at + 1)
    # A docstring under a field compiles to nothing but a NOP.
    places = [at for at, op in enumerate(ops) if op != NOP] if NOP in ops else range(len(ops))
    yield bytes([ops[at] for at in places]) + bytes([args[at] for at in places])
    takes = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    yield repr((code.co_name, code.co_flags & FLAGS, *takes, *names)).encode()
    yield code.co_exceptiontable
    for one in loaded:
        yield from _constant(one)


def _constant(value: Any) -> Iterator[bytes]:
    if isinstance(value, CodeType):
        yield from _parts(value)
    elif isinstance(value, frozenset):  # its order varies between processes
        yield repr(sorted(map(repr, value))).encode()
    else:
        yield repr(value).encode()


ROOT = Path(__file__).parents[2]


def law_of(opening: Opening) -> str:
    """The fingerprint of a game's law in this program; empty if it does not know the edition."""
    try:
        edition = rules_of(opening).edition(opening.edition)
    except KeyError:
        return ""
    if opening.edition_page:
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
    digest = sha256()
    for folder in (ROOT / "domain/kernel", Path(folder_of(ruleset))):
        for path in sources(folder):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            for line in _lines(path):
                digest.update(b"\n" + line)
    return digest.digest()


def _lines(path: Path) -> Iterator[bytes]:
    for line in path.read_bytes().splitlines():
        said = line.strip()
        if said and not said.startswith(b"#"):
            yield line.rstrip()

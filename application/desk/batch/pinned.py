"""Rulings of an archive, pinned in a file: what is ruled otherwise next time is said by rule."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec

from application.answer import Answer, Meta
from application.desk.batch.going_over import Batch, Outcome, Work, digest_of, entries_counted
from application.desk.batch.sources import OpenLedger, Source, record_of
from application.named_file import why_no_file
from application.new_file import draft_beside
from application.records.replay import replay
from domain.kernel.history import Game
from domain.kernel.wording import count

FORMAT = "umpire pinned rulings 1"
SHOWN = 3
"""So many changed rulings of a game are told in its line."""


class BadPins(Exception):
    """The file does not hold pinned rulings, or cannot; one sentence."""


class PinnedGame(msgspec.Struct, frozen=True):
    """The rulings of a game as they were pinned: a line of the file."""

    name: str
    digest: str
    rulings: tuple[str, ...]
    """`legal T4 T6`: the verdict, and the rules in the order they are cited."""
    end: str
    """The digest of the table at the end."""


read_game = msgspec.json.Decoder(PinnedGame).decode


def pin_game(name: str, game: Game) -> PinnedGame:
    """The rulings of a game as they are now."""
    rulings = tuple(" ".join((entry.ruling.verdict, *entry.ruling.cites)) for entry in game.log)
    end = sha256(msgspec.json.encode(game.view(), order="deterministic")).hexdigest()[:16]
    return PinnedGame(name, digest_of(game, (entry.said for entry in game.log)), rulings, end)


def _check_file(path: Path) -> None:
    """Checks that nothing but a file is there. Raises BadPins."""
    if path.exists() and (why_not := why_no_file(path)):
        raise BadPins(f"{path}: {why_not}")


class PinFile:
    """The pinned rulings of a file, read one game at a time."""

    def __init__(self, path: Path) -> None:
        """Finds where the file has each game. Raises BadPins, OSError."""
        _check_file(path)
        self.path = path
        self._file = path.open("rb")
        self._at = dict(self._places())
        self.left = dict.fromkeys(self._at)
        """Names that have not been asked for yet, in the order of the file."""

    def _places(self) -> Iterator[tuple[str, int]]:
        if _format_in(self._file.readline()) != FORMAT:
            self._file.close()
            raise BadPins(
                f"{self.path} holds no pinned rulings; expected a new file, or such a one"
            )
        at = self._file.tell()
        while raw := self._file.readline():
            try:
                yield read_game(raw).name, at
            except ValueError:
                self._file.close()
                raise BadPins(
                    f"{self.path}: what is pinned from byte {at} on cannot be read"
                ) from None
            at = self._file.tell()

    def of(self, name: str) -> PinnedGame | None:
        """What is pinned of this game; None where nothing is."""
        if name not in self._at:
            return None
        self.left.pop(name, None)
        self._file.seek(self._at[name])
        return read_game(self._file.readline())

    def close(self) -> None:
        self._file.close()


def _format_in(line: bytes) -> Any:
    """What the first line says of the format; None if it says nothing."""
    try:
        heading = json.loads(line)
    except ValueError:
        return None
    return heading.get("pinned") if isinstance(heading, dict) else None


class PinWriter:
    """A file of pinned rulings that is written: whole under its name at the end, or not at all."""

    def __init__(self, path: Path) -> None:
        """Raises BadPins where this is there and no file: a device would be gone."""
        _check_file(path)
        self._path = Path(os.path.realpath(path))
        self._draft = draft_beside(self._path)
        self._file: IO[str] = self._draft.open("w", encoding="utf-8")
        self._write({"pinned": FORMAT})

    def keep(self, pinned_game: PinnedGame) -> None:
        """Adds a game to the draft of the file."""
        self._write(
            {
                "name": pinned_game.name,
                "digest": pinned_game.digest,
                "end": pinned_game.end,
                "rulings": list(pinned_game.rulings),
            }
        )

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def finish(self) -> None:
        """Puts the draft in the place of the file. Raises OSError."""
        self._file.close()
        self._draft.replace(self._path)

    def give_up(self) -> None:
        """Drops the draft, and leaves what was pinned before as it was."""
        self._file.close()
        self._draft.unlink(missing_ok=True)


class ChangedByRule(Answer):
    """How many rulings a rule changed, and in which games."""

    ruleset: str
    rule: str
    rulings: int
    games: tuple[str, ...]


class AgainstPins(Batch):
    """With `--expect`: what is ruled otherwise than it was pinned."""

    by_rule: tuple[ChangedByRule, ...]
    gone: Annotated[tuple[str, ...], Meta(description="Pinned, and no longer among them.")]


@dataclass
class ChangedRulings:
    """What is ruled otherwise than it was pinned, over all games."""

    by_rule: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(ruleset, rule) → rulings."""
    games: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The same → the games, in order."""

    def take(self, ruleset: str, name: str, rules: Iterable[str]) -> None:
        for rule in rules:
            key = (ruleset, rule)
            self.by_rule[key] += 1
            games = self.games.setdefault(key, [])
            if not games or games[-1] != name:
                games.append(name)

    def told(self) -> tuple[ChangedByRule, ...]:
        return tuple(
            ChangedByRule(ruleset, rule, number, tuple(self.games[ruleset, rule]))
            for (ruleset, rule), number in self.by_rule.most_common()
        )


def pins(opens: OpenLedger, file: PinWriter) -> Work:
    """Work that pins the rulings of each as they are now."""

    def work(source: Source) -> Outcome:
        now = pin_game(source.name, replay(record_of(source, opens)).game)
        file.keep(now)
        return Outcome(source.name, "pinned", entries_counted(len(now.rulings)), digest=now.digest)

    return work


def expects(opens: OpenLedger, known: PinFile, changes: ChangedRulings) -> Work:
    """Work that tells whether each is still ruled as it was pinned."""

    def work(source: Source) -> Outcome:
        was = known.of(source.name)
        game = replay(record_of(source, opens)).game
        now = pin_game(source.name, game)
        if was is None:
            return Outcome(source.name, "new", "nothing is pinned of it", digest=now.digest)
        if was.digest != now.digest:
            said = "it is another game than the one whose rulings are pinned"
            return Outcome(source.name, "replaced", said, digest=now.digest, fell_out=True)
        if len(was.rulings) != len(now.rulings):
            said = f"{count(len(was.rulings), 'ruling')} pinned, and it has {entries_counted(len(now.rulings))}"
            return Outcome(source.name, "replaced", said, digest=now.digest, fell_out=True)
        changed = list(_changes(was, now))
        for ruling in changed:
            changes.take(game.ruleset.name, source.name, ruling["by"])
        if not changed and was.end == now.end:
            return Outcome(
                source.name, "as pinned", entries_counted(len(now.rulings)), digest=now.digest
            )
        said = _in_words(changed) or "every ruling is as pinned, and the table at the end is not"
        details = {"changed": changed}
        return Outcome(
            source.name, "changed", said, digest=now.digest, fell_out=True, details=details
        )

    return work


def _changes(was: PinnedGame, now: PinnedGame) -> Iterator[dict[str, Any]]:
    for n, (before, after) in enumerate(zip(was.rulings, now.rulings, strict=True), 1):
        if before == after:
            continue
        verdict, *cited = before.split(" ")
        becomes, *cites = after.split(" ")
        apart = [
            rule for rule in dict.fromkeys((*cited, *cites)) if (rule in cited) != (rule in cites)
        ]
        yield {
            "n": n,
            "from": verdict,
            "to": becomes,
            "cites_from": cited,
            "cites_to": cites,
            "by": apart or list(dict.fromkeys((*cited, *cites))),
        }


def _in_words(changed: list[dict[str, Any]]) -> str:
    if not changed:
        return ""
    shown = [
        f"entry {ruling['n']}: {ruling['from']} ({', '.join(ruling['cites_from'])}) → "
        f"{ruling['to']} ({', '.join(ruling['cites_to'])})"
        for ruling in changed[:SHOWN]
    ]
    more = [f"and {len(changed) - SHOWN} more"] if len(changed) > SHOWN else []
    return f"{count(len(changed), 'ruling')}: {'; '.join((*shown, *more))}"

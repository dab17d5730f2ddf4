"""`python -m tests.fuzz.kills [--sqlite N] [--postgres N]`: killed under load, and nothing is lost.

Two writers with many clients step in the same games, every step with a key. One or both are killed at
any moment, and new ones go on. On PostgreSQL their connections are cut as well: by the server, and
in the middle of a message. What was acknowledged has to be there, once, where it was said to be.
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from adapters.wiring import ledger_on, umpire_on
from application.ledger.verified import VerifiedGame
from tests.archive import opening
from tests.fuzz.cuts import cut, cutting, postgres
from tests.fuzz.writers import Forked, Tell, forked, warm, writer

WRITERS = ("w1", "w2")
REPEATED = 300
"""Keys that are sent once more at the very end."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What was acknowledged under a key."""

    game: str
    n: int
    digest: str


@dataclass
class Told:
    """Everything that was acknowledged so far."""

    ruled: dict[str, Ruled] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    newest: dict[str, dict[int, int]] = field(default_factory=lambda: {w: {} for w in WRITERS})
    counts: Counter[str] = field(default_factory=Counter)
    sentences: set[str] = field(default_factory=set)

    def take(self, lines: list[str]) -> dict[str, Ruled]:
        """What is new of it. Raises AssertionError where a key got another entry than before."""
        fresh = {}
        for line in lines:
            what, _, rest = line.partition(" ")
            assert what != "fault", rest
            self.counts[what] += 1
            if what == "opened":
                self.opened.add(rest)
            elif what == "problem":
                self.sentences.add(rest)
            elif what == "ruled":
                key, game, n, digest = rest.split()
                one = Ruled(game, int(n), digest)
                if key in self.ruled:
                    assert self.ruled[key] == one, f"{key} got {one} after {self.ruled[key]}"
                    self.counts["again"] += 1
                fresh[key] = self.ruled[key] = one
                who, client, number = key.split(".")
                newest = self.newest[who]
                newest[int(client)] = max(newest.get(int(client), 0), int(number))
        return fresh


@dataclass
class Kills:
    """A run of kills on one store."""

    db: str
    """Where the writers write."""
    straight: str
    """The same store, for whoever looks whether it is all there."""
    seed: int
    longest: float
    """Seconds between two kills."""
    cuts: bool = False
    told: Told = field(default_factory=Told)
    running: dict[str, Forked] = field(default_factory=dict)
    kills: int = 0

    def run(self, kills: int) -> None:
        chance = Random(self.seed)
        while self.kills < kills:
            for name in WRITERS:
                if name not in self.running:
                    seed = f"{self.seed} {name} {self.kills}"
                    begins = self.told.newest[name]
                    self.running[name] = writer(self.db, name, begins, seed)
            fresh = self._wait(chance)
            if self.cuts and chance.random() < 1 / 2:
                done(forked(lambda tell: cut(self.straight, tell)), self.told)
                fresh |= self._wait(chance)
            for name in WRITERS if chance.random() < 1 / 8 else (chance.choice(WRITERS),):
                fresh |= self.told.take(self.running.pop(name).killed())
                self.kills += 1
            done(forked(lambda tell, known=fresh: there(self.straight, known, tell)), self.told)
        for one in self.running.values():
            self.told.take(one.killed())

    def _wait(self, chance: Random) -> dict[str, Ruled]:
        """Up to the next accident: mostly under load, sometimes while a writer is still starting."""
        fresh = {}
        if chance.random() < 0.9:
            fresh |= self._ready()
        until = time.monotonic() + chance.uniform(0, self.longest)
        while time.monotonic() < until:
            for one in self.running.values():
                fresh |= self.told.take(one.lines(0.002))
        return fresh

    def _ready(self) -> dict[str, Ruled]:
        """Both have begun to write."""
        fresh: dict[str, Ruled] = {}
        for one in self.running.values():
            before = self.told.counts["ruled"]
            while self.told.counts["ruled"] == before and not one.ended:
                fresh |= self.told.take(one.lines(0.002))
        return fresh


def done(one: Forked, told: Told) -> None:
    """It has ended, and found no fault."""
    told.take(one.waited())


def there(db: str, known: dict[str, Ruled], _tell: Tell) -> None:
    """What was acknowledged since the last look is in the log."""
    ledger = ledger_on(db)
    for game in {one.game for one in known.values()}:
        entries = ledger.load(game).entries
        for key, one in known.items():
            if one.game == game:
                found = entries[one.n - 1]
                assert (found.key, found.digest) == (key, one.digest), (key, one, found)
    ledger.close()


def all_there(db: str, told: Told) -> tuple[int, int]:
    """Every acknowledgement once, every chain whole, every ruling given again; games and entries."""
    ledger = ledger_on(db)
    keys: Counter[str] = Counter()
    found: dict[str, Ruled] = {}
    names = set(ledger.rows.names())
    assert told.opened <= names, told.opened - names
    for game in names:
        entries = ledger.load(game).entries
        assert [one.entry.n for one in entries] == list(range(1, len(entries) + 1))
        assert sorted(one.at for one in entries) == [one.at for one in entries]
        keys.update(one.key for one in entries)
        found |= {one.key: Ruled(game, one.entry.n, one.digest) for one in entries}
    assert ledger.rows.missing() == 0
    lost = {key: one for key, one in told.ruled.items() if found.get(key) != one}
    assert not lost, f"lost: {lost}"
    twice = [key for key, times in keys.items() if times > 1]
    assert not twice, f"twice: {twice}"
    damaged: list[VerifiedGame] = [one for one in ledger.verify_all() if not one.holds]
    assert not damaged, damaged
    ledger.close()
    return len(names), len(keys)


def repeated(db: str, told: Told) -> int:
    """A key that is sent again gets its entry again, whatever is said with it."""
    umpire = umpire_on(db)
    asked = list(told.ruled.items())[:: max(1, len(told.ruled) // REPEATED)]
    for key, one in asked:
        length = umpire.game(one.game).game.length
        said = {"by": "judge", "do": "note", "text": "once more"}
        again = umpire.step(one.game, said, key=key)
        assert (again.entry.n, again.digest) == (one.n, one.digest), (key, one, again)
        assert umpire.game(one.game).game.length == length
    umpire.store.close()
    return len(asked)


def judged(kills: Kills, began: float) -> None:
    """Looks at the whole store, and says what was done."""
    took = time.monotonic() - began
    games, entries = all_there(kills.straight, kills.told)
    again = repeated(kills.straight, kills.told)
    counts = kills.told.counts
    assert counts["ruled"] > kills.kills, "hardly anything was written"
    print(  # noqa: T201
        f"{kills.kills} kills in {took:.0f} s: {len(kills.told.ruled)} rulings acknowledged, all "
        f"there, once, of {entries} in {games} games; {counts['again'] + again} keys repeated; "
        f"{counts['cut']} connections ended by the server; {counts['problem']} steps told that the "
        f"store did not answer, and sent again; looked through in "
        f"{time.monotonic() - began - took:.0f} s",
        flush=True,
    )
    for sentence in sorted(kills.told.sentences)[:5]:
        print(f"  {sentence}", flush=True)  # noqa: T201


def begun(db: str, tell: Tell) -> None:
    """A store is made, or gone on with, and a game is opened in it."""
    umpire = umpire_on(db)
    chance = Random(str(len(umpire.games())))
    game = umpire.open(opening("voidsiege", chance))
    tell(f"opened {game}")
    umpire.store.close()


def made_anew(number: int, seed: int, folder: Path) -> None:
    """Killed while a store is made: there is a whole one or none, and whatever was opened is in it."""
    chance, opened = Random(seed), 0
    for n in range(number):
        path = folder / f"{n}.umpire"
        one = forked(lambda tell, db=str(path): begun(db, tell))
        lines = one.lines(chance.uniform(0, 0.08)) + one.killed()
        lines += forked(lambda tell, db=str(path): begun(db, tell)).waited()
        assert not [line for line in lines if line.startswith("fault")], lines
        ledger = ledger_on(str(path))
        assert {line.split()[1] for line in lines} <= set(ledger.rows.names())
        assert all(one.holds for one in ledger.verify_all())
        ledger.close()
        opened += len(lines)
    print(f"{number} kills of who makes a store: {opened} games opened, all there")  # noqa: T201


def on_sqlite(number: int, seed: int) -> None:
    warm()
    with TemporaryDirectory() as folder:
        made_anew(max(1, number // 5), seed, Path(folder))
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "games.umpire")
        kills = Kills(path, path, seed, 0.08)
        with none_left(kills):
            kills.run(number)
        judged(kills, began)


def on_postgres(number: int, seed: int) -> None:
    warm()
    began = time.monotonic()
    with postgres() as straight, cutting(straight, seed) as proxied:
        kills = Kills(proxied.address, straight, seed, 0.3, cuts=True)
        with none_left(kills):
            kills.run(number)
        judged(kills, began)
        print(f"  {proxied.cuts()} connections cut in the middle", flush=True)  # noqa: T201


@contextmanager
def none_left(kills: Kills) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for one in kills.running.values():
            os.kill(one.pid, 9)
        raise


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.fuzz.kills")
    parser.add_argument("--sqlite", type=int, default=0)
    parser.add_argument("--postgres", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.sqlite:
        on_sqlite(asked.sqlite, asked.seed)
    if asked.postgres:
        on_postgres(asked.postgres, asked.seed)


if __name__ == "__main__":
    main()

"""Everything that can be asked of any ruleset, in one line of its tests:

    TestToy = kit("toy")

A class of tests: it is put together rightly, whatever is said in random games holds, nobody is told
what is hidden from them, every rule is at home and cited, every reading is played, every event has
its words, its records and small tables hold. What it needs it takes from the ruleset: set-ups from
`lab.tables`, `example` and the records in `tests/conformance/NAME`; more may be given.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from adapters.stores.exploration_file import ExplorationFile
from application import rulesets
from application.examples import fewest_players
from application.lab.dispute import dispute_at, game_of
from application.lab.exploration.exploration import Exploration
from application.lab.exploration.explore import explore
from application.lab.nameless import nameless
from application.ledger.stored_events import event_types
from application.records.demo import demo_of
from application.records.records import Record, read_record
from application.records.replay import replay
from application.records.replay_account import differing
from domain.kernel.assembly import NEEDED
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import SPECTATOR, Ruleset
from event_schemas.generate import schema_of
from tests.kit import code, routes, worlds
from tests.kit.bound import SECONDS, bounded
from tests.kit.sound import Watch
from tests.kit.taps import judged_alike
from tests.kit.worlds import exchanged_world, hidden_from
from tests.properties.play import Fill, filled, holds, play
from tests.spec import opened

__all__ = ["Kit", "kit"]

RECORDS = Path(__file__).parents[1] / "conformance"
SERVED = 2
"""Games that are played on a server."""
MOST_LOOKED_AT, MOST_SOUND = 60, 20
"""How far a small table is explored here; `umpire prove` goes to the end."""


def kit(
    name: str,
    module: str | None = None,
    *,
    tables: Sequence[SmallTable] = (),
    records: Path | None = None,
    games: int = 24,
    steps: int = 40,
    fill: Fill = filled,
    seen: Callable[[Game], None] | None = None,
) -> type["Kit"]:
    """The tests of a ruleset.

    `module` has its RULESET, where it is not in the list of rulesets; `tables` are more set-ups to play
    on, `records` the folder of its records; `fill` answers what a candidate asks, `seen` is called with
    the game after each entry.
    """
    found = About(
        name,
        module or rulesets.FOLDERS[name],
        tuple(tables),
        records or RECORDS / name,
        games,
        steps,
        fill,
        seen,
    )
    return type(f"Test{name.title().replace('-', '')}", (Kit,), {"about": found, "__test__": True})


def nothing_of(wrong: Iterable[str]) -> None:
    """Fails with a line for each of these."""
    told = "\n".join(wrong)
    assert not told, told


@cache
def recorded(folder: Path) -> tuple[Record, ...]:
    """The records of a folder, by their names."""
    return tuple(map(read_record, sorted(folder.glob("*.yaml"))))


@dataclass(frozen=True)
class About:
    """What `kit` was told."""

    name: str
    module: str
    tables: tuple[SmallTable, ...]
    records: Path
    games: int
    steps: int
    fill: Fill
    seen: Callable[[Game], None] | None


class Kit:
    """See `kit`; each test is a sentence about the ruleset."""

    __test__ = False
    about: ClassVar[About]
    seconds: ClassVar[float] = SECONDS

    @pytest.fixture(autouse=True)
    def _in_the_list(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        if self.about.name not in rulesets.FOLDERS:
            monkeypatch.setitem(rulesets.FOLDERS, self.about.name, self.about.module)
            event_types.cache_clear()
        with self.bound():
            yield

    def bound(self) -> AbstractContextManager[None]:
        """A loop of the ruleset that never ends is told with its line."""
        return bounded(self.about.name, rulesets.folder_of(self.about.name), self.seconds)

    @property
    def ruleset(self) -> Ruleset:
        return rulesets.ruleset(self.about.name)

    def openings(self) -> list[tuple[Mapping[str, Any], tuple[str, ...]]]:
        """Set-ups to play on, with who plays."""
        found = [(one.setup, one.players) for one in (*self.about.tables, *self.ruleset.lab.tables)]
        if self.ruleset.example is not None and not self.about.tables:
            players = found[0][1] if found else fewest_players(self.ruleset)
            found.append((self.ruleset.example(players), players))
        openings = (one.opening for one in recorded(self.about.records))
        found += [(one.setup, one.players) for one in openings]
        assert found, "give the kit a set-up: `example`, `lab.tables`, `tables` or a record"
        return found

    def games(self) -> Iterator[Game]:
        """Those of its records, and random ones."""
        for record in recorded(self.about.records):
            yield replay(record).game
        for seed in range(self.about.games):
            chance = Random(seed)
            yield play(self.table(chance), chance, self.about.steps, self.about.fill).game

    def table(self, chance: Random, readings: Mapping[str, str] | None = None) -> Game:
        setup, players = chance.choice(self.openings())
        return opened(self.ruleset, setup, players, readings)

    def some_readings(self, chance: Random) -> dict[str, str]:
        questions = self.ruleset.edition().questions.items()
        return {
            id: chance.choice(tuple(one.readings))
            for id, one in questions
            if one.readings and chance.random() < 1 / 3
        }

    def played(self, chance: Random, readings: Mapping[str, str], steps: int) -> None:
        """A random game; what must hold of each is asked after every entry and at the end.

        Half of them go on from somewhere in a record: by chance alone few get that far.
        """
        game, first = self.begun(chance, readings)
        watch = Watch(game)

        def look(now: Game) -> None:
            watch(now)
            if self.about.seen is not None:
                self.about.seen(now)

        holds(play(game, chance, steps, self.about.fill, look, played_on=1 / 12, first=first))

    def begun(
        self, chance: Random, readings: Mapping[str, str]
    ) -> tuple[Game, list[Mapping[str, Any]]]:
        """A game that is opened, and what is said first in it: half of them begin as a record."""
        records = recorded(self.about.records)
        if not records or chance.random() < 1 / 2:
            return self.table(chance, readings), []
        record = chance.choice(records)
        game = opened(self.ruleset, record.opening.setup, record.opening.players, readings)
        return game, [one.said for one in record.steps[: chance.randrange(len(record.steps) + 1)]]

    def test_whatever_is_said_holds(self) -> None:
        """The log is all there is, refusals change nothing and cite, the view is what it promises."""
        for seed in range(self.about.games):
            chance = Random(seed)
            self.played(chance, self.some_readings(chance), self.about.steps)

    def test_every_step_is_thought_of(self) -> None:
        """By the candidates: at the beginning, somewhere in a record, or in a game that is played."""
        never = {*self.ruleset.procedures} - {*NEEDED}
        for game in self.games():
            for n in range(game.length + 1) if never else ():
                table = game.position(n).state
                for player in game.players:
                    never -= {
                        one.said["do"] for one in self.ruleset.offers.candidates(table, player)
                    }
        nothing_of(f"no candidate ever says “{do}”, so it is never tried" for do in sorted(never))

    def test_every_reading_is_played(self) -> None:
        """And asked for somewhere in the code."""
        words = code.words_in(self.about.module)
        for id, question in self.ruleset.edition().questions.items():
            assert id in words, f"no code asks for the question {id}, or cites it"
            for value in question.readings:
                self.played(Random(f"{id} {value}"), {id: value}, self.about.steps // 4)

    def test_nobody_is_told_what_is_hidden_from_them(self) -> None:
        """Beside each game goes one that differs only in what they were never shown: all answers are equal.

        What is hidden is called otherwise or is something else, and what others choose in secret is another.
        """
        if self.ruleset.hiding is None:
            return
        compared = later = 0
        for seed in range(self.about.games):
            chance = Random(seed)
            game, first = self.begun(chance, self.some_readings(chance))
            found = worlds.told_alike(game, chance, self.about.fill, self.about.steps, first)
            compared, later = compared + found[0], later + found[1]
        assert compared, (
            "nothing that is hidden could be otherwise: nothing is known of how well it is"
        )
        secret = self.ruleset.hiding.secret_step_fields
        assert later or not secret, "no game went on after a secret choice had been shown"

    def test_something_hidden_can_be_something_else(self) -> None:
        """Else nothing is known of how well it is hidden: the view shows it, or the tables have too little."""
        if self.ruleset.hiding is None:
            return
        chance = Random(0)
        worlds_found = (
            exchanged_world(self.ruleset, setup, players, hidden, viewer, chance)[1]
            for setup, players in self.openings()
            for table in (opened(self.ruleset, setup, players).now.state,)
            for viewer in (*players, SPECTATOR)
            for hidden in (hidden_from(self.ruleset, table, viewer),)
        )
        assert any(worlds_found), "no two hidden things of any table can change places unseen"

    def test_a_tap_is_judged_as_what_comes_of_it(self) -> None:
        """Quickly, as a page does, and slowly; what players fill in is filled in."""
        for seed in range(self.about.games):
            chance = Random(seed)
            game = self.table(chance)
            play(game, chance, chance.randrange(self.about.steps), self.about.fill)
            for player in game.players:
                judged_alike(game, player, chance, self.about.fill)

    def test_every_route_of_a_game_keeps_what_is_hidden(self, tmp_path: Path) -> None:
        """The API's and the pages'; also what a step would get that is only tried."""
        if self.ruleset.hiding is None:
            return
        about = self.about
        for seed in range(SERVED):
            chance = Random(seed)
            setup, players = chance.choice(self.openings())
            store = tmp_path / f"{seed}.umpire"
            routes.answer_alike(opened(self.ruleset, setup, players), chance, about.fill, store)

    def test_a_hidden_name_is_answered_as_one_that_is_nothing(self) -> None:
        if self.ruleset.hiding is None:
            return
        for seed in range(self.about.games):
            chance = Random(seed)
            game = self.table(chance)
            play(game, chance, chance.randrange(self.about.steps), self.about.fill)
            worlds.hidden_names_are_nothing(game, chance)

    def test_every_rule_is_cited_or_says_why_not(self) -> None:
        nothing_of(code.uncited(self.ruleset, self.about.module))

    def test_a_rule_that_is_not_adjudicated_is_not_cited(self) -> None:
        silent = [one.id for one in self.ruleset.edition().rules.values() if one.not_adjudicated]
        cited = code.cited(self.about.module)
        nothing_of(
            f"{id} is cited, and says that it is not adjudicated" for id in silent if id in cited
        )

    def test_every_rule_that_a_sentence_cites_is_in_the_rulebook(self) -> None:
        """In grounds, and where a step is illegal or undetermined."""
        nothing_of(code.unknown(self.ruleset, self.about.module))

    def test_every_question_and_reading_that_is_asked_for_is_on_the_page(self) -> None:
        nothing_of(code.misread(self.ruleset, self.about.module))

    def test_every_rule_is_at_home_in_one_file(self) -> None:
        nothing_of(code.homeless(self.ruleset, self.about.module))

    def test_every_rule_and_question_has_its_words(self) -> None:
        edition = self.ruleset.edition()
        for rule in edition.rules.values():
            assert rule.title and rule.text and rule.source, f"{rule.id}: title, text and source"
        for asked in edition.questions.values():
            assert asked.title and asked.text, f"{asked.id}: title and text"

    def test_nothing_that_happens_is_forgotten(self) -> None:
        """A happening that is called without `yield from` does not happen."""
        nothing_of(code.forgotten(self.about.module))

    def test_every_event_has_a_schema_with_its_words(self) -> None:
        for name, event in event_types(self.about.name).items():
            schema = schema_of(name, event, ())
            assert schema["description"], f"{name}: say in a docstring what happened"
            fields = schema["properties"].items()
            silent = [field for field, shape in fields if "description" not in shape]
            assert not silent, f"{name}: say under the field what it is: {', '.join(silent)}"

    def test_a_game_without_names_is_ruled_on_alike(self) -> None:
        """So that its authors get what a judge calls wrong, and learn nobody's name."""
        for seed in range(self.about.games // 4):
            chance = Random(seed)
            game = self.table(chance)
            play(game, chance, self.about.steps, self.about.fill)
            plain = nameless(dispute_at(game, game.length), self.ruleset).dispute
            assert not {*plain.opening.players} & {*game.players}
            for entry, again in zip(game.log, game_of(plain, self.ruleset).log, strict=True):
                was, now = entry.ruling, again.ruling
                assert (was.verdict, was.cites) == (now.verdict, now.cites), (entry, again)

    def test_its_records_are_ruled_on_as_they_note(self) -> None:
        for path in sorted(self.about.records.glob("*.yaml")):
            differ = replay(read_record(path)).mismatches
            nothing_of(
                f"{path.name}, {f'entry {one.n}' if one.n else 'at the end'}: {differing(one).text}"
                + (
                    f"; it is {one.verdict}, citing {', '.join(one.cites) or 'no rule'}"
                    if one.n
                    else ""
                )
                for one in differ
            )

    def test_its_demo_can_be_told(self) -> None:
        """Each step of it is ruled on as its page says."""
        if self.ruleset.example is None and not self.ruleset.lab.tables:
            return
        demo = replay(demo_of(self.about.name).record)
        nothing_of(f"demo.md: {differing(one).text}" for one in demo.mismatches)

    def test_its_lab_names_what_there_is(self) -> None:
        nothing_of(code.misnamed(self.ruleset, self.about.module))

    def test_all_holds_of_its_small_tables(self) -> None:
        for table in self.ruleset.lab.tables:
            found = explore(
                Exploration(self.about.name, table),
                ExplorationFile,
                ruleset=self.ruleset,
                most=MOST_LOOKED_AT,
            )
            nothing_of(f"{table.name}: {one.kind}: {one.words}" for one in found.counterexamples)

    def test_tables_that_are_called_alike_answer_alike(self) -> None:
        """What the lab leaves out of a table is nothing on which a ruling depends."""
        for table in self.ruleset.lab.tables:
            exploration = Exploration(self.about.name, table, sound=True)
            found = explore(exploration, ExplorationFile, ruleset=self.ruleset, most=MOST_SOUND)
            nothing_of(f"{table.name}: {one.kind}: {one.words}" for one in found.counterexamples)

"""Given a table, when somebody does this, then that is ruled: specs that read like a rulebook.

    (
        given("voidsiege", TABLE, readings={"C1": "snap_fire"})
        .when(by="ana", do="declare", unit="a1", command="move").then_legal("T1")
        .when(by="ben", do="react", unit="b1", command="shoot").then_illegal("T4", "P6")
        .then_state(phase="reaction", units__a1__restrictions=[])
    )

A story goes on: what was ruled legal has happened. `CITED` collects every rule that a ruling or an
event of any story has cited, by ruleset.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from application.rulesets import ruleset as ruleset_named
from domain.kernel.history import Entry, Game, Mode, Opening, open_game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import Verdict
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE

CITED: defaultdict[str, set[str]] = defaultdict(set)


def named(ruleset: str | Ruleset) -> Ruleset:
    """The ruleset of this name."""
    return ruleset if isinstance(ruleset, Ruleset) else ruleset_named(ruleset)


def opened(
    ruleset: str | Ruleset,
    setup: Mapping[str, Any],
    players: Sequence[str] = ("ana", "ben"),
    readings: Mapping[str, str] | None = None,
    mode: Mode = "casual",
    edition: str | None = None,
) -> Game:
    """A game at entry 0. Raises SetupError."""
    found = named(ruleset)
    opening = Opening(
        found.name,
        edition or found.edition().id,
        dict(readings or {}),
        mode,
        tuple(players),
        dict(setup),
    )
    return open_game(found, opening)


def given(
    ruleset: str | Ruleset,
    setup: Mapping[str, Any],
    players: Sequence[str] = ("ana", "ben"),
    readings: Mapping[str, str] | None = None,
    mode: Mode = "casual",
    edition: str | None = None,
) -> "Story":
    """A story that begins with this table."""
    return Story(opened(ruleset, setup, players, readings, mode, edition))


class Story:
    """A game told step by step; each `then` speaks of the newest `when`."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def entry(self) -> Entry:
        """The newest entry."""
        return self.game.log[-1]

    @property
    def state(self) -> Any:
        return self.game.now.state

    def when(self, **said: Any) -> "Story":
        """Somebody attempts a step; whatever the verdict, it becomes an entry."""
        entry, position = adjudicate(self.game, said)
        self.game.take(entry, position)
        cited = CITED[self.game.ruleset.name]
        cited.update(entry.ruling.cites)
        for event in entry.events:
            cited.update(event.rules)
        return self

    def rewind(self, to: int) -> "Story":
        """A judge puts the game back to where it stood after an entry."""
        said = {"by": JUDGE, "do": "rewind", "to": to, "because": "the spec says so"}
        return self.when(**said).then_legal("G5")

    def overrule(self, entry: int, verdict: str) -> "Story":
        """A judge rules otherwise on an entry; `then_legal` says whether that was theirs to do."""
        because = "the spec says so"
        return self.when(by=JUDGE, do="overrule", entry=entry, verdict=verdict, because=because)

    def then_legal(self, *rules: str, cites: Iterable[str] = ()) -> "Story":
        """It is legal, and the ruling cites at least these rules."""
        return self._then("legal", (*rules, *cites))

    def then_illegal(self, *rules: str, cites: Iterable[str] = ()) -> "Story":
        """It is illegal, and the ruling cites at least these rules."""
        return self._then("illegal", (*rules, *cites))

    def then_undetermined(self, *rules: str, cites: Iterable[str] = ()) -> "Story":
        """It is undetermined, and the ruling cites at least these rules."""
        return self._then("undetermined", (*rules, *cites))

    def _then(self, verdict: Verdict, rules: tuple[str, ...]) -> "Story":
        ruling = self.entry.ruling
        told = f"entry {self.entry.n} {dict(self.entry.said)}: {ruling}"
        assert ruling.verdict == verdict, f"expected {verdict}: {told}"
        missing = [rule for rule in rules if rule not in ruling.cites]
        assert not missing, f"expected {', '.join(missing)} among the rules cited: {told}"
        return self

    def then_basis(self, basis: str) -> "Story":
        """What the ruling rests on: `rule`, `reading` or `inferred`."""
        assert self.entry.ruling.basis == basis, self.entry.ruling
        return self

    def then_reason(self, *words: str) -> "Story":
        """The reason holds these words."""
        reason = self.entry.ruling.reason
        missing = [part for part in words if part not in reason]
        assert not missing, f"{missing} not in the reason: {reason}"
        return self

    def then_since(self, *entries: int) -> "Story":
        """The ruling rests on at least these earlier entries."""
        because = self.entry.ruling.because
        assert set(entries) <= set(because), f"expected {entries}, got {because}"
        return self

    def then_state(self, expected: Mapping[str, Any] | None = None, /, **paths: Any) -> "Story":
        """The state has this, each mapping key by key: `units__a1__restrictions=["run"]`."""
        state = self.game.view()
        wanted = {**(expected or {}), **{k.replace("__", "."): v for k, v in paths.items()}}
        sets = self.game.ruleset.sets
        wrong = [
            line
            for path, value in wanted.items()
            for line in differences(path, value, _found(state, path), path.split(".")[-1], sets)
        ]
        assert not wrong, f"after entry {self.game.length}: " + "; ".join(wrong)
        return self

    def events(self, *names: str) -> "Story":
        """Exactly these events happened, by the names of their classes."""
        happened = [type(event).__name__ for event in self.entry.events]
        assert happened == list(names), f"expected {list(names)}, got {happened}"
        return self

    def happened(self, name: str, *rules: str) -> "Story":
        """Among others an event of this class happened, by at least these rules."""
        found = [event for event in self.entry.events if type(event).__name__ == name]
        assert found, f"no {name} among {[type(e).__name__ for e in self.entry.events]}"
        cited = {rule for event in found for rule in event.rules}
        assert set(rules) <= cited, f"{name} cites {sorted(cited)}, expected {rules}"
        return self


MISSING = object()


def _found(state: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(state, Mapping) and name in state:
            state = state[name]
        elif isinstance(state, list) and name.isdigit() and int(name) < len(state):
            state = state[int(name)]
        else:
            return MISSING
    return state


def differences(
    path: str, wanted: Any, found: Any, key: str = "", sets: frozenset[str] = frozenset()
) -> list[str]:
    """Where the state is not as wanted: mappings key by key, lists whole, sets in any order."""
    if found is MISSING:
        return [f"{path} is not there, expected {wanted!r}"]
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return [
            line
            for name, value in wanted.items()
            for line in differences(
                f"{path}.{name}" if path else str(name), value, found.get(name, MISSING), name, sets
            )
        ]
    if key in sets and isinstance(wanted, list) and isinstance(found, list):
        wanted, found = sorted(map(repr, wanted)), sorted(map(repr, found))
    same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
    return [] if same else [f"{path} is {found!r}, expected {wanted!r}"]

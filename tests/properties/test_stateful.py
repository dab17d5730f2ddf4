"""Games said step by step by Hypothesis: a failing one is printed as the story that leads to it."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from application.ledger.rows_read import decode
from application.ledger.stored_events import encode
from application.rulesets import OURS
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE
from tests.archive import tables
from tests.properties.play import GARBAGE, Played, filled, holds
from tests.spec import named

NUMBER = st.integers(0, 400)
SHARED = st.sampled_from(("undo", "consent", "object", "withdraw", "concede"))


class Said(RuleBasedStateMachine):
    """A table at which anybody may say anything, sensible or not."""

    ruleset: ClassVar[str]
    game: Game
    played: Played

    @initialize(which=NUMBER)
    def the_table_is_laid_out(self, which: int) -> None:
        pages = tables(self.ruleset)
        page = pages[which % len(pages)]
        found = named(self.ruleset)
        readings, players = page.get("readings", {}), tuple(page["players"])
        mode, setup = page.get("mode", "casual"), page.get("setup", {})
        edition = found.edition().id
        opening = Opening(self.ruleset, edition, readings, mode, players, setup)
        self.game = open_game(found, opening)
        self.played = Played(self.game, [self.game.now])

    def say(self, said: Mapping[str, Any]) -> None:
        before = self.game.now
        entry, position = adjudicate(self.game, said)
        edition = self.game.law.edition
        if entry.ruling.verdict != LEGAL:
            assert position == before
            assert entry.ruling.cites and not entry.events
        assert all(edition.knows(cited) for cited in entry.ruling.cites)
        for event in entry.events:
            assert all(edition.knows(cited) for cited in event.rules)
            assert decode(event.STORED_AS, encode(event)) == event
        self.game.take(entry, position)
        self.played.seen.append(self.game.now)

    @rule()
    def the_game_goes_on(self) -> None:
        said = self.game.ruleset.plainest_step(self.game.now.state)
        if said is not None:
            self.say(said)

    @rule(player=NUMBER, which=NUMBER, answers=NUMBER)
    def somebody_tries(self, player: int, which: int, answers: int) -> None:
        self.say(self.tried(player, which, answers))

    @rule(player=NUMBER, which=NUMBER, field=NUMBER, garbage=st.sampled_from(range(len(GARBAGE))))
    def somebody_is_misheard(self, player: int, which: int, field: int, garbage: int) -> None:
        said = dict(self.tried(player, which, 0))
        names = [*(name for name in said if name != "by"), "colour"]
        said[names[field % len(names)]] = GARBAGE[garbage]
        self.say(said)

    @rule(player=NUMBER, do=SHARED)
    def somebody_takes_back_or_gives_up(self, player: int, do: str) -> None:
        players = self.game.players
        self.say({"by": players[player % len(players)], "do": do})

    @rule(to=NUMBER)
    def a_judge_rewinds(self, to: int) -> None:
        to %= self.game.length + 1
        self.say({"by": JUDGE, "do": "rewind", "to": to, "because": "a slip"})
        stood = self.played.seen[to].state
        assert self.game.now.state == self.game.ruleset.judged(stood)

    @rule(back=st.integers(0, 3), verdict=st.sampled_from(("legal", "illegal")))
    def a_judge_overrules(self, back: int, verdict: str) -> None:
        entry = self.game.length - back
        said = {"by": JUDGE, "do": "overrule", "entry": entry, "verdict": verdict}
        self.say({**said, "because": "it was played so"})

    def tried(self, player: int, which: int, answers: int) -> Mapping[str, Any]:
        players = self.game.players
        by = players[player % len(players)]
        found = list(self.game.ruleset.offers.candidates(self.game.now.state, by))
        if not found:
            return {"by": by, "do": "note", "text": "nothing to do"}
        one = found[which % len(found)]
        chance = Random(answers)
        return {**one.said, **{name: filled(name, ask, chance) for name, ask in one.asks.items()}}

    @invariant()
    def somebody_may_act_until_it_is_over(self) -> None:
        if not hasattr(self, "game"):
            return
        assert bool(self.game.to_act()) != self.game.ruleset.over(self.game.now.state)

    def teardown(self) -> None:
        if hasattr(self, "played"):
            holds(self.played)


def machine(name: str) -> type[Said]:
    return type(f"Said{name.title().replace('-', '')}", (Said,), {"ruleset": name})


@pytest.mark.parametrize("ruleset", OURS)
def test_whatever_is_said(ruleset: str) -> None:
    """Replay equals live, every position can be had again, refusals change nothing and cite."""
    case = machine(ruleset).TestCase
    case.settings = settings(max_examples=250, stateful_step_count=30, deadline=None)
    case().runTest()

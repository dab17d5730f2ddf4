"""Wreckers passes the kit; and whatever is planted in it that tells of hidden things fails the kit."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from adapters.web.api import looking
from adapters.web.pages import table as table_page
from adapters.web.streams import feed
from application.desk.explain import why
from application.game import difference, redaction
from application.game.log import log_entry, log_seen
from application.game.options import undo_preview
from application.game.transcript import entry_lines
from application.rulesets import FOLDERS
from domain.kernel.board import Group
from domain.kernel.offers import Candidate, Hint
from domain.kernel.ruleset import Happening, Ruleset
from domain.kernel.ruling import Check, Refusal, grounds, illegal
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed
from tests import wreckers
from tests.kit import kit, worlds
from tests.kit.planted import offering
from tests.spec import given
from tests.wreckers import DECK, HAND, RULESET, Draw, Keep, Lay, Table

TestWreckers = kit("wreckers", "tests.wreckers", games=8)


@pytest.fixture(autouse=True)
def in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FOLDERS, "wreckers", "tests.wreckers")


@pytest.mark.parametrize("viewer", [*wreckers.PLAYERS_OF, "spectator"])
def test_once_all_bids_are_shown_everybody_is_told_them_and_by_which_rules(viewer: str) -> None:
    """In the entry that shows them, in the log, and where it is asked why; before that nothing says “yet”."""
    story = given(RULESET, wreckers.SETUP, wreckers.PLAYERS_OF)
    for player, amount in (("cem", 3), ("ana", 1), ("ben", 2)):
        story.when(by=player, do="bid", amount=amount).then_legal("B1")
    game = story.game
    seen = redaction.entry_seen(game, story.entry, viewer)
    assert seen == story.entry
    assert (seen.ruling.reason, seen.ruling.cites) == (
        "ben bids. cem bid most: 3. cem has no life left.",
        ("B1", "B2", "B3", "L1"),
    )
    shown = "bids (cem 3, ana 1, ben 2) (B2)."
    for told in (
        entry_lines(seen, game.law.edition, game.ruleset),
        why(game, 3, viewer).lines(game.ruleset),
    ):
        assert shown in "\n".join(getattr(line, "text", line) for line in told)
    first = redaction.entry_seen(game, game.entry(1), viewer).ruling.reason
    assert first == ("cem bids." if viewer == "cem" else "Something was chosen in secret.")


def happening(do: str, happens: Callable[[Table, Any], Happening], **more: Any) -> Ruleset:
    """Wreckers in which something else happens with a step."""
    otherwise = changed(RULESET.procedures[do], happens=happens, **more)
    return changed(RULESET, procedures={**RULESET.procedures, do: otherwise})


def kinds(table: Table, player: str, zone: str = HAND) -> list[str]:
    return [table.zones.cards[card].kind for card in table.zones.lying(zone, player)]


def in_an_event() -> Ruleset:
    """Which card was drawn stands in a field that is hidden from nobody."""
    assert RULESET.hiding is not None
    return changed(RULESET, hiding=changed(RULESET.hiding, event_name_fields=()))


def in_a_reason() -> Ruleset:
    def keep(table: Table, step: Keep) -> Happening:
        yield grounds(f"{step.by} keeps {', '.join(kinds(table, step.by))}", "D4")
        return (yield wreckers.TurnEnded())

    return happening("keep", keep)


def in_a_reason_by_its_name() -> Ruleset:
    def draw(table: Table, step: Draw) -> Happening:
        yield grounds(f"{step.by} draws {table.zones.top(DECK, step.by)}", "D1")
        return (yield from wreckers.draw(table, step))

    return happening("draw", draw)


def in_the_rules_cited() -> Ruleset:
    def draw(table: Table, step: Draw) -> Happening:
        card = table.zones.top(DECK, step.by)
        if card is not None and table.zones.cards[card].kind == "rope":
            yield grounds("the next card is drawn", "D3")
        return (yield from wreckers.draw(table, step))

    return happening("draw", draw)


def in_the_facts() -> Ruleset:
    def it_is_their_turn(table: Table, step: Keep) -> Refusal | None:
        refusal = wreckers.they_have_drawn(table, step)
        return refusal and illegal(refusal.reason, "D4", hand=kinds(table, step.by))

    checks = (Check(("D4",), it_is_their_turn),)
    return happening("keep", wreckers.keep, checks=checks)


def in_a_refusal() -> Ruleset:
    """Whether a card may be laid depends on what others hold."""

    def the_others_hold_even_ropes(table: Table, step: Lay) -> Refusal | None:
        others = [one for one in table.players if one != step.by]
        ropes = sum(kinds(table, one).count("rope") for one in others)
        return illegal("the others hold an odd number of ropes", "D4") if ropes % 2 else None

    procedure = RULESET.procedures["lay"]
    checks = (*procedure.checks, Check(("D4",), the_others_hold_even_ropes))
    return happening("lay", procedure.happens, checks=checks)


def in_what_follows() -> Ruleset:
    """Of what nobody has seen: a bid that is too high costs a life at once."""

    def bid(table: Table, step: wreckers.Bid) -> Happening:
        table = yield from wreckers.bid(table, step)
        if sum(table.bids.chosen.values()) > 3:
            table = yield wreckers.LivesChanged(step.by, table.lives[step.by] - 1, ("B2",))
        return table

    return happening("bid", bid)


def in_the_options() -> Ruleset:
    def candidates(table: Table, player: str) -> Iterator[Candidate]:
        yield from RULESET.offers.candidates(table, player)
        for other in table.players:
            for card in table.zones.lying(HAND, other):
                yield Candidate({"by": player, "do": "lay", "card": card})

    return offering(RULESET, candidates)


def in_a_prompt() -> Ruleset:
    def words(table: Table, said: Mapping[str, Any]) -> str:
        highest = max(table.bids.chosen.values(), default=0)
        return f"Bid {said.get('amount')}, more than {highest}"

    hint = changed(RULESET.hints["bid"], words=words)
    return changed(RULESET, hints={**RULESET.hints, "bid": hint})


def in_what_is_due() -> Ruleset:
    def due(table: Table, player: str) -> list[dict[str, Any]]:
        bids = table.bids.chosen
        waits = wreckers.bids_are_made(table, player)
        return [{"amount": min(3, max(bids.values(), default=0) + 1)}] if waits else []

    hint = Hint("Bid {amount}", wreckers.bids_are_made, due)
    return changed(RULESET, hints={**RULESET.hints, "bid": hint})


def in_the_view() -> Ruleset:
    def view(table: Table, viewer: str) -> dict[str, Any]:
        return {**RULESET.view(table, viewer), "next": kinds(table, table.players[0], DECK)[:1]}

    return changed(RULESET, view=view)


def on_the_board() -> Ruleset:
    def board(table: Table, viewer: str) -> tuple[Group, ...]:
        bids = table.bids.chosen.values()
        return (*RULESET.board(table, viewer), Group("bids", note=f"{sum(bids)} lives"))

    return changed(RULESET, board=board)


def in_the_words_of_the_table() -> Ruleset:
    return changed(RULESET, in_words=lambda table, _: [f"{kinds(table, 'ben')}"])


def in_whose_chance_it_is() -> Ruleset:
    return changed(RULESET, chance=lambda table: f"{sorted(table.bids.chosen.values())} are bid")


RULESETS = (
    in_an_event,
    in_a_reason,
    in_a_reason_by_its_name,
    in_the_rules_cited,
    in_the_facts,
    in_a_refusal,
    in_what_follows,
    in_the_options,
    in_a_prompt,
    in_what_is_due,
    in_the_view,
    on_the_board,
    in_the_words_of_the_table,
    in_whose_chance_it_is,
)


@pytest.mark.parametrize("leaks", RULESETS, ids=lambda one: one.__name__)
def test_what_a_ruleset_tells_of_hidden_things_is_found(
    leaks: Callable[[], Ruleset], monkeypatch: Any
) -> None:
    monkeypatch.setattr(TestWreckers, "ruleset", leaks())
    with pytest.raises(AssertionError):
        TestWreckers().test_nobody_is_told_what_is_hidden_from_them()


def to_anybody(_game: Any, _viewer: str) -> str:
    return JUDGE


def as_it_was_said(live: Any, n: int, viewer: str) -> Any:
    return changed(log_entry(live, n, viewer), said=dict(live.game.entry(n).said))


def all_as_it_was_said(live: Any, viewer: str, after: int, until: int) -> Iterator[Any]:
    for one in log_seen(live, viewer, after, until):
        yield changed(one, said=dict(live.game.entry(one.n).said))


def with_the_bids(game: Any, player: str) -> Any:
    found = UNDO_PREVIEW(game, player)
    return replace(found, reason=f"{found.reason} {game.now.state.bids.chosen}")


UNDO_PREVIEW = undo_preview
QUESTIONS = {
    "history": (difference, "effective_viewer", to_anybody),
    "the words of an undo": (worlds, "undo_preview", with_the_bids),
    "entries": (redaction, "effective_viewer", to_anybody),
}


@pytest.mark.parametrize("where", QUESTIONS)
def test_what_a_question_tells_of_hidden_things_is_found(where: str) -> None:
    place, name, fault = QUESTIONS[where]
    with patch.object(place, name, fault), pytest.raises(AssertionError):
        asked = TestWreckers()
        asked.test_nobody_is_told_what_is_hidden_from_them()


ROUTES = {
    "log": (looking, "log_seen", all_as_it_was_said),
    "feed": (feed, "log_entry", as_it_was_said),
    "pages": (table_page, "effective_viewer", to_anybody),
}


@pytest.mark.parametrize("where", ROUTES)
def test_what_a_route_tells_of_hidden_things_is_found(where: str, tmp_path: Path) -> None:
    place, name, fault = ROUTES[where]
    asked = TestWreckers()
    with ExitStack() as stack:
        stack.enter_context(patch.object(place, name, fault))
        stack.enter_context(pytest.raises(AssertionError))
        asked.test_every_route_of_a_game_keeps_what_is_hidden(tmp_path)

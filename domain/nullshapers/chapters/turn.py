"""Chapter P: how the steps of the turn end and begin, and what follows by itself (P2, P3, P12, E3, E4, N7)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.blocks.passing import Passing
from domain.kernel.faults import RulesetFault
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, cites, stored_as
from domain.nullshapers.chapters.battle import agents_go_back, is_contested
from domain.nullshapers.chapters.costs import in_words
from domain.nullshapers.chapters.damage import battles_are_fought
from domain.nullshapers.chapters.executing import top_executes
from domain.nullshapers.chapters.moves import (
    CardDamaged,
    CardUnlocked,
    player_draws,
    standing_passes_end,
)
from domain.nullshapers.chapters.reacting import skills_enter
from domain.nullshapers.chapters.reports import EnergyLost, SpeedChanged
from domain.nullshapers.chapters.winning import (
    HAND_LIMIT,
    check_for_a_winner,
    next_owed,
    player_discards,
    settle_owed,
)
from domain.nullshapers.outline import AFTER, BY_NAME, NOBODY_ACTS, PAGE, PHASE, STEPS, step_name
from domain.nullshapers.queue import Spent
from domain.nullshapers.table import Table

DECIDES = ("E4", "N7", "P2", "P3", "P12")


@stored_as("nullshapers/passed/v1")
class Passed(Event):
    """A player declines."""

    SAYS = "{player} declines."

    player: str
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = cites("N3")

    def after(self, table: Table, entry: int) -> Table:
        return changed(
            table,
            window=Passing(self.player, table.passed).passes(table.players, table.players),
            passed_since={**table.passed_since, self.player: entry},
            chance_since=entry,
            ruled=entry if self.ruled else table.ruled,
        )


@stored_as("nullshapers/chance_given/v1")
class ChanceGiven(Event):
    """A window opens: a player holds the chance."""

    SAYS = "{player} holds the chance."

    player: str
    kind: str
    """`open`: the queue is empty; `executed`: after an execution; `entered`: skills have entered."""
    rules: tuple[RuleId, ...] = cites("E4")

    def after(self, table: Table, entry: int) -> Table:
        also = WITH_THE_CHANCE.get(self.kind, {})
        window = Passing(self.player, table.passed)
        # A debt that is left has no card or biome to be paid with: it is not kept for later.
        return changed(table, window=window, chance_since=entry, beginning=False, owed=(), **also)


@stored_as("nullshapers/step_ended/v1")
class StepEnded(Event):
    """A step of the turn ends."""

    SAYS = "The step {step} ends."

    step: str
    rules: tuple[RuleId, ...] = cites("E5")

    def after(self, table: Table, entry: int) -> Table:
        # A debt is not kept for the next step: what is left of one has been paid with all there was.
        spent = _still_gone(table, entry)
        after = changed(table, window=None, started=None, spent=spent, owed=())
        if self.step == "damage":
            return changed(after, **WITHOUT_BATTLE)
        return after.without_changed_battles() if self.step == "reset" else after


@stored_as("nullshapers/step_began/v1")
class StepBegan(Event):
    """A step of the turn begins."""

    SAYS = "The step {step} begins."

    step: str
    phase: str
    rules: tuple[RuleId, ...] = cites("P1")

    def after(self, table: Table, entry: int) -> Table:
        after = changed(table, step=self.step, beginning=True, declared={}, step_since=entry)
        when = REACTIONS.get(BY_NAME[self.step].rules)
        if when is None:
            return after
        return changed(after, triggers=after.triggers + after.reactions(when, entry))


@stored_as("nullshapers/turn_began/v1")
class TurnBegan(Event):
    """The next turn begins."""

    SAYS = "Turn {turn} begins: it is {player}’s."

    turn: int
    player: str
    rules: tuple[RuleId, ...] = cites("P1")

    def after(self, table: Table, entry: int) -> Table:
        cards = {
            id: changed(card, fresh=False) if card.fresh else card
            for id, card in table.cards.items()
        }
        turn = {"turn": self.turn, "turn_player": self.player, "turn_since": entry}
        return changed(table, cards=cards, spent={}, converted=None, anomaly_played=None, **turn)


REACTIONS: Mapping[tuple[RuleId, ...], str] = {
    ("P4",): "start_of_turn",
    ("P7",): "start_of_attack",
}
"""The rules that begin a step → which skills react to it."""


WITHOUT_BATTLE: Mapping[str, Any] = {
    "attackers": (),
    "defenders": (),
    "against": {},
    "ordered": (),
    "left_to_table": None,
}


WITH_THE_CHANCE: Mapping[str, Mapping[str, Any]] = {
    "open": {"acted": None, "started": None, "entered": False},
    "entered": {"entered": False},
}
"""What else changes, by what the chance is given after."""


def _still_gone(table: Table, entry: int) -> Mapping[str, tuple[Spent, ...]]:
    """What was lost with an earlier step would have been lost with this one (A7)."""
    return {
        player: (*gone, Spent(entry, {}, gone[0].rules))
        if gone and gone[0].rules and gone[-1].since != entry
        else gone
        for player, gone in table.spent.items()
    }


def follow(table: Table, entry: int) -> Happening:
    """What follows by itself, until somebody holds the chance or has to choose."""
    while not table.over and table.choice is None:
        following = _what_follows(table, entry)
        if following is None:
            break
        table = yield from following
    # A report may leave the window as it is, and then nothing else looks for a winner.
    if table.reported == entry:
        table = yield from check_for_a_winner(table, entry)
    return table


def _what_follows(table: Table, entry: int) -> Happening | None:
    """The next thing that happens without anybody's doing; None while somebody has to act.

    In this order: what players owe, skills that react, refresh and reset, who is asked, the queue;
    all of it waits while a battle has to be reported (P13).
    """
    if table.battles:
        return None
    if table.owed and (owed := next_owed(table)) is not None:
        return settle_owed(table, owed)
    if table.triggers:
        return skills_enter(table, entry)
    if table.step in NOBODY_ACTS:
        return BY_ITSELF[BY_NAME[table.step].rules](table, entry) if table.beginning else None
    if table.entered:
        return _skills_have_entered(table)
    window = table.window
    if window is None:
        return _after_an_execution(table) if table.queue else _the_queue_is_empty(table, entry)
    if window.all_have(table.players):
        return top_executes(table) if table.queue else step_ends_as_both_declined(table, entry)
    return _standing_pass_counts(table, window.chance) if window.chance in table.standing else None


def _standing_pass_counts(table: Table, player: str) -> Happening:
    """N7: who has declined until the step ends passes as soon as they get the chance."""
    rule = "N3" if table.queue else "T6"
    reason = f"{player} has declined until the step ends, and passes"
    yield grounds(reason, "N7", rule, since=table.standing[player])
    return (yield Passed(player, rules=("N7", rule)))


def _skills_have_entered(table: Table) -> Happening:
    """T8: when skills have entered the turn player is asked first, or whoever M6 says; M2 asks nobody again."""
    if table.law["M6"] == "turn_player":
        first = table.turn_player
    else:
        yield grounds("", "M6")
        first = table.other(table.queue[-1].by)
    if first in table.passed:
        yield grounds("", "M2")
        first = table.other(first)
    return (yield ChanceGiven(first, "entered", ("T8",)))


def _after_an_execution(table: Table) -> Happening:
    """E3: both may act again; first the turn player (E4), or whoever M5 says."""
    if table.law["M5"] == "turn_player":
        return (yield ChanceGiven(table.turn_player, "executed"))
    yield grounds("", "M5")
    return (yield ChanceGiven(table.other(table.queue[-1].by), "executed"))


def _the_queue_is_empty(table: Table, entry: int) -> Happening:
    """A winner is looked for (E15); then the turn player is asked (T6), or the step ends (M20, P12)."""
    table = yield from check_for_a_winner(table, entry)
    if table.over:
        return table
    if table.started is not None and table.law["M20"] == "step_ends":
        why = f"{table.turn_player} had declined: {step_name(table.step)} ends"
        yield grounds(why, "M20", "E5", since=table.started)
        return (yield from step_ends(table, entry))
    if table.step == "damage" and table.beginning and not _damage_has_a_window(table):
        yield grounds("The damage step ends by itself: no defender stands where an attacker does")
        return (yield from step_ends(table, entry, "P12"))
    return (yield ChanceGiven(table.turn_player, "open", ("T6",)))


def _damage_has_a_window(table: Table) -> bool:
    return is_contested(table) or table.left_to_table is not None


def step_ends_as_both_declined(table: Table, entry: int) -> Happening:
    yield grounds(f"Both have declined on an empty queue: {step_name(table.step)} ends", "E5")
    return (yield from step_ends(table, entry))


def step_ends(table: Table, entry: int, rule: str = "E5") -> Happening:
    """Left-over energy goes (A7), a winner is looked for, and the next step begins, or the next turn."""
    if table.step == "damage":
        table = yield from agents_go_back(table)
    table = yield from _energy_is_lost(table)
    table = yield from standing_passes_end(table)
    if PHASE[AFTER[table.step]] != table.phase and table.phase != table.step:
        yield grounds(f"The {table.phase} phase ends")
    table = yield StepEnded(table.step, (rule,))
    table = yield from check_for_a_winner(table, entry)
    if table.over:
        return table
    if table.step == "reset":
        yield grounds(f"Turn {table.turn} ends: turn {table.turn + 1} is {table.opponent}'s")
        table = yield TurnBegan(table.turn + 1, table.opponent)
    return (yield from _step_begins(AFTER[table.step], entry))


def _step_begins(step: str, entry: int) -> Happening:
    """The step begins, with what the outline says; one in which nobody acts goes on by itself."""
    outlined = BY_NAME[step]
    if outlined.window:
        yield grounds(f"T{step_name(step)[1:]} begins")
    table = yield StepBegan(step, PHASE[step])
    table = yield from check_for_a_winner(table, entry)
    begins = BEGINS.get(outlined.rules)
    return table if table.over or begins is None else (yield from begins(table))


def _turn_player_draws(table: Table) -> Happening:
    """P3: two cards, in turn 1 only one."""
    number = 1 if table.turn == 1 else 2
    return player_draws(table, table.turn_player, number, ("P3",))


def _energy_is_lost(table: Table) -> Happening:
    """A7: both players lose the energy that is left, now or only with the end of the phase (M38)."""
    for player in table.players:
        lost = {kind: number for kind, number in table.energy[player].items() if number}
        if not lost:
            continue
        if table.law["M38"] == "phase" and PHASE[AFTER[table.step]] == table.phase:
            yield grounds(f"{player} keeps energy to the end of the phase", "M38")
        else:
            yield grounds(f"{player} loses {in_words(lost)}: energy left over goes with the step")
            table = yield EnergyLost(player, lost)
    return table


def _refresh(table: Table, entry: int) -> Happening:
    """P2: the turn player's cards on the planet unlock."""
    for card in sorted(table.on_planet()):
        if table.cards[card].locked and table.cards[card].whose == table.turn_player:
            table = yield CardUnlocked(card, ("P2",))
    return (yield from step_ends(table, entry, "T5"))


def _reset(table: Table, entry: int) -> Happening:
    """P11: down to seven cards, then damage and changes of speed wear off."""
    player = table.turn_player
    too_many = len(table.in_zone("hand", player)) - HAND_LIMIT
    # Once the cards are chosen this is gone through again, then with a hand that fits.
    if too_many > 0:
        return (yield from player_discards(table, player, too_many, "P11"))
    for id, card in sorted(table.cards.items()):
        if card.damage:
            table = yield CardDamaged(id, -card.damage, 0, ("P11",))
        if card.speed != table.printed[id].text.speed:
            table = yield SpeedChanged(id, table.printed[id].text.speed)
    return (yield from step_ends(table, entry, "T5"))


BEGINS: Mapping[tuple[RuleId, ...], Callable[[Table], Happening]] = {
    ("P3", "W3"): _turn_player_draws,
    ("M48", "P9", "P13", "P14"): battles_are_fought,
}
"""The rules that begin a step → what happens, besides the skills of `REACTIONS`."""


BY_ITSELF: Mapping[tuple[RuleId, ...], Callable[[Table, int], Happening]] = {
    ("P2",): _refresh,
    ("P11",): _reset,
}
"""The rules that begin a step in which nobody acts (T5) → what happens in it, to its end."""


for step in STEPS:
    known = (*BEGINS, *REACTIONS, ()) if step.window else tuple(BY_ITSELF)
    if step.rules not in known:
        expected = "; ".join(", ".join(rules) or "none" for rules in known)
        where = f"{PAGE.place}, step “{step.name}”, where {'players act' if step.window else 'nobody acts'}"
        raise RulesetFault(f"{where}: expected one of these groups of rules: {expected}")

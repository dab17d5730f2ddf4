"""Chapter P: how the steps of the turn end and begin, and what follows by itself (P2, P3, P12, E3, E4, N7)."""

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.nullshapers.law.outline import AFTER, BY_NAME, PHASE, spoken
from domain.nullshapers.play import moves
from domain.nullshapers.play.battle import agents_go_back, is_contested, undefended_attackers_strike
from domain.nullshapers.play.costs import in_words
from domain.nullshapers.play.executing import top_executes
from domain.nullshapers.play.reacting import skills_enter
from domain.nullshapers.play.winning import (
    HAND_LIMIT,
    check_for_a_winner,
    next_owed,
    player_discards,
    settle_owed,
)
from domain.nullshapers.table.events_queue import ChanceGiven, EnergyLost, Passed
from domain.nullshapers.table.events_table import (
    CardDamaged,
    CardUnlocked,
    SpeedChanged,
    StepBegan,
    StepEnded,
    TurnBegan,
)
from domain.nullshapers.table.state import Table

DECIDES = ("E3", "E4", "N7", "P2", "P3", "P12")


def follow(table: Table, entry: int) -> Happening:
    """What follows by itself, until somebody holds the chance or has to choose."""
    while not table.over and table.choice is None:
        following = _what_follows(table, entry)
        if following is None:
            break
        table = yield from following
    if table.reported == entry:
        table = yield from check_for_a_winner(table, entry)
    return table


def _what_follows(table: Table, entry: int) -> Happening | None:
    """The next thing that happens without anybody's doing; None while somebody has to act.

    In this order: what players owe, skills that react, refresh and reset, who is asked, the queue.
    """
    if table.owed and (owed := next_owed(table)) is not None:
        return settle_owed(table, owed)
    if table.triggers:
        return skills_enter(table, entry)
    if table.step in NOBODY_ACTS:
        return NOBODY_ACTS[table.step](table, entry) if table.beginning else None
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
    yield grounds(reason, "N7", rule, since=(table.standing[player],))
    return (yield Passed(player, rules=("N7", rule)))


def _skills_have_entered(table: Table) -> Happening:
    """T8: when skills have entered the turn player is asked first, or whoever M6 says."""
    if table.law["M6"] == "turn_player":
        return (yield ChanceGiven(_still_in(table, table.turn_player), "entered", ("T8",)))
    yield grounds("", "M6")
    player = _still_in(table, table.other(table.queue[-1].by))
    return (yield ChanceGiven(player, "entered", ("T8", "M6")))


def _still_in(table: Table, player: str) -> str:
    """This player, or the other one if they have passed and M2 does not ask them again."""
    return table.other(player) if player in table.passed else player


def _after_an_execution(table: Table) -> Happening:
    """E3: both may act again; first the turn player (E4), or whoever M5 says."""
    if table.law["M5"] == "turn_player":
        return (yield ChanceGiven(table.turn_player, "executed"))
    yield grounds("", "M5")
    return (yield ChanceGiven(table.other(table.queue[-1].by), "executed", ("E3", "M5")))


def _the_queue_is_empty(table: Table, entry: int) -> Happening:
    """A winner is looked for (E15); then the turn player is asked (T6), or the step ends (M20, P12)."""
    table = yield from check_for_a_winner(table, entry)
    if table.over:
        return table
    if table.started is not None and table.law["M20"] == "step_ends":
        why = f"{table.turn_player} had declined: {spoken(table.step)} ends"
        yield grounds(why, "M20", "E5", since=(table.started,))
        return (yield from step_ends(table, entry))
    if table.step == "damage" and table.beginning and not is_contested(table):
        yield grounds("The damage step ends by itself: no defender stands where an attacker does")
        return (yield from step_ends(table, entry, "P12"))
    return (yield ChanceGiven(table.turn_player, "open", ("T6",)))


def step_ends_as_both_declined(table: Table, entry: int) -> Happening:
    yield grounds(f"Both have declined on an empty queue: {spoken(table.step)} ends", "E5")
    return (yield from step_ends(table, entry))


def step_ends(table: Table, entry: int, rule: str = "E5") -> Happening:
    """Left-over energy goes (A7), a winner is looked for, and the next step begins, or the next turn."""
    if table.step == "damage":
        table = yield from agents_go_back(table)
    table = yield from _energy_is_lost(table)
    table = yield from moves.standing_passes_end(table)
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
    """The step begins; in draw the turn player draws (P3), in damage undefended attackers strike (P9)."""
    if step not in NOBODY_ACTS:
        yield grounds(f"T{spoken(step)[1:]} begins")
    table = yield StepBegan(step, PHASE[step], BY_NAME[step].rules)
    table = yield from check_for_a_winner(table, entry)
    if step == "draw" and not table.over:
        number = 1 if table.turn == 1 else 2
        table = yield from moves.player_draws(table, table.turn_player, number, ("P3",))
    elif step == "damage" and not table.over:
        table = yield from undefended_attackers_strike(table)
    return table


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
    return (yield from step_ends(table, entry))


def _reset(table: Table, entry: int) -> Happening:
    """P11: down to seven cards, then damage and changes of speed wear off."""
    player = table.turn_player
    too_many = len(table.in_zone("hand", player)) - HAND_LIMIT
    if too_many > 0:
        return (yield from player_discards(table, player, too_many, "P11"))
    for id, card in sorted(table.cards.items()):
        if card.damage:
            table = yield CardDamaged(id, -card.damage, 0, ("P11",))
        if card.speed != table.printed[id].text.speed:
            table = yield SpeedChanged(id, table.printed[id].text.speed)
    return (yield from step_ends(table, entry))


NOBODY_ACTS = {"refresh": _refresh, "reset": _reset}
"""Step in which nobody acts (T5) → what happens in it."""

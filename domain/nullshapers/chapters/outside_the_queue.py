"""Chapter A, what is done outside the queue: converting, playing an anomaly, making energy (A2, A6, A8)."""

from collections.abc import Iterator

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import (
    Check,
    Refusal,
    all_of,
    entries,
    grounds,
    illegal,
    requires,
    requires_all,
)
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from domain.nullshapers.chapters.answering import MAY_ACT, somebody_acts
from domain.nullshapers.chapters.costs import Energy, in_words
from domain.nullshapers.chapters.effects import EnergyMade
from domain.nullshapers.chapters.moves import Happens, card_locks, ending_standing_passes_if_ruled
from domain.nullshapers.chapters.naming import (
    it_is_not_in_the_queue,
    its_card_exists_and_is_theirs_by,
    not_in_hand,
    not_on_the_planet,
)
from domain.nullshapers.chapters.timing import (
    Anomaly,
    Convert,
    it_is_the_time_for_an_anomaly,
    it_is_the_time_to_convert,
)
from domain.nullshapers.table import Table

DECIDES = ("A2", "A6", "A8")


@stored_as("nullshapers/card_converted/v1")
class CardConverted(Event):
    """A card in hand turns into an anomaly."""

    SAYS = "{player} turns a card into an anomaly."

    player: str
    card: str
    rules: tuple[RuleId, ...] = cites("A5")

    def after(self, table: Table, entry: int) -> Table:
        cards = table.card_with(self.card, mode="anomaly", mode_since=entry)
        # The one of a turn is the turn player's: the other's, let happen, does not use it up.
        used = entry if self.player == table.turn_player else table.converted
        return changed(
            table, cards=cards, converted=used, acted=table.last_to_act(self.player, entry)
        )


@stored_as("nullshapers/anomaly_played/v1")
class AnomalyPlayed(Event):
    """An anomaly goes from the hand to staging."""

    SAYS = "{player} puts the anomaly “{card}” into staging."

    player: str
    card: str
    rules: tuple[RuleId, ...] = cites("A5")

    def after(self, table: Table, entry: int) -> Table:
        used = entry if self.player == table.turn_player else table.anomaly_played
        moved = table.move(self.card, "staging", self.player, entry, fresh=True)
        return changed(moved, anomaly_played=used, acted=table.last_to_act(self.player, entry))


@requires("A8")
def the_card_is_in_hand_and_in_initial_mode(table: Table, step: Convert) -> Refusal | None:
    card = table.cards[step.card]
    if elsewhere := not_in_hand(table, step.card, step.by):
        return illegal(elsewhere, since=card.since)
    if card.mode == "anomaly":
        since = entries(card.mode_since)
        return illegal(f"“{step.card}” is an anomaly already", since=since)
    return None


def convert_card(_table: Table, step: Convert) -> Happening:
    """Which card it was stays hidden until it comes down; so the reason does not name it."""
    why = f"{step.by} converts a card in hand; it is no action and is not queued"
    yield grounds(why, "A2", "A5")
    return (yield CardConverted(step.by, step.card))


@requires_all("D8", "A2")
def the_card_is_an_anomaly_in_hand(table: Table, step: Anomaly) -> Iterator[Refusal]:
    card = table.cards[step.card]
    if elsewhere := not_in_hand(table, step.card, step.by):
        yield illegal(elsewhere, "D8", since=card.since)
    if card.mode != "anomaly":
        yield illegal(f"“{step.card}” is no anomaly, and nothing else is put down as one", "A2")


def play_anomaly(_table: Table, step: Anomaly) -> Happening:
    yield grounds(f"{step.by} puts the anomaly “{step.card}” into staging", "A2", "A5")
    return (yield AnomalyPlayed(step.by, step.card))


@requires("A6")
def the_card_is_an_unlocked_anomaly_that_makes_energy(table: Table, step: Energy) -> Refusal | None:
    card = table.cards[step.card]
    if elsewhere := not_on_the_planet(table, step.card):
        return illegal(elsewhere, since=card.since)
    if card.mode != "anomaly":
        return illegal(f"“{step.card}” is no anomaly")
    if card.locked:
        since = entries(card.locked_since)
        return illegal(f"“{step.card}” is locked already", since=since)
    if not any(table.printed[step.card].makes.values()):
        return illegal(f"“{step.card}” makes no energy")
    return None


def make_energy(table: Table, step: Energy) -> Happening:
    made = table.printed[step.card].makes
    yield grounds(f"{step.by} locks “{step.card}” for {in_words(made)}", "A6")
    if table.cards[step.card].on_the_planet:
        table = yield from card_locks(table, step.card, ("A6",))
    return (yield EnergyMade(step.by, made, step.card))


def _procedure_beside_the_queue(
    step: type[Step], happens: Happens, named: Check, *checks: Check
) -> Procedure:
    return Procedure(
        step,
        ending_standing_passes_if_ruled(happens),
        checks=(named, *MAY_ACT, *checks),
        acts_on=all_of(somebody_acts, named, it_is_not_in_the_queue),
    )


CONVERT = _procedure_beside_the_queue(
    Convert,
    convert_card,
    its_card_exists_and_is_theirs_by("A8"),
    it_is_the_time_to_convert,
    the_card_is_in_hand_and_in_initial_mode,
)


ANOMALY = _procedure_beside_the_queue(
    Anomaly,
    play_anomaly,
    its_card_exists_and_is_theirs_by("D8"),
    it_is_the_time_for_an_anomaly,
    the_card_is_an_anomaly_in_hand,
)


ENERGY = _procedure_beside_the_queue(
    Energy,
    make_energy,
    its_card_exists_and_is_theirs_by("A6"),
    the_card_is_an_unlocked_anomaly_that_makes_energy,
)

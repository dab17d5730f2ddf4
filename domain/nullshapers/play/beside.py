"""Chapter A, what is done beside the queue: converting, playing an anomaly, making energy (A2, A6, A8)."""

from collections.abc import Iterator

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, entries, grounds, illegal, requires
from domain.kernel.shapes.checks import all_of, requires_all
from domain.kernel.steps import Step
from domain.nullshapers.law.cards import spoken_zone
from domain.nullshapers.play import costs, moves, naming
from domain.nullshapers.play.answering import MAY_ACT, somebody_acts
from domain.nullshapers.play.moves import Happens
from domain.nullshapers.play.timing import it_is_the_time_for_an_anomaly, it_is_the_time_to_convert
from domain.nullshapers.table.events_queue import AnomalyPlayed, CardConverted, EnergyMade
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Anomaly, Convert, Energy

DECIDES = ("A2", "A6", "A8")


@requires("A8")
def the_card_is_in_hand_and_in_initial_mode(table: Table, step: Convert) -> Refusal | None:
    card = table.cards[step.card]
    if card.zone != "hand":
        why = f"“{step.card}” is not in {step.by}'s hand: it is in {spoken_zone(card.zone)}"
        return illegal(why, since=entries(card.since))
    if card.mode == "anomaly":
        since = entries(card.mode_since)
        return illegal(f"“{step.card}” is an anomaly already", since=since)
    return None


def convert_card(_table: Table, step: Convert) -> Happening:
    """Which card it was stays hidden until it comes down; so the reason does not name it."""
    why = f"{step.by} converts a card in hand; it is no action and is not queued"
    yield grounds(why, "A2", "A5")
    return (yield CardConverted(step.by, step.card, ("A2", "A5", "A8")))


@requires_all("D8", "A2")
def the_card_is_an_anomaly_in_hand(table: Table, step: Anomaly) -> Iterator[Refusal]:
    card = table.cards[step.card]
    if card.zone != "hand":
        where = f"“{step.card}” is not in {step.by}'s hand: it is in {spoken_zone(card.zone)}"
        yield illegal(where, "D8", since=entries(card.since))
    if card.mode != "anomaly":
        yield illegal(f"“{step.card}” is no anomaly, and nothing else is put down as one", "A2")


def play_anomaly(_table: Table, step: Anomaly) -> Happening:
    yield grounds(f"{step.by} puts the anomaly “{step.card}” into staging", "A2", "A5")
    return (yield AnomalyPlayed(step.by, step.card))


@requires("A6")
def the_card_is_an_unlocked_anomaly_that_makes_energy(table: Table, step: Energy) -> Refusal | None:
    card = table.cards[step.card]
    if not card.on_the_planet:
        where = f"“{step.card}” is not on the planet: it is in {spoken_zone(card.zone)}"
        return illegal(where, since=entries(card.since))
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
    yield grounds(f"{step.by} locks “{step.card}” for {costs.in_words(made)}", "A6")
    if table.cards[step.card].on_the_planet:
        table = yield from moves.card_locks(table, step.card, ("A6",))
    return (yield EnergyMade(step.by, made, step.card))


def _procedure_beside_the_queue(
    step: type[Step], happens: Happens, named: Check, *checks: Check
) -> Procedure:
    return Procedure(
        step,
        moves.ending_standing_passes_if_ruled(happens),
        checks=(named, *MAY_ACT, *checks),
        acts_on=all_of(somebody_acts, named, naming.it_is_not_in_the_queue),
    )


CONVERT = _procedure_beside_the_queue(
    Convert,
    convert_card,
    naming.its_card_exists_and_is_theirs_by("A8"),
    it_is_the_time_to_convert,
    the_card_is_in_hand_and_in_initial_mode,
)
ANOMALY = _procedure_beside_the_queue(
    Anomaly,
    play_anomaly,
    naming.its_card_exists_and_is_theirs_by("D8"),
    it_is_the_time_for_an_anomaly,
    the_card_is_an_anomaly_in_hand,
)
ENERGY = _procedure_beside_the_queue(
    Energy,
    make_energy,
    naming.its_card_exists_and_is_theirs_by("A6"),
    the_card_is_an_unlocked_anomaly_that_makes_energy,
)

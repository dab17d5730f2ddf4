"""What may happen in Lanterns."""

from collections.abc import Mapping

from domain.kernel.values import Event, cites, stored_as

Rules = tuple[str, ...]


@stored_as("lanterns/bid_made/v1")
class BidMade(Event):
    """A player has bid in secret."""

    by: str
    amount: int
    rules: Rules = cites("B1")


@stored_as("lanterns/bids_shown/v1")
class BidsShown(Event):
    """All have bid, and all bids are shown."""

    bids: Mapping[str, int]
    """Player → coins."""
    rules: Rules = cites("B1")


@stored_as("lanterns/lead_taken/v1")
class LeadTaken(Event):
    """A player leads this round and pays their bid."""

    player: str
    points: int
    rules: Rules = cites("B2")


@stored_as("lanterns/card_laid/v1")
class CardLaid(Event):
    """A card came out of a hand onto the stack."""

    by: str
    card: str
    target: str | None
    """What it aims at; null for nothing."""
    rules: Rules = cites("C1")


@stored_as("lanterns/trigger_entered/v1")
class TriggerEntered(Event):
    """A mirror's trigger came onto the stack."""

    player: str
    rules: Rules = cites("M1", "M2")


@stored_as("lanterns/chance_passed/v1")
class ChancePassed(Event):
    """A player left the chance to the next seat."""

    by: str
    rules: Rules = cites("C1")


@stored_as("lanterns/item_left/v1")
class ItemLeft(Event):
    """What was on the stack is on it no more: it takes effect, was snuffed, or fell with its player."""

    card: str
    rules: Rules = cites("C3")


@stored_as("lanterns/dice_awaited/v1")
class DiceAwaited(Event):
    """The dice of a gust are to be rolled."""

    card: str
    rules: Rules = cites("E4")


@stored_as("lanterns/dice_rolled/v1")
class DiceRolled(Event):
    """Dice lie on the table."""

    by: str
    dice: tuple[int, ...]
    """Their faces."""
    rules: Rules = cites("E4")


@stored_as("lanterns/die_rolled_again/v1")
class DieRolledAgain(Event):
    """One die was rolled again for a coin."""

    by: str
    die: int
    """Which of them, from 1 on."""
    face: int
    """What it shows now."""
    rules: Rules = cites("E5")


@stored_as("lanterns/lights_lost/v1")
class LightsLost(Event):
    """A player has so many lights less."""

    player: str
    number: int
    """How many."""
    rules: Rules


@stored_as("lanterns/veil_put_on/v1")
class VeilPutOn(Event):
    """A player loses no light to sparks for a while."""

    player: str
    through: int
    """The last round in which it holds."""
    rules: Rules = cites("E3")


@stored_as("lanterns/veil_ended/v1")
class VeilEnded(Event):
    """A veil has come to its end."""

    player: str
    rules: Rules = cites("E3")


@stored_as("lanterns/coin_gained/v1")
class CoinGained(Event):
    """A player has a coin more."""

    player: str
    rules: Rules = cites("M1")


@stored_as("lanterns/round_ended/v1")
class RoundEnded(Event):
    """The round is over, and the next begins with bids."""

    rules: Rules = cites("C4")


@stored_as("lanterns/lights_reported/v1")
class LightsReported(Event):
    """Somebody reports that a player has more lights, or less, than was known."""

    reported_by: str
    player: str
    change: int
    """How many more; less than none for fewer."""
    rules: Rules = cites("G1")


@stored_as("lanterns/player_fell/v1")
class PlayerFell(Event):
    """A player is out of the game."""

    player: str
    rules: Rules = cites("W1")


@stored_as("lanterns/game_ended/v1")
class GameEnded(Event):
    """The game is over."""

    winner: str | None
    """Who has won; null for nobody."""
    rules: Rules = cites("W2")

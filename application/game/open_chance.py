"""Chance that is being made together at a table, and dice made together that are not reported yet (G8)."""

from application.answer import Answer
from domain.kernel.history import Entry, Game
from domain.kernel.making_chance import what_is_missing


class ChanceUnderWay(Answer):
    """Who has to commit or to reveal before the result follows."""

    to: str
    """What it is made for: `3d6`, `shuffle 5` or `choice`."""
    since: int
    """The entry of the first commitment."""
    committed: tuple[str, ...]
    revealed: tuple[str, ...]
    waiting: tuple[str, ...]
    """Whose word is missing next."""


class DiceToReport(Answer):
    """Dice that were made together; the next report of as many dice says these."""

    to: str
    entry: int
    """The entry that revealed the last secret."""
    values: tuple[int, ...]


class OpenChance(Answer):
    """What is made together at a table now; null where nothing is."""

    game: str
    entry: int
    chance: ChanceUnderWay | None
    dice: DiceToReport | None


def open_chance(game: Game, id: str) -> OpenChance:
    """What is open after the newest entry."""
    chance, dice = game.now.chance, game.now.dice
    return OpenChance(
        id,
        game.length,
        None
        if chance is None
        else ChanceUnderWay(
            chance.to,
            chance.entry,
            tuple(party for party in chance.parties if party in chance.commitments),
            tuple(party for party in chance.parties if party in chance.secrets),
            chance.waiting,
        ),
        None if dice is None else DiceToReport(dice.to, dice.entry, dice.values),
    )


def reveals_too_early(game: Game, entry: Entry) -> str:
    """Why this reveal, not yet taken, is not kept, as a clause; empty for any other entry.

    In the log it would tell a secret while others can still choose theirs by it. A policy for games that
    are being played, not a check: records and stored games are ruled on as they were played.
    """
    chance, by = game.now.chance, str(entry.said["by"])
    if entry.said["do"] != "reveal" or chance is None:
        return ""
    if chance.is_revealing or by not in chance.commitments:
        return ""
    return (
        f"nobody reveals before all have committed, so this is not kept; {what_is_missing(chance)}"
    )

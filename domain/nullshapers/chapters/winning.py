"""Chapter W: lost biomes, who has won and when that is looked at (E15), conceding.

Also what a player still owes: biomes lost by collapse (W3), cards to discard (E19, and P11 in the
reset step).
"""

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import entries, grounds, undetermined
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, made_of, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import BIOMES
from domain.nullshapers.chapters.moves import CardMoved
from domain.nullshapers.queue import Choice, Owed
from domain.nullshapers.table import Table

DECIDES = ("A10", "E15", "E19", "P11", "W1", "W2", "W3", "W4")


class Concede(Step):
    """Give the match up (W4)."""


@stored_as("nullshapers/choice_asked/v2")
class ChoiceAsked(Event):
    """One player must choose before anything else happens."""

    SAYS = "{player} has to choose: {kind}."

    player: str
    kind: str
    """`targets`, `option`, `order`, `defenders`, `biome` or `discard`."""
    number: int
    """How many."""
    choices: tuple[str, ...]
    """From what."""
    card: str | None = None
    """Whose skill the targets or the option are for; of defenders the attacker."""
    skill: str | None = None
    least: int | None = None
    """How many at least, where fewer than `number` may be named."""
    option: str | None = None
    """The option that the skill has been given."""
    group: int = 1
    """Which group of the skill's targets is asked for."""
    named: tuple[str, ...] = ()
    """The targets that the skill has been given before."""
    rules: tuple[RuleId, ...] = cites("A3")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, choice=made_of(Choice, self, by=self.player, since=entry))


@stored_as("nullshapers/biome_lost/v1")
class BiomeLost(Event):
    """A player loses a biome."""

    SAYS = "{player} loses {biome}."

    player: str
    biome: str
    collapse: bool = False
    """Because he could not draw (W3)."""
    rules: tuple[RuleId, ...] = cites("W1")

    def after(self, table: Table, entry: int) -> Table:
        losers = tuple(
            player
            for player in table.players
            if player == self.player or player in table.lost[self.biome]
        )
        owed = table.paid_off(self.player, "biome") if self.collapse else table.owed
        lost = {**table.lost, self.biome: losers}
        since = {**table.lost_since, f"{self.biome}.{self.player}": entry}
        return changed(table, lost=lost, owed=owed, lost_since=since)


@stored_as("nullshapers/conceded/v1")
class Conceded(Event):
    """A player gives the match up."""

    SAYS = "{player} concedes."

    player: str
    rules: tuple[RuleId, ...] = cites("A10", "W4")

    def after(self, table: Table, _entry: int) -> Table:
        return table


@stored_as("nullshapers/match_won/v1")
class MatchWon(Event):
    """A player has won."""

    SAYS = "{winner} has won the match."

    winner: str
    rules: tuple[RuleId, ...] = cites("W2", "E15")

    def after(self, table: Table, _entry: int) -> Table:
        return match_over(table, self.winner)


@stored_as("nullshapers/match_drawn/v1")
class MatchDrawn(Event):
    """The match is over without a winner."""

    SAYS = "The match is over without a winner."

    rules: tuple[RuleId, ...] = cites("W2", "M23")

    def after(self, table: Table, _entry: int) -> Table:
        return match_over(table, None)


def match_over(table: Table, winner: str | None) -> Table:
    window = table.window and table.window.after_acting()
    return changed(
        table, over=True, winner=winner, window=window, standing={}, choice=None, battles=()
    )


HAND_LIMIT = 7


ENOUGH = {"one": 1, "two": 2, "three": 3}
"""Reading of M11 → how many lost biomes lose the match."""


COLLAPSE = ("W3",)


def biome_is_lost(
    table: Table, player: str, biome: str, rules: tuple[RuleId, ...] = ("W1",)
) -> Happening:
    """A player loses a biome by these rules, and the agents there go to staging."""
    collapse = rules == COLLAPSE
    reading = ("M40",) if table.law["M40"] != "out" else ()
    yield grounds(f"{player} loses {biome}", "W1", *(COLLAPSE if collapse else ()), *reading)
    table = yield BiomeLost(player, biome, collapse, rules)
    if table.over:
        return table
    for agent in _standing_there(table, biome, player):
        whose = table.cards[agent].whose
        table = yield CardMoved(agent, "staging", whose, rules=("W1",))
    return table


def _standing_there(table: Table, biome: str, loser: str) -> list[str]:
    """The agents in the biome: the loser's, and under M40 `out` everybody's."""
    both = table.law["M40"] == "out"
    return sorted(
        id
        for id, card in table.cards.items()
        if card.zone == biome and (both or card.whose == loser) and table.is_agent(id)
    )


def sectors_at_zero_are_lost(table: Table, changed: tuple[str, ...]) -> Happening:
    """W1: of these sectors those at 0 or less are lost, the turn player's first."""
    for player in (table.turn_player, table.opponent):
        for biome in BIOMES:
            sector = f"{biome}.{player}"
            if sector in changed and table.sectors[sector] <= 0:
                table = yield from biome_is_lost(table, player, biome)
    return table


def losers(table: Table) -> tuple[str, ...]:
    """The players who have lost as many biomes as lose the match (W2, M11)."""
    if not any(table.lost.values()):
        return ()
    enough = ENOUGH[table.law["M11"]]
    return tuple(
        player
        for player in table.players
        if sum(player in lost for lost in table.lost.values()) >= enough
    )


def check_for_a_winner(table: Table, entry: int) -> Happening:
    """Ends the match if a player has lost it, and the queue is empty (E15). `entry`: the one now ruled."""
    if table.queue or table.choice is not None or table.over or table.battles:
        return table
    lost = losers(table)
    if not lost:
        return table
    if len(lost) > 1:
        return (yield from _both_have_lost(table, entry))
    reading = ("M11",) if table.law["M11"] != "two" else ()
    winner = table.other(lost[0])
    yield grounds(f"{lost[0]} has lost the match and {winner} has won", "W2", "E15", *reading)
    return (yield MatchWon(winner))


def _both_have_lost(table: Table, entry: int) -> Happening:
    """M23: the turn player loses, nobody wins, or the step that leads here is undetermined."""
    reading = table.law["M23"]
    if reading == "turn_player_loses":
        why = f"Both have lost the match; {table.turn_player}, whose turn it is, loses it"
        yield grounds(why, "W2", "E15", "M23")
        return (yield MatchWon(table.opponent))
    if reading == "undetermined" and table.ruled != entry:
        yield undetermined(
            "both players would have lost the match at once, and the rulebook does not say who wins",
            "M23",
            "W2",
            since=entries(*sorted(table.lost_since.values())),
            lost={biome: list(lost) for biome, lost in table.lost.items()},
        )
    yield grounds("Both have lost the match: it ends without a winner", "W2", "E15", "M23")
    return (yield MatchDrawn())


def next_owed(table: Table) -> Owed | None:
    """The debt to settle next: the turn player's before the opponent's, each in order of arising.

    A player with no biome or card left owes nothing.
    """
    for player in (table.turn_player, table.opponent):
        for owed in table.owed:
            if owed.player == player and (
                table.standing_biomes(player)
                if owed.kind == "biome"
                else table.in_zone("hand", player)
            ):
                return owed
    return None


def settle_owed(table: Table, owed: Owed) -> Happening:
    """Settles one debt; the player chooses if there is more than one way."""
    if owed.kind == "biome":
        return _collapse(table, owed)
    return player_discards(table, owed.player, owed.number, "E19", (owed.since,))


def _collapse(table: Table, owed: Owed) -> Happening:
    """W3: the player picks one of their biomes, if there is more than one to pick from."""
    player = owed.player
    biomes = table.standing_biomes(player)
    if len(biomes) == 1:
        return (yield from biome_is_lost(table, player, biomes[0], COLLAPSE))
    reason = f"{player} could not draw and has to choose a biome to lose"
    yield grounds(reason, "W3", since=owed)
    return (yield ChoiceAsked(player, "biome", 1, biomes, rules=COLLAPSE))


def player_discards(
    table: Table, player: str, number: int, rule: str, since: tuple[int, ...] = ()
) -> Happening:
    """The player picks the cards, if they hold more than they must discard, by an effect or by P11."""
    hand = table.in_zone("hand", player)
    if len(hand) > number:
        yield grounds(f"{player} has to discard {number}", rule, since=since)
        return (yield ChoiceAsked(player, "discard", number, hand, rules=(rule,)))
    named = list_in_words(f"“{card}”" for card in hand)
    yield grounds(f"{player} discards {named}, all there is in the hand", rule)
    for card in hand:
        table = yield CardMoved(card, "cache", player, rules=(rule,))
    return table


def concede(table: Table, step: Concede) -> Happening:
    winner = table.other(step.by)
    yield grounds(f"{step.by} concedes; {winner} has won", "A10", "W4")
    table = yield Conceded(step.by)
    return (yield MatchWon(winner, ("W4",)))


CONCEDE = Procedure(Concede, concede)

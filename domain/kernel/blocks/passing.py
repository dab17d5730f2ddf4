"""A chance that goes around: each acts or passes, and something happens once all have passed."""

from collections.abc import Collection, Sequence

from domain.kernel.blocks.seats import next_seat
from domain.kernel.values import Value, changed


class Passing(Value):
    """Whose chance it is, and who has passed since somebody last acted."""

    chance: str
    passed: tuple[str, ...] = ()

    def after_acting(self) -> "Passing":
        """After whose chance it is has acted: nobody has passed, and the chance stays with them."""
        return Passing(self.chance)

    def passes(self, seats: Sequence[str], among: Collection[str]) -> "Passing":
        """After whose chance it is has passed: the chance goes on to the next of these."""
        before = self.passed
        if self.chance in before:
            before = tuple(seat for seat in before if seat != self.chance)
        return Passing(next_seat(seats, self.chance, among), (*before, self.chance))

    def without(self, player: str, seats: Sequence[str], among: Collection[str]) -> "Passing":
        """After a player has left the game."""
        passed = tuple(seat for seat in self.passed if seat != player)
        chance = next_seat(seats, player, among) if self.chance == player else self.chance
        return changed(self, chance=chance, passed=passed)

    def all_have(self, among: Collection[str]) -> bool:
        """Whether each of these has passed since somebody last acted."""
        return len(self.passed) >= len(among) and set(self.passed).issuperset(among)

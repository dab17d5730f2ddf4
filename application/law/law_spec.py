"""A law as it is asked for, which a ruleset may or may not have."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from application.records.records import SUFFIXES
from domain.kernel.rulebook import RuleId


@dataclass(frozen=True, slots=True)
class LawSpec:
    """Readings set otherwise, another edition, or both."""

    readings: Mapping[RuleId, str] = field(default_factory=dict)
    edition: str = ""
    """The id of a published one, or the path of an organiser's; empty for the newest, or a game's own."""

    @property
    def words(self) -> str:
        """As it is typed: `C1=snap_fire`, `2025.1`, `club.yaml,C8=free`."""
        readings = [f"{question}={value}" for question, value in self.readings.items()]
        return ",".join([self.edition, *readings] if self.edition else readings) or "as published"

    @property
    def names_a_page(self) -> bool:
        """Whether the edition is an organiser's, in a file."""
        return self.edition.endswith(SUFFIXES) or "/" in self.edition

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.readings.items())), self.edition))

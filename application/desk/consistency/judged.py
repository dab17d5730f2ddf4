"""A judge's ruling that replaces an entry's own: who gave it, when, and why."""

from dataclasses import dataclass
from typing import Any

from application.game.live_game import LiveGame
from application.game.moments import iso_time


@dataclass(frozen=True, slots=True)
class JudgesRuling:
    """The last ruling a judge gave on an entry."""

    entry: int
    """The number of the entry in which the judge ruled."""
    verdict: str
    by: str
    because: str
    at: int
    """Microseconds since 1970, UTC."""

    def as_json(self) -> dict[str, Any]:
        return {
            "entry": self.entry,
            "verdict": self.verdict,
            "by": self.by,
            "because": self.because,
            "when": iso_time(self.at),
        }

    def in_words(self) -> str:
        """`The judge ruled it legal in entry 5 on 2026-11-22: “the terrain was agreed”.`"""
        who = "The judge" if self.by == "judge" else self.by
        when = iso_time(self.at)[:10]
        return f"{who} ruled it {self.verdict} in entry {self.entry} on {when}: “{self.because}”."


def judges_ruling(live: LiveGame, n: int) -> JudgesRuling | None:
    """The last ruling a judge gave on entry n; None if no judge ruled on it."""
    found = live.game.overruled.get(n)
    if found is None:
        return None
    verdict, entry = found
    said = live.game.entry(entry).said
    because = " ".join(str(said.get("because", "")).split())
    return JudgesRuling(entry, verdict, str(said["by"]), because, live.taken_at(entry))

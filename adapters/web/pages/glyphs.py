"""Signs that words of the rulebooks are drawn with; a word that has none stands as it is."""

GLYPHS = frozenset(
    (
        *("move", "run", "shoot", "defend", "advance", "assault", "ditch", "rally", "intervene"),
        *("snap-fire", "attack", "ranged", "defence", "movement", "close", "regroup"),
        *("agent", "event", "software", "hardware", "anomaly"),
    )
)


def glyph(words: str) -> str:
    """The name of the sign of these words; empty where there is none."""
    name = words.lower().replace("_", " ").replace(" ", "-")
    return name if name in GLYPHS else ""

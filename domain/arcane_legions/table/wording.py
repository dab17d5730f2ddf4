"""Numbers of things in sentences: “1 order point”, “3 attack dice”."""


def points(number: int, kind: str = "order point") -> str:
    """So many points, or of whatever kind, with the right plural: “2 hits”."""
    return f"{number} {kind}{'' if number == 1 else 's'}"


def dice(number: int, kind: str) -> str:
    """So many dice of a kind: “1 attack die”."""
    return f"{number} {kind} {'die' if number == 1 else 'dice'}"

"""Numbers of things in sentences: “1 order point”, “3 attack dice”."""


def points(number: int, what: str = "order point") -> str:
    """So many points, or whatever else, with the right plural: “2 hits”."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def dice(number: int, kind: str) -> str:
    """So many dice of a kind: “1 attack die”."""
    return f"{number} {kind} {'die' if number == 1 else 'dice'}"

"""Names and numbers as sentences and rulings have them."""


def points(number: int, kind: str = "order point") -> str:
    """A number of points in words."""
    return f"{number} {kind}{'' if number == 1 else 's'}"


def dice(number: int, kind: str) -> str:
    """So many attack or defence dice in words."""
    return f"{number} {kind} {'die' if number == 1 else 'dice'}"

"""Numbers as people and programs send them: digits, and not too many of them."""


def number_in(text: str | None, longest: int = 6) -> int | None:
    """The number that these digits write; None for anything else, and for more digits than that.

    `str.isdigit` alone lets “²” through, which `int` then refuses, and `int` takes “1_000” and “ 7”.
    """
    if text and text.isascii() and text.isdigit() and len(text) <= longest:
        return int(text)
    return None

"""Reading numbers from requests and arguments: digits only, and a limited number of them."""


def number_in(text: str | None, longest: int = 6) -> int | None:
    """The number in decimal digits; None for anything else, or for more than `longest` digits.

    `str.isdigit` alone lets “²” through, which `int` then refuses, and `int` takes “1_000” and “ 7”.
    """
    if text and text.isascii() and text.isdigit() and len(text) <= longest:
        return int(text)
    return None

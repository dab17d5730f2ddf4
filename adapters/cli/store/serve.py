"""`umpire serve`: the service for a club night, a tournament, or a game's own app."""

from typing import Any

import click

from adapters.cli.options import db_option, store_asked


@click.command()
@click.option("--host", help="Where to listen; 127.0.0.1 unless UMPIRE_HOST says otherwise.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="8000 unless UMPIRE_PORT says otherwise."
)
@click.option(
    "--workers", type=click.IntRange(1, 64), help="So many processes; with PostgreSQL as the store."
)
@db_option
def serve(db: str | None, **given: Any) -> None:
    """Serve games over HTTP until stopped: an API, a live feed, pages.

    On this machine alone it needs nothing. Bound elsewhere it wants UMPIRE_KEY, which opening a game
    then asks for. The other settings are in the environment; adapters/RUNNING.md lists them.
    """
    from pydantic import ValidationError

    from adapters.web.server import serve as serving
    from adapters.web.settings import WebSettings

    try:
        settings = WebSettings(
            **{name: value for name, value in given.items() if value is not None}
        )
    except ValidationError as why:
        first = why.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise click.UsageError(f"UMPIRE_{name}: {_expectation(first)}") from None
    refusal = settings.refusal()
    if refusal:
        raise click.UsageError(refusal)
    serving(settings, store_asked(db))


def _expectation(error: Any) -> str:
    """What is expected of a setting that is wrong."""
    number = {"int_parsing": "a whole number", "float_parsing": "a number"}.get(error["type"])
    return f"expected {number}, not “{error['input']}”" if number else str(error["msg"])

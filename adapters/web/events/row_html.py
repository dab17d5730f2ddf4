"""A table's row of the hall as HTML, in the language of the response."""

from adapters.web.events.round_clock import MILLI
from adapters.web.pages.render import templates
from application.event.hall import TableRow


def row_html(row: TableRow, where: tuple[str, int], now: int) -> str:
    """The row as HTML. `where`: event and round. A time that runs is given by its start or end, so that the
    row changes only when something happens."""
    event, round = where
    text = (
        templates()
        .get_template("_hall_row.html")
        .render(
            row=row,
            event=event,
            round=round,
            milli=lambda at: at // MILLI,
            owed_from=(now - row.owed) // MILLI if row.owed_grows else None,
            owed=row.owed // 1_000_000,
            now=now,
        )
    )
    return " ".join(text.split())

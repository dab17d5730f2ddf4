"""Times on pages: written in UTC, shown in the reader's own zone where there is JavaScript."""

from markupsafe import Markup

from adapters.web.pages.view_models import clock
from application.game.moments import iso_time


def time_tag(at: int | str) -> Markup:
    """A moment, in microseconds since 1970 or as `clock` or `iso_time` writes it, as an element of a page."""
    if isinstance(at, int):
        return Markup('<time datetime="{}">{}</time>').format(iso_time(at), clock(at))
    if at.endswith("Z"):
        return Markup('<time datetime="{}">{} {} UTC</time>').format(at, at[:10], at[11:19])
    machine = f"{at.removesuffix(' UTC').replace(' ', 'T')}Z"
    return Markup('<time datetime="{}">{}</time>').format(machine, at)

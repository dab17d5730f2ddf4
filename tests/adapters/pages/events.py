"""Phones at an event: players at table 7, judges in the hall."""

from collections.abc import Callable

from tests.adapters.events import NAME, AtEvent
from tests.adapters.pages.hall import Phone, Server

Give = Callable[..., Phone]


def player(give: Give, server: Server, at: AtEvent, seat: str) -> Phone:
    phone = give(at=server)
    phone.page.goto(f"{server.home}/enter/{at.game(7)}#{at.seats[at.game(7)][seat]}")
    phone.page.get_by_role("link", name="Call a judge").wait_for()
    return phone


def judge(give: Give, server: Server, at: AtEvent, number: str) -> Phone:
    phone = give(at=server)
    phone.page.goto(f"{server.home}/enter/event/{NAME}#{at.judges[number]}")
    phone.page.locator("#t24").wait_for()
    return phone

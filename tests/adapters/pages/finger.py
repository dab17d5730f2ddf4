"""A finger whose taps are counted."""

import re

from playwright.sync_api import Locator, expect

from tests.adapters.pages.hall import Phone


class Finger:
    """Taps on one phone, counted until something stands in the log."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page
        self.taps = 0

    def piece(self, id: str) -> "Finger":
        return self.on(self.page.locator(f'#board [data-tap="{id}"]').first)

    def says(self, words: str) -> "Finger":
        named = re.compile(rf"^{re.escape(words)}$")
        buttons = self.page.locator("#choices button, #last button, #trail button, #why button")
        return self.on(buttons.filter(has=self.page.locator("bdi", has_text=named)).first)

    def called(self, words: str) -> "Finger":
        return self.on(self.page.get_by_role("button", name=words, exact=True).first)

    def on(self, what: Locator) -> "Finger":
        what.click()
        self.taps += 1
        return self

    def until(self, entry: int) -> int:
        """How many taps it took until this entry stood there."""
        expect(self.page.locator("#now")).to_have_attribute("data-entry", str(entry))
        taken, self.taps = self.taps, 0
        return taken

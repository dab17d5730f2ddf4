"""Somebody who has no pointer: Tab until it is there, then Enter."""

from playwright.sync_api import Locator, expect

from tests.adapters.pages.hall import Phone

MOST = 200
"""Presses of Tab after which nothing more is expected; a full table has fewer places to stop."""
HERE = "one => one === document.activeElement"


class Keys(Phone):
    """A browser that is worked with the keyboard alone."""

    def on(self, what: Locator) -> None:
        self.goes_to(what)
        self.page.keyboard.press("Enter")

    def writes(self, box: Locator, words: str) -> None:
        self.goes_to(box)
        self.page.keyboard.type(words)

    def goes_to(self, what: Locator) -> None:
        """Presses Tab until this has the focus."""
        expect(what).to_be_enabled()
        for _ in range(MOST):
            if what.evaluate(HERE):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {what}")

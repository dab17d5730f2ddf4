"""What happened at an event, told with the names of its people."""

import re

from application.event.facts import Fact
from application.event.kinds.table import OF_FACT
from application.event.people import Keyring
from application.event.state import Event

NUMBER = re.compile(r"\b[pj]\d+\b", re.ASCII)


class Account:
    """Tells the facts of an event with the names of its people."""

    def __init__(self, event: Event, keyring: Keyring) -> None:
        self.event = event
        self.keyring = keyring

    def tell(self, fact: Fact) -> str:
        """One sentence."""
        return OF_FACT[type(fact)].sentence(self, fact)

    def name(self, person: str) -> str:
        """What somebody is called."""
        if person in self.event.people:
            return self.keyring.reveal(person, self.event.people[person])
        if person in self.event.judges:
            return self.keyring.reveal(person, self.event.judges[person].name)
        return f"the {person}"

    def name_people(self, text: str) -> str:
        """The text with names in place of people's numbers."""
        return NUMBER.sub(lambda found: self._name_of(found[0]), text)

    def _name_of(self, number: str) -> str:
        known = number in self.event.people or number in self.event.judges
        return self.name(number) if known else number

    def words(self, person: str, cipher: str) -> str:
        """Somebody's words, as they are quoted within a sentence."""
        return self.keyring.reveal(person, cipher).rstrip(".")

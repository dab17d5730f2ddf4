"""What happened at an event, told with the names of its people."""

import re

from application.event.facts import Fact
from application.event.floor.book import book_of
from application.event.kinds.english import ENGLISH, Say, in_english, title_said
from application.event.kinds.table import OF_FACT
from application.event.people import FORGOTTEN, Keyring
from application.event.state import Event

NUMBER = re.compile(r"\b[pj]\d+\b", re.ASCII)


class Account:
    """Tells the facts of an event with the names of its people, in English or the language of `say`."""

    def __init__(self, event: Event, keyring: Keyring, say: Say = in_english) -> None:
        self.event = event
        self.keyring = keyring
        self.say = say

    def tell(self, fact: Fact) -> str:
        """The fact in a sentence."""
        return OF_FACT[type(fact)].sentence(self, fact)

    def name(self, person: str) -> str:
        """What somebody is called."""
        if person in self.event.people:
            return self.reveal(person, self.event.people[person])
        if person in self.event.judges:
            return self.reveal(person, self.event.judges[person].name)
        office = f"fact.the.{person}"
        return self.say(office) if office in ENGLISH else person

    def name_people(self, text: str) -> str:
        """The text with names in place of people's numbers."""
        return NUMBER.sub(lambda found: self._name_of(found[0]), text)

    def _name_of(self, number: str) -> str:
        known = number in self.event.people or number in self.event.judges
        return self.name(number) if known else number

    def reveal(self, person: str, cipher: str) -> str:
        """Somebody's name or words in plain text; “(forgotten)” once their key is gone."""
        found = self.keyring.reveal(person, cipher)
        return self.say("fact.forgotten") if found == FORGOTTEN else found

    def words(self, person: str, cipher: str) -> str:
        """Somebody's words, as they are quoted within a sentence."""
        return self.reveal(person, cipher).rstrip(".")

    def penalty(self, id: str) -> str:
        """What a penalty of the event's book is called."""
        title = book_of(self.event.book).penalties[id]
        return title_said(self.say, f"penalty.{id}", title)

    def offence(self, kind: str) -> str:
        """What a kind of offence of the event's book is called. Raises Refused where there is none."""
        title = book_of(self.event.book).kind(kind).title
        return title_said(self.say, f"offence.{kind}", title)

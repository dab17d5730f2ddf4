"""What a page asks and answers with is German on a German page, in the rare turns of every game too."""

import re
from collections.abc import Iterator

import pytest

from adapters.web.texts.catalogue import in_language
from adapters.web.texts.said.phrases import phrase
from application.game.choices import prompt_at
from application.records.records import open_record
from application.rulesets import OURS
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import Prompt
from domain.kernel.shared import adjudicate
from tests.application.cases import record, records
from tests.spec import named

MOST_STEPS, EVERY = 40, 2
"""Longer records are left out; every second step is looked at."""
ALIKE = {"Text?", "Defend"}
"""What is the same in German, or a word of the rulebook."""
PLACE = re.compile(r"b[123]\.\w+")
PRINTED = {"hill", "ford", "shrine", "mend", "read"}
"""What the records call terrain and abilities."""


def asked(game: Game) -> Iterator[str]:
    """All words that players are asked and answered with now, two taps deep."""
    for player in game.players:
        first = prompt_at(game, player, ())
        assert isinstance(first, Prompt)
        for answer in first.answers:
            if answer.key.startswith("@") or answer.piece:
                continue
            yield answer.words
            taps = (answer.key,)
            then = prompt_at(game, player, taps)
            while isinstance(then, Prompt):
                yield then.words
                yield from (one.words for one in then.answers if not one.piece)
                if len(then.answers) != 1 or then.ask is not None:
                    break
                taps = (*taps, then.answers[0].key)
                then = prompt_at(game, player, taps)


@pytest.mark.parametrize("ruleset", OURS)
def test_whatever_is_asked_has_its_german_words(ruleset: str) -> None:
    english = set()
    with in_language("de"):
        for path in records(ruleset):
            played = record(path)
            if len(played.steps) > MOST_STEPS:
                continue
            game = open_record(played)
            for n, noted in enumerate(played.steps):
                if n % EVERY == 0:
                    english |= {one for one in asked(game) if one and phrase(one) == one}
                game.take(*adjudicate(game, noted.said))
            english -= {*game.players}
    assert (
        sorted(one for one in english - ALIKE - PRINTED if re.search("[a-z]", PLACE.sub("", one)))
        == []
    )


@pytest.mark.parametrize("ruleset", OURS)
def test_every_report_is_told_in_german(ruleset: str) -> None:
    """For other steps the page has words of its own, in both languages."""
    with in_language("de"):
        sentences = [
            sentence for kind, sentence in named(ruleset).says.items() if kind.startswith("report ")
        ]
        assert sentences
        assert [sentence for sentence in sentences if phrase(sentence) == sentence] == []


def test_what_a_chip_says_has_its_german_words() -> None:
    """Its name and how long it lasts, whatever the names in it."""
    with in_language("de"):
        assert phrase("next to Jade Guard (Max said so)") == "neben Jade Guard (sagt Max)"
        assert phrase("until the turn ends") == "bis der Zug endet"
        assert phrase("defends against alpha") == "verteidigt gegen alpha"

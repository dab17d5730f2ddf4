"""The mutants that are made, and the list of survivors."""

import re

from tests.mutants.changing import Functions
from tests.mutants.forking import forked
from tests.mutants.making import ROOT, Mutant, mutants
from tests.mutants.results import listed


def the_mutant(prefix: str, becomes: str) -> Mutant:
    return next(one for one in mutants([prefix]) if becomes in one.diff())


def test_a_function_is_its_mutant_in_a_process_of_its_own_only() -> None:
    from domain.kernel.ruling import sentence

    mutant = the_mutant("domain.kernel.ruling.sentence", "XX?XX")

    def asked() -> bytes:
        Functions().change(mutant)
        return sentence("Who knows?").encode()

    assert forked(asked) == b"Who knows?."
    assert sentence("Who knows?") == "Who knows?"


def test_checks_have_mutants() -> None:
    """They are decorated, and most rules stand in them."""
    check = the_mutant(
        "domain.voidsiege.play.losses.what_is_reported_exists", "not in table.players"
    )
    assert check.function.node.decorators


def test_survivors_are_listed_with_a_reason() -> None:
    for words, reason in listed().items():
        assert reason, words


def test_every_survivor_listed_names_a_line_that_there_is() -> None:
    for words in listed():
        name, _, change = words.partition(": ")
        module = re.sub(r"\.[^.]*$", "", name)
        assert any(
            (ROOT / f"{module.replace('.', '/')}{end}").exists()
            or (ROOT / f"{module.rpartition('.')[0].replace('.', '/')}{end}").exists()
            for end in (".py", "/__init__.py")
        ), name
        assert " → " in change, words

"""The mutants that are made, and the list of survivors."""

from tests.mutants.changing import Functions
from tests.mutants.forking import forked
from tests.mutants.making import ROOT, Mutant, mutants
from tests.mutants.reaching import OF_EVENTS, selection
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
        "domain.voidsiege.chapters.losses.what_is_reported_exists", "not in table.players"
    )
    assert check.function.node.decorators


def test_what_rules_an_event_is_tried_on_the_specs_of_events() -> None:
    assert selection(["domain.tournament"]) == [*OF_EVENTS]
    assert {*OF_EVENTS} < {*selection(["domain."])}
    assert all((ROOT / one).exists() for one in OF_EVENTS)


def test_survivors_are_listed_with_a_reason() -> None:
    for words, reason in listed().items():
        assert reason, words


def test_every_survivor_listed_quotes_code_that_is_there() -> None:
    """Of the function that it names, or of a method of the class."""
    for words in listed():
        name, _, change = words.partition(": ")
        was, arrow, _ = change.partition(" → ")
        assert arrow, words
        module, _, function = name.rpartition(".")
        path = ROOT / f"{module.replace('.', '/')}.py"
        if not path.exists():
            path = ROOT / f"{module.rpartition('.')[0].replace('.', '/')}.py"
        code = " ".join(line.strip() for line in path.read_text("utf-8").splitlines())
        assert f"def {function}(" in code, words
        assert was in code, words

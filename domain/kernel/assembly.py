"""Checks a ruleset when it is put together, for all faults that show without playing.

Those that show only in play, or in the text of its files, are for the test kit (tests/kit).
"""

import inspect
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from domain.kernel.faults import RulesetFault, place_of
from domain.kernel.prompting.declining import faults_of
from domain.kernel.ruling import Check
from domain.kernel.steps import SHARED_STEPS, Step
from domain.kernel.values import NODEFAULT, Event, fields
from domain.kernel.wording import ChangeTemplate, list_in_words

NEEDED = ("concede", "report")


def check_assembly(ruleset: Any) -> None:
    """Checks how a ruleset is put together. Raises RulesetFault, with a line for each fault."""
    faults = [*dict.fromkeys(_faults(ruleset))]
    if faults:
        raise RulesetFault("\n".join(f"{ruleset.name}: {one}" for one in faults))


def _faults(ruleset: Any) -> Iterator[str]:
    yield from _editions(ruleset)
    known = {id for edition in ruleset.editions for id in (*edition.rules, *edition.questions)}
    yield from _events(ruleset, known)
    for word in NEEDED:
        if word not in ruleset.procedures:
            yield f"there is no step “{word}”: give `procedures` one, as every ruleset has"
    for word in sorted(set(ruleset.judge_may) - {"report", *ruleset.procedures}):
        yield f"a judge may take “{word}”, and there is no such step: take it out of `judge_may`"
    for word, procedure in ruleset.procedures.items():
        yield from _procedure(word, procedure, known)
    told = {words.partition(" ")[0]: words for words in ruleset.says}
    for word in sorted(told.keys() - ruleset.procedures.keys() - set(SHARED_STEPS)):
        yield f"`says` has a sentence for “{told[word]}”, and there is no such step"
    for place, template in ruleset.changes.items():
        yield from _change(place, template)
    if ruleset.declining is not None:
        yield from faults_of(ruleset.declining, ruleset.procedures)


def _change(place: str, template: ChangeTemplate) -> Iterator[str]:
    """A text for what has changed puts in only what there is: what was and is there, names at stars, fields."""
    texts = (template,) if isinstance(template, str) else template
    stars = [str(star) for star in range(place.count("*"))]
    for text in texts if isinstance(texts, tuple) else ():
        for _, name, _, _ in Formatter().parse(text):
            known = ["before", "after", *stars]
            is_a_field = isinstance(template, tuple) and name and not name.isdecimal()
            if name is not None and name not in known and not is_a_field:
                yield (
                    f"`changes` says “{text}” of “{place}”: there is no {{{name}}}, but "
                    f"{list_in_words(f'{{{told}}}' for told in known)}"
                )


def _editions(ruleset: Any) -> Iterator[str]:
    if not ruleset.editions:
        yield "there is no edition: give `editions` at least one"
    for id in _twice(edition.id for edition in ruleset.editions):
        yield f"two editions are called “{id}”: give one of them another name"
    for edition in ruleset.editions:
        if edition.ruleset != ruleset.name:
            named = f"edition “{edition.id}” is one of “{edition.ruleset}”"
            yield f"{named}: name it with edition(…, “{ruleset.name}”)"


def _events(ruleset: Any, known: set[str]) -> Iterator[str]:
    for kind in ruleset.events:
        if not (isinstance(kind, type) and issubclass(kind, Event)):
            yield f"{place_of(kind)} is no event: derive it from Event, or take it out of `events`"
        else:
            yield from _event(ruleset.name, kind, known)
        if hasattr(kind, "SHOWS"):
            yield from _secret(kind, ruleset)
    stored = (kind.STORED_AS for kind in ruleset.events if hasattr(kind, "STORED_AS"))
    for name in _twice(stored):
        yield f"two events are stored as “{name}”: give one of them a name of its own"


def events_in(package: str) -> tuple[type[Event], ...]:
    """Every event of a ruleset, given by its `__name__`: those with a name in the log, in all its files.

    Those are the files that it has imported: what none imports can never happen.
    """
    kinds = {
        kind
        for name, module in [*sys.modules.items()]
        if name == package or name.startswith(f"{package}.")
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Event)
        and kind.__module__ == name
        # A base of other events is none; any other without a name is kept, to be told as a fault.
        and ("STORED_AS" in vars(kind) or not kind.__subclasses__())
    }
    return tuple(sorted(kinds, key=lambda kind: getattr(kind, "STORED_AS", kind.__name__)))


def _event(name: str, kind: type[Event], known: set[str]) -> Iterator[str]:
    stored = getattr(kind, "STORED_AS", None)
    if stored is None:
        yield f"the event {place_of(kind)} has no name in the log: put @stored_as(“{name}/…/v1”) above it"
    elif not stored.startswith(f"{name}/"):
        yield f"the event {place_of(kind)} is stored as “{stored}”: its name begins with “{name}/”"
    if kind.after is Event.after:
        yield (
            f"the event {place_of(kind)} does not say what it does to the table: give it "
            "`def after(self, table, entry)`"
        )
    rules = next((field for field in fields(kind) if field.name == "rules"), None)
    if rules is None:
        yield f"the event {place_of(kind)} does not say by which rules it happens: give it `rules`"
    elif rules.default_factory is not NODEFAULT:
        for rule in rules.default_factory():
            if rule not in known:
                yield f"the event {place_of(kind)} cites {rule}, which is not in the rulebook"


def _secret(kind: Any, ruleset: Any) -> Iterator[str]:
    if kind.SHOWS.do not in ruleset.procedures:
        yield (
            f"the event {place_of(kind)} shows what was said by “{kind.SHOWS.do}”, and there is no such "
            "step: give `procedures` one"
        )
    if kind.SHOWS.made not in ruleset.events:
        yield (
            f"the event {place_of(kind)} shows what {place_of(kind.SHOWS.made)} kept, which is no event "
            "of this ruleset: add it to `events`"
        )


def _procedure(word: str, procedure: Any, known: set[str]) -> Iterator[str]:
    if word in SHARED_STEPS:
        yield f"“{word}” is a step that every game has already: call the ruleset's own otherwise"
    kind = procedure.step
    if not (isinstance(kind, type) and issubclass(kind, Step)):
        yield f"“{word}”: {place_of(kind)} is no Step: derive it from Step"
        return
    try:
        _ = procedure.read
    except RulesetFault as why:
        yield f"“{word}”: {why}"
    if not _may_be_a_happening(procedure.happens):
        yield (
            f"“{word}”: {place_of(procedure.happens)} yields nothing and gives no happening: "
            "yield its events, and `yield from ()` where there are none"
        )
    if isinstance(procedure.checks, Check):
        yield f"“{word}”: its checks are one, and no tuple: put a comma behind it"
        return
    for check in (*procedure.checks, procedure.acts_on):
        yield from _check(word, check, known)


def _check(word: str, check: Any, known: set[str]) -> Iterator[str]:
    if check is None:
        return
    if not isinstance(check, Check):
        yield f"“{word}”: the check {place_of(check)} has no rule: put @requires(…) above it"
        return
    for rule in check.rules:
        if rule not in known:
            place = place_of(check.asks)
            yield f"“{word}”: the check {place} cites {rule}, which is not in the rulebook"


def _may_be_a_happening(happens: Any) -> bool:
    """Whether it may be a generator: one, a function annotated to return one, or no plain function at all."""
    if not inspect.isfunction(happens) or inspect.isgeneratorfunction(happens):
        return True
    gives = happens.__annotations__.get("return")
    return "Happening" in str(gives) or "Generator" in str(gives)


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]

"""Rulings, and the checks that refuse."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Literal

from domain.kernel.rulebook import Basis, RuleId
from domain.kernel.values import Value, field

Verdict = Literal["legal", "illegal", "undetermined"]

LEGAL: Verdict = "legal"
ILLEGAL: Verdict = "illegal"
UNDETERMINED: Verdict = "undetermined"
VERDICTS = (LEGAL, ILLEGAL, UNDETERMINED)

Facts = Mapping[str, Any]
"""What was looked at, by name; JSON values only."""

NO_FACTS: Facts = {}


class Ruling(Value):
    """What the rules say of one step."""

    verdict: Verdict
    basis: Basis
    cites: tuple[RuleId, ...]
    reason: str
    """One or two plain sentences."""
    because: tuple[int, ...] = ()
    """The entries that made the situation this ruling rests on."""
    facts: Facts = NO_FACTS


class Refusal(Value):
    """Why a step does not happen: the rules that forbid it, or the question that nothing settles."""

    cites: tuple[RuleId, ...]
    reason: str
    since: tuple[int, ...] = ()
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    verdict: Verdict = ILLEGAL

    def since_entries(self, since: "Since") -> "Refusal":
        """A copy of this refusal that names the entries behind it."""
        return Refusal(self.cites, self.reason, entries(since), self.facts, self.verdict)


Since = Any
"""What made a situation: a value that knows its entry (by its field `entry`, else `since`), the number of
an entry, None, or several of these. What the set-up made has 0 and is nowhere named."""


def illegal(reason: str, *cites: RuleId, since: Since = (), **facts: Any) -> Refusal:
    """A rule forbids the step. Without `cites` the rules of the check that returns it are cited."""
    return Refusal(cites, reason, entries(since) if since else (), facts or NO_FACTS)


def undetermined(reason: str, *cites: RuleId, since: Since = (), **facts: Any) -> Refusal:
    """The rulebook does not settle whether the step is allowed."""
    return Refusal(cites, reason, entries(since), facts or NO_FACTS, UNDETERMINED)


def entries(*made: Since) -> tuple[int, ...]:
    """The entries that made a situation, each once."""
    numbers: dict[int, None] = {}
    _add_entries(numbers, made)
    return tuple(numbers)


def _add_entries(numbers: dict[int, None], made: Iterable[Since]) -> None:
    for part in made:
        if isinstance(part, int):
            if part:
                numbers[part] = None
        elif part is not None:
            field = _entry_field(part.__class__)
            _add_entries(numbers, (getattr(part, field, None),) if field else part)


@cache
def _entry_field(kind: type) -> str:
    """The field in which such a value has the entry that made it; empty for what is no value."""
    if not issubclass(kind, Value):
        return ""
    return "entry" if hasattr(kind, "entry") else "since"


def first_of(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first refusal among these; what comes after it is not asked."""
    return next((refusal for refusal in refusals if refusal is not None), None)


class Grounds(Value):
    """Rules for a legal ruling to cite, and a sentence for its reason; yielded among the events."""

    cites: tuple[RuleId, ...] = ()
    reason: str = ""
    since: tuple[int, ...] = ()


def grounds(reason: str, *cites: RuleId, since: Since = ()) -> Grounds:
    """A reason for a legal ruling, with rules and earlier entries behind it."""
    return Grounds(cites, reason, entries(since) if since else ())


Asks = Callable[[Any, Any], Refusal | None]
"""(state, step) → the refusal, or None where the check holds."""


class Check(Value):
    """A condition of a step, tied to the rules it may cite when it does not hold."""

    rules: tuple[RuleId, ...]
    asks: Asks
    """Gives the refusal, or None when the condition holds."""
    causes: Callable[[Any, Any], Since] | None = None
    """(state, step) → what is behind a refusal that names none itself."""
    adds: Callable[[Any, Any, Refusal], Refusal] | None = None
    """(state, step, refusal) → the refusal together with what this check adds to it."""

    @property
    def name(self) -> str:
        return self.asks.__name__

    def __call__(self, state: Any, step: Any) -> Refusal | None:
        refusal = self.asks(state, step)
        return refusal and self.with_additions(state, step, refusal)

    def with_additions(self, state: Any, step: Any, refusal: Refusal) -> Refusal:
        """The refusal with what the check adds to it."""
        return refusal if self.adds is None else self.adds(state, step, refusal)


def requires(*rules: RuleId) -> Callable[[Asks], Check]:
    """Ties a check to the rules it enforces.

    A check is a function of the state and the step, named as the sentence that must hold; it
    answers None, or the refusal. The rules named here are all that it ever cites.
    """

    def check(asks: Asks) -> Check:
        return Check(rules, asks)

    return check


def ruling_of_refusal(
    refusal: Refusal, check: Check, basis: Callable[[tuple[RuleId, ...]], Basis]
) -> Ruling:
    """The ruling that a refusal comes to; it cites the check's rules where it names none itself."""
    cites = refusal.cites or check.rules
    return Ruling(
        refusal.verdict, basis(cites), cites, sentence(refusal.reason), refusal.since, refusal.facts
    )


def legal_ruling(given: Sequence[Grounds], basis: Callable[[tuple[RuleId, ...]], Basis]) -> Ruling:
    """A legal ruling on all the grounds that were given, each rule and entry once."""
    if len(given) == 1:
        (only,) = given
        reason = sentence(only.reason) if only.reason else ""
        return Ruling(LEGAL, basis(only.cites), only.cites, reason, only.since, NO_FACTS)
    rules: list[RuleId] = []
    entries: list[int] = []
    reasons = []
    for ground in given:
        rules += ground.cites
        entries += ground.since
        if ground.reason:
            reasons.append(sentence(ground.reason))
    cites = tuple(dict.fromkeys(rules))
    since = tuple(dict.fromkeys(entries))
    return Ruling(LEGAL, basis(cites), cites, " ".join(reasons), since, NO_FACTS)


def sentence(text: str) -> str:
    """The text with its full stop, which checks and chapters may leave out."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def all_of(*asks: Asks, rules: tuple[RuleId, ...] = ("G1",)) -> Check:
    """One check made of several: the first that does not hold refuses."""

    def all_hold(state: Any, step: Any) -> Refusal | None:
        return first_of(ask(state, step) for ask in asks)

    return Check(rules, all_hold)


RefusalFinder = Callable[[Any, Any], Iterator[Refusal]]


def requires_all(*rules: RuleId) -> Callable[[RefusalFinder], Check]:
    """Like `requires`, for a check that yields a refusal for each thing that is wrong.

    The refusals become one, with every reason, and each rule, entry and fact once.
    """

    def check(finds: RefusalFinder) -> Check:
        @wraps(finds)
        def nothing_is_wrong(state: Any, step: Any) -> Refusal | None:
            refusals = tuple(finds(state, step))
            return _together(refusals) if refusals else None

        return Check(rules, nothing_is_wrong)

    return check


def _together(refusals: tuple[Refusal, ...]) -> Refusal:
    return illegal(
        "; ".join(refusal.reason for refusal in refusals),
        *dict.fromkeys(rule for refusal in refusals for rule in refusal.cites),
        since=entries(*(entry for refusal in refusals for entry in refusal.since)),
        **{name: fact for refusal in refusals for name, fact in refusal.facts.items()},
    )

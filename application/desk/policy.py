"""Policies: how gravely each kind of step and event weighs against a backup, as data."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from application.named_file import CannotRead, text_of
from application.records.notation import Unclear, values
from application.records.odd_keys import with_plain_keys
from application.rulesets import FOLDERS, folder_of
from domain.kernel.setup import SetupError, read
from domain.kernel.steps import JUDGE

Grade = Literal["simple", "risky", "irreversible"]
Kind = Literal["decision", "forced", "report", "judge", "remark"]
Counted = Literal["entries", "decisions", "others", "dice", "cards_learned"]

GRADES: tuple[Grade, ...] = ("simple", "risky", "irreversible")
"""From the lightest to the gravest."""


A_POLICY = "a policy is a page of YAML in UTF-8"
MOST_LETTERS = 32_768
"""The most characters of a policy sent over the network."""
MOST_NAMED = 200


class BadPolicy(Exception):
    """A policy that cannot be used; the message says which, where, and what was expected."""


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of step or event means to a judge."""

    kind: Kind = "decision"
    dice: bool = False
    hidden: bool = False
    """Hidden cards were seen or chosen with it."""
    grade: Grade = "simple"
    because: str = ""
    put_back: str = ""
    """What to do on the table, with the fields of the step or event in braces."""


class UnderWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"place": "in"}):
    """Where the state shows that something is not finished."""

    place: str = ""
    """A key of the state; empty where nothing is ever under way."""
    done_at: int = 0
    """The length of that list when nothing is under way."""


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of counted things above which a backup is graver."""

    count: Counted
    over: int
    grade: Grade
    because: str


class Fix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A partial fix on the closed list: the steps that bring it about."""

    id: str
    title: str
    steps: tuple[dict[str, Any] | Literal["going_on"], ...]
    """`going_on`: the plainest step that lets the game go on. With `allowed: true` the rules refuse
    the step, and the judge's overruling after it lets it happen."""
    only: tuple[str, ...] = ()
    """The kinds of error it is for; all without any."""
    came: tuple[str, str] | None = None
    """A list in the state, and what stands in it now and did not before the error."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of policy, laid over the default one."""

    policy: Literal[1]
    under_way: UnderWay
    classes: dict[str, tuple[str, ...]]
    steps: dict[str, Weight]
    events: dict[str, Weight]
    limits: tuple[Limit, ...]
    fixes: tuple[Fix, ...]
    table: dict[str, str | None]
    ruleset: str = ""
    own_fixes: tuple[Fix, ...] = ()
    """The ruleset's own, offered before those that every ruleset has."""
    hidden_things: str = ""
    """A mapping of the state whose keys are what may be hidden: the cards."""

    def step(self, do: str) -> Weight:
        """The weight of a kind of step; a decision where the policy says nothing."""
        return self.steps.get(do, DECISION)

    def event(self, stored_name: str) -> Weight:
        """The weight of an event: of `voidsiege/unit_shot/v1` that of `unit_shot`."""
        return self.events.get(stored_name.split("/")[1], DECISION)

    def error_class(self, cites: Iterable[str]) -> str:
        """The class of an error that breaks these rules."""
        offended = set(cites)
        for name, rules in self.classes.items():
            if offended.intersection(rules):
                return name
        return "illegal_action"

    def place(self, path: str) -> str | None:
        """How a place of the state is named on the table; None where it does not lie there."""
        for pattern, name in self.table.items():
            match = _pattern(pattern).fullmatch(path)
            if match:
                return None if name is None else fill_in(name, _by_number(match.groups()))
        return path.replace(".", " › ")


DECISION = Weight()
DEFAULT = "default"


def policy_for(ruleset: str, path: str | Path | None = None) -> Policy:
    """The policy in force: the default page, the ruleset's page, and the organiser's. Raises BadPolicy."""
    if path is None:
        return _shipped_policy(ruleset)
    try:
        page = text_of(path, A_POLICY)
    except CannotRead as why:
        raise BadPolicy(str(why)) from None
    return _with_own(ruleset, _mapping(page, str(path)), str(path))


def own_policy(ruleset: str, text: str, name: str) -> Policy:
    """The policy in force with this text of a judge's laid over it. Raises BadPolicy."""
    if len(text) > MOST_LETTERS:
        raise BadPolicy(f"{name}: a policy is no longer than {MOST_LETTERS} letters")
    policy = _with_own(ruleset, _mapping(text, name), name)
    for what, many in (("fixes", len(policy.fixes)), ("places", len(policy.table))):
        if many > MOST_NAMED:
            raise BadPolicy(f"{name}: it names {many} {what}; {MOST_NAMED} are read at most")
    ours = _shipped_policy(ruleset)
    shipped = (*ours.fixes, *ours.own_fixes)
    for fix in (*policy.fixes, *policy.own_fixes):
        if fix not in shipped and not all(map(_is_a_judges, fix.steps)):
            raise BadPolicy(f"{name}: fix “{fix.id}”: a fix of your own takes a judge's steps only")
    return policy


def _is_a_judges(step: Mapping[str, Any] | str) -> bool:
    if isinstance(step, str):
        return True  # the plainest step that lets the game go on
    return step.get("by") == JUDGE and isinstance(step.get("do"), str)


def _with_own(ruleset: str, own: dict[str, Any], name: str) -> Policy:
    if "fixes" in own:
        # A page that closes the list of fixes closes it for the ruleset's own fixes too.
        own = {"own_fixes": [], **own}
    policy = _policy_from(_laid_over((_shipped_page(DEFAULT), _shipped_page(ruleset), own)), name)
    if policy.ruleset not in ("", ruleset):
        raise BadPolicy(f"{name}: this policy is for {policy.ruleset}, the game is {ruleset}")
    return policy


@cache
def _shipped_policy(ruleset: str) -> Policy:
    return _policy_from(_laid_over((_shipped_page(DEFAULT), _shipped_page(ruleset))), ruleset)


def _laid_over(layers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for layer in layers:
        for key, value in layer.items():
            below = whole.get(key)
            if isinstance(below, dict) and isinstance(value, Mapping):
                # Places are tried in order, so those of the overlaid page come first.
                whole[key] = {**value, **{k: v for k, v in below.items() if k not in value}}
            else:
                whole[key] = value
    return whole


@cache
def _shipped_page(name: str) -> dict[str, Any]:
    """The default page, or the one beside a ruleset that has one."""
    if name == DEFAULT:
        page = files("application.desk") / "policies" / f"{name}.yaml"
        return _mapping(page.read_text("utf-8"), f"policies/{name}.yaml")
    own = Path(folder_of(name)) / "policy.yaml" if name in FOLDERS else None
    return {} if own is None or not own.is_file() else _mapping(own.read_text("utf-8"), str(own))


def _mapping(text: str, name: str) -> dict[str, Any]:
    try:
        found = with_plain_keys(values(text))
    except Unclear as why:
        raise BadPolicy(f"{name}: {why}") from None
    if not isinstance(found, dict):
        raise BadPolicy(f"{name}: a policy is a mapping that begins with “policy: 1”")
    return found


def _policy_from(whole: dict[str, Any], name: str) -> Policy:
    try:
        return read(Policy, whole, "")
    except SetupError as why:
        raise BadPolicy(f"{name}: {why}") from None


@lru_cache(maxsize=1_000)
def _pattern(pattern: str) -> re.Pattern[str]:
    """A pattern with stars as a regular expression, in which each star stands for as little as it can.

    No star is tried longer once what follows it has been found: no pattern takes long to match.
    """
    first, *stars = map(re.escape, pattern.split("*"))
    *inner, last = [f"(.+?){follows}" for follows in stars] or [""]
    return re.compile(first + "".join(f"(?>{star})" for star in inner) + last)


def _by_number(met: Iterable[str]) -> dict[str, str]:
    return {str(n): word for n, word in enumerate(met, 1)}


def fill_in(text: str, known: Mapping[str, Any]) -> str:
    """The text with its placeholders in braces filled in; empty where a value is unknown."""
    if any(word not in known for word in re.findall(r"\{(\w+)\}", text)):
        return ""
    return re.sub(r"\{(\w+)\}", lambda match: str(known[match[1]]), text)

"""What a declaration names: its option and its targets (D2 to D4, K1, K3)."""

from collections.abc import Iterator

from domain.kernel.ruling import Refusal, entries, illegal, requires
from domain.nullshapers.cards import Part
from domain.nullshapers.chapters.naming import Activate, Play
from domain.nullshapers.chapters.targets import Why, as_actions, why_encrypted, why_unmet
from domain.nullshapers.chapters.timing import speed_of
from domain.nullshapers.table import Table

DECIDES = ("D2", "D3", "D4", "K1", "K3")


Declaration = Play | Activate


def targets_of(table: Table, step: Declaration) -> tuple[str, ...]:
    """What is aimed at, an action by its name in the queue."""
    names = step.targets
    # Only by its card has an action another name than its own.
    if not table.queue or table.no_card_among(names):
        return names
    return as_actions(table, step.text(table).part(step.option), names)


@requires("D4")
def an_option_is_picked_where_there_are_some(table: Table, step: Declaration) -> Refusal | None:
    options = step.text(table).options
    if step.option is None and not options:
        return None
    if not options:
        return illegal(f"“{step.card}” has no options to pick from")
    if step.option in options:
        return None
    said = "none is picked" if step.option is None else f"“{step.option}” is none of them"
    return illegal(f"one of the options {', '.join(options)} must be picked, and {said}")


@requires("D2", "D3", "K1", "K3", "M44")
def the_targets_are_as_the_text_wants_them(table: Table, step: Declaration) -> Refusal | None:
    """Everything that is wrong with the targets is said at once, each with the rule it fails."""
    part = step.text(table).part(step.option)
    if not part.groups and not step.targets:
        return None
    targets = targets_of(table, step)
    unfit = _not_as_wanted(table, part, step, targets)
    if not unfit and table.no_card_among(targets):
        return None
    encrypted = [why for name in targets if (why := why_encrypted(table, name))]
    too_fast = too_fast_for(table, step)
    if not (unfit or encrypted or too_fast):
        return None
    fast = [
        (f"“{name}” has Lightspeed and is too fast for that", table.cards[name].speed_since)
        for name in too_fast
    ]
    wrong = [*unfit, *encrypted, *fast]
    return illegal(
        "; ".join(dict.fromkeys(reason for reason, _ in wrong)),
        *_rules_failed(table, step, unfit, encrypted, too_fast),
        since=entries(*(since for _, since in wrong)),
        targets=list(step.targets),
    )


def _rules_failed(
    table: Table, step: Declaration, unfit: list[Why], encrypted: list[Why], too_fast: list[str]
) -> Iterator[str]:
    yield "D2"
    if unfit and isinstance(step, Play) and table.printed[step.card].is_modification:
        yield "D3"
    if encrypted:
        yield "K1"
    if too_fast:
        yield "K3"
    if any(table.cards[name].speed == speed_of(table, step) for name in too_fast):
        yield "M44"


def _not_as_wanted(
    table: Table, part: Part, step: Declaration, targets: tuple[str, ...]
) -> list[Why]:
    """What is wrong with the number of targets, or with one of them (D2)."""
    if not part.groups:
        return [(f"“{step.card}” names no target", 0)]
    reasons: list[Why] = []
    number, least, most = len(step.targets), part.least, part.most
    if number < least or (most is not None and number > most):
        wanted = _how_many(least, most)
        reasons.append((f"“{step.card}” names {wanted}, and {_so_many(step.targets)} named", 0))
    # An action may be named by its card: two names can be one target, and one name two.
    if len(set(targets)) != number or len(set(step.targets)) != number:
        reasons.append(("a target is named twice", 0))
    for at, name in enumerate(targets):
        failing = why_unmet(table, part.groups[part.group_at(at)], name, step.by)
        if failing is not None:
            reasons.append(failing)
    return reasons


def _how_many(least: int, most: int | None) -> str:
    if most == least:
        return f"exactly {least} target{'' if least == 1 else 's'}"
    if most is None:
        return f"at least {least} target{'' if least == 1 else 's'}"
    return f"{least} to {most} targets"


def _so_many(targets: tuple[str, ...]) -> str:
    return {0: "none is", 1: "one is"}.get(len(targets), f"{len(targets)} are")


def _targets_with_lightspeed(table: Table, step: Declaration) -> list[str]:
    targets = ((name, table.in_play(name)) for name in targets_of(table, step))
    return [name for name, printed in targets if printed is not None and printed.lightspeed]


def too_fast_for(table: Table, step: Declaration) -> list[str]:
    """The targets with Lightspeed that are faster than this declaration (K3, M44)."""
    speed = speed_of(table, step)
    equal_too = table.law["M44"] == "stops"
    return [
        name
        for name in _targets_with_lightspeed(table, step)
        if (table.cards[name].speed or 0) > speed
        or (equal_too and table.cards[name].speed == speed)
    ]


def targets_as_fast(table: Table, step: Declaration) -> list[str]:
    """The targets with Lightspeed that are just as fast; whether they may be named M44 says."""
    speed = speed_of(table, step)
    return [
        name for name in _targets_with_lightspeed(table, step) if table.cards[name].speed == speed
    ]


def option_and_x_are_said(table: Table, step: Declaration) -> Refusal | None:
    """What a judge needs to let a declaration happen: the option and the X that its text asks for."""
    text = step.text(table)
    if text.options and step.option not in text.options:
        return illegal(f"one of the options {', '.join(text.options)} must be picked")
    if text.x and step.x is None:
        return illegal("X is not said")
    return None

"""A wrong command line, said in one sentence: which word is wrong, and what was expected there."""

import re
from collections.abc import Sequence

import click

from domain.kernel.wording import list_in_words

QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")
NO_CHOICE = re.compile(r"'(.*)' is not one of '")
TOO_MUCH = re.compile(r"Got unexpected extra arguments? \((.*)\)")
NO_NUMBER = re.compile(r"'(.*)' is not a valid (integer|float)(?: range)?\.?")


def usage_sentence(why: click.UsageError) -> str:
    """What is wrong with the command line, in the words of this project instead of click's."""
    match why:
        case click.NoSuchOption():
            near = why.possibilities or ()
            return f"there is no option {why.option_name}{_did_you_mean(near)}"
        case click.NoSuchCommand():
            near = [f"“{one}”" for one in why.possibilities or ()]
            return f"there is no command “{why.command_name}”{_did_you_mean(near)}"
        case click.MissingParameter():
            expected = _expectation(why.param) or _kind(why.param)
            return f"{_place(why)} is missing{f'; {expected}' if expected else ''}"
        case click.BadOptionUsage() if why.message.endswith("requires an argument."):
            return f"{why.option_name}: a value is missing"
        case click.BadParameter() if why.param is not None:
            return f"{_place(why)}: {_wrong_value(why)}"
        case click.BadParameter():
            return why.message
    if match := TOO_MUCH.fullmatch(why.message):
        return f"“{match[1]}” is too much{_takes(why.ctx)}"
    return why.format_message()


def _takes(ctx: click.Context | None) -> str:
    """What the command takes, as its help has it: `; show takes [GAME]`."""
    if ctx is None:
        return ""
    arguments = [param for param in ctx.command.params if isinstance(param, click.Argument)]
    takes = " ".join(argument.make_metavar(ctx) for argument in arguments) or "nothing but options"
    return f"; {ctx.info_name} takes {takes}"


def _did_you_mean(near: Sequence[str]) -> str:
    return f"; did you mean {list_in_words(near, 'or')}?" if near else ""


def _place(why: click.BadParameter) -> str:
    """The option or the argument, as the help names it."""
    if why.param is None:
        return "something"
    if isinstance(why.param, click.Argument):
        return (why.param.metavar or why.param.human_readable_name.upper()).removesuffix("...")
    return max(why.param.opts, key=len)


def _wrong_value(why: click.BadParameter) -> str:
    expected = _expectation(why.param)
    if match := NO_NUMBER.fullmatch(why.message):
        kind = "whole number" if match[2] == "integer" else "number"
        return f"“{match[1]}” is no {kind}{f'; {expected}' if expected else ''}"
    if " is not in the range " in why.message:
        return f"{why.message.partition(' ')[0]} is too {_side(why)}; {expected}"
    if match := NO_CHOICE.match(why.message):
        return f"“{match[1]}” is nothing here; {expected}"
    return QUOTED.sub(r"“\1”", why.message)


def _side(why: click.BadParameter) -> str:
    least = getattr(why.param and why.param.type, "min", None)
    return "small" if least is not None and float(why.message.split()[0]) < least else "large"


def _kind(param: click.Parameter | None) -> str:
    return "expected a whole number" if param and param.type is click.INT else ""


def _expectation(param: click.Parameter | None) -> str:
    """What a number or a choice may be, as a half sentence; empty where anything may stand."""
    match param and param.type:
        case click.Choice(choices=choices):
            return f"expected {list_in_words([str(choice) for choice in choices], 'or')}"
        case click.IntRange(min=least, max=None) | click.FloatRange(min=least, max=None):
            return f"expected {least} or more"
        case click.IntRange(min=least, max=most) | click.FloatRange(min=least, max=most):
            return f"expected {least} to {most}"
    return ""

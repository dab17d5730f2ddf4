"""What the files of a ruleset say: rules cited and at home, happenings that nobody runs."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from domain.kernel.offers import steps_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Event, Value
from domain.kernel.wording import list_in_words

SHARED = re.compile(r"G\d")
WRITTEN = ("chapter", "settled")
"""Tables of a page that nothing is run from."""


@cache
def files(module: str) -> tuple[ModuleType, ...]:
    """The modules of a ruleset: those of its folder, or the one it is."""
    top = import_module(module)
    assert top.__file__ is not None
    path = Path(top.__file__)
    if path.name != "__init__.py":
        return (top,)
    found = []
    for one in sorted(path.parent.rglob("*.py")):
        parts = one.relative_to(path.parent).with_suffix("").parts
        found.append(import_module(".".join((module, *parts)).removesuffix(".__init__")))
    return tuple(found)


@cache
def tree_of(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


@cache
def words_in(module: str) -> frozenset[str]:
    """Every string of its files but those that write the law down: Rule(…), Question(…)."""
    return frozenset(
        word for one in files(module) for word in (*_words(tree_of(one)), *_words_run(one))
    )


def _words_run(module: ModuleType) -> Iterator[str]:
    """The words of those tables of its page that are run: commands, the outline of a turn."""
    tables = module.PAGE.tables if hasattr(module, "PAGE") else {}
    for kind, rows in tables.items():
        for row in rows if kind not in WRITTEN else ():
            yield from (word for cell in row.values() for word in cell.split(", "))


def _words(tree: ast.AST) -> Iterator[str]:
    if isinstance(tree, ast.Call) and _called(tree) in ("Rule", "Question", "inferred", "rule"):
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    for child in ast.iter_child_nodes(tree):
        yield from _words(child)


def uncited(ruleset: Ruleset, module: str) -> list[str]:
    """Rules that no check, event or sentence cites, and that do not say why; a sentence for each."""
    words = words_in(module)
    rules = ruleset.edition().rules.values()
    return [
        f"no check, event or sentence cites {one.id}, and its note does not say why: “not adjudicated: …”"
        for one in rules
        if one.id not in words and not one.not_adjudicated and not SHARED.fullmatch(one.id)
    ]


CITING = ("grounds", "illegal", "undetermined")
"""Functions that are given a sentence, then the rules that it cites."""


def cited(module: str) -> frozenset[str]:
    """Every rule that a sentence, an event or a check names; a page's tables may have others."""
    return frozenset(
        rule
        for one in files(module)
        for node in ast.walk(tree_of(one))
        if isinstance(node, ast.Call) and _last_name(node.func) in (*CITING, "cites", "requires")
        for argument in node.args
        for rule in _written_out(argument)
    )


def unknown(ruleset: Ruleset, module: str) -> list[str]:
    """Rules that a sentence cites and that no edition has; a sentence for each."""
    known = {id for one in ruleset.editions for id in (*one.rules, *one.questions)}
    return [
        f"{one.__name__}, line {node.lineno}: {_last_name(node.func)}(…) cites {rule}, "
        "which is not in the rulebook"
        for one in files(module)
        for node in ast.walk(tree_of(one))
        if isinstance(node, ast.Call) and _last_name(node.func) in CITING
        for cited in node.args[1:]
        for rule in _written_out(cited)
        if rule not in known
    ]


def misread(ruleset: Ruleset, module: str) -> list[str]:
    """Questions that are asked of the law, and readings compared with the one in force, that no edition has."""
    readings: dict[str, dict[str, None]] = {}
    for edition in ruleset.editions:
        for id, question in edition.questions.items():
            readings.setdefault(id, {}).update(dict.fromkeys(question.readings))
    return [
        f"{one.__name__}, line {line}: {wrong}"
        for one in files(module)
        for node in ast.walk(tree_of(one))
        for line, question, compared in _asked_of_the_law(node)
        for wrong in _wrong_readings(readings, question, compared)
    ]


def _wrong_readings(
    readings: Mapping[str, Iterable[str]], question: str, compared: Iterable[str]
) -> Iterator[str]:
    if question not in readings:
        yield f"there is no question {question}"
        return
    known = [*readings[question]]
    for reading in compared:
        if reading not in known:
            yield f"“{reading}” is no reading of {question}; expected {list_in_words(known, 'or')}"


def _asked_of_the_law(node: ast.AST) -> Iterator[tuple[int, str, list[str]]]:
    """(line, question, readings) of `law["Q1"]`, of `law["Q1"] == "no"`, of `law.is_("Q1", "no")`."""
    if isinstance(node, ast.Subscript):
        question = _question_in(node)
        if question:
            yield node.lineno, question, []
    elif isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        for question in filter(None, map(_question_in, sides)):
            yield node.lineno, question, [word for one in sides for word in _written_out(one)]
    elif isinstance(node, ast.Call) and _last_name(node.func) == "is_":
        words = [[*_written_out(one)] for one in node.args]
        if len(words) == len(("question", "reading")) and words[0]:
            yield node.lineno, words[0][0], words[1]


def _question_in(node: ast.AST) -> str:
    """The question of `law["Q1"]`; else empty."""
    if not isinstance(node, ast.Subscript) or _last_name(node.value) != "law":
        return ""
    return next(_written_out(node.slice), "")


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _written_out(node: ast.AST) -> Iterator[str]:
    """The words that stand here as they are, in every case."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif isinstance(node, ast.Starred):
        yield from _written_out(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_written_out(node.body), *_written_out(node.orelse))
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from (word for one in node.elts for word in _written_out(one))


def homeless(ruleset: Ruleset, module: str) -> list[str]:
    """What is wrong with the homes of rules: each file's DECIDES lists those that it decides.

    A ruleset in one file is the home of all its rules.
    """
    if len(files(module)) == 1:
        return []
    edition = ruleset.edition()
    decided = {
        one.id
        for one in edition.rules.values()
        if not one.not_adjudicated and not SHARED.fullmatch(one.id)
    }
    homes = {one: getattr(one, "DECIDES", ()) for one in files(module)}
    counted = Counter(rule for rules in homes.values() for rule in rules)
    wrong = [
        f"{rule} has no home: name it in the DECIDES of the chapter that decides it"
        for rule in sorted(decided - set(counted))
    ]
    wrong += [
        f"{rule} stands in a DECIDES, and is no rule that is adjudicated"
        for rule in sorted(set(counted) - decided)
    ]
    wrong += [
        f"{rule} has two homes: DECIDES names it twice"
        for rule, times in counted.items()
        if times > 1
    ]
    for home, rules in homes.items():
        source = Path(str(home.__file__)).read_text(encoding="utf-8")
        text = re.sub(r"^DECIDES = (\([^)]*\))?", "", source, flags=re.M)
        text = " ".join((text, *_words_run(home)))
        wrong += [
            f"{home.__name__} has {rule} in its DECIDES, and does not cite it"
            for rule in rules
            if not re.search(rf"\b{re.escape(rule)}\b", text)
        ]
    return wrong


def forgotten(module: str) -> list[str]:
    """Happenings that are called and never run, events that are given back: they never happen."""
    return [line for one in files(module) for line in _forgotten(one)]


def _forgotten(module: ModuleType) -> Iterator[str]:
    known = {
        name
        for name, value in vars(module).items()
        if inspect.isgeneratorfunction(value) and re.search("Happening|Generator", _gives(value))
    }
    run_later = {*_run_later(tree_of(module))}
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call):
            called = _called(node.value)
            kept = isinstance(node, ast.Assign) and run_later.intersection(
                map(ast.unparse, node.targets)
            )
            if called in known and not kept:
                yield (
                    f"{module.__name__}, line {node.lineno}: {called}(…) does not happen; "
                    f"write yield from {called}(…)"
                )
    yield from _given_back(module)


def _given_back(module: ModuleType) -> Iterator[str]:
    """Events at the end of a happening that are returned and not yielded."""
    for happening in ast.walk(tree_of(module)):
        if not isinstance(happening, ast.FunctionDef) or not happening.returns:
            continue
        if not re.search("Happening|Generator", ast.unparse(happening.returns)):
            continue
        for node in ast.walk(happening):
            if not isinstance(node, ast.Return):
                continue
            called = _called(node.value) if isinstance(node.value, ast.Call) else ""
            if _is_event(vars(module).get(called)):
                yield (
                    f"{module.__name__}, line {node.lineno}: {called}(…) does not happen; "
                    f"write return (yield {called}(…))"
                )


def _is_event(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, Event)


def _run_later(tree: ast.Module) -> Iterator[str]:
    """What is run, or handed on, by a name it was given before."""
    for node in ast.walk(tree):
        if isinstance(node, ast.YieldFrom):
            yield ast.unparse(node.value)
        elif isinstance(node, ast.For):
            yield ast.unparse(node.iter)
        elif isinstance(node, ast.Call) and _called(node) in ("next", "iter"):
            yield from map(ast.unparse, node.args)


def _gives(function: Any) -> str:
    return str(function.__annotations__.get("return"))


def misnamed(ruleset: Ruleset, module: str) -> Iterator[str]:
    """Fields that the lab names and nothing here has: a word mistyped would leave all as it is, unseen."""
    lab = ruleset.lab
    known = {
        name
        for kind in _with_derived(Value)
        if f"{kind.__module__}.".startswith((f"{module}.", "domain.kernel."))
        for name in kind.__struct_fields__
    }
    for place in ("entry_fields", "rank_fields", "ignored_fields"):
        for name in sorted(getattr(lab, place)):
            if name.rpartition(".")[2] not in known:
                yield f"Lab.{place} names “{name}”, and no value has such a field"
    asked = {
        field
        for do, procedure in ruleset.procedures.items()
        for _, step in steps_of(do, procedure)
        for field in step.__struct_encode_fields__
    }
    for table in lab.tables:
        for name in sorted(table.answers.keys() - asked):
            yield f"the table {table.name} has answers for “{name}”, and no step has such a field"


def _with_derived(kind: type[Value]) -> Iterator[type[Value]]:
    yield kind
    for derived in kind.__subclasses__():
        yield from _with_derived(derived)

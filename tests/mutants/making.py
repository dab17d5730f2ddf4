"""Mutants: functions of the domain with one change, as mutmut's operators make them."""

import hashlib
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import (
    NEVER_MUTATE_FUNCTION_NAMES,
    MutationVisitor,
    deep_replace,
)
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from application.rulesets import FOLDERS, folder_of

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, eq=False)
class Function:
    """A function or method that is changed, decorated or not."""

    module: str
    path: Path
    qualname: str
    nth: int
    """Of those with this name in the module, from 0 on."""
    first: int
    """Its first line, perhaps that of a decorator."""
    start: int
    """The line of its `def`."""
    end: int
    indent: str
    node: cst.FunctionDef

    @property
    def name(self) -> str:
        again = f"_{self.nth + 1}" if self.nth else ""
        return f"{self.module}.{self.qualname}{again}"

    @cached_property
    def source(self) -> str:
        return _code(self.node)

    @cached_property
    def digest(self) -> str:
        """Tells whether the function is the one that was tried."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:10]


@dataclass(frozen=True, eq=False)
class Mutant:
    """A function with one change."""

    function: Function
    number: int
    was: cst.CSTNode
    becomes: cst.CSTNode

    @property
    def name(self) -> str:
        return f"{self.function.name}~{self.number}"

    @cached_property
    def node(self) -> cst.FunctionDef:
        return cast(cst.FunctionDef, deep_replace(self.function.node, self.was, self.becomes))

    @cached_property
    def source(self) -> str:
        return _code(self.node)

    @property
    def changes_defaults(self) -> bool:
        return not self.node.params.deep_equals(self.function.node.params)

    def module_source(self) -> str:
        """The whole module with this change."""
        function = self.function
        lines = function.path.read_text("utf-8").splitlines(keepends=True)
        changed = textwrap.indent(self.source, function.indent)
        return "".join((*lines[: function.start - 1], changed, *lines[function.end :]))

    def diff(self) -> str:
        """The change as a diff of its function."""
        lines = unified_diff(
            self.function.source.splitlines(), self.source.splitlines(), lineterm="", n=2
        )
        return "\n".join([f"{self.name} ({self.function.path.name})", *list(lines)[2:]])

    def in_words(self) -> str:
        """The change in one line, which stays the same while its lines do."""
        was, becomes = self.function.source.splitlines(), self.source.splitlines()
        while was and becomes and was[0] == becomes[0]:
            del was[0], becomes[0]
        while was and becomes and was[-1] == becomes[-1]:
            del was[-1], becomes[-1]
        return f"{self.function.name}: {_one_line(was)} → {_one_line(becomes)}"


def _one_line(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


def _code(function: cst.FunctionDef) -> str:
    bare = function.with_changes(decorators=(), leading_lines=(), lines_after_decorators=())
    return cst.Module([bare]).code


class _Operators(MutationVisitor):
    """mutmut's, also for decorated functions: nothing here decorates what it runs more than once."""

    def __init__(self) -> None:
        super().__init__(mutation_operators, IgnoredCode(set(), set(), set()))

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            return node.name.value in NEVER_MUTATE_FUNCTION_NAMES
        return bool(super()._skip_node_and_children(node))


def places_of_rules() -> dict[str, Path]:
    """Module → folder: the domain, and the rulesets of the list that live elsewhere."""
    found = {"domain": ROOT / "domain"}
    for name in sorted(FOLDERS):
        if not FOLDERS[name].startswith("domain."):
            found[FOLDERS[name]] = Path(folder_of(name))
    return found


def mutants(prefixes: list[str]) -> Iterator[Mutant]:
    """Those whose names begin so, of the domain and of every ruleset, in the order of the files."""
    for top, folder in places_of_rules().items():
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            inside = path.relative_to(folder).with_suffix("").parts
            module = ".".join((top, *inside)).removesuffix(".__init__")
            if any(module.startswith(one) or one.startswith(module) for one in prefixes):
                for mutant in _of_module(module, path):
                    if any(mutant.name.startswith(one) for one in prefixes):
                        yield mutant


def _of_module(module: str, path: Path) -> Iterator[Mutant]:
    wrapper = MetadataWrapper(cst.parse_module(path.read_text("utf-8")))
    operators = _Operators()
    wrapper.visit(operators)
    positions = wrapper.resolve(PositionProvider)
    functions = {one.node: one for one in _functions(module, path, wrapper.module, positions)}
    numbers: Counter[Function] = Counter()
    for found in operators.mutations:
        function = functions.get(cast(cst.FunctionDef, found.contained_by_top_level_function))
        if function is not None:
            numbers[function] += 1
            yield Mutant(function, numbers[function], found.original_node, found.mutated_node)


def _functions(module: str, path: Path, tree: cst.Module, positions: Any) -> Iterator[Function]:
    seen: Counter[str] = Counter()
    for qualname, node in _nodes(tree):
        at = positions[node]
        first = positions[node.decorators[0]].start if node.decorators else at.start
        lines = first.line, at.start.line, at.end.line
        yield Function(module, path, qualname, seen[qualname], *lines, " " * at.start.column, node)
        seen[qualname] += 1


def _nodes(tree: cst.Module) -> Iterator[tuple[str, cst.FunctionDef]]:
    for one in tree.body:
        if isinstance(one, cst.FunctionDef):
            yield one.name.value, one
        elif isinstance(one, cst.ClassDef):
            for method in one.body.body:
                if isinstance(method, cst.FunctionDef):
                    yield f"{one.name.value}.{method.name.value}", method

"""A mutant put in the place of its function, in this process."""

import gc
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.making import Function, Mutant, places_of_rules

ANEW = ("domain", "application", "tests")
Key = tuple[str, str, int]
"""File, qualified name, first line: which function a code object is."""


class CannotChange(Exception):
    """The code does not fit: the module has to be imported anew with the change."""


class Functions:
    """Every function of the domain that there is now, also inner ones, by its code."""

    def __init__(self) -> None:
        self.by_code: defaultdict[Key, list[FunctionType]] = defaultdict(list)
        rules = tuple(map(str, places_of_rules().values()))
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(rules):
                self.by_code[key(one.__code__)].append(one)

    def change(self, mutant: Mutant) -> None:
        """From now on the function is the mutant. Raises CannotChange, SyntaxError."""
        function = mutant.function
        before = code_of(function, function.path.read_text("utf-8"))
        after = code_of(function, mutant.module_source())
        for old, new in ((before, after), *_inner(before, after)):
            for one in self.by_code[key(old)]:
                try:
                    one.__code__ = new
                except ValueError as why:
                    raise CannotChange(str(why)) from None
        if mutant.changes_defaults:
            for one in self.by_code[key(before)]:
                changed = _defined(mutant, one)
                one.__defaults__, one.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


def key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def code_of(function: Function, source: str) -> CodeType:
    """The code of this function in a source of its module."""
    module = compile(source, str(function.path), "exec")
    return [one for one in _codes(module) if one.co_qualname == function.qualname][function.nth]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _inner(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions within, paired by name and order."""
    new = defaultdict(list)
    for one in _codes(after):
        new[one.co_qualname].append(one)
    for one in _codes(before):
        if new[one.co_qualname]:
            yield one, new[one.co_qualname].pop(0)


def _defined(mutant: Mutant, like: FunctionType) -> Any:
    """The mutant defined alone, for the defaults of its arguments."""
    names = dict(like.__globals__)
    exec(compile(mutant.source, "<mutant>", "exec"), names)
    return names[mutant.node.name.value]


class Anew(MetaPathFinder):
    """Imports the domain and the tests anew, one module of them with the change of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def begin(self) -> None:
        for name in list(sys.modules):
            if name.partition(".")[0] in (*ANEW, self.mutant.function.module.partition(".")[0]):
                del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Any = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.mutant.function.module:
            return None
        found = PathFinder.find_spec(name, path)
        assert found is not None
        found.loader = _Loader(name, str(self.mutant.function.path), self.mutant.module_source())
        return found


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, _name: str) -> CodeType:
        return compile(self.source, self.path, "exec")

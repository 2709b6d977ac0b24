"""A mutant put in the place of the code that runs: one function exchanged, or a module that imports otherwise."""

from __future__ import annotations

import gc
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

Plan = list[tuple[FunctionType, CodeType]]


class Swapper:
    """Knows every function of this process by file and name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.functions: dict[tuple[str, str], list[FunctionType]] = {}
        for one in gc.get_objects():
            # A lazy object, asked for its class, would come to life.
            if type(one) is FunctionType and one.__code__.co_filename.startswith(str(root)):
                self.functions.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)

    def plan(self, path: str, name: str, source: str) -> Plan | None:
        """The functions to exchange and their code in this source; None if that cannot be done in a running process."""
        file = str(self.root / path)
        codes = [code for code in _codes(compile(source, file, "exec")) if code.co_qualname == name]
        found: Plan = []
        for function in self.functions.get((file, name), []):
            now = function.__code__
            code = min(codes, key=lambda one: abs(one.co_firstlineno - now.co_firstlineno))
            if code.co_freevars != now.co_freevars:
                return None
            found.append((function, code))
        return found or None


def exchange(plan: Plan) -> None:
    """Do as planned, after ``forget_answers``: what is remembered is the other code's."""
    for function, code in plan:
        function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


class Otherwise(MetaPathFinder):
    """Imports one module from another source."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = Path(file), source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.rpartition(".")[2] not in (self.file.stem, self.file.parent.name):
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        sys.meta_path.insert(0, self)
        if spec is None or spec.origin != str(self.file):
            return None
        spec.loader = _Loader(fullname, str(self.file), self.source)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, file: str, source: str) -> None:
        super().__init__(name, file)
        self.source = source

    def get_code(self, fullname: str) -> Any:
        return compile(self.source, self.path, "exec")

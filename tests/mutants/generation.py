"""Mutants of a file: the operators of mutmut, fixed conditions, and removed statements."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

IGNORED_CALLS = frozenset({"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "cast", "TypeVar", "NewType"})
"""Calls without mutants: sentences to translate, and declarations for the type checker."""


@dataclass(frozen=True)
class Mutant:
    """One change in the body of ``function``, in a statement from ``line`` to ``last``.

    ``function`` is the qualified name of the outermost function, which exists in the running process.
    """

    path: str
    line: int
    last: int
    function: str
    node: cst.CSTNode = field(repr=False, compare=False)
    replacement: cst.CSTNode = field(repr=False, compare=False)
    module: cst.Module = field(repr=False, compare=False)

    @cached_property
    def source(self) -> str:
        """Source of the file with the change."""
        changed = self.module.deep_replace(self.node, self.replacement)
        assert isinstance(changed, cst.Module)
        return changed.code

    @property
    def diff(self) -> str:
        """The change as a patch for ``git apply``."""
        before, after = (text.splitlines(keepends=True) for text in (self.module.code, self.source))
        return "".join(difflib.unified_diff(before, after, f"a/{self.path}", f"b/{self.path}", n=2))

    @property
    def changed_lines(self) -> tuple[str, str]:
        """Removed and added lines."""
        lines = self.diff.splitlines()[2:]
        removed, added = (" ".join(line[1:].strip() for line in lines if line[:1] == sign) for sign in "-+")
        return removed, added


def generate_mutants(root: Path, path: str) -> list[Mutant]:
    """Return the mutants of the functions of a file, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module((root / path).read_text()))
    visitor = _Generator(path, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found


class _Generator(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: str, module: cst.Module) -> None:
        super().__init__()
        self.path, self.module = path, module
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.functions: list[cst.FunctionDef] = []
        self.statements: list[cst.CSTNode] = []
        self.body_depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_ignored(node):
            return False
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)) and not self.functions:
            self.names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self.functions.append(node)
        if self.functions and node is self.functions[0].body:
            self.body_depth += 1
        if isinstance(node, cst.BaseStatement):
            self.statements.append(node)
        if self.body_depth:
            for replacement in _replacements(node):
                name = ".".join(self.names)
                self.found.append(Mutant(self.path, *self._lines(node), name, node, replacement, self.module))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        node = original_node
        if self.statements and node is self.statements[-1]:
            self.statements.pop()
        if self.functions and node is self.functions[0].body:
            self.body_depth -= 1
        if self.functions and node is self.functions[-1]:
            self.functions.pop()
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)) and not self.functions and not _is_ignored(node):
            self.names.pop()

    def _lines(self, node: cst.CSTNode) -> tuple[int, int]:
        """Return the lines of the statement around a node; of a compound statement, those up to the node."""
        statement = self.statements[-1] if self.statements else node
        place = self.get_metadata(PositionProvider, statement)
        if isinstance(statement, cst.SimpleStatementLine):
            return place.start.line, place.end.line
        last = place.start if node is statement else self.get_metadata(PositionProvider, node).end
        return min(place.start.line, last.line), max(place.start.line, last.line)


def _is_ignored(node: cst.CSTNode) -> bool:
    """Whether no test can notice a change here."""
    match node:
        case cst.Annotation() | cst.Import() | cst.ImportFrom():
            return True
        case cst.SimpleStatementLine(body=[cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString())]):
            return True
        case cst.If(test=cst.Name("TYPE_CHECKING")):
            return True
        case cst.Call(func=cst.Name(name)):
            return name in IGNORED_CALLS
    return False


def _replacements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            found: Iterable[cst.CSTNode] = operator(node)
            # One changed text of each is enough.
            yield from list(found)[:1] if isinstance(node, cst.SimpleString) else found
    yield from _fixed_conditions(node)
    yield from _removals(node)


def _fixed_conditions(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield conditions that always or never hold, and halves of conditions."""
    if isinstance(node, (cst.If, cst.CompIf)):
        for name in ("True", "False"):
            spaced = {"whitespace_before_test": cst.SimpleWhitespace(" ")}
            yield node.with_changes(test=cst.Name(name), **spaced)
    if isinstance(node, cst.BooleanOperation):
        for half in (node.left, node.right):
            yield half.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _removals(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield removed statements, results and elements."""
    match node:
        case cst.SimpleStatementLine(body=[cst.Expr() | cst.Raise() | cst.AugAssign()]):
            yield node.with_changes(body=[cst.Pass()])
        case cst.Return(value=cst.BaseExpression() as value) if not _is_none(value):
            spaced = cst.SimpleWhitespace(" ")
            yield node.with_changes(value=cst.Name("None"), whitespace_after_return=spaced)
        case cst.Tuple(elements=elements) | cst.Set(elements=elements) | cst.List(elements=elements):
            yield from _shorter(node, elements)


def _shorter(node: cst.CSTNode, elements: Sequence[cst.BaseElement]) -> Iterator[cst.CSTNode]:
    if len(elements) > 2:
        for at in range(len(elements)):
            yield node.with_changes(elements=[*elements[:at], *elements[at + 1 :]])


def _is_none(value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Name) and value.value == "None"

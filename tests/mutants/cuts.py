"""The mutants of a file: what mutmut would change, conditions settled, and statements left out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

UNTOLD = frozenset({"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "cast", "TypeVar", "NewType"})
"""Calls of which nothing can be noticed here: sentences to translate, and words to the type checker."""


@dataclass(frozen=True)
class Mutant:
    """One change in a file, in a statement from ``line`` to ``last``.

    ``function`` is the outermost function in whose body it is; None for all that a module does when it is imported.
    """

    path: str
    line: int
    last: int
    function: str | None
    node: cst.CSTNode = field(repr=False, compare=False)
    becomes: cst.CSTNode = field(repr=False, compare=False)
    module: cst.Module = field(repr=False, compare=False)

    @cached_property
    def source(self) -> str:
        """The file with the change."""
        changed = self.module.deep_replace(self.node, self.becomes)
        assert isinstance(changed, cst.Module)
        return changed.code

    @property
    def diff(self) -> str:
        """The change as a patch, which ``git apply`` takes."""
        before, after = (text.splitlines(keepends=True) for text in (self.module.code, self.source))
        return "".join(difflib.unified_diff(before, after, f"a/{self.path}", f"b/{self.path}", n=2))

    @property
    def words(self) -> tuple[str, str]:
        """The lines that go and those that come."""
        lines = self.diff.splitlines()[2:]
        gone, come = (" ".join(line[1:].strip() for line in lines if line[:1] == sign) for sign in "-+")
        return gone, come


def mutants(root: Path, path: str) -> list[Mutant]:
    """Every mutant of a file that is another program, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module((root / path).read_text()))
    visitor = _Cutter(path, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found


class _Cutter(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: str, module: cst.Module) -> None:
        super().__init__()
        self.path, self.module = path, module
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.inside: list[cst.FunctionDef] = []
        self.statements: list[cst.CSTNode] = []
        self.deep = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_silent(node):
            return False
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)) and not self.inside:
            self.names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self.inside.append(node)
        if self.inside and node is self.inside[0].body:
            self.deep += 1
        if isinstance(node, cst.BaseStatement):
            self.statements.append(node)
        for becomes in _changes(node):
            self._add(node, becomes)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        node = original_node
        if self.statements and node is self.statements[-1]:
            self.statements.pop()
        if self.inside and node is self.inside[0].body:
            self.deep -= 1
        if self.inside and node is self.inside[-1]:
            self.inside.pop()
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)) and not self.inside and not _is_silent(node):
            self.names.pop()

    def _add(self, node: cst.CSTNode, becomes: cst.CSTNode) -> None:
        function = ".".join(self.names) if self.deep else None
        self.found.append(Mutant(self.path, *self._lines(node), function, node, becomes, self.module))

    def _lines(self, node: cst.CSTNode) -> tuple[int, int]:
        """The lines of the statement that a node is in; of one with a body, those up to the node, or from it where it
        stands above, as a decorator does."""
        statement = self.statements[-1] if self.statements else node
        place = self.get_metadata(PositionProvider, statement)
        if isinstance(statement, cst.SimpleStatementLine):
            return place.start.line, place.end.line
        last = place.start if node is statement else self.get_metadata(PositionProvider, node).end
        return min(place.start.line, last.line), max(place.start.line, last.line)


def _is_silent(node: cst.CSTNode) -> bool:
    """Whether no test could notice a change here."""
    match node:
        case cst.Annotation() | cst.Import() | cst.ImportFrom():
            return True
        case cst.SimpleStatementLine(body=[cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString())]):
            return True
        case cst.If(test=cst.Name("TYPE_CHECKING")):
            return True
        case cst.Call(func=cst.Name(name)):
            return name in UNTOLD
    return False


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            found: Iterable[cst.CSTNode] = operator(node)
            # One odd text is enough of each.
            yield from list(found)[:1] if isinstance(node, cst.SimpleString) else found
    yield from _settled(node)
    yield from _left_out(node)


def _settled(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A condition that always holds, or never; one half of a condition."""
    if isinstance(node, (cst.If, cst.CompIf)):
        for name in ("True", "False"):
            spaced = {"whitespace_before_test": cst.SimpleWhitespace(" ")}
            yield node.with_changes(test=cst.Name(name), **spaced)
    if isinstance(node, cst.BooleanOperation):
        for half in (node.left, node.right):
            yield half.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _left_out(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A statement that is not made, an answer that is not given."""
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

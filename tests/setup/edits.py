"""Finds code that changes or deletes entries of the log, whatever it calls them: a reader of syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache

WRITES = frozenset(
    {"update", "delete", "bulk_update", "save", "update_or_create", "_raw_delete", "_update", "save_base"}
)
RAW = frozenset({"execute", "executemany", "executescript", "raw", "extra", "RawSQL", "RunSQL"})
STEPS = frozenset(
    {"objects", "_base_manager", "_default_manager", "all", "filter", "exclude", "order_by", "select_related"}
    | {"prefetch_related", "annotate", "first", "last", "get", "latest", "earliest", "using", "distinct", "only"}
    | {"defer", "reverse", "select_for_update", "iterator", "in_bulk", "values", "values_list", "union"}
    | {"aget", "afirst", "alast"}
)
"""What leads from rows to rows of the same kind."""
WRAPPERS = frozenset(["list", "tuple", "sorted", "reversed", "iter", "next", "cast"])
ENTRIES = frozenset({"Entry", "entry", "entries", "entry_set"})
GAMES = frozenset({"Game", "game", "games"})
"""Deleting one takes its entries along."""
_ENTRY = re.compile(r"\bEntry\b")


def edits(source: str, givers: frozenset[str] = frozenset()) -> list[str]:
    """The calls in ``source`` that may change or delete entries, or that say SQL of their own.

    ``givers`` are functions from elsewhere that give entries.
    """
    known = givers | givers_of([source])
    return [ast.unparse(call) for scope in _tree(source).body for call in _guilty(scope, known)]


def givers_of(sources: Iterable[str]) -> frozenset[str]:
    """The functions that are said to give entries."""
    nodes = (node for source in sources for node in ast.walk(_tree(source)))
    functions = (node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return frozenset(one.name for one in functions if one.returns and _ENTRY.search(ast.unparse(one.returns)))


@cache
def _tree(source: str) -> ast.Module:
    """Of each file once: who gives entries is asked of all of them before any is judged."""
    return ast.parse(source)


def _guilty(scope: ast.AST, givers: frozenset[str]) -> Iterator[ast.Call]:
    calls = [node for node in ast.walk(scope) if isinstance(node, ast.Call)]
    writing = any(_plain(call) in WRITES for call in calls)
    names = ENTRIES | givers | (_named(scope, givers) if writing else frozenset())
    if isinstance(scope, ast.ClassDef) and scope.name == "Entry":
        names |= {"self", "super", "cls"}
    for call in calls:
        plain = _plain(call)
        replaces = "update_conflicts" in {one.arg for one in call.keywords}
        if plain in RAW or replaces or (plain in WRITES and _concerns(call, plain, names)):
            yield call


def _plain(call: ast.Call) -> str:
    """What is called, an asynchronous one by the name of the other."""
    did = _last(call.func)
    return did[1:] if did[:1] == "a" and did[1:] in WRITES else did


def _concerns(call: ast.Call, did: str, names: frozenset[str]) -> bool:
    """Whether a call that writes is made on entries, or is given their model or rows first."""
    subject = _subject(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    given = {_subject(call.args[0])} if call.args else set()
    return subject in names or bool(given & names) or (did in ("delete", "_raw_delete") and subject in GAMES)


def _named(scope: ast.AST, givers: frozenset[str]) -> frozenset[str]:
    """The names that hold entries somewhere in this scope."""
    found: set[str] = {arg.arg for arg in ast.walk(scope) if isinstance(arg, ast.arg) and _is_annotated(arg)}
    before = -1
    while len(found) != before:
        before = len(found)
        for target, value in _bindings(scope):
            if _subject(value) in ENTRIES | givers | found or _names_model(value):
                found |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return frozenset(found)


def _bindings(scope: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            yield from ((target, node.value) for target in node.targets)
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            yield node.target, node.value
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            yield node.target, node.iter
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            yield node.optional_vars, node.context_expr


def _is_annotated(arg: ast.arg) -> bool:
    return arg.annotation is not None and bool(_ENTRY.search(ast.unparse(arg.annotation)))


def _names_model(value: ast.expr) -> bool:
    """``apps.get_model("games", "Entry")``."""
    strings = (node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return isinstance(value, ast.Call) and any(text.rpartition(".")[2] == "Entry" for text in strings)


def _subject(node: ast.expr) -> str:
    """What rows an expression is about: ``game.entries.filter(...)[0]`` is about ``entries``."""
    while True:
        if isinstance(node, (ast.Call, ast.Await)):
            node = node.func if isinstance(node, ast.Call) and not _wraps(node) else _inner(node)
        elif isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr in STEPS):
            node = node.value
        else:
            return _last(node)


def _wraps(call: ast.Call) -> bool:
    """``list(rows)``, ``reversed(rows)``."""
    return isinstance(call.func, ast.Name) and call.func.id in (
        "list",
        "tuple",
        "sorted",
        "reversed",
        "iter",
        "next",
        "cast",
    )


def _inner(node: ast.Call | ast.Await) -> ast.expr:
    if isinstance(node, ast.Await):
        return node.value
    return node.args[-1] if node.args else node.func


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""

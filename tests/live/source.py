"""What a view reads and refuses, found in its source and in everything of the project that it calls."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.pages.answers import problem
from games.rules.errors import Refusal

RAISED = {PermissionDenied: "forbidden", Http404: "not_found", get_object_or_404: "not_found"}


@dataclass
class Reached:
    """The names of the fields of POSTs, and the codes of refusals."""

    fields: set[str] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)


def reached(view: Callable[..., Any]) -> Reached:
    """What ``view`` reads and refuses, wrappers included. It may find too much, where a branch is never taken."""
    found, seen = Reached(), set()
    todo: list[FunctionType] = list(_layers(view))
    while todo:
        function = todo.pop()
        if function.__code__ not in seen:
            seen.add(function.__code__)
            todo += _read(function, found)
    return found


def _layers(view: Any) -> Iterator[FunctionType]:
    """A function and what it wraps, as far as it is the project's."""
    while view is not None:
        if isinstance(view, FunctionType) and view.__globals__["__name__"].startswith("games."):
            yield view
        view = getattr(view, "__wrapped__", None)


def _read(function: FunctionType, found: Reached) -> list[FunctionType]:
    """Note what one function reads and refuses; what it names is read next."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function.__code__)))
    named: list[FunctionType] = []
    for node in ast.walk(tree):
        found.fields |= _fields(node, tree)
        thing = _resolved(node, function.__globals__)
        if isinstance(thing, type) and issubclass(thing, forms.Form):
            found.fields |= set(thing.base_fields)
            ours = [base for base in thing.__mro__ if base.__module__.startswith("games.")]
            named += [one for base in ours for one in vars(base).values() if isinstance(one, FunctionType)]
        elif isinstance(thing, FunctionType):
            named += _layers(thing)
        found.codes |= _codes(node, function.__globals__)
    return named


def _resolved(node: ast.AST, names: dict[str, Any]) -> Any:
    """What a name, or a name in a module, stands for; None for all that is local."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(names.get(getattr(node.value, "id", "")), ModuleType):
        return getattr(names[node.value.id], node.attr, None)  # type: ignore[attr-defined]
    return None


def _fields(node: ast.AST, tree: ast.AST) -> set[str]:
    """``POST["x"]`` and ``POST.get("x")``; and ``f(request, "x")`` where ``f`` is a function that reads one field."""
    if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "POST":
        return _texts(node.slice)
    if not isinstance(node, ast.Call):
        return set()
    if getattr(node.func, "attr", "") == "get" and getattr(getattr(node.func, "value", None), "attr", "") == "POST":
        return _texts(node.args[0])
    return _texts(node.args[1]) if getattr(node.func, "id", "") == "_number" else set()


def _codes(node: ast.AST, names: dict[str, Any]) -> set[str]:
    """The codes that an expression refuses with."""
    thing = _resolved(node, names)
    if isinstance(thing, type | FunctionType) and thing in RAISED:
        return {RAISED[thing]}
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {code for key, value in pairs if getattr(key, "value", "") == "code" for code in _texts(value)}
    if not isinstance(node, ast.Call):
        return set()
    called = _resolved(node.func, names)
    if called is Refusal:
        return _texts(node.args[0])
    if called is problem:
        return _texts(node.args[1])
    if called is ValidationError:
        return {code for word in node.keywords if word.arg == "code" for code in _texts(word.value)}
    return set()


def _texts(node: ast.AST) -> set[str]:
    """The texts written in an expression; not the last resort behind an ``or``, whose first part always has one."""
    if isinstance(node, ast.BoolOp):
        return set()
    texts = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return {text for text in texts if text.strip()}

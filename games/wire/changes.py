"""What changed from one view to the next, and a view with it: values of JSON in, values of JSON out.

In a change, lists are signs, so that it can say everything that a value can become:

- an object changes members of what is there, fields of an object or places of a list; names that change alike stand
  together, with spaces between them;
- ``[value]`` puts a value there, ``[]`` takes the field away;
- ``[at, gone, ...items]`` takes so many items out of a list at a place, and puts these in;
- anything else, a text, a number, true, false or null, is what is there now.

docs/protocol.md tells the same to those who write clients, and ``static/js/shared/changes.js`` is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Value = Any
"""A value of JSON; tuples are lists. The names of its members have no spaces."""


def changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, Value]:
    """The change that leads from one object to another; empty where nothing did."""
    said: dict[str, Value] = {}
    texts: dict[str, str] = {}
    there = before.get
    for name, value in after.items():
        old = there(name, _ABSENT)
        if old is value or old == value:
            continue
        if isinstance(value, str):
            texts[value] = f"{texts[value]} {name}" if value in texts else name
        elif isinstance(value, dict | list | tuple):
            said[name] = _said(old, value)
        else:
            said[name] = value
    said |= {names: text for text, names in texts.items()}
    if before.keys() <= after.keys():
        return said
    return {**said, " ".join(name for name in before if name not in after): []}


def folded(there: Value, change: Value) -> Value:
    """What is there after a change; nothing is altered in place. Fails with ``ValueError`` where a change of a list
    reaches beyond its end: that was made for another one."""
    if isinstance(change, dict):
        return _inside(there, change)
    if not isinstance(change, list | tuple):
        return change
    if len(change) == 1:
        return change[0]
    at, gone, *items = change
    if at + gone > len(there):
        raise ValueError(f"{at} and {gone} of {len(there)}")
    return [*there[:at], *items, *there[at + gone :]]


_ABSENT = object()


def _said(before: Value, after: Value) -> Value:
    if isinstance(after, dict):
        return changed(before, after) if isinstance(before, dict) else [after]
    if isinstance(after, list | tuple):
        return _list(before, after) if isinstance(before, list | tuple) else [after]
    return after


def _list(before: Sequence[Value], after: Sequence[Value]) -> Value:
    """The places of a list of lists or objects that keeps its length; of others what lies between a common beginning
    and a common end."""
    if len(before) == len(after) and isinstance(after[0], dict | list | tuple):
        return {str(at): _said(old, new) for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
    start, end, least = 0, 0, min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [start, len(before) - start - end, *after[start : len(after) - end]]


def _inside(there: Value, change: Mapping[str, Value]) -> Value:
    if isinstance(there, list | tuple):
        found = list(there)
        for names, one in change.items():
            for at in map(int, names.split(" ")):
                found[at] = folded(found[at], one)
        return found
    members = dict(there)
    for names, one in change.items():
        for name in names.split(" "):
            if one == []:
                del members[name]
            else:
                members[name] = folded(members.get(name), one)
    return members

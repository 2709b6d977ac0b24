"""The documents of the protocol as tests read them: sections, tables and examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games import rate_limits
from tests.site_process import PROJECT


@dataclass(frozen=True)
class Document:
    """The text of a document."""

    text: str

    def blocks(self, language: str) -> list[str]:
        return re.findall(rf"^```{language}\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)

    def examples(self) -> list[dict[str, Any]]:
        """Every message in the blocks of JSON, of which one may have several, one after the other."""
        return [example for block in self.blocks("json") for example in _values(block)]

    def section(self, title: str) -> str:
        """What stands under a heading, up to the next one of its level or above."""
        found = re.search(rf"^(#+) {re.escape(title)}\n", self.text, re.MULTILINE)
        assert found, title
        rest = self.text[found.end() :]
        prose = re.sub(r"```.*?```", _blank, rest, flags=re.DOTALL)
        after = re.search(rf"^#{{1,{len(found[1])}}} ", prose, re.MULTILINE)
        return rest[: after.start()] if after else rest

    def tables(self, title: str) -> list[list[list[str]]]:
        """The rows of each table under a heading, without head and rule."""
        found = re.findall(r"(?:^\|.*\n?)+", self.section(title), re.MULTILINE)
        return [[_cells(line) for line in table.splitlines()[2:]] for table in found]

    def rows(self, title: str) -> list[list[str]]:
        """Those of all tables under a heading together."""
        return [row for table in self.tables(title) for row in table]


def quoted(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def rates(limits: dict[str, str]) -> dict[str, str]:
    """The limits that name what they count, as ``(`scope`)`` at the end."""
    return {quoted(what)[-1]: limit for what, limit in limits.items() if what.endswith("`)")}


def known_rates(scopes: Iterable[str]) -> dict[str, str]:
    """The same as the code has it."""
    items = {scope: rate_limits.SCOPES[scope] for scope in scopes}
    return {
        scope: ", ".join(f"{one.amount} per {one.GRANULARITY.name}" for one in kept) for scope, kept in items.items()
    }


def _values(text: str) -> Iterator[Any]:
    """The JSON values of a text, one after the other."""
    while text := text.lstrip():
        value, end = json.JSONDecoder().raw_decode(text)
        yield value
        text = text[end:]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def _blank(code: re.Match[str]) -> str:
    """As long as the code, and no heading in it."""
    return " " * len(code[0])


def read(name: str) -> Document:
    """A document of ``docs/``."""
    return Document((PROJECT / "docs" / name).read_text())


ONLINE, TABLE, FORMS, RECORD = (read(name) for name in ("protocol.md", "protocol-table.md", "forms.md", "record.md"))
DOCUMENTS = (ONLINE, TABLE, FORMS, RECORD)

"""How the desk shows what people wrote: as text, isolated, and with what cannot be seen made visible."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

LONGEST = 60
"""Characters of a text in a list."""
NOTHING = mark_safe("–")
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
# Letters and marks without ink that their category does not give away.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))


def plain(text: object, keep: str = "") -> str:
    """The text with its invisible characters as their numbers: directions, zero widths, controls. Not escaped.

    ``keep`` are control characters that stay.
    """
    return "".join(
        character if character in keep or not _is_hidden(character) else f"⟨{ord(character):04X}⟩"
        for character in unicodedata.normalize("NFC", str(text))
    )


def _is_hidden(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character) in _HIDDEN


def inert(text: object) -> SafeString:
    """One line of foreign text, escaped and isolated from what stands beside it."""
    return format_html("<bdi>{}</bdi>", plain(text) or NOTHING)


def inert_lines(text: object) -> SafeString:
    """Foreign text of several lines."""
    return format_html('<span class="foreign" dir="auto">{}</span>', plain(text, keep="\n") or NOTHING)


def short(text: object) -> SafeString:
    """The beginning of a foreign text, for lists."""
    words = " ".join(str(text).split())
    return inert(words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…")


def when(moment: datetime | None) -> SafeString:
    """A moment, in UTC; the page's script says it in the zone of its reader."""
    if moment is None:
        return NOTHING
    return format_html(
        '<time datetime="{}">{}</time>',
        moment.isoformat(timespec="seconds"),
        date_format(timezone.localtime(moment), "Y-m-d H:i:s"),
    )


def address(row: Model, page: str = "change") -> str:
    """The page of a row at the desk."""
    return reverse(f"admin:games_{row._meta.model_name}_{page}", args=[row.pk])


def link(row: Any, text: object) -> SafeString:
    """A row's page at the desk, named by a foreign text; nothing for no row."""
    if row is None:
        return NOTHING
    return format_html('<a href="{}">{}</a>', address(row), inert(text))


def act_address(row: Model, kind: str) -> str:
    """The page on which this act is done to a row."""
    return reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, kind])

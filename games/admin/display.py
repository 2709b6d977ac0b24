"""HTML for text by users, escaped and with invisible characters made visible, and for links and times."""

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
"""The most characters of a text in a list."""
EMPTY = mark_safe("–")
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
# Invisible letters and marks whose Unicode category is that of visible ones.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))


def escape_invisible(text: object, keep: str = "") -> str:
    """Replace invisible characters (direction marks, zero-width characters, controls) with their code points.

    The characters in ``keep`` stay. HTML is not escaped.
    """
    return "".join(
        character if character in keep or not _is_hidden(character) else f"⟨{ord(character):04X}⟩"
        for character in unicodedata.normalize("NFC", str(text))
    )


def _is_hidden(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character) in _HIDDEN


def render_text(text: object) -> SafeString:
    """Render one line of text by a user, with its direction isolated from the text around it."""
    return format_html("<bdi>{}</bdi>", escape_invisible(text) or EMPTY)


def render_multiline_text(text: object) -> SafeString:
    """Render several lines of text by a user."""
    return format_html('<span class="foreign" dir="auto">{}</span>', escape_invisible(text, keep="\n") or EMPTY)


def render_short_text(text: object) -> SafeString:
    """Render the beginning of a text by a user, for lists."""
    words = " ".join(str(text).split())
    return render_text(words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…")


def render_time(moment: datetime | None) -> SafeString:
    """Render a time in UTC, a dash for None. The page's script shows it in the reader's time zone."""
    if moment is None:
        return EMPTY
    return format_html('<time datetime="{}">{}</time>', moment.isoformat(timespec="seconds"), format_seconds(moment))


def render_clock_time(moment: datetime) -> SafeString:
    """Render a time of day in UTC; the page's script shows it in the reader's time zone."""
    local = timezone.localtime(moment)
    iso = moment.isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-clock>{}</time>', iso, f"{local:%H:%M:%S}")


def format_seconds(moment: datetime) -> str:
    """Return a time in UTC to the second, with the date as the active language writes it."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M:%S}"


def get_admin_url(row: Model, page: str = "change") -> str:
    """Return the URL of a row's page in the admin."""
    return reverse(f"admin:games_{row._meta.model_name}_{page}", args=[row.pk])


def render_link(row: Any, text: object) -> SafeString:
    """Render a link to a row's page, labelled with a text by a user; a dash for None."""
    if row is None:
        return EMPTY
    return format_html('<a href="{}">{}</a>', get_admin_url(row), render_text(text))


def get_action_url(row: Model, kind: str) -> str:
    """Return the URL of an action on a row."""
    return reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, kind])

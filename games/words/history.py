"""What the pages about people's games say of what may be chosen there."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

SEEN_BY = {"everybody": _("Everybody"), "friends": _("My friends"), "nobody": _("Only me")}
"""Whom a person shows their profile, by ``games.people.ties.AUDIENCES``."""
ALLOWED = {"everybody": _("Everybody"), "friends": _("My friends"), "nobody": _("Nobody")}
"""Whom a person lets do something else."""


def _lately(days: int) -> str:
    return ngettext("the last %(count)s day", "the last %(count)s days", days) % {"count": days}


lately = lazy(_lately, str)
"""How far back a list goes, in the language of who reads it."""

"""Tidying up: what the site need not keep any longer goes, a little at a time, while people play.

Every step may be broken off and begun again, and doing it twice does no more than doing it once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from games.services.tidying import evidence, people, results, tables, visits, words

logger = logging.getLogger(__name__)

STEPS = {
    "sessions": visits.sessions,
    "ended sessions": visits.ended_sessions,
    "tokens": visits.tokens,
    "holds": visits.holds,
    "browsers told": visits.told_browsers,
    "names free again": visits.names,
    "codes of tables": tables.codes,
    "devices": tables.devices,
    "challenges not answered": people.challenges_over,
    "challenges over": people.challenges_past,
    "invitations called off": people.invitations,
    "words": words.words,
    "guests who are gone": people.guests,
    "closed accounts": people.closed,
    "people erased": people.erased,
    "tables without names": tables.names,
    "results": results.results,
    "ratings": results.ratings,
    "appeals": evidence.appeals,
    "reports": evidence.reports,
    "acts on people": evidence.acts,
    "past versions of rows": evidence.history,
}
"""What is done, in this order: what each counts, by what."""


def tidy() -> Iterator[tuple[str, int]]:
    """Do all of it; what was done and how often, step by step. A step that fails is logged and keeps no other from
    being done."""
    for what, step in STEPS.items():
        count = 0
        try:
            for some in step():
                count += some
        except Exception:
            logger.exception("tidying up failed: %s", what)
        yield what, count

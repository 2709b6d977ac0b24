"""Retention: deletion of data that the site need not keep any longer, in batches, while people play.

Every step can be interrupted, and running it again is harmless.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from games.services.retention import evidence, games, people

logger = logging.getLogger(__name__)

STEPS = {
    "sessions": people.delete_sessions,
    "ended sessions": people.delete_ended_sessions,
    "tokens": people.delete_tokens,
    "cooldowns": people.delete_cooldowns,
    "push subscriptions": people.delete_push_subscriptions,
    "released names": people.release_names,
    "table codes": games.delete_join_tokens,
    "devices": games.delete_devices,
    "unanswered challenges": people.end_challenges,
    "old challenges": people.delete_challenges,
    "withdrawn invitations": people.withdraw_invitations,
    "unused shared deals": games.delete_unused_deals,
    "abandoned rated games": games.end_abandoned_games,
    "chat messages": games.delete_chat_messages,
    "inactive guests": people.close_guests,
    "closed accounts": people.close_closed_accounts,
    "erased users": people.erase_people,
    "tables without names": games.anonymize_tables,
    "club nights without names": games.anonymize_tournaments,
    "results": games.repair_results,
    "results of club nights": games.repair_boards,
    "ratings": games.repair_ratings,
    "appeals": evidence.delete_appeals,
    "reports": evidence.delete_reports,
    "actions against users": evidence.delete_acts,
    "history rows": evidence.delete_history,
}
"""The steps in the order in which they run, by the name of what each one counts."""


def tidy() -> Iterator[tuple[str, int]]:
    """Run all steps, and yield the name and the count of each.

    A step that fails is logged, and the later steps still run.
    """
    for name, step in STEPS.items():
        count = 0
        try:
            for number in step():
                count += number
        except Exception:
            logger.exception("the step of retention failed: %s", name)
        yield name, count

"""Retention periods, shown on the privacy page and in docs/deployment.md, applied by ``games.services.retention``."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

SESSION = timedelta(seconds=settings.SESSION_COOKIE_AGE)
"""Sessions, and the digests of sessions that moderation ended: no browser sends a session cookie for longer."""
GUEST = timedelta(days=90)
"""The name of a guest, after the last visit."""
INVITATION = timedelta(days=30)
"""An invitation that no player accepts, and a shared deal that nobody plays."""
CHALLENGE = timedelta(days=1)
"""The time to answer a challenge."""
CODE = timedelta(days=1)
"""A join code of a table after it was used, replaced or expired, or after its game ended."""
DEVICE = timedelta(days=365)
"""The row of a browser at a table, after its last day there and the table's last entry; as long as its cookie."""
EVIDENCE = timedelta(days=730)
"""Decided reports and appeals, moderation actions, history rows of people and reports, and closed accounts. They are
kept longer while a restriction from them is still in force."""
NAME = timedelta(days=365)
"""The reservation of the name of an erased account."""
TOKEN = timedelta(days=365)
"""An API token after its last use, or its creation."""
OPEN_CASE = timedelta(days=30)
"""The longest time for which an open case about a person delays the erasure of the account."""
CHAT = timedelta(days=30)
"""Chat messages of a game; those quoted in a report are kept with the report."""
PUSH = timedelta(days=90)
"""A push subscription after its service last accepted a message; at most as long as the log-in."""
INTERVAL = timedelta(days=1)
"""Time between two runs of the retention job."""

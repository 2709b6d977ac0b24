"""How long the site keeps what: told on the page about privacy and in docs/deployment.md, done by ``tidy``."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

SESSION = timedelta(seconds=settings.SESSION_COOKIE_AGE)
"""Sessions, and the digests of those that moderation ended: afterwards no browser comes with one."""
GUEST = timedelta(days=90)
"""The name of a guest who is not here any more."""
INVITATION = timedelta(days=30)
"""An open invitation that nobody takes."""
CHALLENGE = timedelta(days=1)
"""How long somebody who was challenged may answer."""
CODE = timedelta(days=1)
"""A code for a table after it was used, replaced or too old, or after its game ended."""
DEVICE = timedelta(days=365)
"""That a browser was at a table, after its last day there and the table's last entry; as long as its cookie."""
EVIDENCE = timedelta(days=730)
"""Decided reports and appeals, what moderators did to people, how rows of people and reports changed, and closed
accounts; longer where something of it still counts."""
NAME = timedelta(days=365)
"""How long nobody gets the name of an account that was erased."""
TOKEN = timedelta(days=365)
"""A token of a program after it was last used, or made."""
CASE = timedelta(days=30)
"""How long at most an erasure waits for the moderators to decide an open case about the person."""
WORDS = timedelta(days=30)
"""What players said to each other at a game; what a report took of it is kept with the report."""
PUSH = timedelta(days=90)
"""That a browser is to be told, after its push service last took something for it; at most as long as its log-in."""
EVERY = timedelta(days=1)
"""How often the site tidies up."""

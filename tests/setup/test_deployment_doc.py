"""The limits that docs/deployment.md tells are those of the code."""

import re
from pathlib import Path

from django.conf import settings

from games import kept
from games.run import bounds, channel, crowd, daily, descriptors
from games.store import pool

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "deployment.md").read_text()


def section(title: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_of_a_request() -> None:
    rows = [line.strip("|").split("|") for line in section("What a request may be").splitlines() if line[:1] == "|"]
    told = [int(match[0]) for row in rows[2:] if (match := re.search(r"\d+", row[1]))]
    assert told == [
        bounds.LARGEST_BODY,
        channel.LARGEST_HEAD,
        channel.MOST_FIELDS,
        channel.HEAD_SECONDS,
        bounds.BODY_SECONDS,
        channel.IDLE_SECONDS,
        channel.FETCH_SECONDS,
        crowd.EACH,
        crowd.UNREAD,
    ]


def test_of_what_is_kept() -> None:
    told = section("What is kept, and for how long")
    rows = [line.strip("|").split("|") for line in told.splitlines() if line[:1] == "|"]
    days = [int(match[1]) for row in rows[2:] if (match := re.search(r"(\d+) days?\b", row[1]))]
    spans = [kept.SESSION, kept.SESSION, kept.TOKEN, kept.PUSH, kept.GUEST, kept.INVITATION, kept.WORDS]
    spans += [kept.CHALLENGE, kept.CODE, kept.DEVICE, kept.GUEST]
    assert days == [span.days for span in (*spans, kept.EVIDENCE, kept.EVIDENCE, kept.NAME)]
    assert f"for {kept.CASE.days} days at most" in told
    assert daily.LOOK.total_seconds() == 15 * 60
    assert kept.EVERY.days == 1


def test_of_the_process() -> None:
    told = section("What a request may be")
    assert f"({descriptors.WANTED} at most" in told
    assert f"all but {crowd.SPARE} of them" in told


def test_the_proxy_is_no_wider_than_the_site() -> None:
    told = dict(re.findall(r"(client_\w+) +(\d+)", PAGE))
    assert int(told["client_max_body_size"]) * 1024 == bounds.LARGEST_BODY
    assert int(told["client_header_timeout"]) == channel.HEAD_SECONDS
    assert int(told["client_body_timeout"]) == bounds.BODY_SECONDS


def test_the_sum_of_connections() -> None:
    told = section("Several processes")
    assert f"N × DATABASE_CONNECTIONS + {pool.RESERVE} ≤ max_connections" in told
    assert f"gets none within {pool.WAIT} seconds" in told
    assert f"| `DATABASE_CONNECTIONS` | `{settings.DATABASE_CONNECTIONS}` |" in PAGE

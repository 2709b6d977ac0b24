"""What the site noticed stands in the queue of the desk, in the language of who reads it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Report, User
from games.services.moderation import Judge
from games.services.reports import cases
from games.words.reasons import GIVEN_AWAY
from tests.services.test_ratings import won

pytestmark = pytest.mark.django_db(transaction=True)


def test_games_given_away_are_a_case_like_any_other(ana: User, bram: User, mona: Judge, browser_of: Any) -> None:
    for _ in range(3):
        won(ana, bram)
    report = Report.objects.get()
    desk: Client = browser_of(mona.user)
    for address in ("/admin/games/report/", f"/admin/games/report/{report.pk}/change/"):
        page = desk.get(address, headers={"accept-language": "nl"}).content.decode()
        assert GIVEN_AWAY[:20] not in page
        assert "Opgemerkt door de site" in page
    cases.claim(mona, report)
    cases.decide(mona, report, "unfounded")
    report.refresh_from_db()
    assert report.status == "decided"

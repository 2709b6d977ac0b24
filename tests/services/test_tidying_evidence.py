"""What moderators needed and need no longer goes, and what still counts stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import kept
from games.models import (
    Act,
    Appeal,
    Game,
    Report,
    User,
)
from games.people import taken
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.people import barring
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.stories.leaver import NAMELESS
from tests.services.plays import match_of
from tests.services.tidied import MOMENT, WHY, back, done, older

pytestmark = pytest.mark.django_db(transaction=True)


class TestEvidence:
    @pytest.fixture
    def case(self, game: Game, ana: User, bram: User, mona: Judge, nils: Judge) -> Act:
        """A report about Ana, what was done, and her appeal: all decided long ago, and the mute is over."""
        report = reports.file(Sender(bram), game, "0", "other", "She sings.")
        reports.claim(mona, report)
        act = moderation.mute(mona, ana, timezone.now() + MOMENT, Why("Because.", "Be kind.", report))
        reports.decide(mona, report, "acted")
        appeal = appeals.claim(nils, appeals.lodge(act, Sender(ana), "No."))
        appeals.decide(nils, appeal, "upheld")
        User.objects.filter(pk=ana.pk).update(muted_until=back(MOMENT))
        self.age(kept.EVIDENCE + MOMENT)
        return act

    def age(self, age: timedelta) -> None:
        older(Report.objects.all(), age, "decided_at")
        older(Appeal.objects.all(), age, "decided_at")
        older(Act.objects.all(), age, "at")
        for model in (Report, Appeal, User):
            older(model.history.all(), age, "history_date")

    def rows(self) -> list[int]:
        found = (Report.objects, Appeal.objects, Act.objects, Report.history, Appeal.history, User.history)
        return [rows.count() for rows in found]

    def test_all_of_an_old_case_goes(self, case: Act) -> None:
        for _ in range(2):
            done()
        assert self.rows() == [0] * 6

    def test_nothing_of_a_younger_one(self, case: Act) -> None:
        self.age(kept.EVIDENCE - MOMENT)
        before = self.rows()
        assert done() == {}
        assert self.rows() == before

    @pytest.mark.parametrize("field", ["muted_until", "suspended_until"])
    def test_nor_while_a_measure_lasts(self, case: Act, field: str) -> None:
        User.objects.filter(acts_on=case).update(**{field: timezone.now() + MOMENT})
        done()
        assert [Report.objects.count(), Appeal.objects.count(), Act.objects.count()] == [1, 1, 1]
        Appeal.objects.all().delete()
        done()
        assert Act.objects.count() == 1

    def test_nor_what_waits(self, game: Game, bram: User, mona: Judge) -> None:
        reports.claim(mona, reports.file(Sender(bram), game, "0", "other", "x"))
        older(Report.objects.all(), kept.EVIDENCE + MOMENT, "made_at", "claimed_at")
        older(Report.history.all(), kept.EVIDENCE + MOMENT, "history_date")
        assert done() == {}

    def test_an_act_on_a_game_stays_and_its_report_is_emptied(self, game: Game, bram: User, mona: Judge) -> None:
        report = reports.claim(mona, reports.file(Sender(bram), game, "0", "other", "She sings."))
        moderation.freeze(mona, game, Why("Because.", report=report))
        reports.decide(mona, report, "acted")
        self.age(kept.EVIDENCE + MOMENT)
        assert done("reports") == {"reports": 1}
        kept_row = Report.objects.get()
        assert (kept_row.text, kept_row.reporter, kept_row.snapshot, Act.objects.count()) == ("", None, {}, 1)
        assert done("reports") == {"reports": 0}

    def test_an_account_that_was_closed_long_ago_is_erased(self, ana: User, game: Game, mona: Judge) -> None:
        moderation.close(mona, ana, WHY)
        assert done("closed accounts") == {"closed accounts": 0}
        older(User.objects.filter(pk=ana.pk), kept.EVIDENCE + MOMENT, "closed_at")
        assert done("closed accounts", "people erased") == {"closed accounts": 1, "people erased": 1}
        assert match_of(game).names == (NAMELESS, "Bram")
        assert barring.code_of(User.objects.get(pk=ana.pk)) == "account_closed"
        assert taken.taken("ana")

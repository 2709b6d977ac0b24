"""Password resets on a site without a mail server: by a moderator's link."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Act, User
from games.server.logs import redact_keys
from games.services.moderation.people import ResetLink, create_reset_link
from games.services.moderation.permissions import Justification, Moderator
from tests.moderators import WHY
from tests.people import guest
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db
NEW = "seven-loud-knights"


def opens(link: ResetLink, password: str = NEW) -> bool:
    """Whether a browser that opens the link sets a new password."""
    browser = Client()
    answer = browser.get(link.path, follow=True)
    if not answer.redirect_chain:
        return False
    answer = browser.post(answer.redirect_chain[-1][0], {"password1": password, "password2": password})
    return answer.status_code == 302


def test_no_link_is_made_without_a_mail_server(
    ana: User, settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_CONFIGURED = False
    User.objects.filter(pk=ana.pk).update(email="ana@example.org")
    with caplog.at_level(logging.DEBUG):
        page = Client().post("/account/password/reset/", {"email": "ana@example.org"})
    assert "a moderator can give you a link" in page.content.decode()
    assert "doesn't send e-mail" in Client().get("/account/password/reset/").content.decode()
    assert mail.outbox == []
    assert "reset/key" not in "".join((*capsys.readouterr(), caplog.text))


class TestLink:
    def test_lets_its_owner_choose_a_new_password_once(self, ana: User, mona: Moderator) -> None:
        link = create_reset_link(mona, ana, WHY)
        assert opens(link)
        assert not opens(link, "another-one-of-theirs")
        assert User.objects.get(pk=ana.pk).check_password(NEW)

    def test_expires_with_a_login_and_after_an_hour(
        self, ana: User, mona: Moderator, browser_of: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = create_reset_link(mona, ana, WHY)
        browser_of(ana)
        assert not opens(link)
        link = create_reset_link(mona, User.objects.get(pk=ana.pk), WHY)
        late = timezone.make_naive(timezone.now()) + timedelta(hours=1, minutes=1)
        monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda self: late)
        assert site.PASSWORD_RESET_TIMEOUT == 3600
        assert not opens(link)

    def test_is_in_no_record_and_no_log(self, ana: User, mona: Moderator, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.DEBUG):
            link = create_reset_link(mona, ana, WHY)
        act = Act.objects.get()
        assert (act.who, act.what, act.person, act.reason) == (mona.user, "reset_link", ana, WHY.reason)
        token = link.path.rstrip("/").rpartition("/")[2].partition("-")[2]
        assert token not in str(act.row()) + repr(link)
        records = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
        path = link.path
        assert token not in "".join(records) + redact_keys(f"GET {path} 200 next={path.replace('/', '%2F')}")


class TestPermissions:
    def test_takes_its_permission_and_a_reason(self, ana: User, cleo: User, mona: Moderator) -> None:
        assert refusal_code(create_reset_link, Moderator(cleo), ana, WHY) == "not_permitted"
        assert refusal_code(create_reset_link, mona, ana, Justification(" ")) == "reason_needed"
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="act_reset_link"))
        former = Moderator(User.objects.get(pk=mona.user.pk))
        assert refusal_code(create_reset_link, former, ana, WHY) == "not_permitted"

    def test_is_refused_for_oneself_staff_and_guests(
        self, ana: User, mona: Moderator, nils: Moderator, sara: Moderator
    ) -> None:
        assert refusal_code(create_reset_link, mona, mona.user, WHY) == "own_account"
        assert refusal_code(create_reset_link, mona, nils.user, WHY) == "above_you"
        assert refusal_code(create_reset_link, mona, guest("Gita"), WHY) == "no_such_person"
        ana.closed_at = timezone.now()
        assert refusal_code(create_reset_link, mona, ana, WHY) == "no_such_person"
        assert create_reset_link(sara, nils.user, WHY).act.pk


class TestAdmin:
    def test_the_link_is_shown_once(
        self, ana: User, mona: Moderator, browser_of: Callable[[User], Client], settings: Settings
    ) -> None:
        settings.STAFF_SECOND_FACTOR = False
        desk, path = browser_of(mona.user), f"/admin/games/user/{ana.pk}/act/reset_link/"
        answer = desk.post(path, {"reason": "She rang.", "step": "do"})
        shown = re.search(r"<code>(\S+)</code>", answer.content.decode())
        assert shown is not None
        assert "no-store" in answer["Cache-Control"]
        assert opens(ResetLink(Act.objects.get(), shown[1].replace("http://testserver", "")))
        for page in (path, f"/admin/games/act/{Act.objects.get().pk}/change/", f"/admin/games/user/{ana.pk}/change/"):
            assert "reset/key" not in desk.get(page).content.decode()

"""Second factors, guarded against guessing and reset by a command, and accounts of moderators."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import Settings

from games.accounts.preferences import LANGUAGE
from games.models import User
from games.services.moderation.permissions import Moderator
from games.texts.notifications import describe_removed_second_factor
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN, FACTOR, TOTP_PAGE = "/account/login/", "/account/2fa/authenticate/", "/account/2fa/totp/activate/"


@pytest.fixture(autouse=True)
def _many_addresses(settings: Settings) -> None:
    settings.TRUSTED_IP_HEADER = "X-Real-IP"


@pytest.fixture
def codes(mona: Moderator) -> list[str]:
    TOTP.activate(mona.user, generate_totp_secret())
    return list(RecoveryCodes.activate(mona.user).get_unused_codes())


def log_in(address: str, code: str, password: str = PASSWORD) -> bool:
    """Whether a browser at this address gets in."""
    browser = Client(headers={"X-Real-IP": address})
    browser.post(LOGIN, {"login": "mona", "password": password})
    browser.post(FACTOR, {"code": code})
    return "_auth_user_id" in browser.session


class TestResetCommand:
    @staticmethod
    def reset(name: str = "MONA") -> str:
        out = io.StringIO()
        call_command("reset_second_factor", name, stdout=out)
        return out.getvalue()

    def test_removes_the_factor_and_ends_sessions(
        self, codes: list[str], mona: Moderator, browser_of: Callable[[User], Client]
    ) -> None:
        inside = browser_of(mona.user)
        assert (
            self.reset()
            == "Removed the second factor of mona and ended all sessions. The password alone now logs in.\n"
        )
        assert not Authenticator.objects.filter(user=mona.user).exists()
        assert inside.get("/account/password/change/").status_code == 302
        browser = Client()
        browser.post(LOGIN, {"login": "mona", "password": PASSWORD})
        assert "_auth_user_id" in browser.session
        assert browser.get("/admin/")["Location"] == TOTP_PAGE

    @pytest.mark.parametrize("language", ["en", "nl"])
    def test_the_user_gets_an_email(self, language: str, codes: list[str], mona: Moderator, settings: Settings) -> None:
        settings.EMAIL_CONFIGURED, settings.SITE_URL = True, "https://claim.example"
        EmailAddress.objects.create(user=mona.user, email="mona@example.org", verified=True, primary=True)
        User.objects.filter(pk=mona.user.pk).update(preferences={LANGUAGE: language})
        self.reset()
        (letter,) = mail.outbox
        with translation.override(language):
            assert letter.to == ["mona@example.org"]
            assert letter.subject == f"Five Votes: {describe_removed_second_factor()}"
            assert letter.body.startswith(gettext("Hello %(name)s,") % {"name": "Mona"})
        assert "https://claim.example/" in letter.body

    def test_an_unconfirmed_address_gets_no_email_and_a_second_reset_is_refused(
        self, codes: list[str], mona: Moderator, settings: Settings
    ) -> None:
        settings.EMAIL_CONFIGURED = True
        EmailAddress.objects.create(user=mona.user, email="mona@example.org", verified=False, primary=True)
        self.reset()
        assert mail.outbox == []
        with pytest.raises(CommandError, match="mona has no second factor"):
            self.reset()
        with pytest.raises(CommandError, match="No account is called nobody"):
            self.reset("nobody")


class TestGuessing:
    def test_five_wrong_codes_from_any_addresses_lock_the_account(self, codes: list[str]) -> None:
        assert not any(log_in(f"10.0.0.{number}", "wrong") for number in range(5))
        assert not log_in("10.0.1.1", codes[0])

    def test_a_right_code_after_four_wrong_codes_forgets_them(self, codes: list[str]) -> None:
        for code in codes[:2]:
            assert not any(log_in(f"10.0.0.{number}", "wrong") for number in range(4))
            assert log_in("10.0.1.1", code)

    def test_wrong_passwords_do_not_lock_an_account(self, codes: list[str]) -> None:
        for number in range(6):
            assert not log_in(f"10.0.0.{number}", "wrong", password="guessed")
        assert log_in("10.0.1.1", codes[0])

    def test_wrong_codes_of_reauthentication_count(self, codes: list[str], mona: Moderator) -> None:
        for number in range(5):
            browser = Client(headers={"X-Real-IP": f"10.0.0.{number}"})
            browser.force_login(mona.user, backend="django.contrib.auth.backends.ModelBackend")
            browser.post("/account/2fa/reauthenticate/", {"code": "wrong"})
        assert not log_in("10.0.1.1", codes[0])


def moderator(name: str, *options: str, password: str = PASSWORD) -> str:
    """Run the command with a password on its input and return its output."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(password + "\n"))
        call_command("moderator", name, *options, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
class TestModeratorCommand:
    def test_makes_an_account_with_exactly_the_groups_permissions(self) -> None:
        assert "/admin/" in moderator("Mia")
        mia = User.objects.get(username="Mia")
        assert (mia.is_staff, mia.is_superuser, mia.check_password(PASSWORD)) == (True, False, True)
        assert [group.name for group in mia.groups.all()] == ["Moderators"]
        assert mia.has_perm("games.act_suspend")
        assert not mia.has_perm("games.change_user")

    def test_superusers_and_dismissals(self, ana: User) -> None:
        moderator("ana", "--superuser")
        assert User.objects.get(pk=ana.pk).is_superuser
        moderator("ana", "--remove")
        fresh = User.objects.get(pk=ana.pk)
        assert (fresh.is_staff, fresh.is_superuser, fresh.groups.count()) == (False, False, 0)

    @pytest.mark.parametrize(("name", "password"), [("Mia", "short"), ("\u200b", PASSWORD), ("x" * 21, PASSWORD)])
    def test_refuses_bad_names_and_passwords(self, name: str, password: str) -> None:
        with pytest.raises(CommandError):
            moderator(name, password=password)
        assert not User.objects.exists()


class TestAdminLogin:
    def test_visitors_log_in_and_players_are_refused(self, visitor: Client, ana_client: Client) -> None:
        first = visitor.get("/admin/")
        assert first["Location"].startswith("/admin/login/")
        assert visitor.get(first["Location"])["Location"].startswith("/account/login/")
        assert ana_client.get("/admin/login/").status_code == 403

    def test_staff_sets_a_second_factor_up_and_logs_in_with_it(
        self, mona: Moderator, visitor: Client, browser_of: Any
    ) -> None:
        assert browser_of(mona.user).get("/admin/")["Location"] == TOTP_PAGE
        assert browser_of(mona.user).get("/admin/", secure=True)["Location"] == "/account/2fa/"
        TOTP.activate(mona.user, generate_totp_secret())
        codes = RecoveryCodes.activate(mona.user).get_unused_codes()
        location = browser_of(mona.user).get("/admin/")["Location"]
        assert location == "/account/2fa/reauthenticate/?next=%2Fadmin%2F"
        visitor.post(LOGIN, {"login": "mona", "password": PASSWORD})
        assert "_auth_user_id" not in visitor.session
        visitor.post(FACTOR, {"code": codes[0]})
        assert visitor.get("/admin/").status_code == 200

    @pytest.mark.parametrize("secure", [False, True])
    def test_staff_is_told_of_passkeys_where_browsers_allow_them(
        self, mona: Moderator, visitor: Client, secure: bool
    ) -> None:
        visitor.post(LOGIN, {"login": "mona", "password": PASSWORD})
        page = visitor.get(visitor.get("/admin/", secure=secure)["Location"], secure=secure).content.decode()
        assert "Moderators need two-factor authentication: set up an authenticator app" in page
        assert ("or a passkey first" in page) is secure
        assert ("/account/2fa/webauthn/add/" in page) is secure

    def test_a_phone_opens_its_app_or_copies_the_secret(self, mona: Moderator, visitor: Client) -> None:
        visitor.post(LOGIN, {"login": "mona", "password": PASSWORD})
        page = unescape(visitor.get(TOTP_PAGE).content.decode())
        secret = visitor.session["mfa.totp.secret"]
        assert f'href="otpauth://totp/mona?secret={secret}&issuer=' in page
        assert re.search(rf'<textarea id="authenticator_secret"[^>]* readonly[^>]*>{secret}</textarea>', page)
        assert 'data-copy="#authenticator_secret"' in page

    @pytest.mark.django_db(transaction=True)
    def test_setting_it_up_after_a_login_asks_for_no_password_and_leads_to_the_admin(
        self, mona: Moderator, visitor: Client
    ) -> None:
        visitor.post(LOGIN, {"login": "mona", "password": PASSWORD})
        page = visitor.get(visitor.get("/admin/")["Location"])
        assert page.status_code == 200
        secret, (counter,) = visitor.session["mfa.totp.secret"], yield_hotp_counters_from_time()
        code = format_hotp_value(hotp_value(secret, counter))
        codes = visitor.post(TOTP_PAGE, {"code": code}, follow=True).content.decode()
        assert 'id="recovery_codes"' in codes
        assert 'href="/admin/"' in codes.partition("<main")[2]
        assert visitor.get("/admin/").status_code == 200

    def test_an_old_login_is_asked_for_the_password(self, mona: Moderator, visitor: Client) -> None:
        visitor.post(LOGIN, {"login": "mona", "password": PASSWORD})
        with pytest.MonkeyPatch.context() as patch:
            later = time.time() + 600
            patch.setattr("time.time", lambda: later)
            assert visitor.get(TOTP_PAGE)["Location"].startswith("/account/reauthenticate/")

    def test_a_recent_login_does_not_delete_an_account_without_the_password(self, ana: User, visitor: Client) -> None:
        visitor.post(LOGIN, {"login": "ana", "password": PASSWORD})
        assert visitor.get("/account/erase/")["Location"].startswith("/account/reauthenticate/")

    def test_a_site_on_a_local_network_may_do_without(
        self, mona: Moderator, browser_of: Any, settings: Settings
    ) -> None:
        settings.STAFF_SECOND_FACTOR = False
        assert browser_of(mona.user).get("/admin/").status_code == 200

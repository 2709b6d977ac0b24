"""Moderators: made by one command, logged in where everybody is, and asked for a second factor."""

from __future__ import annotations

import io
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from games.models import User
from games.services.moderation import Judge
from tests.people import PASSWORD


def moderator(name: str, *options: str, password: str = PASSWORD) -> str:
    """Run the command with a password on its input; what it says."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(password + "\n"))
        call_command("moderator", name, *options, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
class TestTheCommand:
    def test_makes_an_account_with_exactly_the_groups_permissions(self) -> None:
        assert "/admin/" in moderator("Mia")
        mia = User.objects.get(username="Mia")
        assert (mia.is_staff, mia.is_superuser, mia.check_password(PASSWORD)) == (True, False, True)
        assert [group.name for group in mia.groups.all()] == ["Moderators"]
        assert mia.has_perm("games.act_suspend")
        assert not mia.has_perm("games.change_user")

    def test_promotes_an_account_without_asking(self, ana: User) -> None:
        moderator("ANA", password="")
        ana.refresh_from_db()
        assert ana.is_staff
        assert ana.check_password(PASSWORD)

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

    def test_dismissing_nobody_is_refused(self) -> None:
        with pytest.raises(CommandError, match="no account"):
            moderator("nobody", "--remove")


class TestTheDoor:
    def test_visitors_log_in_where_everybody_does(self, visitor: Client) -> None:
        first = visitor.get("/admin/")
        assert first["Location"].startswith("/admin/login/")
        assert visitor.get(first["Location"])["Location"].startswith("/account/login/")

    def test_there_is_no_other_login(self, visitor: Client, mona: Judge) -> None:
        visitor.post("/admin/login/", {"username": "mona", "password": PASSWORD})
        assert "_auth_user_id" not in visitor.session

    def test_players_are_turned_away(self, ana_client: Client) -> None:
        assert ana_client.get("/admin/login/").status_code == 403

    def test_staff_without_a_second_factor_sets_one_up(self, mona: Judge, browser_of: Any) -> None:
        assert browser_of(mona.user).get("/admin/")["Location"] == "/account/2fa/"

    def test_recovery_codes_alone_are_none(self, mona: Judge, browser_of: Any) -> None:
        RecoveryCodes.activate(mona.user)
        assert browser_of(mona.user).get("/admin/")["Location"] == "/account/2fa/"

    def test_a_session_that_only_knows_the_password_proves_it_first(self, mona: Judge, browser_of: Any) -> None:
        TOTP.activate(mona.user, generate_totp_secret())
        location = browser_of(mona.user).get("/admin/")["Location"]
        assert location == "/account/2fa/reauthenticate/?next=%2Fadmin%2F"

    def test_logged_in_with_it_the_admin_opens(self, mona: Judge, visitor: Client) -> None:
        TOTP.activate(mona.user, generate_totp_secret())
        codes = RecoveryCodes.activate(mona.user).get_unused_codes()
        visitor.post("/account/login/", {"login": "mona", "password": PASSWORD})
        assert "_auth_user_id" not in visitor.session
        visitor.post("/account/2fa/authenticate/", {"code": codes[0]})
        assert visitor.get("/admin/").status_code == 200

    def test_setting_it_up_opens_the_admin(self, mona: Judge, browser_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        from games.pages.people import staff

        client: Client = browser_of(mona.user)
        TOTP.activate(mona.user, generate_totp_secret())
        request: Any = type("Request", (), {"session": client.session})()
        found = Authenticator.objects.get(user=mona.user)
        staff._added(Authenticator, request, mona.user, found)
        request.session.save()
        assert client.get("/admin/").status_code == 200

    def test_a_site_on_a_local_network_may_do_without(self, mona: Judge, browser_of: Any, settings: Settings) -> None:
        settings.STAFF_SECOND_FACTOR = False
        assert browser_of(mona.user).get("/admin/").status_code == 200

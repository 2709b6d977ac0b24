"""E-mail notifications are switched off in the preferences, or by the link in each of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from pytest_django import Settings

from games.accounts.preferences import EMAILS
from games.models import User
from games.services.accounts import preferences
from games.services.notifications import emails

pytestmark = pytest.mark.django_db(transaction=True)
ONE_CLICK = "List-Unsubscribe=One-Click"


@pytest.fixture
def mail_program() -> Client:
    """A mail program: without a cookie, a login or a CSRF token."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def address(ana: User) -> str:
    return emails.get_unsubscribe_url(ana.pk, EMAILS)


def wants_email(user: User) -> Any:
    return User.objects.get(pk=user.pk).preferences.get(EMAILS, True)


def unsubscribe_in_one_click(mail_program: Client, address: str) -> int:
    """Send the request of RFC 8058 and return the status."""
    return mail_program.post(address, ONE_CLICK, content_type="application/x-www-form-urlencoded").status_code


def test_one_click_unsubscribes(ana: User, bram: User, mail_program: Client, address: str) -> None:
    preferences.set_preferences(ana, {"speed": "slow"})
    assert unsubscribe_in_one_click(mail_program, address) == 200
    assert (wants_email(ana), wants_email(bram)) == (False, True)
    assert User.objects.get(pk=ana.pk).preferences["speed"] == "slow"


def test_a_get_does_not_unsubscribe(ana: User, mail_program: Client, address: str) -> None:
    """Mail programs fetch every link by themselves."""
    for ask in (mail_program.get, mail_program.head, mail_program.options, mail_program.put):
        ask(address)
    assert wants_email(ana) is True


def test_the_page_unsubscribes_by_a_button(ana: User, mail_program: Client, address: str) -> None:
    page = mail_program.get(address).content.decode()
    assert '<form method="post">' in page
    assert mail_program.post(address).context["done"] is True
    assert wants_email(ana) is False


def test_the_link_is_for_its_owner_also_where_another_is_logged_in(
    ana: User, bram: User, bram_client: Client, address: str
) -> None:
    bram_client.post(address)
    assert (wants_email(ana), wants_email(bram)) == (False, True)


def forged(ana: User) -> list[str]:
    good = emails.get_unsubscribe_url(ana.pk, EMAILS).split("/")[-2]
    body, mark = good.rsplit(":", 1)
    other = signing.Signer(salt="games.other").sign_object([ana.pk, EMAILS])
    unknown = signing.Signer(salt=emails.UNSUBSCRIBE_SALT).sign_object([ana.pk, "language"])
    odd = [signing.Signer(salt=emails.UNSUBSCRIBE_SALT).sign_object(one) for one in (ana.pk, ["1", EMAILS], [ana.pk])]
    return [f"{body}:{mark[:-1]}x", f"{body[:-1]}x:{mark}", body, other, unknown, "x", *odd]


def test_a_forged_link_is_a_404(ana: User, mail_program: Client) -> None:
    for token in forged(ana):
        assert mail_program.get(f"/letters/off/{token}/").status_code == 404, token
        assert unsubscribe_in_one_click(mail_program, f"/letters/off/{token}/") == 404, token
    assert wants_email(ana) is True


class TestPreferences:
    @pytest.fixture(autouse=True)
    def _mail_server(self, settings: Settings) -> None:
        settings.EMAIL_CONFIGURED, settings.SITE_URL = True, "https://claim.example"

    def test_an_account_chooses_whether_it_gets_email(self, ana: User, ana_client: Client) -> None:
        EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True)
        page = ana_client.get("/preferences/").content.decode()
        assert "Sent to ana@example.org." in page
        assert re.search(r'<input[^>]*name="letters"[^>]*checked', page)
        ana_client.post("/preferences/", {"letters": "false"}, headers={"Accept": "application/json"})
        assert not re.search(r'name="letters"[^>]*checked', ana_client.get("/preferences/").content.decode())

    @pytest.mark.parametrize("offered", [{}, {"offered": "letters"}], ids=str)
    def test_an_offered_box_without_a_tick_is_a_no(
        self, ana: User, ana_client: Client, offered: dict[str, str]
    ) -> None:
        form = {"speed": "slow", "hold": "10", "sort": "rank", "theme": "dark", "language": "nl", "level": "master"}
        ana_client.post("/preferences/", {**form, "pace": "quick", "whole": "1", **offered})
        ana.refresh_from_db()
        assert ana.preferences.get("letters", True) is not bool(offered)

    @pytest.mark.parametrize("setting", ["EMAIL_CONFIGURED", "SITE_URL"])
    def test_there_is_no_choice_where_the_site_sends_no_email(
        self, ana_client: Client, settings: Settings, setting: str
    ) -> None:
        setattr(settings, setting, "")
        assert 'name="letters"' not in ana_client.get("/preferences/").content.decode()

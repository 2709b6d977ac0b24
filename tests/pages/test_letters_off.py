"""Letters are switched off among the preferences, and by the address that stands in each: by a POST alone, for its
person alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from pytest_django import Settings

from games.models import User
from games.people.preferences import LETTERS
from games.services.notices import switching
from games.services.people import preferring
from tests.people import guest

pytestmark = pytest.mark.django_db(transaction=True)
ONE_CLICK = "List-Unsubscribe=One-Click"


@pytest.fixture
def server() -> Client:
    """A mail server: no cookie, no log-in, and nothing that this site gave it."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def address(ana: User) -> str:
    return switching.address(ana.pk, LETTERS)


def wanted(user: User) -> Any:
    return User.objects.get(pk=user.pk).preferences.get(LETTERS, True)


def one_click(server: Client, address: str) -> int:
    """What RFC 8058 has a mail server send."""
    return server.post(address, ONE_CLICK, content_type="application/x-www-form-urlencoded").status_code


def test_one_click_switches_them_off(ana: User, bram: User, server: Client, address: str) -> None:
    preferring.prefer(ana, {"speed": "slow"})
    assert one_click(server, address) == 200
    assert (wanted(ana), wanted(bram)) == (False, True)
    assert User.objects.get(pk=ana.pk).preferences["speed"] == "slow"


def test_twice_is_as_good_as_once(ana: User, server: Client, address: str) -> None:
    assert [one_click(server, address) for _ in range(2)] == [200, 200]
    assert wanted(ana) is False


def test_looking_switches_nothing_off(ana: User, server: Client, address: str) -> None:
    """Mail programs look at every link by themselves."""
    for ask in (server.get, server.head, server.options, server.put):
        ask(address)
    assert wanted(ana) is True


def test_the_page_asks_and_its_button_does_it(ana: User, server: Client, address: str) -> None:
    page = server.get(address).content.decode()
    assert '<form method="post">' in page
    assert server.post(address).context["done"] is True
    assert wanted(ana) is False


def test_who_is_logged_in_as_somebody_else_switches_off_whose_letter_it_is(
    ana: User, bram: User, bram_client: Client, address: str
) -> None:
    bram_client.post(address)
    assert (wanted(ana), wanted(bram)) == (False, True)


def forged(ana: User) -> list[str]:
    good = switching.address(ana.pk, LETTERS).split("/")[-2]
    body, mark = good.rsplit(":", 1)
    other = signing.Signer(salt="games.other").sign_object([ana.pk, LETTERS])
    unknown = signing.Signer(salt=switching.SALT).sign_object([ana.pk, "language"])
    odd = [signing.Signer(salt=switching.SALT).sign_object(one) for one in (ana.pk, ["1", LETTERS], [ana.pk])]
    return [f"{body}:{mark[:-1]}x", f"{body[:-1]}x:{mark}", body, other, unknown, "x", *odd]


def test_an_address_that_the_site_did_not_make_leads_nowhere(ana: User, server: Client) -> None:
    for token in forged(ana):
        assert server.get(f"/letters/off/{token}/").status_code == 404, token
        assert one_click(server, f"/letters/off/{token}/") == 404, token
    assert wanted(ana) is True


def test_of_whoever_left_there_is_nothing_to_switch_off(ana: User, server: Client, address: str) -> None:
    User.objects.filter(pk=ana.pk).delete()
    assert one_click(server, address) == 200


class TestAmongThePreferences:
    @pytest.fixture(autouse=True)
    def _post(self, settings: Settings) -> None:
        settings.EMAIL_CONFIGURED, settings.SITE_URL = True, "https://claim.example"

    def test_an_account_chooses_where_the_site_can_write(self, ana: User, ana_client: Client) -> None:
        EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True)
        page = ana_client.get("/preferences/").content.decode()
        assert "It goes to ana@example.org." in page
        assert re.search(r'<input[^>]*name="letters"[^>]*checked', page)
        ana_client.post("/preferences/", {"letters": "false"}, headers={"Accept": "application/json"})
        assert not re.search(r'name="letters"[^>]*checked', ana_client.get("/preferences/").content.decode())

    def test_whose_address_is_not_confirmed_is_led_to_where_it_can_be(self, ana: User, ana_client: Client) -> None:
        EmailAddress.objects.create(user=ana, email="ana@example.org", verified=False)
        page = ana_client.get("/preferences/").content.decode()
        assert '<a href="/account/email/">It needs a confirmed e-mail address.</a>' in page
        assert "ana@example.org" not in page

    @pytest.mark.parametrize("offered", [{}, {"offered": "letters"}], ids=str)
    def test_without_a_script_no_tick_is_a_no_where_there_was_something_to_tick(
        self, ana: User, ana_client: Client, offered: dict[str, str]
    ) -> None:
        form = {"speed": "slow", "hold": "10", "sort": "rank", "theme": "dark", "language": "nl", "level": "master"}
        ana_client.post("/preferences/", {**form, "pace": "quick", "whole": "1", **offered})
        ana.refresh_from_db()
        assert ana.preferences.get("letters", True) is not bool(offered)

    def test_guests_get_none(self, browser_of: Callable[[User], Client]) -> None:
        assert 'name="letters"' not in browser_of(guest("Cleo")).get("/preferences/").content.decode()

    @pytest.mark.parametrize("setting", ["EMAIL_CONFIGURED", "SITE_URL"])
    def test_where_the_site_cannot_write_there_is_nothing_to_choose(
        self, ana_client: Client, settings: Settings, setting: str
    ) -> None:
        setattr(settings, setting, "")
        assert 'name="letters"' not in ana_client.get("/preferences/").content.decode()

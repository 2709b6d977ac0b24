"""A browser says that it wants to be told, and is as long as it is logged in."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games import kept, limits
from games.models import LoginSession, PushSubscription, User
from games.run import pushkey
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.notices import browsers
from games.services.people import erasing, leaving
from tests.pages.taken import everything, taken_along
from tests.people import PASSWORD, guest
from tests.pushes import Phone
from tests.services.tidied import done, older

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
SERVICE = "https://updates.push.services.mozilla.com/wpush/v2"
BrowserOf = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _keys_of_its_own(settings: Settings, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def phone() -> Phone:
    return Phone(SERVICE)


def on(client: Client, phone: Phone) -> Any:
    return client.post("/push/", phone.fields, headers=JSON)


def told() -> list[str]:
    """The people whose browsers are told."""
    return [one.user.shown for one in PushSubscription.objects.order_by("pk").select_related("user")]


def attribute(client: Client, name: str) -> str:
    (found,) = re.findall(rf'data-{name}="([^"]*)"', client.get("/preferences/").content.decode())
    return str(found)


class TestSwitching:
    def test_on_and_off(self, ana_client: Client, phone: Phone) -> None:
        assert attribute(ana_client, "mark") == ""
        assert on(ana_client, phone).json()["ok"]
        assert attribute(ana_client, "mark") == sha256(phone.keys.endpoint.encode()).hexdigest()
        ana_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert (attribute(ana_client, "mark"), told()) == ("", [])

    def test_the_page_has_the_key_that_messages_are_signed_with(self, ana_client: Client) -> None:
        assert attribute(ana_client, "key") == pushkey.public_key()

    def test_each_browser_speaks_for_itself(self, ana: User, ana_client: Client, phone: Phone) -> None:
        on(ana_client, phone)
        desk = Client()
        desk.force_login(ana)
        assert attribute(desk, "mark") == ""
        on(desk, Phone(SERVICE, "desk"))
        desk.post("/push/off/", {"endpoint": f"{SERVICE}/desk"}, headers=JSON)
        assert PushSubscription.objects.get().endpoint == phone.keys.endpoint

    def test_a_browser_is_told_once_however_often_it_asks(self, ana_client: Client, phone: Phone) -> None:
        for name in ("phone", "phone", "renewed"):
            on(ana_client, Phone(SERVICE, name))
        assert PushSubscription.objects.get().endpoint == f"{SERVICE}/renewed"

    def test_a_browser_that_changed_hands_tells_the_other_one(
        self, ana_client: Client, bram_client: Client, phone: Phone
    ) -> None:
        on(ana_client, phone)
        on(bram_client, phone)
        assert told() == ["Bram"]

    def test_nobody_switches_off_somebody_elses(self, ana_client: Client, bram_client: Client, phone: Phone) -> None:
        on(ana_client, phone)
        bram_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert told() == ["Ana"]

    def test_of_too_many_the_one_that_was_told_least_lately_goes(
        self, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(browsers, "MOST", 2)
        for name in ("first", "second", "third"):
            client = Client()
            client.force_login(ana)
            on(client, Phone(SERVICE, name))
        assert {one.endpoint for one in PushSubscription.objects.all()} == {f"{SERVICE}/second", f"{SERVICE}/third"}

    @pytest.mark.parametrize(
        "wrong",
        [
            {"endpoint": "https://example.org/a"},
            {"endpoint": "http://169.254.169.254/latest"},
            {"p256dh": "AAAA"},
            {"p256dh": "é"},
            {"auth": "AAAA"},
            {"auth": ""},
        ],
        ids=str,
    )
    def test_what_is_no_browser_is_refused(self, ana_client: Client, phone: Phone, wrong: dict[str, str]) -> None:
        answer = ana_client.post("/push/", {**phone.fields, **wrong}, headers=JSON)
        assert (answer.status_code, answer.json()["code"], told()) == (400, "no_push", [])

    def test_who_has_no_name_has_no_turn(self, visitor: Client, phone: Phone) -> None:
        assert on(visitor, phone).json()["code"] == "forbidden"
        assert "data-told" not in visitor.get("/preferences/").content.decode()

    def test_a_guest_is_told_as_well(self, browser_of: BrowserOf, phone: Phone) -> None:
        assert on(browser_of(guest("Cleo")), phone).json()["ok"]

    def test_too_much_is_too_much(self, ana_client: Client, phone: Phone) -> None:
        for _ in range(limits.SCOPES["prefer"][0].amount):
            on(ana_client, phone)
        assert on(ana_client, phone).status_code == 429


class TestTheEnd:
    @pytest.fixture(autouse=True)
    def _told(self, ana_client: Client, phone: Phone) -> None:
        on(ana_client, phone)

    def test_with_the_log_in(self, ana_client: Client) -> None:
        ana_client.post("/account/logout/")
        assert told() == []

    def test_with_a_session_that_is_too_old(self) -> None:
        older(LoginSession.objects.all(), timedelta(days=1), "expire_date")
        done()
        assert told() == []

    def test_with_a_suspension(self, ana: User, mona: Judge) -> None:
        moderation.suspend(mona, ana, timezone.now() + timedelta(days=1), Why("Because.", "Be kind."))
        assert told() == []

    def test_with_leaving_and_nothing_is_left(self, ana: User) -> None:
        leaving.leave(ana)
        assert told() == []
        erasing.erase(User.objects.get(pk=ana.pk))
        assert not PushSubscription.objects.exists()

    def test_where_the_service_took_nothing_for_long(self) -> None:
        older(PushSubscription.objects.all(), kept.PUSH, "used_at")
        assert done("browsers told") == {"browsers told": 1}
        assert done("browsers told") == {"browsers told": 0}

    def test_not_with_a_new_password_which_ends_all_others(self, ana: User, ana_client: Client) -> None:
        desk = Client()
        desk.force_login(ana)
        on(desk, Phone(SERVICE, "desk"))
        new = "four-quiet-goblins"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert ana_client.post("/account/password/change/", fields).status_code == 302
        assert PushSubscription.objects.get().session_id == ana_client.cookies[site.SESSION_COOKIE_NAME].value

    def test_not_with_signing_up(self, browser_of: BrowserOf) -> None:
        client = browser_of(guest("Cleo"))
        on(client, Phone(SERVICE, "guest"))
        client.post("/account/signup/", {"username": "Cleo", "password1": PASSWORD})
        assert told() == ["Ana", "Cleo"]
        assert attribute(client, "mark") != ""


def test_the_download_says_which_services_are_told_and_nothing_that_opens_them(
    ana_client: Client, phone: Phone
) -> None:
    on(ana_client, phone)
    (one,) = taken_along(ana_client)["told_browsers"]
    assert (one["service"], sorted(one)) == ("updates.push.services.mozilla.com", ["made_at", "service", "used_at"])
    written = everything(ana_client)
    assert [key for key in phone.fields.values() if key in written] == []

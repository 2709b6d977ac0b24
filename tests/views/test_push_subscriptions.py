"""Push subscriptions of browsers: made, ended with the session, and exported."""

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

from games import retention_periods
from games.models import LoginSession, PushSubscription, User
from games.server import vapid_key
from games.services.accounts import deletion, erasure
from games.services.moderation.people import suspend_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.notifications import push_subscriptions
from tests.people import PASSWORD
from tests.push_service import PushBrowser
from tests.services.retention.rows import done, older
from tests.views.data_export import archive_text, exported_data

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
SERVICE = "https://updates.push.services.mozilla.com/wpush/v2"
BrowserOf = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _keys_of_its_own(settings: Settings, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def phone() -> PushBrowser:
    return PushBrowser(SERVICE)


def subscribe(client: Client, phone: PushBrowser) -> Any:
    return client.post("/push/", phone.fields, headers=JSON)


def subscribers() -> list[str]:
    """Return the names of the users with a push subscription."""
    return [one.user.shown for one in PushSubscription.objects.order_by("pk").select_related("user")]


def attribute(client: Client, name: str) -> str:
    (found,) = re.findall(rf'data-{name}="([^"]*)"', client.get("/preferences/").content.decode())
    return str(found)


class TestSwitching:
    def test_on_and_off(self, ana_client: Client, phone: PushBrowser) -> None:
        assert attribute(ana_client, "mark") == ""
        assert subscribe(ana_client, phone).json()["ok"]
        assert attribute(ana_client, "mark") == sha256(phone.keys.endpoint.encode()).hexdigest()
        ana_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert (attribute(ana_client, "mark"), subscribers()) == ("", [])

    def test_the_page_has_the_key_that_messages_are_signed_with(self, ana_client: Client) -> None:
        assert attribute(ana_client, "key") == vapid_key.get_public_key()

    def test_a_browser_is_told_once_however_often_it_asks(self, ana_client: Client, phone: PushBrowser) -> None:
        for name in ("phone", "phone", "renewed"):
            subscribe(ana_client, PushBrowser(SERVICE, name))
        assert PushSubscription.objects.get().endpoint == f"{SERVICE}/renewed"

    def test_a_browser_that_changed_hands_tells_the_other_one(
        self, ana_client: Client, bram_client: Client, phone: PushBrowser
    ) -> None:
        subscribe(ana_client, phone)
        subscribe(bram_client, phone)
        assert subscribers() == ["Bram"]

    def test_nobody_switches_off_somebody_elses(
        self, ana_client: Client, bram_client: Client, phone: PushBrowser
    ) -> None:
        subscribe(ana_client, phone)
        bram_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert subscribers() == ["Ana"]

    def test_of_too_many_the_one_that_was_told_least_lately_goes(
        self, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(push_subscriptions, "MAX_SUBSCRIPTIONS", 2)
        for name in ("first", "second", "third"):
            client = Client()
            client.force_login(ana)
            subscribe(client, PushBrowser(SERVICE, name))
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
    def test_what_is_no_browser_is_refused(self, ana_client: Client, phone: PushBrowser, wrong: dict[str, str]) -> None:
        answer = ana_client.post("/push/", {**phone.fields, **wrong}, headers=JSON)
        assert (answer.status_code, answer.json()["code"], subscribers()) == (400, "no_push", [])


class TestTheEnd:
    @pytest.fixture(autouse=True)
    def _told(self, ana_client: Client, phone: PushBrowser) -> None:
        subscribe(ana_client, phone)

    def test_with_the_log_in(self, ana_client: Client) -> None:
        ana_client.post("/account/logout/")
        assert subscribers() == []

    def test_with_a_session_that_is_too_old(self) -> None:
        older(LoginSession.objects.all(), timedelta(days=1), "expire_date")
        done()
        assert subscribers() == []

    def test_with_a_suspension(self, ana: User, mona: Moderator) -> None:
        suspend_person(mona, ana, timezone.now() + timedelta(days=1), Justification("Because.", "Be kind."))
        assert subscribers() == []

    def test_with_leaving_and_nothing_is_left(self, ana: User) -> None:
        deletion.delete_account(ana)
        assert subscribers() == []
        erasure.erase(User.objects.get(pk=ana.pk))
        assert not PushSubscription.objects.exists()

    def test_where_the_service_took_nothing_for_long(self) -> None:
        older(PushSubscription.objects.all(), retention_periods.PUSH, "used_at")
        assert done("browsers told") == {"browsers told": 1}
        assert done("browsers told") == {"browsers told": 0}

    def test_not_with_a_new_password_which_ends_all_others(self, ana: User, ana_client: Client) -> None:
        desk = Client()
        desk.force_login(ana)
        subscribe(desk, PushBrowser(SERVICE, "desk"))
        new = "four-quiet-goblins"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert ana_client.post("/account/password/change/", fields).status_code == 302
        assert PushSubscription.objects.get().session_id == ana_client.cookies[site.SESSION_COOKIE_NAME].value


def test_the_download_says_which_services_are_told_and_nothing_that_opens_them(
    ana_client: Client, phone: PushBrowser
) -> None:
    subscribe(ana_client, phone)
    (one,) = exported_data(ana_client)["told_browsers"]
    assert (one["service"], sorted(one)) == ("updates.push.services.mozilla.com", ["made_at", "service", "used_at"])
    written = archive_text(ana_client)
    assert [key for key in phone.fields.values() if key in written] == []

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
from games.services.accounts import deletion
from games.services.moderation.people import suspend_person
from games.services.moderation.permissions import Moderator
from games.services.notifications import push_subscriptions
from tests.moderators import WHY
from tests.people import PASSWORD
from tests.push_service import PushBrowser
from tests.services.retention.rows import done, older
from tests.views.profiles import archive_text, exported_data

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
SERVICE = "https://updates.push.services.mozilla.com/wpush/v2"
BrowserOf = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _own_keys(settings: Settings, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def phone() -> PushBrowser:
    return PushBrowser(SERVICE)


def subscribe(client: Client, phone: PushBrowser) -> Any:
    return client.post("/push/", phone.fields, headers=JSON)


def subscribers() -> list[str]:
    """Return the names of the users with a push subscription."""
    return [row.user.shown for row in PushSubscription.objects.order_by("pk").select_related("user")]


def attribute(client: Client, name: str) -> str:
    (found,) = re.findall(rf'data-{name}="([^"]*)"', client.get("/preferences/").content.decode())
    return str(found)


class TestSubscribing:
    def test_is_done_and_undone_on_the_preferences_page(self, ana_client: Client, phone: PushBrowser) -> None:
        assert attribute(ana_client, "server-key") == vapid_key.get_public_key()
        assert attribute(ana_client, "digest") == ""
        assert subscribe(ana_client, phone).json()["ok"]
        assert attribute(ana_client, "digest") == sha256(phone.keys.endpoint.encode()).hexdigest()
        ana_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert (attribute(ana_client, "digest"), subscribers()) == ("", [])

    def test_a_session_has_a_single_subscription(self, ana_client: Client) -> None:
        for name in ("phone", "phone", "renewed"):
            subscribe(ana_client, PushBrowser(SERVICE, name))
        assert PushSubscription.objects.get().endpoint == f"{SERVICE}/renewed"

    def test_a_browser_is_of_its_last_user_who_alone_unsubscribes_it(
        self, ana_client: Client, bram_client: Client, phone: PushBrowser
    ) -> None:
        subscribe(ana_client, phone)
        subscribe(bram_client, phone)
        assert subscribers() == ["Bram"]
        ana_client.post("/push/off/", {"endpoint": phone.keys.endpoint}, headers=JSON)
        assert subscribers() == ["Bram"]

    def test_above_the_limit_the_subscription_unused_for_longest_goes(
        self, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(push_subscriptions, "MAX_SUBSCRIPTIONS", 2)
        for name in ("first", "second", "third"):
            client = Client()
            client.force_login(ana)
            subscribe(client, PushBrowser(SERVICE, name))
        assert {row.endpoint for row in PushSubscription.objects.all()} == {f"{SERVICE}/second", f"{SERVICE}/third"}

    @pytest.mark.parametrize(
        "wrong",
        [
            *({"endpoint": endpoint} for endpoint in ("https://example.org/a", "http://169.254.169.254/latest")),
            *({"p256dh": "AAAA"}, {"p256dh": "é"}, {"auth": "AAAA"}, {"auth": ""}),
        ],
        ids=str,
    )
    def test_invalid_subscriptions_are_refused(
        self, ana_client: Client, phone: PushBrowser, wrong: dict[str, str]
    ) -> None:
        answer = ana_client.post("/push/", {**phone.fields, **wrong}, headers=JSON)
        assert (answer.status_code, answer.json()["code"], subscribers()) == (400, "no_push", [])


def expire_session() -> None:
    older(LoginSession.objects.all(), timedelta(days=1), "expire_date")
    done()


ENDS: dict[str, Callable[[User, Client, Moderator], object]] = {
    "log-out": lambda ana, client, mona: client.post("/account/logout/"),
    "end of the session": lambda ana, client, mona: expire_session(),
    "suspension": lambda ana, client, mona: suspend_person(mona, ana, timezone.now() + timedelta(days=1), WHY),
    "deletion of the account": lambda ana, client, mona: deletion.delete_account(ana),
}


class TestEnd:
    @pytest.fixture(autouse=True)
    def _subscription(self, ana_client: Client, phone: PushBrowser) -> None:
        subscribe(ana_client, phone)

    @pytest.mark.parametrize("how", ENDS)
    def test_comes_with(self, how: str, ana: User, ana_client: Client, mona: Moderator) -> None:
        ENDS[how](ana, ana_client, mona)
        assert not PushSubscription.objects.exists()

    def test_comes_when_the_service_took_no_message_for_long(self) -> None:
        older(PushSubscription.objects.all(), retention_periods.PUSH, "used_at")
        assert done("push subscriptions") == {"push subscriptions": 1}
        assert done("push subscriptions") == {"push subscriptions": 0}

    def test_a_new_password_ends_those_of_other_sessions(self, ana: User, ana_client: Client) -> None:
        desk = Client()
        desk.force_login(ana)
        subscribe(desk, PushBrowser(SERVICE, "desk"))
        new = "four-quiet-goblins"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert ana_client.post("/account/password/change/", fields).status_code == 302
        assert PushSubscription.objects.get().session_id == ana_client.cookies[site.SESSION_COOKIE_NAME].value


def test_the_data_export_names_the_service_and_no_key(ana_client: Client, phone: PushBrowser) -> None:
    subscribe(ana_client, phone)
    (row,) = exported_data(ana_client)["told_browsers"]
    assert (row["service"], sorted(row)) == ("updates.push.services.mozilla.com", ["made_at", "service", "used_at"])
    written = archive_text(ana_client)
    assert [key for key in phone.fields.values() if key in written] == []

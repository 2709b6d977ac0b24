"""Who was shut out does not come back under a fresh name at once; whoever lives behind the same address soon may."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Act, Hold, User
from games.services import moderation
from games.services.moderation import Judge, undo
from games.services.people import holding
from tests.moderators import WHY
from tests.people import PASSWORD, guest

pytestmark = pytest.mark.django_db(transaction=True)
HOME, AWAY, FAR = "9.9.9.9", "8.8.8.8", "1.1.1.1"


def new_name(client: Client, address: str = HOME) -> int:
    answer = client.post("/guest/", {"name": "Lily"}, headers={"accept": "application/json"}, REMOTE_ADDR=address)
    return answer.status_code


@pytest.fixture
def bram_browser(bram: User) -> Client:
    """Bram's, logged in by the site's own form."""
    client = Client(REMOTE_ADDR=HOME)
    assert client.post("/account/login/", {"login": "bram", "password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def shut(bram_browser: Client, bram: User, mona: Judge) -> Client:
    moderation.suspend(mona, bram, timezone.now() + timedelta(days=90), WHY)
    return bram_browser


class TestTheAddress:
    def test_gives_no_new_name_for_an_hour_and_says_until_when(self, shut: Client) -> None:
        told = Client(REMOTE_ADDR=HOME).post("/guest/", {"name": "Lily"}, headers={"accept": "application/json"})
        assert told.json()["code"] == "held"
        assert "UTC" in told.json()["message"]
        assert "whoever runs the site" in told.json()["message"]
        assert new_name(Client(), AWAY) == 200
        Hold.objects.filter(kind="address").update(until=timezone.now())
        assert new_name(Client()) == 200

    def test_an_hour_and_no_more_however_often_it_is_met(self, shut: Client, bram: User) -> None:
        bram.refresh_from_db()
        before = Hold.objects.get(kind="address").until
        assert before <= timezone.now() + holding.ADDRESS
        holding.meet(bram, None, HOME)
        assert Hold.objects.get(kind="address").until == before

    def test_lets_accounts_log_in_and_guests_go_on(self, shut: Client, ana: User) -> None:
        client, lily = Client(REMOTE_ADDR=HOME), Client()
        assert client.post("/account/login/", {"login": "ana", "password": PASSWORD})["Location"] == "/"
        lily.force_login(guest("Lily"), backend="django.contrib.auth.backends.ModelBackend")
        assert new_name(lily) == 200

    @pytest.mark.parametrize("proxy", ["127.0.0.1", "::1", "172.18.0.2", "192.168.1.1", "unix:"])
    def test_of_what_may_be_a_proxy_is_never_held(self, proxy: str, bram: User, mona: Judge) -> None:
        client = Client(REMOTE_ADDR=proxy)
        client.post("/account/login/", {"login": "bram", "password": PASSWORD})
        moderation.suspend(mona, bram, timezone.now() + timedelta(days=90), WHY)
        client.get("/")
        assert list(Hold.objects.values_list("kind", flat=True)) == ["browser"]
        assert new_name(Client(), proxy) == 200


class TestTheBrowser:
    def test_is_met_where_its_person_reads_the_message(self, bram: User, bram_browser: Client) -> None:
        User.objects.filter(pk=bram.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert bram_browser.get("/account/message/").cookies["hold"].value
        assert Hold.objects.filter(kind="browser").exists()

    def test_is_held_wherever_it_goes_also_without_its_session(self, shut: Client) -> None:
        assert shut.get("/", REMOTE_ADDR=AWAY)["Location"] == "/account/message/"
        kept = shut.cookies["hold"]
        assert len(kept.value) == 22
        assert kept["httponly"]
        other = Client()
        other.cookies["hold"] = kept.value
        assert new_name(other, FAR) == 409
        assert new_name(Client(), FAR) == 200

    def test_gets_no_account_either(self, shut: Client) -> None:
        shut.get("/", REMOTE_ADDR=AWAY)
        other = Client()
        other.cookies["hold"] = shut.cookies["hold"].value
        form = {"username": "Lily", "password1": "seven-loud-dragons"}
        assert b"whoever runs the site" in other.post("/account/signup/", form, REMOTE_ADDR=FAR).content
        assert not User.objects.filter(username="Lily").exists()

    def test_for_a_month_at_most(self, shut: Client, bram: User) -> None:
        shut.get("/")
        assert Hold.objects.get(kind="browser").until <= timezone.now() + holding.BROWSER

    def test_no_longer_than_the_person(self, shut: Client, bram: User, mona: Judge) -> None:
        shut.get("/")
        other = Client()
        other.cookies["hold"] = shut.cookies["hold"].value
        undo(mona, Act.objects.get(), WHY)
        assert new_name(other) == 200

    @pytest.mark.parametrize("guess", ["", "x" * 22, "../../etc", "a" * 5000])
    def test_a_guess_is_nobodys(self, shut: Client, guess: str) -> None:
        other = Client()
        other.cookies["hold"] = guess
        assert new_name(other, AWAY) == 200


def test_neither_the_address_nor_the_secret_is_kept(shut: Client) -> None:
    shut.get("/", REMOTE_ADDR=AWAY)
    kept = str(list(Hold.objects.values()))
    assert AWAY not in kept
    assert shut.cookies["hold"].value not in kept

"""E-mail addresses: no page reveals who has an account, they count once confirmed, and a site may have none."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.models import User
from games.services.matches import lobby
from games.services.notifications import emails
from games.state.match_state import MatchOptions
from tests.people import PASSWORD, Quick

pytestmark = pytest.mark.django_db
ADDRESS = "ana@example.org"
SIGN_UP, EMAIL, RESET = "/account/signup/", "/account/email/", "/account/password/reset/"
TOTP_PAGE = "/account/2fa/totp/activate/"
EMAIL_PAGES = [
    EMAIL,
    "/account/confirm-email/",
    "/account/confirm-email/MQ:1abc:x/",
    "/account/password/reset/done/",
]


@dataclass(frozen=True)
class Answer:
    """The visible answer to a form, without the name and the address in it."""

    status: int
    location: str
    page: str
    cookies: frozenset[str]


def answer(client: Client, path: str, *secrets: str, **fields: str) -> Answer:
    first = client.post(path, fields)
    page = client.get(first["Location"]).content.decode() if first.status_code == 302 else first.content.decode()
    for secret in secrets:
        page = page.replace(secret, "...")
    page = re.sub(r'(value|data-[a-z-]+)="[^"]*"', r"\1", page)
    return Answer(first.status_code, first.get("Location", ""), page, frozenset(client.cookies))


def sign_up(name: str, address: str, client: Client | None = None) -> Answer:
    fields = {"username": name, "email": address, "password1": PASSWORD}
    return answer(client or Client(), SIGN_UP, name, address, **fields)


def confirmed(user: User, address: str = ADDRESS) -> None:
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    User.objects.filter(pk=user.pk).update(email=address)


def unconfirmed(user: User, address: str = ADDRESS) -> None:
    EmailAddress.objects.create(user=user, email=address, primary=True)
    User.objects.filter(pk=user.pk).update(email=address)


def written(user: User, address: str = ADDRESS) -> None:
    """Set an address as on an account that staff created."""
    User.objects.filter(pk=user.pk).update(email=address)


OWNERS = pytest.mark.parametrize("given", [confirmed, unconfirmed, written])


def link_of(letter: mail.EmailMessage) -> str:
    """Return the path of the link that confirms an address, or nothing."""
    found = re.search(r"/account/confirm-email/\S+", str(letter.body))
    return found[0] if found else ""


@pytest.mark.usefixtures("mail_server")
class TestSignUp:
    @OWNERS
    def test_answers_alike_whether_or_not_an_address_has_an_account(
        self, ana: User, given: Callable[[User], None]
    ) -> None:
        given(ana)
        known, unknown = sign_up("Dora", ADDRESS), sign_up("Emil", "emil@example.org")
        assert known == unknown
        assert known.status == 302
        assert [letter.to for letter in mail.outbox] == [[ADDRESS], ["emil@example.org"]]
        for name in ("Dora", "Emil"):
            assert User.objects.get(username=name).check_password(PASSWORD)
            assert sign_up(name, "other@example.org").status == 200

    def test_guests_stay_at_their_games_and_see_the_same_page_of_the_address(self, ana: User) -> None:
        confirmed(ana)
        pages = []
        for name, address in (("Gita", ADDRESS), ("Hugo", "hugo@example.org")):
            client = Client()
            client.post("/guest/", {"name": name})
            game = lobby.create_game(User.objects.get(display_name=name), MatchOptions())
            assert sign_up(name, address, client).location == "/"
            assert game.code in client.get("/").content.decode()
            sent_again = answer(client, EMAIL, name, address, email=address, action_send="")
            pages.append((sent_again, client.get(TOTP_PAGE).status_code))
        assert pages[0] == pages[1]

    def test_tells_the_owner_that_there_is_an_account(self, ana: User) -> None:
        confirmed(ana)
        sign_up("Dora", ADDRESS)
        (letter,) = mail.outbox
        assert "You already have an account" in letter.subject
        assert "Dora entered this e-mail address" in str(letter.body)
        assert RESET in str(letter.body)
        assert link_of(letter) == ""

    @pytest.mark.parametrize("given", [unconfirmed, written])
    def test_mentions_another_account_with_an_unconfirmed_address_beside_the_link(
        self, ana: User, given: Callable[[User], None]
    ) -> None:
        given(ana)
        sign_up("Dora", ADDRESS)
        (letter,) = mail.outbox
        assert "Another account already has this address" in str(letter.body)
        assert RESET in str(letter.body)
        assert Client().post(link_of(letter)).status_code == 302
        assert EmailAddress.objects.get(verified=True).user.username == "Dora"

    def test_writes_at_most_three_times_a_minute(self) -> None:
        for number in range(5):
            sign_up(f"Dora {number}", ADDRESS)
        assert len(mail.outbox) == 3

    def test_does_the_same_work_for_a_known_address(self, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
        """Both answers take as long: hashing a password and writing to a mail server take the time."""
        confirmed(ana)
        hashed: list[str] = []
        encode = Quick.encode

        def count(hasher: Quick, password: str, *args: Any, **kwargs: Any) -> str:
            hashed.append(password)
            return encode(hasher, password, *args, **kwargs)

        monkeypatch.setattr(Quick, "encode", count)
        work = []
        for name, address in (("Dora", ADDRESS), ("Emil", "emil@example.org")):
            sign_up(name, address)
            work.append((len(hashed), len(mail.outbox)))
            hashed.clear()
            mail.outbox.clear()
        assert work[0] == work[1]


class Broken(EmailBackend):
    """A mail server that hangs up."""

    def send_messages(self, messages: object) -> int:
        raise SMTPServerDisconnected(f"no mail to {ADDRESS}")


@pytest.mark.usefixtures("mail_server")
def test_signing_up_works_with_a_broken_mail_server(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    client = Client()
    page = sign_up("Dora", ADDRESS, client).page
    assert "send the e-mail with the link" in page
    assert "on its way" not in page
    assert "_auth_user_id" in client.session
    assert [record.levelno for record in caplog.records if record.name.startswith("games")] == [logging.WARNING]
    assert ADDRESS not in caplog.text


@pytest.mark.usefixtures("mail_server")
class TestConfirmation:
    def test_is_not_needed_to_play(self) -> None:
        client = Client()
        page = sign_up("Dora", ADDRESS, client).page
        assert "We sent a link" in page
        assert client.post("/new/", {"who": "open", "lead": "random"})["Location"].startswith("/m/")
        assert Client().post("/account/login/", {"login": "Dora", "password": PASSWORD})["Location"] == "/"

    def test_makes_an_address_count(self) -> None:
        sign_up("Dora", ADDRESS)
        dora = User.objects.get(username="Dora")
        assert emails.get_email_addresses([dora.pk]) == {}
        Client().post(link_of(mail.outbox[0]))
        assert emails.get_email_addresses([dora.pk]) == {dora.pk: ADDRESS}


@pytest.mark.usefixtures("mail_server")
class TestOtherPages:
    @OWNERS
    def test_adding_an_address_answers_alike(
        self, ana: User, bram_client: Client, cleo_client: Client, given: Callable[[User], None]
    ) -> None:
        given(ana)
        known = answer(bram_client, EMAIL, "Bram", ADDRESS, action_add="", email=ADDRESS)
        unknown = answer(cleo_client, EMAIL, "Cleo", "cleo@example.org", action_add="", email="cleo@example.org")
        assert known == unknown
        assert [letter.to for letter in mail.outbox] == [[ADDRESS], ["cleo@example.org"]]

    @OWNERS
    def test_asking_for_a_new_password_answers_alike(self, ana: User, given: Callable[[User], None]) -> None:
        given(ana)
        known = answer(Client(), RESET, ADDRESS, email=ADDRESS)
        unknown = answer(Client(), RESET, "nobody@example.org", email="nobody@example.org")
        assert known == unknown
        assert [letter.to for letter in mail.outbox] == [[ADDRESS], ["nobody@example.org"]]

    def test_a_second_factor_waits_for_the_confirmation(self, ana: User, ana_client: Client) -> None:
        unconfirmed(ana)
        ana_client.post("/account/reauthenticate/", {"password": PASSWORD})
        assert ana_client.get(TOTP_PAGE)["Location"] == reverse("mfa_index")
        EmailAddress.objects.update(verified=True)
        assert ana_client.get(TOTP_PAGE).status_code == 200


class TestWithoutMailServer:
    def test_signing_up_asks_for_no_address_and_stores_none(self, visitor: Client) -> None:
        assert 'type="email"' not in visitor.get(SIGN_UP).content.decode()
        visitor.post(SIGN_UP, {"username": "Dora", "email": ADDRESS, "password1": PASSWORD})
        assert User.objects.get().email == ""
        assert not EmailAddress.objects.exists()

    @pytest.mark.parametrize("path", EMAIL_PAGES)
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_there_are_no_pages_about_addresses(
        self, visitor: Client, ana_client: Client, path: str, method: str
    ) -> None:
        for client in (visitor, ana_client):
            assert getattr(client, method)(path).status_code == 404

    @pytest.mark.parametrize(
        "path", ["/", "/preferences/", "/account/password/change/", RESET, "/account/2fa/", "/privacy/"]
    )
    def test_no_page_mentions_addresses(self, ana: User, ana_client: Client, path: str) -> None:
        unconfirmed(ana)
        page = ana_client.get(path).content.decode()
        assert reverse("account_email") not in page
        assert not any(text in page for text in ("E-mail about", "Send link", "sent you an e-mail"))
        assert ADDRESS not in page

    def test_an_earlier_address_does_not_prevent_a_second_factor(self, ana: User, visitor: Client) -> None:
        unconfirmed(ana)
        visitor.post("/account/login/", {"login": "ana", "password": PASSWORD})
        visitor.post("/account/reauthenticate/", {"password": PASSWORD})
        assert visitor.get(TOTP_PAGE).status_code == 200
        secret, (now,) = visitor.session["mfa.totp.secret"], yield_hotp_counters_from_time()
        visitor.post(TOTP_PAGE, {"code": format_hotp_value(hotp_value(secret, now))})
        assert Authenticator.objects.filter(user=ana, type=Authenticator.Type.TOTP).exists()

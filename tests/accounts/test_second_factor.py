"""The second factor cannot be guessed from many addresses, and nobody locks an owner out without the password."""

from __future__ import annotations

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django import Settings

from games.services.moderation import Judge
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN, FACTOR = "/account/login/", "/account/2fa/authenticate/"


@pytest.fixture(autouse=True)
def _many_addresses(settings: Settings) -> None:
    settings.TRUSTED_IP_HEADER = "X-Real-IP"


@pytest.fixture
def codes(mona: Judge) -> list[str]:
    TOTP.activate(mona.user, generate_totp_secret())
    return list(RecoveryCodes.activate(mona.user).get_unused_codes())


def log_in(address: str, code: str, password: str = PASSWORD) -> bool:
    """Whether a browser at this address gets in."""
    browser = Client(headers={"X-Real-IP": address})
    browser.post(LOGIN, {"login": "mona", "password": password})
    browser.post(FACTOR, {"code": code})
    return "_auth_user_id" in browser.session


def test_wrong_codes_from_many_addresses_are_counted_together(codes: list[str]) -> None:
    assert not any(log_in(f"10.0.0.{one}", "wrong") for one in range(5))
    assert not log_in("10.0.1.1", codes[0])


def test_four_wrong_codes_do_not_matter_and_a_right_one_forgets_them(codes: list[str]) -> None:
    for code in codes[:2]:
        assert not any(log_in(f"10.0.0.{one}", "wrong") for one in range(4))
        assert log_in("10.0.1.1", code)


def test_without_the_password_nobody_locks_the_owner_out(codes: list[str]) -> None:
    for one in range(6):
        assert not log_in(f"10.0.0.{one}", "wrong", password="guessed")
    assert log_in("10.0.1.1", codes[0])


def test_proving_it_again_in_a_session_counts_too(codes: list[str], mona: Judge) -> None:
    for one in range(5):
        browser = Client(headers={"X-Real-IP": f"10.0.0.{one}"})
        browser.force_login(mona.user, backend="django.contrib.auth.backends.ModelBackend")
        browser.post("/account/2fa/reauthenticate/", {"code": "wrong"})
    assert not log_in("10.0.1.1", codes[0])

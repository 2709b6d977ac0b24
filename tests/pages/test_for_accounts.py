"""Pages for who has a password: a guest signs up first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.people import guest

pytestmark = pytest.mark.django_db
CLOSED = ["account_change_password", "account_set_password", "account_email", "mfa_index", "mfa_activate_totp"]


@pytest.mark.parametrize("name", CLOSED)
def test_a_guest_is_sent_to_sign_up_and_told_why(name: str, browser_of: Callable[[User], Client]) -> None:
    answer = browser_of(guest("Gita")).get(reverse(name), follow=True)
    assert answer.redirect_chain[0][0] == reverse("account_signup")
    assert "Guests have no password." in answer.content.decode()

"""Fixtures of the accounts' tests."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _static_files(plain_static_files: None) -> None:
    pass


@pytest.fixture(autouse=True)
def _clear_cache() -> None:
    """Forget the tries that allauth counts in the cache."""
    cache.clear()


@pytest.fixture
def visitor(db: None) -> Client:
    """A client without a session."""
    return Client()


@pytest.fixture
def mail_server(settings: Settings) -> None:
    """Configure the site as ``EMAIL_URL`` does."""
    settings.EMAIL_CONFIGURED, settings.MFA_ALLOW_UNVERIFIED_EMAIL = True, False
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"

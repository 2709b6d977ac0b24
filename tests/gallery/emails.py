"""E-mails of the site, in every language."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import django
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

EMAILS = {
    "password_reset_key": {"password_reset_url": "https://claim.example/account/password/reset/key/1-abc/"},
    "unknown_account": {"signup_url": "https://claim.example/account/signup/", "email": "ana@claim.example"},
    "account_already_exists": {"password_reset_url": "https://claim.example/account/password/reset/"},
    "email_confirmation": {"activate_url": "https://claim.example/account/confirm-email/abc/", "code": ""},
    "email_confirmation_signup": {"activate_url": "https://claim.example/account/confirm-email/abc/", "code": ""},
}
"""The letters that allauth sends on this site, with what it gives their templates."""


def letter(name: str, language: str) -> tuple[str, str]:
    """Subject and text."""
    site = {"name": settings.BRAND, "domain": "claim.example"}
    context = {**EMAILS[name], "current_site": site, "user": SimpleNamespace(shown="Ana")}
    with translation.override(language):
        parts = (render_to_string(f"account/email/{name}_{part}.txt", context) for part in ("subject", "message"))
        subject, text = parts
        return subject.strip(), text.strip()


def write(place: Path) -> None:
    """Write all letters into a file."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    django.setup()
    letters = []
    for name in EMAILS:
        for language, _ in settings.LANGUAGES:
            subject, text = letter(name, language)
            letters.append(f"=== {name} · {language}\n{subject}\n\n{text}\n")
    place.write_text("\n".join(letters))

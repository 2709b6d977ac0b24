"""A forgotten password: by e-mail where the site sends any; else the page says who can help, and does nothing."""

from __future__ import annotations

from allauth.account.views import password_reset
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render


def forgotten(request: HttpRequest) -> HttpResponseBase:
    """allauth's page, or without a mail server one that makes no link at all."""
    if settings.EMAIL_CONFIGURED:
        answer: HttpResponseBase = password_reset(request)
        return answer
    return render(request, "account/password_reset.html")

"""The language of a socket, chosen as pages choose theirs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def socket_language(scope: Any) -> str:
    """From the language cookie, else the Accept-Language header, else the site's own."""
    wanted = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    for name, value in scope["headers"]:
        if name == b"accept-language":
            wanted += [code for code, _ in parse_accept_lang_header(value.decode("latin1"))]
    for code in wanted:
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)

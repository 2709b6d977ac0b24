"""What a person reads when something is not there, not allowed or broken, and what to do then."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games.pages.answers import wants_json


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400. The request itself may be unreadable (an unknown host, say), so nothing of it is used."""
    return HttpResponse(_plain(_("The server could not make sense of that"), _bad_request_advice()), status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403, with the reason that the view gave."""
    reason = str(exception or "") or _("This page is not for you to see.")
    return _answer(request, 403, "forbidden", reason)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404. The reason is never told: an address that is secret must look like one that never was."""
    return _answer(request, 404, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500. No database, no session, no context processors: whatever broke may be one of them."""
    advice = _("It is not your doing. Your games are stored; go back and try again in a moment.")
    return HttpResponse(_plain(_("Something broke on the server"), advice), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without the proof that it came from this site."""
    if wants_json(request):
        text = _("The form's proof of origin is missing. Fetch a page first and send its CSRF token.")
        return JsonResponse({"code": "csrf", "message": text}, status=403)
    return render(request, "403_csrf.html", status=403)


def _answer(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"code": code, "message": text}, status=status)
    else:
        with _no_connection_kept():
            response = render(request, f"{status}.html", {"reason": text}, status=status)
    # Else this header would tell whether a view looked at who asks, so that there is something to hide.
    patch_vary_headers(response, ["Cookie"])
    return response


@contextmanager
def _no_connection_kept() -> Iterator[None]:
    """A connection that this page opens is closed with it: Django's asynchronous handler renders it in a thread in
    which no request begins or ends, so none else would look whether it still works, or give it back to the pool.
    """
    found = connection.connection
    try:
        yield
    finally:
        if found is None:
            connection.close()


def _plain(title: str, advice: str) -> str:
    return render_to_string("plain_error.html", {"heading": title, "advice": advice})


def _bad_request_advice() -> str:
    return _("Go back, load the page again and retry. If you typed the address yourself, check it letter by letter.")

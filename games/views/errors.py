"""Error pages, and the same errors as JSON."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games.views.responses import wants_json


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 400 and a page that uses nothing of the request.

    The request may be unreadable itself, for example because of an unknown host.
    """
    return HttpResponse(
        _render_plain_error(_("The server didn't understand that"), _get_bad_request_advice()), status=400
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 403 and the reason that the view gives."""
    reason = str(exception or "") or _("This page is not for you to see.")
    return _respond(request, 403, "forbidden", reason)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 404 and no reason, so that a secret address looks like one that does not exist."""
    return _respond(request, 404, "not_found", _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500 and a page that uses no database, session or context processor.

    Any of them may be broken.
    """
    advice = _("It's not your fault, and your games are saved. Go back and try again in a moment.")
    return HttpResponse(_render_plain_error(_("Something went wrong on the server"), advice), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond with 403 to a form without a valid CSRF token."""
    if wants_json(request):
        text = _("The form's proof of origin is missing. Fetch a page first and send its CSRF token.")
        return JsonResponse({"code": "csrf", "message": text}, status=403)
    return render(request, "403_csrf.html", status=403)


def _respond(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"code": code, "message": text}, status=status)
    else:
        with _close_new_connection():
            response = render(request, f"{status}.html", {"reason": text}, status=status)
    # Every error has this header. Otherwise it would reveal that a view read the session, so that a hidden page exists.
    patch_vary_headers(response, ["Cookie"])
    return response


@contextmanager
def _close_new_connection() -> Iterator[None]:
    """Close the database connection afterwards if the page opened it.

    Django's asynchronous handler renders error pages in a thread in which no request begins or ends. Nothing else would
    check the health of the connection there, or return it to the pool.
    """
    existing = connection.connection
    try:
        yield
    finally:
        if existing is None:
            connection.close()


def _render_plain_error(title: str, advice: str) -> str:
    return render_to_string("error_standalone.html", {"heading": title, "advice": advice})


def _get_bad_request_advice() -> str:
    return _("Go back, reload the page and try again. If you typed the address, check it for typos.")

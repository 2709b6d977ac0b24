"""Responses for people and programs: a page or a redirect with a message, or JSON."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag, url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games import metrics, rate_limits
from games.rules.errors import Refusal
from games.server.error_response import wants_json as wants_json  # Views import it from here.
from games.texts.formatting import lazy_duration
from games.texts.refusals import get_refusal_sentence

View = Callable[..., HttpResponseBase]

BAD_REQUEST_CODES = ("bad_part",)
"""Codes of refusals that have status 400, because they depend on the request alone."""


def respond_done(request: HttpRequest, url: str, message: str = "", **more: object) -> HttpResponse:
    """Respond to success: redirect to ``url`` with a message, or return it as JSON with the fields ``more``."""
    if wants_json(request):
        return JsonResponse({"ok": True, "url": url, **more})
    if message:
        messages.success(request, message)
    return redirect(url)


def respond_invalid(request: HttpRequest, form: BaseForm, url: str, code: str = "invalid") -> HttpResponse:
    """Respond to an invalid form with its first error, with status 400."""
    return respond_problem(request, code, str(next(iter(form.errors.values()))[0]), url, 400)


def respond_refused(request: HttpRequest, refusal: Refusal, url: str, status: int | None = None) -> HttpResponse:
    """Respond with a refusal: redirect to ``url`` with its sentence, or return code and sentence as JSON.

    The default status of the JSON is 409, or 400 for ``BAD_REQUEST_CODES``. The code ``slow_down`` always gets 429.
    """
    if refusal.code == "slow_down":
        return respond_too_many_requests(request)
    default_status = 400 if refusal.code in BAD_REQUEST_CODES else 409
    return respond_problem(request, refusal.code, get_refusal_sentence(refusal), url, status or default_status)


def respond_problem(request: HttpRequest, code: str, text: str, url: str = "/", status: int = 409) -> HttpResponse:
    """Respond with an error: redirect to ``url`` with the text, or return code and text as JSON."""
    metrics.count_refusal(code)
    if wants_json(request):
        return JsonResponse({"code": code, "message": text}, status=status)
    messages.error(request, text)
    return redirect(url)


def respond_too_many_requests(request: HttpRequest) -> HttpResponse:
    """Respond with 429 and the time to wait."""
    metrics.count_refusal("slow_down")
    text = get_refusal_sentence(rate_limit_refusal())
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"code": "slow_down", "message": text}, status=429)
    else:
        response = render(request, "429.html", status=429)
    response["Retry-After"] = str(int(rate_limits.SHORTEST.total_seconds()))
    return response


def rate_limit_refusal() -> Refusal:
    """Return the refusal that ``respond_too_many_requests`` responds with."""
    return Refusal("slow_down", time=lazy_duration(rate_limits.SHORTEST))


def is_within_rate_limit(request: HttpRequest, scope: str) -> bool:
    """Count a request of the client's address in a scope, and return whether it is within the limit."""
    return rate_limits.hit(scope, rate_limits.get_client_address(request))


def require_post(view: View) -> View:
    """Decorate a view to accept POST only.

    Other methods get 405, as JSON or with a page that leads back.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        response: HttpResponse
        if wants_json(request):
            response = JsonResponse({"code": "post_only", "message": _("Send this as a POST request.")}, status=405)
        else:
            response = render(request, "405.html", status=405)
        response["Allow"] = "POST"
        return response

    return guarded


def get_next_url(request: HttpRequest, default: str) -> str:
    """Return the path in the field or parameter ``next`` if it is on this site, else ``default``.

    Only a path is accepted, because ``redirect`` would take any other text for the name of a view.
    """
    target = request.POST.get("next") or request.GET.get("next") or ""
    allowed_hosts, is_secure = {request.get_host()}, request.is_secure()
    if target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts, require_https=is_secure):
        return target
    return default


def respond_png(request: HttpRequest, etag: str, render_image: Callable[[], bytes]) -> HttpResponseBase:
    """Return the image that ``render_image`` makes, or 304 without rendering if the browser has this ETag.

    The browser asks again each time, because access to the image can end.
    """
    response = respond_if_changed(request, etag, lambda: HttpResponse(render_image(), content_type="image/png"))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def respond_if_changed(request: HttpRequest, etag: str, build_response: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Return the response that ``build_response`` builds, or 304 without building it if the client has this ETag."""
    response = get_conditional_response(request, etag=etag) or build_response()
    response["ETag"] = etag
    return response


def compute_etag(content: bytes) -> str:
    """Return the ETag of some content: a quoted hash."""
    return quote_etag(sha256(content).hexdigest()[:32])


def respond_refusal_json(refusal: Refusal, status: int = 409) -> JsonResponse:
    """Return the code and sentence of a refusal as JSON, for a view that only scripts request."""
    metrics.count_refusal(refusal.code)
    return JsonResponse({"code": refusal.code, "message": get_refusal_sentence(refusal)}, status=status)

"""One answer for people and programs: a page or a redirect with a message, or the same as JSON."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games import limits, metrics
from games.rules.errors import Refusal
from games.words.refusals import sentence
from games.words.spans import late_duration

View = Callable[..., HttpResponseBase]


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks; browsers that post a form name text/html first."""
    return request.accepts("application/json") and not request.accepts("text/html")


MALFORMED = ("bad_part",)
"""Refused whatever the game is like."""


def done(request: HttpRequest, url: str, message: str = "", **more: object) -> HttpResponse:
    """It worked: JSON with the address to go to and what ``more`` a program needs, or a redirect there."""
    if wants_json(request):
        return JsonResponse({"ok": True, "url": url, **more})
    if message:
        messages.success(request, message)
    return redirect(url)


def refused(request: HttpRequest, refusal: Refusal, url: str, status: int | None = None) -> HttpResponse:
    """It was refused: JSON with code and sentence, or a redirect with the sentence as a message; 429 has a page."""
    if refusal.code == "slow_down":
        return too_many(request)
    usual = 400 if refusal.code in MALFORMED else 409
    return problem(request, refusal.code, sentence(refusal), url, status or usual)


def problem(request: HttpRequest, code: str, text: str, url: str = "/", status: int = 409) -> HttpResponse:
    """As `refused`, for a refusal of the pages rather than the game. Programs need no `url`."""
    metrics.refused(code)
    if wants_json(request):
        return JsonResponse({"code": code, "message": text}, status=status)
    messages.error(request, text)
    return redirect(url)


def too_many(request: HttpRequest) -> HttpResponse:
    """429, saying when to try again."""
    metrics.refused("slow_down")
    text = sentence(slow_down())
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"code": "slow_down", "message": text}, status=429)
    else:
        response = render(request, "429.html", status=429)
    response["Retry-After"] = str(int(limits.SHORTEST.total_seconds()))
    return response


def slow_down() -> Refusal:
    """What ``too_many`` answers, as a refusal."""
    return Refusal("slow_down", time=late_duration(limits.SHORTEST))


def within_limit(request: HttpRequest, scope: str) -> bool:
    """Whether this visitor's address may do `scope` once more now; counts the try."""
    return limits.hit(scope, limits.client_address(request))


def post_only(view: View) -> View:
    """GET changes nothing: anything but POST gets a 405 that names the way back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        response: HttpResponse
        if wants_json(request):
            response = JsonResponse({"code": "post_only", "message": _("Send this as a POST.")}, status=405)
        else:
            response = render(request, "405.html", status=405)
        response["Allow"] = "POST"
        return response

    return guarded


def safe_next(request: HttpRequest, default: str) -> str:
    """The `next` address of the form if it is on this site, else `default`."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        return target
    return default

"""Wanting no more letters, by the address that stands in each of them: RFC 8058."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.notices import switching


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """GET: a page that asks, since mail programs open the links of letters by themselves. POST: no more of them, for
    whoever has the letter: mail servers send it, who have neither cookies nor a log-in."""
    meant = switching.read(token)
    if meant is None:
        raise Http404
    if request.method == "POST":
        switching.off(*meant)
    return render(request, "people/letters_off.html", {"done": request.method == "POST"})

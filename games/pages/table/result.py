"""The picture of a table's result."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.live.table.view import view
from games.pages.answers import too_many, within_limit
from games.pages.table.picture.drawing import png
from games.pages.table.picture.poster import poster_of
from games.pages.table.tables import may_watch
from games.pages.table.visitors import say_no, table_game, table_url
from games.people.devices import device_of
from games.rules.errors import Refusal
from games.store import log
from games.stories.status import Status
from games.stories.table import Table
from games.words.refusals import SENTENCES


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """The result as a PNG in the language of whoever asks, for those who may see the table.

    It shows what everybody may know, whoever asks. Refused with ``not_over``, or ``game_over`` once called off.
    """
    game = table_game(code)
    story = log.load_as(Table, game.pk)
    device = device_of(game.pk, request.COOKIES)
    if not (device and device.pk in story.seating.places) and not may_watch(story, device):
        raise PermissionDenied(_(SENTENCES["not_at_table"]))
    if story.status is not Status.FINISHED:
        refusal = Refusal("game_over" if story.over else "not_over")
        return say_no(request, refusal, table_url(game))
    if not within_limit(request, "table"):
        return too_many(request)
    return _sent(request, png(poster_of(view(story, None), settings.BRAND)), game.code)


def _sent(request: HttpRequest, image: bytes, code: str) -> HttpResponseBase:
    response = HttpResponse(image, content_type="image/png")
    response["Content-Disposition"] = f'inline; filename="claim-table-{code}.png"'
    patch_cache_control(response, private=True, no_cache=True)
    response["ETag"] = etag = quote_etag(sha256(image).hexdigest()[:32])
    return get_conditional_response(request, etag=etag, response=response) or response

"""Preview picture of a public profile: its content, its drawing, and its view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from games.models import User
from games.queries import profiles, ratings, results
from games.texts.choices import POOLS
from games.texts.names import translate_name
from games.views.companion.picture.fonts import get_font, wrap_text
from games.views.companion.picture.poster import BRASS, COLOURS, FELT, FELT_INK, LEADING, draw_symbol
from games.views.replay.preview import EDGE, HEIGHT, MIDDLE, TALLY_Y, WIDTH, draw_band, draw_shield
from games.views.responses import compute_etag, is_within_rate_limit, respond_png, respond_too_many_requests


@dataclass(frozen=True, slots=True)
class ProfilePreview:
    """Content of a profile's preview picture. Equal previews are drawn once.

    ``ratings`` has the label and the rating of each pool, ``votes`` the share in percent that the user won of each
    faction's votes, by letter; None before the first vote.
    """

    brand: str
    name: str
    ratings: tuple[tuple[str, str], ...]
    votes: tuple[tuple[str, int | None], ...]


def build_profile_preview(user: User) -> ProfilePreview:
    """Return the preview of a profile in the active language, from what everybody may know of the user."""
    rows = {row.pool: row for row in user.ratings.all()}
    shown = tuple((capfirst(str(label)), str(ratings.show_rating(rows[pool]))) for pool, label in POOLS if pool in rows)
    votes = results.count_faction_votes(results.count_results(results.filter_visible(None, user)))
    shares = ((row.faction.value, round(100 * row.won / row.total) if row.total else None) for row in votes)
    return ProfilePreview(settings.BRAND, translate_name(user.shown), shown, tuple(shares))


NAME, LABEL, RATING, SHARE = 76, 34, 72, 38
NAME_Y, RATINGS_Y = 180, 350


@lru_cache(maxsize=64)
def render_profile_png(preview: ProfilePreview) -> bytes:
    """Return the preview as a PNG. Cached, because many readers open a shared link at once."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = Draw(image)
    draw_band(image, draw, preview.brand)
    _draw_name(draw, preview.name)
    _draw_ratings(image, draw, preview)
    _draw_votes(image, draw, preview)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _draw_name(draw: ImageDraw, name: str) -> None:
    lines, step = wrap_text(name, NAME, WIDTH - 2 * EDGE), round(NAME * LEADING)
    top = NAME_Y - step * (len(lines) - 1) // 2
    for i, line in enumerate(lines):
        draw.text((MIDDLE, top + step * i), line, BRASS, get_font(NAME), anchor="mm")


def _draw_ratings(image: Image.Image, draw: ImageDraw, preview: ProfilePreview) -> None:
    """Draw the ratings side by side, or a crown if there are none."""
    if not preview.ratings:
        draw_symbol(image, "crown", 200, MIDDLE, RATINGS_Y, FELT_INK)
    for i, (label, rating) in enumerate(preview.ratings):
        x = WIDTH * (2 * i + 1) // (2 * len(preview.ratings))
        draw.text((x, RATINGS_Y - 46), label, FELT_INK, get_font(LABEL), anchor="mm")
        draw.text((x, RATINGS_Y + 24), rating, FELT_INK, get_font(RATING), anchor="mm")


def _draw_votes(image: Image.Image, draw: ImageDraw, preview: ProfilePreview) -> None:
    """Draw the shield of each faction, with the share of its votes."""
    step = (WIDTH - 2 * EDGE) // len(COLOURS)
    for i, (letter, share) in enumerate(preview.votes):
        x = EDGE + step * i + step // 2
        if share is None:
            draw_shield(image, draw, letter, x, TALLY_Y)
        else:
            draw_shield(image, draw, letter, x - 50, TALLY_Y)
            draw.text((x, TALLY_Y), f"{share}%", FELT_INK, get_font(SHARE), anchor="lm")


DRAWING_VERSION = 1
"""Version of the drawing, which is part of the ETag. Raise it whenever the drawing changes."""


@require_safe
def profile_picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return the preview of a public profile as a PNG; raise 404 for every other profile, even for its friends."""
    user = profiles.get_by_name(name)
    if user is None or not profiles.can_view_profile(user, None):
        raise Http404
    if not is_within_rate_limit(request, "profile"):
        return respond_too_many_requests(request)
    preview = build_profile_preview(user)
    etag = compute_etag(repr((DRAWING_VERSION, preview)).encode())
    return respond_png(request, etag, lambda: render_profile_png(preview))

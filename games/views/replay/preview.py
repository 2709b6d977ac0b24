"""Preview pictures of a game and of a replay's step: their content, their drawing, and their views.

The content is the watchers' view, so it is the same for every reader and has no hand, no follower and no blind card. A
game without a replay shows its names only, and on its replay page an online game also the counts that every watcher
sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from games.eventlog import event_store
from games.realtime.matches.view import build_view
from games.rules.state import Phase
from games.state.game_state import Mode
from games.state.match_state import MatchState
from games.state.replay import Replay, ReplayRefusal
from games.texts.names import translate_names
from games.texts.replay import REPLAY_REFUSALS, describe_end, format_heading
from games.views.companion.picture.fonts import get_font, wrap_text
from games.views.companion.picture.poster import BRASS, COLOURS, FELT, FELT_INK, LEADING, draw_symbol
from games.views.replay.access import ReplayAccess, open_replay, parse_replay_query
from games.views.replay.presentation import serialize_step
from games.views.responses import compute_etag, is_within_rate_limit, respond_png, respond_too_many_requests


@dataclass(frozen=True, slots=True)
class FactionCount:
    """Number of a faction's cards in both score piles, and the seat that is ahead, None if level.

    Without numbers, the faction's shield stands alone.
    """

    letter: str
    counts: tuple[int, int] | None = None
    ahead: int | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """Content of a preview picture. Equal previews are drawn once.

    ``description`` is the alternative text. ``trick_cards`` has the card of each seat, ``winner`` is the seat that won
    the trick or the game. ``text`` is drawn instead of the cards.
    """

    brand: str
    names: tuple[str, str]
    description: str
    heading: str = ""
    text: str = ""
    trick_cards: tuple[str | None, str | None] = (None, None)
    winner: int | None = None
    revealed: str | None = None
    stake: str = ""
    tally: tuple[FactionCount, ...] = ()


def build_preview(access: ReplayAccess, step: int) -> Preview:
    """Return the preview of a step in the active language. A step after the last one counts as the last."""
    if isinstance(access.replay, ReplayRefusal):
        match = _get_public_match(access)
        names = translate_names(access.game.seat_names) if match is None else _list_names(match)
        return build_closed_preview(names, access.replay, match)
    return build_trick_preview(access.replay, step)


def build_trick_preview(replay: Replay, step: int) -> Preview:
    """Return the preview of the trick on the table after ``step`` cards."""
    shown = serialize_step(replay, replay.states[min(step, replay.last)], ())
    first, second = shown["trick"]
    return Preview(
        brand=settings.BRAND,
        names=_list_names(replay),
        description=shown["words"],
        heading=format_heading(Phase(shown["phase"]), shown["number"]),
        trick_cards=(first, second),
        winner=shown["done"] and shown["done"]["winner"],
        revealed=shown["revealed"],
        stake=_("at stake"),
        tally=tuple(map(_build_count, shown["tally"])),
    )


def _list_names(state: Replay | MatchState) -> tuple[str, str]:
    """Return the names of both seats. The name of a program says so."""
    seats = zip(translate_names(state.names), state.programs, strict=True)
    first, second = (_("%(name)s (program)") % {"name": name} if is_program else name for name, is_program in seats)
    return first, second


def build_closed_preview(names: tuple[str, str], reason: ReplayRefusal, match: MatchState | None) -> Preview:
    """Return the preview of a game without a replay: names, reason, and the counts of a match."""
    board = build_view(match, None)["board"] if match else None
    tally = tuple(map(_build_count, board["tally"])) if board else ()
    sentence = str(REPLAY_REFUSALS[reason])
    return Preview(settings.BRAND, names, sentence, text=sentence, tally=tally)


def build_game_preview(access: ReplayAccess) -> Preview:
    """Return the preview of an online game: its names, and its end if it has a replay.

    Other sites keep a preview for days, so that of a running game says nothing that the next card changes.
    """
    replay = access.replay
    if isinstance(replay, ReplayRefusal):
        text = _("A card game for two: win over three of the five factions.")
        names, tally = translate_names(access.game.seat_names), tuple(map(FactionCount, COLOURS))
        return Preview(settings.BRAND, names, text, text=text, tally=tally)
    text, tally = describe_end(replay), build_trick_preview(replay, replay.last).tally
    return Preview(settings.BRAND, _list_names(replay), text, text=text, winner=replay.winner, tally=tally)


def _get_public_match(access: ReplayAccess) -> MatchState | None:
    return None if access.game.at_table else event_store.load_state_of_kind(MatchState, access.game.pk)


def _build_count(row: dict[str, Any]) -> FactionCount:
    first, second = row["counts"]
    return FactionCount(row["faction"], (first, second), row["ahead"])


# Drawing, in the size that Open Graph recommends.

WIDTH, HEIGHT = 1200, 630
MIDDLE = WIDTH // 2
COLUMNS = (280, WIDTH - 280)
"""Centres of the columns of both seats. The card at stake is between them."""
EDGE, NAME_WIDTH = 60, 440
BRAND, HEADING, NAME, REFUSAL, STAKE, COUNT = 32, 34, 38, 38, 28, 38
NAMES_Y, CARDS_Y, TALLY_Y = 150, 340, 570
CARD_WIDTH, STAKE_WIDTH = 180, 128
"""Widths of a played card and of the card at stake."""
PAPER, INK, BAND = "#fffdfa", "#2b1d24", "#163a35"


@lru_cache(maxsize=64)
def render_png(preview: Preview) -> bytes:
    """Return the preview as a PNG. Cached, because many readers open a shared link at once."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    for part in (_draw_head, _draw_names, _draw_text, _draw_trick, _draw_stake, _draw_tally):
        part(image, Draw(image), preview)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def draw_band(image: Image.Image, draw: ImageDraw, brand: str) -> None:
    """Draw a band along the top, with the crown and the brand."""
    draw.rectangle((0, 0, WIDTH, 84), BAND)
    draw_symbol(image, "crown", 60, EDGE + 30, 42, BRASS)
    draw.text((EDGE + 80, 42), brand, BRASS, get_font(BRAND), anchor="lm")


def draw_shield(image: Image.Image, draw: ImageDraw, letter: str, x: int, y: int) -> None:
    """Draw the shield of a faction, centred on a point."""
    draw.rounded_rectangle((x - 30, y - 32, x + 30, y + 32), 14, COLOURS[letter], FELT_INK, 2)
    draw_symbol(image, letter, 46, x, y, "white")


def _draw_head(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    draw_band(image, draw, preview.brand)
    draw.text((WIDTH - EDGE, 42), preview.heading, FELT_INK, get_font(HEADING), anchor="rm")


def _draw_names(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    """Draw both names, each on as many lines as it needs."""
    del image
    step = round(NAME * LEADING)
    for seat, name in enumerate(preview.names):
        lines = wrap_text(name, NAME, NAME_WIDTH)
        top = NAMES_Y - step * (len(lines) - 1) // 2
        colour = BRASS if preview.winner == seat else FELT_INK
        for i, line in enumerate(lines):
            draw.text((COLUMNS[seat], top + step * i), line, colour, get_font(NAME), anchor="mm")


def _draw_text(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    del image
    lines, step = wrap_text(preview.text, REFUSAL, WIDTH - 4 * EDGE), round(REFUSAL * LEADING)
    top = CARDS_Y - step * (len(lines) - 1) // 2
    for i, line in enumerate(lines):
        draw.text((MIDDLE, top + step * i), line, FELT_INK, get_font(REFUSAL), anchor="mm")


def _draw_trick(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    """Draw the cards of the trick, the winner's with a gold edge; draw an outline for a card to come."""
    if preview.text:
        return
    for seat, code in enumerate(preview.trick_cards):
        box = _compute_box(COLUMNS[seat], CARDS_Y, CARD_WIDTH)
        if code is None:
            draw.rounded_rectangle(box, 16, outline=FELT_INK, width=2)
        else:
            _draw_card(image, draw, code, COLUMNS[seat], CARD_WIDTH, is_winner=preview.winner == seat)


def _draw_stake(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    if preview.revealed is None:
        return
    _draw_card(image, draw, preview.revealed, MIDDLE, STAKE_WIDTH, is_winner=False)
    draw.text((MIDDLE, CARDS_Y + 130), preview.stake, FELT_INK, get_font(STAKE), anchor="mm")


def _draw_card(image: Image.Image, draw: ImageDraw, code: str, x: int, width: int, *, is_winner: bool) -> None:
    """Draw a card from its code, with its number and symbol in the corner and a large symbol below."""
    letter, value, (left, top, right, bottom) = code[0], code[1:], _compute_box(x, CARDS_Y, width)
    if is_winner:
        draw.rounded_rectangle((left - 9, top - 9, right + 9, bottom + 9), 22, BRASS)
    draw.rounded_rectangle((left, top, right, bottom), 16, PAPER, COLOURS[letter], width // 36)
    corner, part = left + width * 27 // 100, width * 36 // 100
    draw.rectangle((corner - part // 2, top, corner + part // 2, top + part * 19 // 10), COLOURS[letter])
    draw.text((corner, top + part // 2 + 4), value, PAPER, get_font(part * 9 // 10), anchor="mm")
    draw_symbol(image, letter, part * 3 // 4, corner, top + part * 14 // 10, PAPER)
    draw_symbol(image, letter, width * 62 // 100, x + width // 12, bottom - width * 38 // 100, COLOURS[letter])


def _draw_tally(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    step = (WIDTH - 2 * EDGE) // len(COLOURS)
    for i, count in enumerate(preview.tally):
        _draw_faction(image, draw, count, EDGE + step * i + step // 2)


def _draw_faction(image: Image.Image, draw: ImageDraw, count: FactionCount, x: int) -> None:
    """Draw the shield of a faction between both counts. The count of the seat that is ahead is gold."""
    draw_shield(image, draw, count.letter, x, TALLY_Y)
    if count.counts is None:
        return
    for seat, (side, anchor) in enumerate(((x - 44, "rm"), (x + 44, "lm"))):
        colour = BRASS if count.ahead == seat else FELT_INK
        draw.text((side, TALLY_Y), str(count.counts[seat]), colour, get_font(COUNT), anchor=anchor)


def _compute_box(x: int, y: int, width: int) -> tuple[int, int, int, int]:
    height = round(width * 1.42)
    return x - width // 2, y - height // 2, x + width // 2, y + height // 2


# Views

DRAWING_VERSION = 1
"""Version of the drawing, which is part of the ETag. Raise it whenever the drawing changes."""


@require_safe
def replay_preview(request: HttpRequest, code: str, mode: Mode) -> HttpResponseBase:
    """Return the trick at ``step`` as a PNG, for readers of the replay page; no cards without a replay."""
    if not is_within_rate_limit(request, "replay"):
        return respond_too_many_requests(request)
    access = open_replay(request, mode, code)
    last = 0 if isinstance(access.replay, ReplayRefusal) else access.replay.last
    return _respond_preview(request, build_preview(access, parse_replay_query(request.GET, last).step))


@require_safe
def game_picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the preview of an online game as a PNG, for readers of its page."""
    if not is_within_rate_limit(request, "replay"):
        return respond_too_many_requests(request)
    return _respond_preview(request, build_game_preview(open_replay(request, Mode.ONLINE, code)))


def _respond_preview(request: HttpRequest, preview: Preview) -> HttpResponseBase:
    etag = compute_etag(repr((DRAWING_VERSION, preview)).encode())
    return respond_png(request, etag, lambda: render_png(preview))

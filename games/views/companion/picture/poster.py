"""Poster of a table's result: its content, and its drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from games.rules.cards import Card
from games.schemas.table import FactionShown, TableView
from games.texts.table import format_card
from games.views.companion.picture.fonts import get_font, wrap_text


@dataclass(frozen=True, slots=True)
class PosterRow:
    """Row of a faction: its letter and name, the cards of each seat, the seat with the vote, and a remark."""

    letter: str
    name: str
    counts: tuple[int, int]
    vote: int | None
    remark: str


@dataclass(frozen=True, slots=True)
class Poster:
    """Content of a poster in the active language. Equal posters are drawn once."""

    brand: str
    names: tuple[str, str]
    outcome: str
    has_winner: bool
    rows: tuple[PosterRow, ...]
    recap: tuple[str, ...]


def build_poster(view: TableView, brand: str) -> Poster:
    """Return the poster of a finished game.

    ``view`` must be a watcher's, since a shared picture is public.
    """
    outcome = view.result.text if view.result else _("The log isn't enough to decide the game.")
    has_winner = view.result is not None and view.result.winner is not None
    return Poster(brand, view.names, outcome, has_winner, tuple(map(_build_row, view.factions)), view.recap)


def _build_row(faction: FactionShown) -> PosterRow:
    vote = faction.vote if faction.certain else None
    return PosterRow(faction.faction, faction.name, faction.counts, vote, _get_remark(faction))


def _get_remark(faction: FactionShown) -> str:
    """Return the card that decided the vote, or that the vote is open or goes to neither seat."""
    if not faction.certain:
        return pgettext("vote", "open")
    if faction.vote is None:
        return _("nobody")
    card = faction.highest[faction.vote] if faction.by == "card" else None
    return format_card(Card.parse(card)) if card else ""


# Drawing

WIDTH = 1080
EDGE = 60
MIDDLE = WIDTH // 2
NAME_WIDTH = 340
COLUMNS = (EDGE + NAME_WIDTH // 2, WIDTH - EDGE - NAME_WIDTH // 2)
"""Centres of the columns of both seats. The factions are between them."""
BRAND, OUTCOME, NAME, COUNT, FACTION, REMARK, RECAP = 38, 50, 36, 52, 34, 28, 32
LEADING = 1.35
ROW = 118
PAPER, INK, SOFT, LINE = "#fffdfa", "#2b1d24", "#624f57", "#d6c9bd"
FELT, FELT_INK, BRASS = "#1d4a43", "#f0f3e6", "#f2c877"
VOTE, VOTE_INK = "#7b1e3b", "#fff8f2"
COLOURS = {"G": "#44673a", "K": "#054aa8", "U": "#310f52", "D": "#870a0c", "P": "#976c00"}
"""Colours of the factions, as in static/css/cards.css. The other colours are those of the light theme in
static/css/colours.css."""
ART = Path(__file__).parent / "art"


@lru_cache(maxsize=32)
def render_png(poster: Poster) -> bytes:
    """Return the poster as a PNG, as high as its texts need. Cached, because results are viewed repeatedly."""
    canvas = Canvas()
    for part in (_draw_head, _draw_names, _draw_rows, _draw_recap):
        part(canvas, poster)
    return canvas.png()


class Canvas:
    """Image that is drawn from the top down, and cropped where the drawing ends."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, 4000), PAPER)
        self.draw: ImageDraw = Draw(self.image)
        self.y = 0

    def centred(self, text: str, size: int, x: int, y: int, colour: str) -> None:
        """Draw a text, centred on a point."""
        self.draw.text((x, y), text, colour, get_font(size), anchor="mm")

    def symbol(self, name: str, size: int, x: int, y: int, colour: str) -> None:
        """Draw a symbol, centred on a point."""
        draw_symbol(self.image, name, size, x, y, colour)

    def png(self) -> bytes:
        """Return the cropped image."""
        out = BytesIO()
        self.image.crop((0, 0, WIDTH, self.y)).save(out, "PNG")
        return out.getvalue()


def draw_symbol(image: Image.Image, name: str, size: int, x: int, y: int, colour: str) -> None:
    """Draw a symbol of ``ART`` in one colour, centred on a point."""
    mask = Image.open(ART / f"{name}.png").resize((size, size), Image.Resampling.LANCZOS)
    image.paste(colour, (x - size // 2, y - size // 2), mask)


def _draw_head(canvas: Canvas, poster: Poster) -> None:
    lines = wrap_text(poster.outcome, OUTCOME, WIDTH - 2 * EDGE)
    step = round(OUTCOME * LEADING)
    bottom = 220 + step * len(lines)
    canvas.draw.rectangle((0, 0, WIDTH, bottom), FELT)
    if poster.has_winner:
        canvas.symbol("crown", 110, MIDDLE, 75, BRASS)
    canvas.centred(poster.brand, BRAND, MIDDLE, 155, BRASS)
    for i, line in enumerate(lines):
        canvas.centred(line, OUTCOME, MIDDLE, 210 + step * i + step // 2 - 10, FELT_INK)
    canvas.y = bottom


def _draw_names(canvas: Canvas, poster: Poster) -> None:
    """Draw both names over their columns, each on as many lines as it needs."""
    wrapped = [wrap_text(name, NAME, NAME_WIDTH) for name in poster.names]
    step = round(NAME * LEADING)
    for seat, lines in enumerate(wrapped):
        for i, line in enumerate(lines):
            canvas.centred(line, NAME, COLUMNS[seat], canvas.y + 30 + step * i + step // 2, INK)
    canvas.y += 50 + step * max(map(len, wrapped))


def _draw_rows(canvas: Canvas, poster: Poster) -> None:
    for row in poster.rows:
        canvas.draw.line((EDGE, canvas.y, WIDTH - EDGE, canvas.y), LINE, 2)
        _draw_faction(canvas, row)
        for seat in (0, 1):
            _draw_count(canvas, row, seat)
        canvas.y += ROW
    canvas.draw.line((EDGE, canvas.y, WIDTH - EDGE, canvas.y), LINE, 2)


def _draw_faction(canvas: Canvas, row: PosterRow) -> None:
    """Draw the shield and the name of the faction, with the remark below."""
    y, x = canvas.y + ROW // 2, MIDDLE - 150
    canvas.draw.rounded_rectangle((x - 40, y - 40, x + 40, y + 40), 16, COLOURS[row.letter])
    canvas.symbol(row.letter, 62, x, y, "white")
    above = 20 if row.remark else 0
    canvas.draw.text((x + 60, y - above), row.name, INK, get_font(FACTION), anchor="lm")
    canvas.draw.text((x + 60, y + 24), row.remark, SOFT, get_font(REMARK), anchor="lm")


def _draw_count(canvas: Canvas, row: PosterRow, seat: int) -> None:
    """Draw the number of cards of a seat, with a crown if the seat has the vote."""
    x, y, has_vote = COLUMNS[seat], canvas.y + ROW // 2, row.vote == seat
    if has_vote:
        canvas.draw.rounded_rectangle((x - 85, y - 42, x + 85, y + 42), 42, VOTE)
        canvas.symbol("crown", 56, x - 36, y, BRASS)
    canvas.centred(str(row.counts[seat]), COUNT, x + 34 if has_vote else x, y, VOTE_INK if has_vote else INK)


def _draw_recap(canvas: Canvas, poster: Poster) -> None:
    """Draw the recap, with a paragraph for each sentence."""
    step = round(RECAP * LEADING)
    canvas.y += 36
    for sentence in poster.recap:
        for line in wrap_text(sentence, RECAP, WIDTH - 2 * EDGE):
            canvas.draw.text((EDGE, canvas.y), line, INK, get_font(RECAP), anchor="la")
            canvas.y += step
        canvas.y += 18
    canvas.y += EDGE - 18

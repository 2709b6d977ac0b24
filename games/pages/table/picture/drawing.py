"""Draws a poster."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from games.pages.table.picture.fonts import font, lines
from games.pages.table.picture.poster import Poster, Row

WIDTH = 1080
EDGE = 60
MIDDLE = WIDTH // 2
NAME_WIDTH = 340
COLUMNS = (EDGE + NAME_WIDTH // 2, WIDTH - EDGE - NAME_WIDTH // 2)
"""The middles of both seats' columns; between them stand the factions."""
BRAND, OUTCOME, NAME, COUNT, FACTION, REMARK, STORY = 38, 50, 36, 52, 34, 28, 32
LEADING = 1.35
ROW = 118
PAPER, INK, SOFT, LINE = "#fffdfa", "#2b1d24", "#624f57", "#d6c9bd"
FELT, FELT_INK, BRASS = "#1d4a43", "#f0f3e6", "#f2c877"
WON, WON_INK = "#7b1e3b", "#fff8f2"
COLOURS = {"G": "#44673a", "K": "#054aa8", "U": "#310f52", "D": "#870a0c", "P": "#976c00"}
"""Those of the cards in static/css/cards.css; the rest are the light ones of static/css/colours.css."""
ART = Path(__file__).parent / "art"


@lru_cache(maxsize=32)
def png(poster: Poster) -> bytes:
    """The poster as a PNG, as high as its texts need. Remembered, since people look at a result again and again."""
    canvas = _Canvas()
    for part in (_head, _names, _rows, _story):
        part(canvas, poster)
    return canvas.png()


class _Canvas:
    """A picture that is drawn from the top down and cut where the drawing ends."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, 4000), PAPER)
        self.draw: ImageDraw = Draw(self.image)
        self.y = 0

    def centred(self, text: str, size: int, x: int, y: int, colour: str) -> None:
        self.draw.text((x, y), text, colour, font(size), anchor="mm")

    def symbol(self, name: str, size: int, x: int, y: int, colour: str) -> None:
        symbol(self.image, name, size, x, y, colour)

    def png(self) -> bytes:
        out = BytesIO()
        self.image.crop((0, 0, WIDTH, self.y)).save(out, "PNG")
        return out.getvalue()


def symbol(image: Image.Image, name: str, size: int, x: int, y: int, colour: str) -> None:
    """Draw a symbol of ``ART`` in one colour, its middle at a point."""
    mask = Image.open(ART / f"{name}.png").resize((size, size), Image.Resampling.LANCZOS)
    image.paste(colour, (x - size // 2, y - size // 2), mask)


def _head(canvas: _Canvas, poster: Poster) -> None:
    told = lines(poster.outcome, OUTCOME, WIDTH - 2 * EDGE)
    step = round(OUTCOME * LEADING)
    bottom = 220 + step * len(told)
    canvas.draw.rectangle((0, 0, WIDTH, bottom), FELT)
    canvas.symbol("crown", 110, MIDDLE, 75, BRASS)
    canvas.centred(poster.brand, BRAND, MIDDLE, 155, BRASS)
    for at, line in enumerate(told):
        canvas.centred(line, OUTCOME, MIDDLE, 210 + step * at + step // 2 - 10, FELT_INK)
    canvas.y = bottom


def _names(canvas: _Canvas, poster: Poster) -> None:
    """Both names over their columns, each in as many lines as it needs."""
    told = [lines(name, NAME, NAME_WIDTH) for name in poster.names]
    step = round(NAME * LEADING)
    for seat, name in enumerate(told):
        for at, line in enumerate(name):
            canvas.centred(line, NAME, COLUMNS[seat], canvas.y + 30 + step * at + step // 2, INK)
    canvas.y += 50 + step * max(map(len, told))


def _rows(canvas: _Canvas, poster: Poster) -> None:
    for row in poster.rows:
        canvas.draw.line((EDGE, canvas.y, WIDTH - EDGE, canvas.y), LINE, 2)
        _faction(canvas, row)
        for seat in (0, 1):
            _count(canvas, row, seat)
        canvas.y += ROW
    canvas.draw.line((EDGE, canvas.y, WIDTH - EDGE, canvas.y), LINE, 2)


def _faction(canvas: _Canvas, row: Row) -> None:
    """Its shield, its name, and under the name what decided."""
    y, x = canvas.y + ROW // 2, MIDDLE - 150
    canvas.draw.rounded_rectangle((x - 40, y - 40, x + 40, y + 40), 16, COLOURS[row.letter])
    canvas.symbol(row.letter, 62, x, y, "white")
    above = 20 if row.remark else 0
    canvas.draw.text((x + 60, y - above), row.name, INK, font(FACTION), anchor="lm")
    canvas.draw.text((x + 60, y + 24), row.remark, SOFT, font(REMARK), anchor="lm")


def _count(canvas: _Canvas, row: Row, seat: int) -> None:
    """How many cards a seat has; a crown where they bring the vote."""
    x, y, won = COLUMNS[seat], canvas.y + ROW // 2, row.vote == seat
    if won:
        canvas.draw.rounded_rectangle((x - 85, y - 42, x + 85, y + 42), 42, WON)
        canvas.symbol("crown", 56, x - 36, y, BRASS)
    canvas.centred(str(row.counts[seat]), COUNT, x + 34 if won else x, y, WON_INK if won else INK)


def _story(canvas: _Canvas, poster: Poster) -> None:
    """The sentences, each a paragraph."""
    step = round(STORY * LEADING)
    canvas.y += 36
    for sentence in poster.story:
        for line in lines(sentence, STORY, WIDTH - 2 * EDGE):
            canvas.draw.text((EDGE, canvas.y), line, INK, font(STORY), anchor="la")
            canvas.y += step
        canvas.y += 18
    canvas.y += EDGE - 18

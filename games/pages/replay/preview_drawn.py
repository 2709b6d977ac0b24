"""Draws a preview: as wide and as high as those who show links would have it."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from games.pages.replay.preview import Count, Preview
from games.pages.table.picture.drawing import BRASS, COLOURS, FELT, FELT_INK, LEADING, symbol
from games.pages.table.picture.fonts import font, lines

WIDTH, HEIGHT = 1200, 630
MIDDLE = WIDTH // 2
COLUMNS = (280, WIDTH - 280)
"""The middles of both seats' columns; between them lies the card at stake."""
EDGE, NAME_WIDTH = 60, 440
BRAND, HEADING, NAME, SAID, STAKE, COUNT = 32, 34, 38, 38, 28, 38
NAMES_Y, CARDS_Y, RACE_Y = 150, 340, 570
CARD, SMALL = 180, 128
"""The widths of a card that was played and of the one at stake."""
PAPER, INK, BAND = "#fffdfa", "#2b1d24", "#163a35"


@lru_cache(maxsize=64)
def png(preview: Preview) -> bytes:
    """The preview as a PNG. Remembered, since a link is looked at by many at once."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    for part in (_head, _names, _said, _lying, _stake, _race):
        part(image, Draw(image), preview)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _head(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    draw.rectangle((0, 0, WIDTH, 84), BAND)
    symbol(image, "crown", 60, EDGE + 30, 42, BRASS)
    draw.text((EDGE + 80, 42), preview.brand, BRASS, font(BRAND), anchor="lm")
    draw.text((WIDTH - EDGE, 42), preview.heading, FELT_INK, font(HEADING), anchor="rm")


def _names(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    """Both names, each in as many lines as it needs."""
    del image
    step = round(NAME * LEADING)
    for seat, name in enumerate(preview.names):
        told = lines(name, NAME, NAME_WIDTH)
        top = NAMES_Y - step * (len(told) - 1) // 2
        colour = BRASS if preview.won == seat else FELT_INK
        for at, line in enumerate(told):
            draw.text((COLUMNS[seat], top + step * at), line, colour, font(NAME), anchor="mm")


def _said(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    del image
    told, step = lines(preview.said, SAID, WIDTH - 4 * EDGE), round(SAID * LEADING)
    top = CARDS_Y - step * (len(told) - 1) // 2
    for at, line in enumerate(told):
        draw.text((MIDDLE, top + step * at), line, FELT_INK, font(SAID), anchor="mm")


def _lying(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    """The cards of the trick; a gold edge where one took them, and an empty place where none lies yet."""
    if preview.said:
        return
    for seat, code in enumerate(preview.lying):
        box = _box(COLUMNS[seat], CARDS_Y, CARD)
        if code is None:
            draw.rounded_rectangle(box, 16, outline=FELT_INK, width=2)
        else:
            _card(image, draw, code, COLUMNS[seat], CARD, won=preview.won == seat)


def _stake(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    if preview.revealed is None:
        return
    _card(image, draw, preview.revealed, MIDDLE, SMALL, won=False)
    draw.text((MIDDLE, CARDS_Y + 130), preview.stake, FELT_INK, font(STAKE), anchor="mm")


def _card(image: Image.Image, draw: ImageDraw, code: str, x: int, width: int, *, won: bool) -> None:
    """A card from its code: its number and sign in the corner, and its sign once more, large."""
    letter, value, (left, top, right, bottom) = code[0], code[1:], _box(x, CARDS_Y, width)
    if won:
        draw.rounded_rectangle((left - 9, top - 9, right + 9, bottom + 9), 22, BRASS)
    draw.rounded_rectangle((left, top, right, bottom), 16, PAPER, COLOURS[letter], width // 36)
    corner, part = left + width * 27 // 100, width * 36 // 100
    draw.rectangle((corner - part // 2, top, corner + part // 2, top + part * 19 // 10), COLOURS[letter])
    draw.text((corner, top + part // 2 + 4), value, PAPER, font(part * 9 // 10), anchor="mm")
    symbol(image, letter, part * 3 // 4, corner, top + part * 14 // 10, PAPER)
    symbol(image, letter, width * 62 // 100, x + width // 12, bottom - width * 38 // 100, COLOURS[letter])


def _race(image: Image.Image, draw: ImageDraw, preview: Preview) -> None:
    step = (WIDTH - 2 * EDGE) // len(COLOURS)
    for at, count in enumerate(preview.race):
        _faction(image, draw, count, EDGE + step * at + step // 2)


def _faction(image: Image.Image, draw: ImageDraw, count: Count, x: int) -> None:
    """The shield of a faction between the cards of both; gold for who is ahead."""
    draw.rounded_rectangle((x - 30, RACE_Y - 32, x + 30, RACE_Y + 32), 14, COLOURS[count.letter], FELT_INK, 2)
    symbol(image, count.letter, 46, x, RACE_Y, "white")
    for seat, (side, anchor) in enumerate(((x - 44, "rm"), (x + 44, "lm"))):
        colour = BRASS if count.ahead == seat else FELT_INK
        draw.text((side, RACE_Y), str(count.counts[seat]), colour, font(COUNT), anchor=anchor)


def _box(x: int, y: int, width: int) -> tuple[int, int, int, int]:
    height = round(width * 1.42)
    return x - width // 2, y - height // 2, x + width // 2, y + height // 2

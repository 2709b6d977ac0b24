"""Poster of a series: its content, and its drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import localtime
from PIL.ImageDraw import ImageDraw

from games.queries.series import Series
from games.state.series import SideCounts
from games.texts.names import translate_names
from games.texts.series import describe_best_of_winner, format_game_number, list_standing_texts
from games.views.companion.picture.fonts import get_font, wrap_text
from games.views.companion.picture.poster import (
    BRAND,
    BRASS,
    COLUMNS,
    EDGE,
    FELT,
    FELT_INK,
    INK,
    LEADING,
    LINE,
    MIDDLE,
    NAME,
    NAME_WIDTH,
    OUTCOME,
    PAPER,
    SOFT,
    VOTE,
    VOTE_INK,
    WIDTH,
    Canvas,
)

SCORE, TEXT, ROW = 150, 34, 84
ROWS_SHOWN = 12
"""Maximum number of games on a poster; of a longer series it shows the last ones."""


@dataclass(frozen=True, slots=True)
class PosterGame:
    """Row of a game: its number, the winning side, and what stands in both columns."""

    number: int
    winner: int | None
    marks: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SeriesPoster:
    """Content of a poster in the active language. Equal posters are drawn once."""

    brand: str
    day: str
    outcome: str
    names: tuple[str, str]
    wins: SideCounts
    lines: tuple[str, ...]
    games: tuple[PosterGame, ...]


def build_poster(series: Series, brand: str) -> SeriesPoster:
    """Return the poster of a series."""
    names = translate_names(series.names)
    outcome = describe_best_of_winner(names, series.standing.best_of)
    results = [member.result for member in series.games if member.result is not None]
    games = [PosterGame(number, result.winner, _get_marks(result.votes)) for number, result in enumerate(results, 1)]
    return SeriesPoster(
        brand,
        date_format(localtime(series.games[0].game.created_at), "DATE_FORMAT"),
        outcome,
        names,
        series.standing.wins,
        tuple(list_standing_texts(names, series.standing)),
        tuple(games[-ROWS_SHOWN:]),
    )


def _get_marks(votes: SideCounts | None) -> tuple[str, str]:
    return ("–", "–") if votes is None else (str(votes[0]), str(votes[1]))


@lru_cache(maxsize=32)
def render_png(poster: SeriesPoster) -> bytes:
    """Return the poster as a PNG, as high as its texts need. Cached, because results are viewed repeatedly."""
    canvas = Canvas()
    for part in (_draw_head, _draw_score, _draw_lines, _draw_games):
        part(canvas, poster)
    return canvas.png()


def _draw_head(canvas: Canvas, poster: SeriesPoster) -> None:
    canvas.draw.rectangle((0, 0, WIDTH, canvas.image.height), FELT)
    canvas.symbol("crown", 110, MIDDLE, 75, BRASS)
    canvas.centred(poster.brand, BRAND, MIDDLE, 155, BRASS)
    canvas.centred(poster.day, TEXT, MIDDLE, 205, FELT_INK)
    canvas.y = 240
    _draw_wrapped(canvas, poster.outcome, OUTCOME, FELT_INK)


def _draw_score(canvas: Canvas, poster: SeriesPoster) -> None:
    """Draw both names over their wins."""
    wrapped = [wrap_text(name, NAME, NAME_WIDTH) for name in poster.names]
    step = round(NAME * LEADING)
    top = canvas.y + 20
    for side, lines in enumerate(wrapped):
        for i, line in enumerate(lines):
            canvas.centred(line, NAME, COLUMNS[side], top + step * i + step // 2, FELT_INK)
    canvas.y = top + step * max(map(len, wrapped)) + SCORE // 2 + 10
    for side in (0, 1):
        canvas.centred(str(poster.wins[side]), SCORE, COLUMNS[side], canvas.y, BRASS)
    canvas.centred("–", SCORE, MIDDLE, canvas.y, BRASS)
    canvas.y += SCORE // 2 + 30


def _draw_lines(canvas: Canvas, poster: SeriesPoster) -> None:
    for line in poster.lines:
        _draw_wrapped(canvas, line, TEXT, FELT_INK)
    canvas.y += 30


def _draw_games(canvas: Canvas, poster: SeriesPoster) -> None:
    """Draw a row for each game, with the votes of both sides and a crown for the winner."""
    draw: ImageDraw = canvas.draw
    draw.rectangle((0, canvas.y, WIDTH, canvas.image.height), PAPER)
    canvas.y += 20
    for game in poster.games:
        y = canvas.y + ROW // 2
        canvas.centred(format_game_number(game.number), TEXT, MIDDLE, y, SOFT)
        for side in (0, 1):
            _draw_mark(canvas, game, side, y)
        canvas.y += ROW
        draw.line((EDGE, canvas.y, WIDTH - EDGE, canvas.y), LINE, 2)
    canvas.y += EDGE


def _draw_mark(canvas: Canvas, game: PosterGame, side: int, y: int) -> None:
    x, has_won = COLUMNS[side], game.winner == side
    if has_won:
        canvas.draw.rounded_rectangle((x - 85, y - 34, x + 85, y + 34), 34, VOTE)
        canvas.symbol("crown", 48, x - 36, y, BRASS)
    canvas.centred(game.marks[side], NAME, x + 34 if has_won else x, y, VOTE_INK if has_won else INK)


def _draw_wrapped(canvas: Canvas, text: str, size: int, colour: str) -> None:
    step = round(size * LEADING)
    for line in wrap_text(text, size, WIDTH - 2 * EDGE) if text else ():
        canvas.draw.text((MIDDLE, canvas.y + step // 2), line, colour, get_font(size), anchor="mm")
        canvas.y += step

"""A match as one audience sees it, as a message. Built up from nothing: what is not put in is not sent.

Views are plain values in the shape of ``messages.View``, which a test holds them to: a view goes out to two seats and
more with every card, and making and checking a model of each would take half of that time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils import translation

from games.live.online.aid import shown_aid
from games.live.online.clock import shown_clock
from games.live.text import text_of
from games.rules.cards import CODES, Card
from games.rules.errors import Refusal
from games.rules.scoring import ENOUGH, Vote, decide
from games.rules.scoring import votes as count_votes
from games.rules.state import Seat
from games.rules.tricks import Shown
from games.rules.visible import Memory, Visible, VisibleTrick, visible
from games.stories.online import Match
from games.stories.result import pool_of
from games.stories.sitter import Sitter
from games.stories.status import Ending, Status
from games.stories.verdicts import Notice
from games.words.minds import face_of, strength_of
from games.words.moderation import notice_text
from games.words.reasons import in_words
from games.words.refusals import sentence

Shape = dict[str, Any]


def render(match: Match, audience: Seat | None, language: str) -> str:
    """The view of ``audience`` (a seat, None for watchers) as JSON text, its sentences in ``language``."""
    return text_of(said(match, audience, language))


def said(match: Match, audience: Seat | None, language: str) -> Shape:
    """``view`` with its sentences in ``language``."""
    with translation.override(language):
        return view(match, audience)


def view(match: Match, audience: Seat | None) -> Shape:
    """What ``messages.View`` describes."""
    return {
        "type": "view",
        "version": match.version,
        "game": match.code,
        "you": audience,
        "status": match.status,
        "options": {**_options(match), "rated": pool_of(match) is not None},
        "players": [_player(sitter) for sitter in match.sitters],
        "deal": deal(match) if not match.plays or match.over else None,
        "board": match.state and _board(_as_it_stands(match, visible(match.state, audience, match.options.rulings))),
        "result": result(match),
        "rematch": rematch(match, audience),
        "notice": match.notice and shown_notice(match.notice, match.names, _seats(audience)),
        "frozen": match.frozen,
        "aid": shown_aid(match, audience),
        "clock": shown_clock(match),
    }


def _options(match: Match) -> Shape:
    options = match.options
    return {
        "strict": options.strict,
        "watch": options.watch,
        "listed": options.listed,
        "lead": options.lead,
        "last_trick": options.last_trick,
        "draw": options.draw,
        "clock": match.agreed,
    }


def deal(match: Match) -> Shape | None:
    """What the deal follows from, without the seed. A view needs it before the first card and after the last."""
    shuffle = match.shuffle
    return None if shuffle is None else {"commitment": shuffle.commitment, "parts": shuffle.parts}


def shown_notice(notice: Notice, names: Sequence[str], seats: Collection[Seat]) -> Shape:
    """What a moderator did last, as a message to who holds these seats; whom it concerns is told how to appeal."""
    concerned = bool(seats) and notice.data.get("only") in (None, *seats)
    return {
        "act": notice.act,
        "kind": notice.kind.value,
        "text": notice_text(notice, names),
        "why": in_words(notice.why),
        "appeal": reverse("appeal", args=[notice.act]) if concerned else None,
    }


def _seats(audience: Seat | None) -> tuple[Seat, ...]:
    return () if audience is None else (audience,)


def _as_it_stands(match: Match, seen: Visible) -> Visible:
    """Nobody's turn when the game is over; while it is stopped no card may be played, and every card says so."""
    if match.over:
        return replace(seen, turn=None, legal=(), refusals=())
    if not match.frozen:
        return seen
    cards = seen.legal + tuple(card for card, _ in seen.refusals)
    return replace(seen, legal=(), refusals=tuple((card, Refusal("frozen")) for card in sorted(cards)))


def _player(sitter: Sitter | None) -> Shape | None:
    if sitter is None:
        return None
    level = sitter.opponent
    return {
        "name": sitter.name,
        "guest": sitter.guest,
        "opponent": _opponent(level) if level else None,
        "program": sitter.program,
    }


def _opponent(level: str) -> Shape:
    return {"level": level, "strength": strength_of(level), "face": face_of(level) or None}


def _board(seen: Visible) -> Shape:
    return {
        "phase": seen.phase,
        "trick": seen.number,
        "ply": seen.ply,
        "leader": seen.leader,
        "turn": seen.turn,
        "deck": seen.deck,
        "revealed": _code(seen.revealed),
        "lead": _code(seen.lead),
        "sizes": seen.sizes,
        "hand": None if seen.hand is None else codes(seen.hand),
        "dealt": None if seen.dealt is None else codes(seen.dealt),
        "legal": codes(seen.legal),
        "reasons": _reasons(seen),
        "followers": seen.followers,
        "recruits": None if seen.recruits is None else codes(seen.recruits),
        "score": [codes(seen.score[0]), codes(seen.score[1])],
        "tally": shown_tally(seen.votes),
        "enough": ENOUGH,
        "last": seen.last and shown_trick(seen.last),
        "earlier": None if seen.earlier is None else [shown_trick(trick) for trick in seen.earlier],
        "memory": seen.memory and _memory(seen.memory),
    }


def _memory(memory: Memory) -> Shape:
    return {"gone": codes(memory.gone), "recruited": [codes(cards) for cards in memory.recruited]}


def _reasons(seen: Visible) -> dict[str, str]:
    said = {refusal: sentence(refusal) for refusal in {refusal for _, refusal in seen.refusals}}
    return {CODES[card]: said[refusal] for card, refusal in seen.refusals}


@lru_cache(maxsize=1024)
def shown_tally(votes: tuple[Vote, ...]) -> list[Shape]:
    """The same for all audiences, and until a card is scored; not to be changed."""
    return [{"faction": vote.faction, "counts": vote.counts, "ahead": vote.seat} for vote in votes]


def shown_trick(trick: VisibleTrick) -> Shape:
    """A complete trick as an audience sees it."""
    return {
        "phase": trick.phase,
        "number": trick.number,
        "leader": trick.leader,
        "lead": CODES[trick.lead],
        "follow": CODES[trick.follow],
        "winner": trick.winner,
        "reason": trick.reason,
        "revealed": _code(trick.revealed),
        "blind": _code(trick.blind),
        "gains": [{"card": _code(gain.card), "pile": gain.pile, "seat": gain.seat} for gain in trick.gains],
        "powers": shown_powers(trick.powers),
    }


def shown_powers(powers: Iterable[Shown]) -> list[Shape]:
    """The powers that acted in a trick."""
    return [{"act": one.act, "card": CODES[one.card], "seat": one.seat} for one in powers]


def result(match: Match) -> Shape | None:
    """The end; the votes are counted only where the game was played to its last trick."""
    if not match.over:
        return None
    counted = match.played_out and match.ending in (Ending.VOTES, Ending.JUDGED)
    rows = count_votes(match.state.score) if match.state and counted else ()
    return {
        "ending": match.ending,
        "winner": match.winner,
        "votes": decide(tuple(row.seat for row in rows)).votes,
        "factions": [_faction(row) for row in rows],
    }


def _faction(row: Vote) -> Shape:
    return {
        "faction": row.faction,
        "counts": row.counts,
        "highest": [_code(card) for card in row.highest],
        "by": row.by,
        "vote": row.seat,
    }


def rematch(match: Match, audience: Seat | None) -> Shape | None:
    """Whether another game is asked for; None while it is played."""
    if match.status != Status.FINISHED:
        return None
    commitment = match.next and match.next.commitment
    asked = match.heard_asking(audience)
    return {"asked": asked, "declined": match.declined, "game": match.successor, "commitment": commitment}


def _code(card: Card | None) -> str | None:
    return None if card is None else CODES[card]


def codes(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written."""
    return [CODES[card] for card in cards]

"""View of an online game for one audience. It starts empty, so that only what is added is sent.

Views are plain dictionaries with the fields of ``games.schemas.match.View``, which a test checks. Pydantic models would
double the time that a view takes, and every card needs several views.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson
from django.urls import reverse
from django.utils import translation

from games.rules.cards import CODES, Card
from games.rules.errors import Refusal
from games.rules.scoring import VOTES_TO_WIN, Vote, decide_outcome
from games.rules.scoring import compute_votes as count_votes
from games.rules.state import Seat
from games.rules.tricks import PowerEffect
from games.rules.visible_state import Memory, VisibleGain, VisibleState, VisibleTrick, build_visible_state
from games.state.dealt_state import Hint, Occupant
from games.state.game_state import Ending, GameState, Status
from games.state.match_state import MatchState
from games.state.moderation import Notice
from games.state.result import get_rating_pool
from games.texts.hints import describe_hint
from games.texts.moderation import describe_notice, translate_reason
from games.texts.names import translate_occupants
from games.texts.opponents import get_face, get_strength
from games.texts.refusals import get_refusal_sentence

Json = dict[str, Any]
"""A JSON object."""


def to_json(value: Any) -> str:
    """Return a value as JSON text, with tuples as lists and enumerations as their values. Keys must be strings."""
    return orjson.dumps(value).decode()


def build_aid(match: MatchState, audience: Seat | None) -> Json | None:
    """Return hints and takebacks; None in games that have none. A hint is shown to the seat that requested it."""
    if match.alone is None or match.shared:
        return None
    state = match.state
    is_running = match.status == Status.PLAYING and not match.frozen
    is_own = is_running and audience == match.alone
    is_own_turn = is_own and state is not None and state.to_play == match.alone
    hint = match.aid.hint(state.ply) if is_own_turn and state is not None else None
    return {
        "line": match.aid.line,
        "hints": len(match.aid.asked),
        "hint": None if hint is None else _build_hint(hint),
        "may_hint": is_own_turn and hint is None,
        "back": match.get_take_back_ply(match.alone) if is_own else None,
    }


def _build_hint(hint: Hint) -> Json:
    return {"card": CODES[hint.card], "why": hint.why, "text": describe_hint(hint)}


def build_clock(match: MatchState) -> Json | None:
    """Return the clocks, with moments of the server so that a cached view stays true; None without clocks or a deal."""
    clock = match.clock
    if clock is None:
        return None
    return {
        "daily": clock.pace.daily,
        "left": clock.left,
        "runs": clock.runs,
        "since": to_milliseconds(clock.since),
        "out": to_milliseconds(clock.runs_out_at),
    }


def to_milliseconds(moment: datetime | None) -> int | None:
    """Return a moment in milliseconds since 1970."""
    return None if moment is None else int(moment.timestamp() * 1000)


def render_view(match: MatchState, audience: Seat | None, language: str) -> str:
    """Return the view of ``audience`` (a seat, None for watchers) as JSON text, for readers of ``language``."""
    with translation.override(language):
        return to_json(build_view(translate_occupants(match), audience))


def build_view(match: MatchState, audience: Seat | None) -> Json:
    """Return the view, as ``games.schemas.match.View`` describes it, in the active language."""
    return {
        "type": "view",
        "version": match.version,
        "game": match.code,
        "you": audience,
        "status": match.status,
        "options": {**_build_options(match), "rated": get_rating_pool(match) is not None},
        "players": [_build_player(player) for player in match.occupants],
        "deal": build_deal(match) if not match.plays or match.over else None,
        "board": match.state
        and _build_board(_restrict_turn(match, build_visible_state(match.state, audience, match.options.rulings))),
        "result": build_result(match),
        "rematch": build_rematch(match, audience),
        "cancel": _build_cancel(match),
        "transfer": build_transfer(match),
        "notice": match.notice and build_notice(match.notice, match.names, _get_seats(audience)),
        "frozen": match.frozen,
        "aid": build_aid(match, audience),
        "clock": build_clock(match),
    }


def _build_options(match: MatchState) -> Json:
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


def build_deal(match: MatchState) -> Json | None:
    """Return commitment and parts of the shuffle, without the seed. Needed before the first card and at the end."""
    shuffle = match.shuffle
    return None if shuffle is None else {"commitment": shuffle.commitment, "parts": shuffle.parts}


def build_notice(notice: Notice, names: Sequence[str], seats: Collection[Seat]) -> Json:
    """Return the last act of a moderator for the player of ``seats``, who can appeal if it concerns one of them."""
    is_concerned = bool(seats) and notice.data.get("only") in (None, *seats)
    return {
        "act": notice.act,
        "kind": notice.kind.value,
        "text": describe_notice(notice, names),
        "why": translate_reason(notice.why),
        "appeal": reverse("appeal", args=[notice.act]) if is_concerned else None,
    }


def _build_cancel(match: MatchState) -> Json | None:
    offer = match.cancel
    return None if offer is None or match.over else {"by": offer.by, "declined": offer.declined}


def build_transfer(state: GameState) -> Json | None:
    """Return the offer to transfer a game of either mode, without the entered cards; None without an offer."""
    transfer = state.transfer
    if not (transfer.game or any(transfer.agreed) or transfer.declined is not None):
        return None
    if state.over and transfer.game is None:
        return None
    return {
        "agreed": transfer.agreed,
        "declined": transfer.declined,
        "entered": (transfer.hands[0] is not None, transfer.hands[1] is not None),
        "game": transfer.game,
    }


def _get_seats(audience: Seat | None) -> tuple[Seat, ...]:
    return () if audience is None else (audience,)


def _restrict_turn(match: MatchState, visible: VisibleState) -> VisibleState:
    """Remove the turn when the game is over, and all legal cards while it is frozen."""
    if match.over:
        return replace(visible, turn=None, legal=(), refusals=())
    if not match.frozen:
        return visible
    cards = visible.legal + tuple(card for card, _ in visible.refusals)
    return replace(visible, legal=(), refusals=tuple((card, Refusal("frozen")) for card in sorted(cards)))


def _build_player(player: Occupant | None) -> Json | None:
    if player is None:
        return None
    level = player.opponent
    return {
        "name": player.name,
        "guest": player.guest,
        "opponent": _build_opponent(level) if level else None,
        "program": player.program,
    }


def _build_opponent(level: str) -> Json:
    return {"level": level, "strength": get_strength(level), "face": get_face(level) or None}


def _build_board(visible: VisibleState) -> Json:
    return {
        "phase": visible.phase,
        "trick": visible.number,
        "ply": visible.ply,
        "leader": visible.leader,
        "turn": visible.turn,
        "deck": visible.deck,
        "revealed": to_code(visible.revealed),
        "lead": to_code(visible.lead),
        "sizes": visible.sizes,
        "hand": None if visible.hand is None else to_codes(visible.hand),
        "dealt": None if visible.dealt is None else to_codes(visible.dealt),
        "legal": to_codes(visible.legal),
        "reasons": build_reasons(visible.refusals),
        "followers": visible.followers,
        "recruits": None if visible.recruits is None else to_codes(visible.recruits),
        "score": [to_codes(visible.score[0]), to_codes(visible.score[1])],
        "tally": build_tally(visible.votes),
        "enough": VOTES_TO_WIN,
        "last": visible.last and build_trick(visible.last),
        "earlier": None if visible.earlier is None else [build_trick(trick) for trick in visible.earlier],
        "memory": visible.memory and _build_memory(visible.memory),
    }


def _build_memory(memory: Memory) -> Json:
    return {"gone": to_codes(memory.gone), "recruited": [to_codes(cards) for cards in memory.recruited]}


def build_reasons(refusals: Iterable[tuple[Card, Refusal]]) -> list[Json]:
    """Return the reasons why cards may not be played, each with its cards."""
    cards: dict[Refusal, list[str]] = {}
    for card, refusal in refusals:
        cards.setdefault(refusal, []).append(CODES[card])
    return [{"cards": codes, "text": get_refusal_sentence(refusal)} for refusal, codes in cards.items()]


@lru_cache(maxsize=1024)
def build_tally(votes: tuple[Vote, ...]) -> list[Json]:
    """Return the votes; cached, since they change only with a scored card. Callers must not change the list."""
    return [{"faction": vote.faction, "counts": vote.counts, "ahead": vote.seat} for vote in votes]


def build_trick(trick: VisibleTrick) -> Json:
    """Return a complete trick as an audience sees it."""
    return {
        "phase": trick.phase,
        "number": trick.number,
        "leader": trick.leader,
        "lead": CODES[trick.lead],
        "follow": CODES[trick.follow],
        "winner": trick.winner,
        "reason": trick.reason,
        "revealed": to_code(trick.revealed),
        "blind": to_code(trick.blind),
        "gains": build_gains(trick.gains),
        "powers": build_powers(trick.powers),
    }


def build_gains(gains: Iterable[VisibleGain]) -> list[Json]:
    """Return the pile and seat to which each card of a trick went."""
    return [{"card": to_code(gain.card), "pile": gain.pile, "seat": gain.seat} for gain in gains]


def build_powers(powers: Iterable[PowerEffect]) -> list[Json]:
    """Return the powers that took effect in a trick."""
    return [{"act": power.act, "card": CODES[power.card], "seat": power.seat} for power in powers]


def build_result(match: MatchState) -> Json | None:
    """Return the result; None before the end. Votes are counted only if the game was played to its last trick."""
    if not match.over:
        return None
    is_counted = match.played_out and match.ending in (Ending.VOTES, Ending.JUDGED)
    rows = count_votes(match.state.score) if match.state and is_counted else ()
    return {
        "ending": match.ending,
        "winner": match.winner,
        "votes": decide_outcome(tuple(row.seat for row in rows)).votes,
        "factions": [_build_faction(row) for row in rows],
    }


def _build_faction(row: Vote) -> Json:
    return {
        "faction": row.faction,
        "counts": row.counts,
        "highest": [to_code(card) for card in row.highest],
        "by": row.by,
        "vote": row.seat,
    }


def build_rematch(match: MatchState, audience: Seat | None) -> Json | None:
    """Return the requests for a rematch; None while the game is played."""
    if match.status != Status.FINISHED:
        return None
    commitment = match.next and match.next.commitment
    asked = match.list_visible_requests(audience)
    best_of = match.next_options.best_of if any(asked) else match.options.best_of
    return {
        "asked": asked,
        "declined": match.declined,
        "best_of": best_of,
        "game": match.successor,
        "commitment": commitment,
    }


def to_code(card: Card | None) -> str | None:
    """Return the code of a card; None if it is hidden."""
    return None if card is None else CODES[card]


def to_codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of cards."""
    return [CODES[card] for card in cards]

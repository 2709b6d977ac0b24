"""Events of an online game: the change from one version to the next, as one audience sees it.

A client applies an event to the view of the previous version, so that it need not be sent the next view. The result
must equal that view; a test applies events and compares. Where no event fits, the view is sent.
"""

from __future__ import annotations

from django.utils import translation

from games.realtime.matches.view import (
    Json,
    build_aid,
    build_clock,
    build_deal,
    build_gains,
    build_powers,
    build_reasons,
    build_rematch,
    build_result,
    build_tally,
    build_transfer,
    to_code,
    to_codes,
)
from games.rules.cards import hand_sort_key
from games.rules.scoring import compute_votes
from games.rules.state import Phase, Seat, State
from games.rules.visible_state import build_visible_trick, list_choices
from games.state.game_state import Ending, Status
from games.state.match_state import MatchState


def build_event(before: MatchState, after: MatchState, audience: Seat | None, language: str) -> Json | None:
    """Return the event of ``audience`` (a seat, None for watchers), its sentences in ``language``.

    Return None if the view must be sent: more than one entry was added, or something rare happened.
    """
    if after.version != before.version + 1 or after.frozen or before.frozen or after.notice != before.notice:
        return None
    with translation.override(language):
        if _is_card(before, after):
            return _build_card(before, after, audience)
        if _is_end(before, after):
            return {
                "type": "end",
                "version": after.version,
                **_build_end(after, audience),
                **_build_extras(after, audience),
            }
        if _is_rematch(before, after):
            return {"type": "rematch", "version": after.version, "rematch": build_rematch(after, audience)}
    return None


def _is_card(before: MatchState, after: MatchState) -> bool:
    """Return whether a card was played and nothing else happened.

    Return False with strict memory: a page may not keep the earlier view to which it would apply the event.
    """
    is_card = len(after.plays) == len(before.plays) + 1
    has_event = after.status == Status.PLAYING or after.ending == Ending.VOTES
    has_offer = before.cancel is not None or build_transfer(before) is not None
    return is_card and has_event and not after.options.strict and not has_offer


def _is_end(before: MatchState, after: MatchState) -> bool:
    """Return whether a running game ended without a card."""
    is_over = after.over and after.transfer.game is None
    return before.status == Status.PLAYING and is_over and after.plays == before.plays


def _is_rematch(before: MatchState, after: MatchState) -> bool:
    """Return whether a rematch was requested, declined or begun."""
    has_changed = (after.asked, after.declined, after.successor) != (before.asked, before.declined, before.successor)
    is_same_end = (after.status, after.ending, after.winner) == (before.status, before.ending, before.winner)
    return has_changed and before.status == Status.FINISHED and is_same_end


def _build_card(before: MatchState, after: MatchState, audience: Seat | None) -> Json:
    """Return the event of a card, with the trick, phase and game that it ended."""
    old, new = before.state, after.state
    if old is None or new is None:
        raise ValueError("a card before the deal")
    event: Json = {
        "type": "card",
        "version": after.version,
        "seat": old.to_play,
        "card": str(after.plays[-1]),
        "ply": new.ply,
        "turn": None if after.over else new.to_play,
    }
    if audience is not None and not after.over and new.to_play == audience:
        event |= _build_choices(new, audience)
    if len(new.tricks) > len(old.tricks):
        event["trick"] = _build_trick(old, new, audience)
    if new.phase is not old.phase:
        event["phase"] = _build_phase(new, audience)
    if after.over:
        event["end"] = _build_end(after, audience)
    return event | _build_extras(after, audience)


def _build_choices(state: State, seat: Seat) -> Json:
    """Return the legal cards of the seat to play, and why it may not play the others, if there are any."""
    legal, refusals = list_choices(state, seat)
    return {"legal": to_codes(legal)} | ({"reasons": build_reasons(refusals)} if refusals else {})


def _build_trick(old: State, new: State, audience: Seat | None) -> Json:
    """Return the outcome of the trick that the card completed, and the card revealed for the next one."""
    trick = build_visible_trick(new.tricks[-1], audience)
    old_tally = build_tally(compute_votes(old.score))
    return {
        "winner": trick.winner,
        "reason": trick.reason,
        "blind": to_code(trick.blind),
        "gains": build_gains(trick.gains),
        "powers": build_powers(trick.powers),
        "tally": [row for row in build_tally(compute_votes(new.score)) if row not in old_tally],
        "deck": max(0, len(new.deck) - 1),
        "revealed": to_code(new.revealed),
    }


def _build_phase(state: State, audience: Seat | None) -> Json:
    """Return the start of phase two, with the hand of the audience."""
    hand = None if audience is None else state.hands[audience]
    return {
        "phase": Phase.TWO,
        "hand": hand and to_codes(sorted(hand, key=hand_sort_key)),
        "dealt": hand and to_codes(hand),
    }


def _build_end(match: MatchState, audience: Seat | None) -> Json:
    return {
        "status": match.status,
        "deal": build_deal(match),
        "result": build_result(match),
        "rematch": build_rematch(match, audience),
    }


def _build_extras(match: MatchState, audience: Seat | None) -> Json:
    """Return the clocks and the aid, if the game has them."""
    extras = {"clock": build_clock(match), "aid": build_aid(match, audience)}
    return {name: value for name, value in extras.items() if value is not None}

"""A match as one audience sees it, as a message. Built up from nothing: what is not put in is not sent."""

from __future__ import annotations

from typing import Any, cast

from django.utils import translation

from games.live.messages import (
    Board,
    FactionResult,
    Gain,
    LastTrick,
    OptionsShown,
    PlayerShown,
    Rematch,
    Result,
    TallyRow,
    View,
)
from games.match import Match, Sitter
from games.models import Ending, Status
from games.rules.cards import Card
from games.rules.scoring import decide
from games.rules.scoring import votes as count_votes
from games.rules.state import Cards, Seat
from games.rules.visible import Visible, VisibleTrick, visible
from games.texts import sentence


def render(match: Match, audience: Seat | None, language: str) -> str:
    """The view of ``audience`` (a seat, None for watchers) as JSON text, its sentences in ``language``."""
    with translation.override(language):
        return view(match, audience).model_dump_json()


def may_look(match: Match, user_id: int | None) -> bool:
    """Whether this person may see the game at all: its players always, others where the creator allows it.

    A private invitation is nobody's business before it is taken.
    """
    if match.seat_of(user_id) is not None:
        return True
    return match.options.listed if match.status == Status.WAITING else match.options.watch


def view(match: Match, audience: Seat | None) -> View:
    # Literals of the messages are plain ints and texts in the rules.
    make: Any = View
    options = match.options
    return cast(
        View,
        make(
            version=match.version,
            game=match.code,
            you=audience,
            status=str(match.status),
            options=OptionsShown(strict=options.strict, watch=options.watch, listed=options.listed),
            players=(_player(match.sitters[0]), _player(match.sitters[1])),
            board=match.state and _board(visible(match.state, audience, options.strict)),
            result=_result(match),
            rematch=_rematch(match),
        ),
    )


def _player(sitter: Sitter | None) -> PlayerShown | None:
    return None if sitter is None else PlayerShown(name=sitter.name, guest=sitter.guest)


def _board(seen: Visible) -> Board:
    make: Any = Board
    return cast(
        Board,
        make(
            phase=int(seen.phase),
            trick=seen.number,
            ply=seen.ply,
            leader=seen.leader,
            turn=seen.turn,
            deck=seen.deck,
            revealed=_code(seen.revealed),
            lead=_code(seen.lead),
            sizes=seen.sizes,
            hand=None if seen.hand is None else _codes(seen.hand),
            legal=_codes(seen.legal),
            reasons={str(card): sentence(refusal) for card, refusal in seen.refusals},
            followers=seen.followers,
            recruits=None if seen.recruits is None else _codes(seen.recruits),
            score=(_codes(seen.score[0]), _codes(seen.score[1])),
            tally=tuple(
                cast(Any, TallyRow)(faction=vote.faction.value, counts=vote.counts, ahead=vote.seat)
                for vote in seen.votes
            ),
            last=seen.last and _last(seen.last),
        ),
    )


def _last(trick: VisibleTrick) -> LastTrick:
    make: Any = LastTrick
    return cast(
        LastTrick,
        make(
            phase=int(trick.phase),
            number=trick.number,
            leader=trick.leader,
            lead=str(trick.lead),
            follow=str(trick.follow),
            winner=trick.winner,
            reason=trick.reason.value,
            revealed=_code(trick.revealed),
            blind=_code(trick.blind),
            gains=tuple(
                cast(Any, Gain)(card=_code(gain.card), pile=gain.pile.value, seat=gain.seat) for gain in trick.gains
            ),
        ),
    )


def _result(match: Match) -> Result | None:
    """The end; the votes are counted only where the game was played to its last trick."""
    if not match.over or match.ending is None:
        return None
    rows = count_votes(match.state.score) if match.state and match.ending == Ending.VOTES else ()
    make: Any = Result
    factions = tuple(
        cast(Any, FactionResult)(
            faction=row.faction.value,
            counts=row.counts,
            highest=(_code(row.highest[0]), _code(row.highest[1])),
            by=row.by.value,
            vote=row.seat,
        )
        for row in rows
    )
    votes = decide(tuple(row.seat for row in rows)).votes
    return cast(Result, make(ending=str(match.ending), winner=match.winner, votes=votes, factions=factions))


def _rematch(match: Match) -> Rematch | None:
    if match.status != Status.FINISHED:
        return None
    return Rematch(asked=match.asked, declined=match.declined, game=match.successor)


def _code(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _codes(cards: Cards) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)

"""How games come about and end before or after the play: invitations, seats, rematches."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Player, User, new_code
from games.rules.cards import DECK, Card
from games.rules.errors import Refusal
from games.rules.moves import deal
from games.rules.state import Seat, other
from games.services.online.play import seat_of
from games.store import log
from games.stories.online import Kind, Match, Options
from games.stories.status import Lead, Mode, Status
from games.stories.story import Fact

WAITING = 5
"""Invitations that one person may have open, so that nobody fills the lobby alone."""

_chance = secrets.SystemRandom()


def create(user: User, options: Options) -> Game:
    """A new game with ``user`` on seat 0, waiting for a second player.

    Refused with ``too_many_waiting`` when ``WAITING`` of theirs wait already.
    """
    if Game.objects.of(user).filter(status=Status.WAITING, mode=Mode.ONLINE).count() >= WAITING:
        raise Refusal("too_many_waiting", limit=WAITING)
    with transaction.atomic():
        game = Game.objects.create(code=free_code(), **asdict(options))
        Player.objects.create(game=game, seat=0, user=user, name=user.shown)
        log.begin(game, [Fact(Kind.OPENED, 0, asdict(options), actor_id=user.pk), _joined(0, user)])
    return game


def join(game: Game, user: User, token: str | None = None) -> Match:
    """Take the free seat; the cards are dealt in the same moment.

    A private game takes its ``token``. Joining twice is harmless. Refused with ``own_game``,
    ``seat_taken`` when somebody else was faster, ``not_waiting`` and ``not_invited``.
    """

    def decide(match: Match) -> Sequence[Fact]:
        if match.seat_of(user.pk) == 1:
            return ()
        _check_free(match, user)
        if not match.options.listed and not is_invited(game, token):
            raise Refusal("not_invited")
        return [_joined(1, user), _dealt(_first_leader(match.options))]

    with transaction.atomic():
        match = log.append(Match, game.pk, decide)
        Player.objects.get_or_create(game=game, seat=1, defaults={"user": user, "name": user.shown})
    return match


def call_off(game: Game, user: User) -> Match:
    """End a game before its first card, as either player may.

    Refused with ``not_seated``, ``already_begun`` or ``game_over``.
    """

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        if match.over:
            raise Refusal("game_over")
        if match.frozen:
            raise Refusal("frozen")
        if match.plays:
            raise Refusal("already_begun")
        return [Fact(Kind.CALLED_OFF, seat, actor_id=user.pk)]

    return log.append(Match, game.pk, decide)


def rematch(game: Game, user: User, accept: bool = True) -> Match:
    """Ask for a rematch, agree to one, or decline it. The second "yes" makes the new game.

    Declining takes back an own "yes". The new game has the same options and seats, and the other seat
    leads first (ruling 9); its code is ``successor`` of the match given back. Refused with
    ``not_seated``, ``not_over``, ``no_rematch``.
    """

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        if match.status != Status.FINISHED or match.deal is None:
            raise Refusal("no_rematch" if match.over else "not_over")
        said_so = match.asked[seat] if accept else match.declined and not match.asked[seat]
        if match.successor is not None or said_so:
            return ()
        answer = Fact(Kind.REMATCH, seat, {"accept": accept}, actor_id=user.pk)
        if not (accept and match.asked[other(seat)]):
            return [answer]
        return [answer, Fact(Kind.SUCCEEDED, data={"game": new_code()})]

    with transaction.atomic():
        match = log.append(Match, game.pk, decide)
        if match.successor and not Game.objects.filter(code=match.successor).exists():
            _succeed(game, match, match.successor)
    return match


def keep_sitters(game: Game, match: Match) -> None:
    """Bring the rows of the seats in line with the log, in the transaction that changed it."""
    for seat, sitter in enumerate(match.sitters):
        if sitter is not None:
            row = Player.objects.filter(game=game, seat=seat)
            row.exclude(user=sitter.user_id, name=sitter.name).update(user=sitter.user_id, name=sitter.name)


def invite_token(game: Game) -> str:
    """The secret in a private game's link: 128 bits that only this site can work out from the code."""
    secret = salted_hmac("games.invite", game.code, algorithm="sha256").digest()[:16]
    return urlsafe_b64encode(secret).rstrip(b"=").decode()


def is_invited(game: Game, token: str | None) -> bool:
    return token is not None and constant_time_compare(token, invite_token(game))


def _succeed(game: Game, match: Match, code: str) -> None:
    """The rematch as a game of its own, dealt at once."""
    first = match.deal
    if first is None:
        raise ValueError("a game without a deal has no rematch")
    new = Game.objects.create(code=code, rematch_of=game, **asdict(match.options))
    users = {player.seat: player.user for player in game.players.select_related("user")}
    Player.objects.bulk_create(Player(game=new, seat=seat, user=user, name=user.shown) for seat, user in users.items())
    seated = [_joined(seat, users[seat]) for seat in (0, 1)]
    log.begin(new, [Fact(Kind.OPENED, 0, asdict(match.options)), *seated, _dealt(other(first.leader))])


def _check_free(match: Match, user: User) -> None:
    if match.seat_of(user.pk) == 0:
        raise Refusal("own_game")
    if match.sitters[1] is not None:
        raise Refusal("seat_taken")
    if match.status != Status.WAITING:
        raise Refusal("not_waiting")
    if match.frozen:
        raise Refusal("frozen")


def _joined(seat: Seat, user: User) -> Fact:
    data = {"user": user.pk, "name": user.shown, "guest": user.is_guest}
    return Fact(Kind.JOINED, seat, data, actor_id=user.pk)


def _first_leader(options: Options) -> Seat:
    fixed = {Lead.CREATOR: 0, Lead.OTHER: 1}
    chosen = fixed.get(Lead(options.lead))
    return _chance.randrange(2) if chosen is None else chosen


def _dealt(leader: Seat) -> Fact:
    """A deal from the operating system's randomness."""
    cards: list[Card] = list(DECK)
    _chance.shuffle(cards)
    state = deal(tuple(cards), leader)
    hands = [[str(card) for card in hand] for hand in state.hands]
    return Fact(Kind.DEALT, data={"hands": hands, "deck": [str(card) for card in state.deck], "leader": leader})


def free_code() -> str:
    """A code that no game has yet; two equal draws in a row among 10¹¹ do not happen twice."""
    code = new_code()
    return new_code() if Game.objects.filter(code=code).exists() else code

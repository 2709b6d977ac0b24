"""How games come about and end before or after the play: invitations, seats, rematches."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Player, User, new_code
from games.people import ties
from games.rules.errors import Refusal
from games.rules.rulings import Lead
from games.rules.shuffle import Shuffle, well_formed
from games.rules.state import Seat, other
from games.services.online import tickets
from games.services.online.play import seat_of
from games.store import log
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.status import Mode, Status
from games.stories.story import Fact

WAITING = 5
"""Invitations that one person may have open, so that nobody fills the lobby alone."""


def create(user: User, options: Options, ticket: str = "", part: str = "", *, program: bool = False) -> Game:
    """A new game with ``user`` on seat 0, waiting for a second player.

    Its seed is that of the ``ticket``, whose commitment the creator saw before giving a ``part``. Without a ticket, or
    with one that made a game before, the seed is a new one and the part does not count. ``program``: one of theirs sits
    down. Refused with ``bad_part``, with ``account_needed`` for a rated game of a guest, ``people_only`` for one of a
    program, and with ``too_many_waiting`` when ``WAITING`` of theirs wait already.
    """
    if options.rated and program:
        raise Refusal("people_only")
    if options.rated and user.is_guest:
        raise Refusal("account_needed")
    given, seed = checked_part(part), tickets.seed_of(ticket)
    if Game.objects.to_resume(user).filter(status=Status.WAITING, mode=Mode.ONLINE).count() >= WAITING:
        raise Refusal("too_many_waiting", limit=WAITING)
    if seed is not None:
        try:
            return _open(user, options, _sealed(seed, options).given(0, given), program)
        except IntegrityError:
            # The ticket made a game before.
            pass
    return _open(user, options, _sealed(tickets.fresh_seed(), options), program)


def join(game: Game, user: User, token: str | None = None, part: str = "", *, program: bool = False) -> Match:
    """Take the free seat; the cards are dealt in the same moment, from the seed and the parts of both.

    A private game takes its ``token``. Joining twice is harmless, and the part of the second time does not count. Who
    sits down at a rated game agrees to that by it; one of the site's own makes it a casual one. Refused with
    ``bad_part``, ``own_game``, ``seat_taken`` when somebody else was faster, ``not_invited``, ``account_needed`` for a
    guest at a rated game, and ``not_waiting``, also to whom the host blocked; with ``you_blocked`` to who blocked the
    host, and with ``people_only`` to a ``program``, where the host plays for a rating or looks for the next who comes.
    """
    _require_together(game, user)
    given, seeds = checked_part(part), (tickets.fresh_seed(), tickets.fresh_seed())

    def decide(match: Match) -> Sequence[Fact]:
        if match.seat_of(user.pk) == 1:
            return ()
        _check_free(match, user)
        if not match.options.listed and not is_invited(game, token):
            raise Refusal("not_invited")
        if program and not takes_programs(game):
            raise Refusal("people_only")
        # Only an invitation of an older release has no seed.
        shuffle = match.shuffle or _sealed(seeds[0], match.options)
        return [joined(1, user, given, program), _dealt(shuffle.given(1, given), seeds[1])]

    with transaction.atomic():
        match = log.append(Match, game.pk, decide)
        seated = {"user": user, "name": user.shown, "program": program}
        Player.objects.get_or_create(game=game, seat=1, defaults=seated)
    return match


def takes_programs(game: Game) -> bool:
    """Whether a program may sit down at an invitation: not where a person plays for a rating, or was promised one."""
    return not (game.rated or game.seeking)


def call_off(game: Game, user: User, instead: str = "") -> Match:
    """End a game before its first card, as either player may. ``instead`` is the code of the one that is played, in
    place of an invitation that nobody took.

    Refused with ``not_seated``, ``already_begun`` or ``game_over``, and with ``seat_taken`` for ``instead``.
    """

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        if match.over:
            raise Refusal("game_over")
        if match.frozen:
            raise Refusal("frozen")
        if match.plays:
            raise Refusal("already_begun")
        if instead and match.status != Status.WAITING:
            raise Refusal("seat_taken")
        return [Fact(Kind.CALLED_OFF, seat, {"game": instead} if instead else {}, actor_id=user.pk)]

    return log.append(Match, game.pk, decide)


def rematch(game: Game, user: User, accept: bool = True, part: str = "", across: User | None = None) -> Match:
    """Ask for a rematch, agree to one, or decline it. The second "yes" makes the new game.

    An opponent of the site's own says "yes" in the same moment. Declining takes back an own "yes", but not the ``part``
    that came with it: of each seat the first one counts. The new game has the same options and seats, and the other
    seat leads first (ruling 9); its code is ``successor`` of the match given back. ``across``, one of the site's own,
    takes the seat of the one that was there. Whom the other player blocked asks without being heard. Refused with
    ``bad_part``, ``not_seated``, ``not_over``, ``no_rematch``, ``you_blocked``, and with ``not_against_site`` where a
    person would have to go.
    """
    given, unheard = checked_part(part), accept and _unheard(game, user)
    quiet = {"quiet": True} if unheard else {}

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        if across is not None and match.alone != seat:
            raise Refusal("not_against_site")
        if match.status != Status.FINISHED or match.deal is None:
            raise Refusal("no_rematch" if match.over else "not_over")
        said_so = match.asked[seat] if accept else match.declined and not match.asked[seat]
        if match.successor is not None or said_so:
            return ()
        more = _part(given) if accept else {}
        answer = Fact(Kind.REMATCH, seat, {"accept": accept, **more, **quiet}, actor_id=user.pk)
        return [answer, *_agreed(match, other(seat))] if accept and not unheard else [answer]

    with transaction.atomic():
        match = log.append(Match, game.pk, decide)
        if match.successor and not Game.objects.filter(code=match.successor).exists():
            _succeed(game, match, match.successor, across)
    return match


def keep_sitters(game: Game, match: Match) -> None:
    """Bring the rows of the seats in line with the log, in the transaction that changed it."""
    for seat, sitter in enumerate(match.sitters):
        if sitter is not None:
            row = Player.objects.filter(game=game, seat=seat)
            row.exclude(user=sitter.user_id).update(writes=False)
            row.exclude(user=sitter.user_id, name=sitter.name).update(user=sitter.user_id, name=sitter.name)


def invite_token(game: Game) -> str:
    """The secret in a private game's link: 128 bits that only this site can work out from the code."""
    secret = salted_hmac("games.invite", game.code, algorithm="sha256").digest()[:16]
    return urlsafe_b64encode(secret).rstrip(b"=").decode()


def is_invited(game: Game, token: str | None) -> bool:
    return token is not None and constant_time_compare(token, invite_token(game))


def checked_part(part: str) -> str | None:
    """A part as it was sent, None for none; refused with ``bad_part`` when it is not 64 hexadecimal digits."""
    if part and not well_formed(part):
        raise Refusal("bad_part")
    return part or None


def _require_together(game: Game, user: User) -> None:
    """Refused with ``you_blocked``, and where the host did so with what is said of an invitation that is gone."""
    host = game.players.filter(seat=0).exclude(user=user).select_related("user").first()
    if host is None or user.opponent or not ties.apart(user, host.user):
        return
    raise Refusal("you_blocked" if ties.blocks(user, host.user) else "not_waiting")


def _unheard(game: Game, user: User) -> bool:
    """Whether the other player blocked who asks for a rematch; refused with ``you_blocked`` the other way round."""
    other_one = game.players.exclude(user=user).filter(user__opponent="").select_related("user").first()
    if other_one is None:
        return False
    if ties.blocks(user, other_one.user):
        raise Refusal("you_blocked")
    return ties.blocks(other_one.user, user)


def _open(user: User, options: Options, shuffle: Shuffle, program: bool) -> Game:
    """The row, the seat and the first entries of a game. IntegrityError where another game has the same seed."""
    with transaction.atomic():
        game = Game.objects.create(code=free_code(), commitment=shuffle.commitment, **asdict(options))
        Player.objects.create(game=game, seat=0, user=user, name=user.shown, program=program)
        log.begin(game, [_opened(options, shuffle, user.pk), joined(0, user, shuffle.parts[0], program)])
    return game


def _succeed(game: Game, match: Match, code: str, across: User | None) -> None:
    """The rematch as a game of its own, dealt at once."""
    first = match.deal
    if first is None:
        raise ValueError("a game without a deal has no rematch")
    # Only a game that an older release dealt has not committed to the seed of the next.
    shuffle = match.next or Shuffle.of(tickets.fresh_seed(), other(first.leader))
    new = Game.objects.create(code=code, rematch_of=game, commitment=shuffle.commitment, **asdict(match.options))
    users = {player.seat: player.user for player in game.players.select_related("user")}
    if across is not None and match.alone is not None:
        users[other(match.alone)] = across
    programs = match.programs
    Player.objects.bulk_create(
        Player(game=new, seat=seat, user=user, name=user.shown, program=programs[seat]) for seat, user in users.items()
    )
    seated = [joined(seat, users[seat], shuffle.parts[seat], programs[seat]) for seat in (0, 1)]
    log.begin(new, [_opened(match.options, shuffle), *seated, _dealt(shuffle, tickets.fresh_seed())])


def _agreed(match: Match, seat: Seat) -> list[Fact]:
    """What follows when the seat across says "yes" to a rematch, where this one agreed before or is the site's own."""
    begun = Fact(Kind.SUCCEEDED, data={"game": new_code()})
    if match.asked[seat]:
        return [begun]
    sitter = match.sitters[seat]
    if sitter is None or not sitter.opponent:
        return []
    return [Fact(Kind.REMATCH, seat, {"accept": True}, actor_id=sitter.user_id), begun]


def _check_free(match: Match, user: User) -> None:
    if match.seat_of(user.pk) == 0:
        raise Refusal("own_game")
    if match.sitters[1] is not None:
        raise Refusal("seat_taken")
    if match.status != Status.WAITING:
        raise Refusal("not_waiting")
    if match.frozen:
        raise Refusal("frozen")
    if match.options.rated and user.is_guest:
        raise Refusal("account_needed")


def _opened(options: Options, shuffle: Shuffle, actor_id: int | None = None) -> Fact:
    sealed = {"seed": shuffle.seed, "lead": shuffle.lead}
    return Fact(Kind.OPENED, 0, {**asdict(options), "shuffle": sealed}, actor_id=actor_id)


def joined(seat: Seat, user: User, part: str | None = None, program: bool = False) -> Fact:
    """Somebody sits down, with what of them the log has to know."""
    data = {"user": user.pk, "name": user.shown, "guest": user.is_guest, **_part(part)}
    marks = {"opponent": user.opponent, "program": program}
    return Fact(Kind.JOINED, seat, {**data, **{name: mark for name, mark in marks.items() if mark}}, actor_id=user.pk)


def _part(part: str | None) -> dict[str, str]:
    return {} if part is None else {"part": part}


def _sealed(seed: str, options: Options) -> Shuffle:
    fixed = {Lead.CREATOR: 0, Lead.OTHER: 1}
    return Shuffle.of(seed, fixed.get(Lead(options.lead)))


def _dealt(shuffle: Shuffle, next_seed: str) -> Fact:
    """The deal, and the seed of a rematch, whose commitment can be told from now on."""
    state = shuffle.dealt()
    hands = [[str(card) for card in hand] for hand in state.hands]
    dealt = {"hands": hands, "deck": [str(card) for card in state.deck], "leader": state.leader}
    return Fact(Kind.DEALT, data={**dealt, "next": next_seed})


def free_code() -> str:
    """A code that no game has yet; two equal draws in a row among 10¹¹ do not happen twice."""
    code = new_code()
    return new_code() if Game.objects.filter(code=code).exists() else code

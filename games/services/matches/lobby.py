"""Lobby: new games, their seats, and rematches."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare

from games.crypto import compute_hmacs
from games.eventlog import event_store
from games.models import Challenge, Game, Player, SharedDeal, User, new_code
from games.queries import relations, shared_deals
from games.rules.errors import Refusal
from games.rules.rulings import Lead
from games.rules.shuffle import Shuffle, is_hex_digest
from games.rules.state import Seat, get_other_seat
from games.services.matches import seed_tickets
from games.services.matches.play import require_seat
from games.state.game_state import Event, Mode, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState

MAX_WAITING = 5
"""Maximum number of open invitations per person, so that no person fills the lobby alone."""
SHARED_OPTIONS = MatchOptions(listed=False, watch=False, lead=Lead.CREATOR)
"""Options of a game of a shared deal: closed to spectators, since others may still play the deal."""


def create_game(user: User, options: MatchOptions, ticket: str = "", part: str = "", *, program: bool = False) -> Game:
    """Create a game with ``user`` on seat 0 that waits for an opponent.

    The seed comes from the ``ticket``, whose commitment the creator saw before giving a ``part``. Without a ticket, or
    with one that has made a game already, the seed is new and the part is ignored. ``program`` says that a program of
    the user plays.

    Raise ``Refusal`` with ``bad_part``, with ``account_needed`` for a rated game of a guest, with ``people_only`` for a
    rated game of a program, and with ``too_many_waiting`` if the user has ``MAX_WAITING`` open invitations.
    """
    if options.rated and program:
        raise Refusal("people_only")
    if options.rated and user.is_guest:
        raise Refusal("account_needed")
    valid_part, seed = validate_part(part), seed_tickets.get_seed(ticket)
    _require_few_waiting(user)
    if seed is not None:
        try:
            return _create_row(user, options, _build_shuffle(seed, options).given(0, valid_part), program)
        except IntegrityError:
            # The ticket has made a game already, so use a new seed.
            pass
    return _create_row(user, options, _build_shuffle(seed_tickets.generate_seed(), options), program)


def join_game(game: Game, user: User, token: str | None = None, part: str = "", *, program: bool = False) -> MatchState:
    """Take the free seat, and deal the cards from the seed and the parts of both players.

    A private game requires its ``token``; a private challenge can be accepted by the challenged user only, or by a bot
    that the challenger asks. Joining twice is harmless; the second part is ignored. A user who joins a rated game
    agrees to the rating. A bot that joins makes the game casual.

    Raise ``Refusal`` with ``bad_part``, ``own_game``, ``frozen``, with ``seat_taken`` if another player was faster,
    with ``deal_closed`` and ``deal_played`` for a shared deal, with ``not_invited``, ``not_challenged``, with
    ``account_needed`` for a guest at a rated game, with ``not_waiting``, also if the host has blocked the user, with
    ``you_blocked`` if the user has blocked the host, and with ``people_only`` for a ``program`` if the game is rated or
    its host seeks an opponent.
    """
    _require_not_blocked(game, user)
    given_part = validate_part(part)
    # All games of a shared deal have the same cards, so no part enters.
    valid_part = None if game.shared_deal_id else given_part
    seeds = (seed_tickets.generate_seed(), seed_tickets.generate_seed())

    def decide(match: MatchState) -> Sequence[Event]:
        if match.seat_of(user.pk) == 1:
            return ()
        _require_free(match, user)
        _require_invited(game, user, token)
        if program and not accepts_programs(game):
            raise Refusal("people_only")
        # Only an invitation from an older release has no seed.
        shuffle = match.shuffle or _build_shuffle(seeds[0], match.options)
        return [build_joined(1, user, valid_part, program), build_dealt(shuffle.given(1, valid_part), seeds[1])]

    with transaction.atomic():
        _require_new_to_deal(game, user)
        match = event_store.append(MatchState, game.pk, decide)
        values = {"user": user, "name": user.shown, "program": program}
        Player.objects.get_or_create(game=game, seat=1, defaults=values)
    return match


def create_shared_game(deal: SharedDeal, user: User, *, seeking: bool = False) -> Game:
    """Create a game of a shared deal with ``user`` on seat 0 that waits for an opponent.

    With ``seeking``, visitors of the page of the deal may join it; else only people with its link. Raise ``Refusal``
    with ``deal_closed``, ``deal_played`` and ``too_many_waiting``.
    """
    shared_deals.require_playable(deal, user)
    _require_few_waiting(user)
    return _create_row(user, SHARED_OPTIONS, deal.shuffle, program=False, deal=deal, seeking=seeking)


def _require_new_to_deal(game: Game, user: User) -> None:
    """Require that a shared deal is open, and that nobody at the table has seen its cards.

    The lock keeps two games from dealing the same cards to one person. Raise ``Refusal`` with ``deal_closed`` or
    ``deal_played``.
    """
    if game.shared_deal_id is None or game.players.filter(user=user, seat=1).exists():
        return
    deal = SharedDeal.objects.select_for_update().get(pk=game.shared_deal_id)
    for person in (user, *(player.user for player in game.players.select_related("user"))):
        shared_deals.require_playable(deal, person)


def accepts_programs(game: Game) -> bool:
    """Return whether a program may join: not a rated game, nor one whose host seeks an opponent."""
    return not (game.rated or game.seeking)


def answer_rematch(
    game: Game,
    user: User,
    accept: bool = True,
    part: str = "",
    across: User | None = None,
    best_of: int | None = None,
) -> MatchState:
    """Propose a rematch, agree to one, or decline it. The second "yes" creates the new game.

    A bot says "yes" in the same transaction. Declining withdraws the user's own "yes", but not the ``part`` that came
    with it: the first part of each seat counts. The new game has the same options and seats, and the other seat leads
    first (ruling 9); its code is ``successor`` of the returned match. ``across`` is a bot that replaces the opponent,
    who must be a bot too. ``best_of`` proposes another length of the series; that of the first "yes" counts. If the
    opponent has blocked the user, the proposal is logged, but the opponent does not see it.

    Raise ``Refusal`` with ``bad_part``, ``not_seated``, ``not_over``, ``no_rematch``, ``you_blocked``, and with
    ``not_against_site`` if ``across`` would replace a person.
    """
    valid_part, ignored = validate_part(part), accept and _is_ignored(game, user)
    quiet = {"quiet": True} if ignored else {}

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        if across is not None and match.alone != seat:
            raise Refusal("not_against_site")
        if match.status != Status.FINISHED or match.deal is None:
            raise Refusal("no_rematch" if match.over else "not_over")
        unchanged = match.asked[seat] if accept else match.declined and not match.asked[seat]
        if match.successor is not None or unchanged:
            return ()
        part_data = _part_data(valid_part) if accept else {}
        length = {"best_of": best_of} if accept and best_of is not None else {}
        answer = Event(
            MatchEventKind.REMATCH, seat, {"accept": accept, **part_data, **length, **quiet}, actor_id=user.pk
        )
        return [answer, *_build_agreement(match, get_other_seat(seat))] if accept and not ignored else [answer]

    with transaction.atomic():
        match = event_store.append(MatchState, game.pk, decide)
        if match.successor and not Game.objects.filter(rematch_of=game).exists():
            _create_rematch(game, match, match.successor, across)
    return match


def sync_players(game: Game, match: MatchState) -> None:
    """Bring the rows of the players in line with the log, in the transaction that changed it."""
    for seat, occupant in enumerate(match.occupants):
        if occupant is not None:
            rows = Player.objects.filter(game=game, seat=seat)
            rows.exclude(user=occupant.user_id).update(writes=False)
            rows.exclude(user=occupant.user_id, name=occupant.name).update(user=occupant.user_id, name=occupant.name)


def invite_token(game: Game) -> str:
    """Return the secret in a private game's link: 128 bits that only this site can derive from the code."""
    return _invite_tokens(game)[0]


def is_invited(game: Game, token: str | None) -> bool:
    """Return whether ``token`` is the secret of the game's link."""
    return token is not None and any(constant_time_compare(token, candidate) for candidate in _invite_tokens(game))


def get_challenged_user(game: Game) -> User | None:
    """Return the only user who may accept a private challenge, or None if the game is no private challenge."""
    challenge = None if game.listed else Challenge.objects.filter(game=game).select_related("to").first()
    return None if challenge is None else challenge.to


def _invite_tokens(game: Game) -> list[str]:
    """Return the secrets of a game's links: that of the current key first, then those of older keys."""
    secrets = (digest[:16] for digest in compute_hmacs("games.invite", game.code))
    return [urlsafe_b64encode(secret).rstrip(b"=").decode() for secret in secrets]


def validate_part(part: str) -> str | None:
    """Return the part, or None if it is empty.

    Raise ``Refusal`` with ``bad_part`` unless it has 64 hexadecimal digits.
    """
    if part and not is_hex_digest(part):
        raise Refusal("bad_part")
    return part or None


def _require_invited(game: Game, user: User, token: str | None) -> None:
    """Raise ``Refusal`` if a private game is not for the user.

    The code is ``not_invited`` without the token of its link, and ``not_challenged`` if it is a challenge to another
    user.
    """
    if game.listed:
        return
    if not is_invited(game, token):
        raise Refusal("not_invited")
    if not user.opponent and get_challenged_user(game) not in (None, user):
        raise Refusal("not_challenged")


def _require_not_blocked(game: Game, user: User) -> None:
    """Raise ``Refusal`` with ``you_blocked`` if the user has blocked the host.

    If the host has blocked the user, the code is ``not_waiting``, as for an invitation that is gone.
    """
    host = game.players.filter(seat=0).exclude(user=user).select_related("user").first()
    if host is None or user.opponent or not relations.is_blocked_either_way(user, host.user):
        return
    raise Refusal("you_blocked" if relations.has_blocked(user, host.user) else "not_waiting")


def _is_ignored(game: Game, user: User) -> bool:
    """Return whether the opponent has blocked the user.

    Raise ``Refusal`` with ``you_blocked`` if the user has blocked the opponent.
    """
    opponent = game.players.exclude(user=user).filter(user__opponent="").select_related("user").first()
    if opponent is None:
        return False
    if relations.has_blocked(user, opponent.user):
        raise Refusal("you_blocked")
    return relations.has_blocked(opponent.user, user)


def _require_few_waiting(user: User) -> None:
    if Game.objects.to_resume(user).filter(status=Status.WAITING, mode=Mode.ONLINE).count() >= MAX_WAITING:
        raise Refusal("too_many_waiting", limit=MAX_WAITING)


def _create_row(
    user: User,
    options: MatchOptions,
    shuffle: Shuffle,
    program: bool,
    deal: SharedDeal | None = None,
    seeking: bool = False,
) -> Game:
    """Create the row, the seat and the first events of a game.

    Raise ``IntegrityError`` if a game has the same seed, unless both play a shared ``deal``.
    """
    commitment = None if deal else shuffle.commitment
    columns = {"commitment": commitment, "shared_deal": deal, "seeking": seeking, **asdict(options)}
    with transaction.atomic():
        game = Game.objects.create(code=generate_code(), **columns)
        Player.objects.create(game=game, seat=0, user=user, name=user.shown, program=program)
        event_store.append_first(
            game,
            [
                build_opened(options, shuffle, user.pk, shared=deal is not None),
                build_joined(0, user, shuffle.parts[0], program),
            ],
        )
    return game


def _create_rematch(game: Game, match: MatchState, code: str, across: User | None) -> None:
    """Create the rematch as a game of its own, dealt at once."""
    deal = match.deal
    if deal is None:
        raise ValueError("a game without a deal has no rematch")
    options = match.next_options
    # Only a game that an older release dealt has no commitment to the rematch's seed.
    shuffle = match.next or Shuffle.of(seed_tickets.generate_seed(), get_other_seat(deal.leader))
    rematch = Game.objects.create(code=code, rematch_of=game, commitment=shuffle.commitment, **asdict(options))
    users = {player.seat: player.user for player in game.players.select_related("user")}
    if across is not None and match.alone is not None:
        users[get_other_seat(match.alone)] = across
    programs = match.programs
    Player.objects.bulk_create(
        Player(game=rematch, seat=seat, user=user, name=user.shown, program=programs[seat])
        for seat, user in users.items()
    )
    joined = [build_joined(seat, users[seat], shuffle.parts[seat], programs[seat]) for seat in (0, 1)]
    event_store.append_first(
        rematch, [build_opened(options, shuffle), *joined, build_dealt(shuffle, seed_tickets.generate_seed())]
    )


def _build_agreement(match: MatchState, seat: Seat) -> list[Event]:
    """Build the events that follow a "yes" to a rematch, if the opponent on ``seat`` has agreed already or is a bot."""
    succeeded = Event(MatchEventKind.SUCCEEDED, data={"game": generate_code()})
    if match.asked[seat]:
        return [succeeded]
    occupant = match.occupants[seat]
    if occupant is None or not occupant.opponent:
        return []
    return [Event(MatchEventKind.REMATCH, seat, {"accept": True}, actor_id=occupant.user_id), succeeded]


def _require_free(match: MatchState, user: User) -> None:
    if match.seat_of(user.pk) == 0:
        raise Refusal("own_game")
    if match.occupants[1] is not None:
        raise Refusal("seat_taken")
    if match.status != Status.WAITING:
        raise Refusal("not_waiting")
    if match.frozen:
        raise Refusal("frozen")
    if match.options.rated and user.is_guest:
        raise Refusal("account_needed")


def build_opened(
    options: MatchOptions, shuffle: Shuffle, actor_id: int | None = None, *, shared: bool = False
) -> Event:
    """Build the first event of a game, with its options and its shuffle."""
    data = {**asdict(options), "shuffle": {"seed": shuffle.seed, "lead": shuffle.lead}}
    return Event(MatchEventKind.OPENED, 0, {**data, "shared": True} if shared else data, actor_id=actor_id)


def build_joined(seat: Seat, user: User, part: str | None = None, program: bool = False) -> Event:
    """Build the event of a user who takes a seat."""
    data = {"user": user.pk, "name": user.shown, "guest": user.is_guest, **_part_data(part)}
    flags = {"opponent": user.opponent, "program": program}
    return Event(
        MatchEventKind.JOINED,
        seat,
        {**data, **{name: value for name, value in flags.items() if value}},
        actor_id=user.pk,
    )


def _part_data(part: str | None) -> dict[str, str]:
    return {} if part is None else {"part": part}


def _build_shuffle(seed: str, options: MatchOptions) -> Shuffle:
    leaders = {Lead.CREATOR: 0, Lead.OTHER: 1}
    return Shuffle.of(seed, leaders.get(Lead(options.lead)))


def build_dealt(shuffle: Shuffle, next_seed: str) -> Event:
    """Build the event of the deal, with the seed of a rematch, whose commitment can be shown from then on."""
    state = shuffle.dealt()
    hands = [[str(card) for card in hand] for hand in state.hands]
    dealt = {"hands": hands, "deck": [str(card) for card in state.deck], "leader": state.leader}
    return Event(MatchEventKind.DEALT, data={**dealt, "next": next_seed})


def generate_code() -> str:
    """Return a code that no game has yet.

    The second draw is not checked, since two clashes in a row among 10¹¹ codes are too unlikely.
    """
    code = new_code()
    return new_code() if Game.objects.filter(code=code).exists() else code

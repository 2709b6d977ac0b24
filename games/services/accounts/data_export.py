"""Export of a person's data and of game records, as files made while they are read, however many games there are.

Nothing in it is another person's secret. Left out are cards that are hidden in running games, reporters, moderators'
notes, and all that opens something: passwords, keys, sessions and codes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils import timezone

from games.eventlog import bulk_load, event_store
from games.inference.record import write as write_table_record
from games.models import (
    Act,
    Appeal,
    Challenge,
    ChatMessage,
    Device,
    EmailMark,
    Game,
    LoginSession,
    Player,
    PushSubscription,
    PuzzleProgress,
    Rated,
    Rating,
    Relation,
    Report,
    Result,
    Token,
    User,
)
from games.queries import results
from games.queries.relations import list_blocked_either_way
from games.rules.record import write as write_record
from games.services.accounts.preferences import AUDIENCE_FIELDS
from games.services.notifications.push_subscriptions import get_push_host
from games.state.game_state import GameState, Mode
from games.state.match_state import MatchState
from games.state.moderation import ActKind
from games.state.result import OpponentKind
from games.state.table_state import TableState

FORMAT = "claim-person/1"
PERSON_FIELDS = ("username", "display_name", "email", "is_guest", "date_joined", "last_login", "preferences")
MODERATION_FIELDS = ("muted_until", "suspended_until", "closed_at", "moderation_message")
RESULT_FIELDS = ("sort", "level", "outcome", "votes", "lost", "public", "at")
RATING_FIELDS = ("pool", "rating", "deviation", "volatility", "games", "at")
RATED_FIELDS = ("pool", "rating_before", "deviation_before", "volatility_before", *RATING_FIELDS[1:4], "at")
TOKEN_FIELDS = ("name", "scope", "made_at", "used_at")
CASE_FIELDS = ("category", "text", "made_at", "status", "outcome", "note")

Row = dict[str, Any]


def list_selves(person: User) -> list[User]:
    """Return a person, and the guests that the person was in the same browsers."""
    return [person, *person.guests.order_by("pk")]


def export_person(selves: Sequence[User], games: Sequence[Row]) -> Row:
    """Return all data of ``selves``, who are one person; ``games`` come from ``export_game``."""
    return {
        "format": FORMAT,
        "made_at": timezone.now(),
        "people": [_export_user(user) for user in selves],
        "games": games,
        "ratings": list(Rating.objects.filter(user__in=selves).values(*RATING_FIELDS)),
        "devices": [_export_device(row) for row in Device.objects.filter(user__in=selves).select_related("game")],
        "sessions": [{"ends_at": end} for end in _list_session_ends(selves)],
        "tokens": list(Token.objects.filter(user__in=selves).values(*TOKEN_FIELDS)),
        "told_browsers": [_export_subscription(row) for row in PushSubscription.objects.filter(user__in=selves)],
        "letters": list(EmailMark.objects.filter(user__in=selves).values("sent_at")),
        "reports": [_export_report(row) for row in Report.objects.filter(reporter__in=selves).select_related("game")],
        "puzzles": [row.kept for row in PuzzleProgress.objects.filter(user__in=selves)],
        "ties": [
            _export_relation(row)
            for row in Relation.objects.filter(by__in=selves).select_related("whom").order_by("pk")
        ],
        "challenges": [_export_challenge(row, selves) for row in _list_challenges(selves)],
        "words": [
            _export_chat_message(row)
            for row in ChatMessage.objects.filter(user__in=selves).select_related("game").order_by("pk")
        ],
        "appeals": [_export_appeal(row) for row in Appeal.objects.filter(person__in=selves)],
        "acts": [_export_act(act) for act in _list_acts(selves)],
    }


def _export_user(person: User) -> Row:
    past = User.history.filter(id=person.pk).order_by("history_date").values("history_date", "username", "display_name")
    factors = Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")
    return {
        **_get_fields(person, PERSON_FIELDS),
        **_get_fields(person, AUDIENCE_FIELDS),
        **_get_fields(person, MODERATION_FIELDS),
        "addresses": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "second_factors": list(factors),
        "called_before": list(past),
    }


def export_game(player: Player, where: Row | None) -> Row:
    """Return a game's row from this seat; ``where`` is the file and the line of its record."""
    game = player.game
    fields = _get_fields(game, ("code", "mode", "rated", "status", "ending", "winner", "created_at", "changed_at"))
    result = Result.objects.filter(game=game, user=player.user_id).values(*RESULT_FIELDS).first()
    rated = Rated.objects.filter(game=game, user=player.user_id).values(*RATED_FIELDS).first() if game.rated else None
    details = {"names": list(game.seat_names), "seen_at": player.seen_at, "result": result, "rating": rated}
    return {**fields, "seat": player.seat, "program": player.program, **details, "record": where}


def _export_device(row: Device) -> Row:
    return {"game": row.game.code, **_get_fields(row, ("made_at", "seen_at"))}


def _export_subscription(row: PushSubscription) -> Row:
    """Return a push subscription without its address, which would open it."""
    return {"service": get_push_host(row.endpoint), **_get_fields(row, ("made_at", "used_at"))}


def _export_relation(row: Relation) -> Row:
    """Return a relation to another person; relations of others to this person are their secret."""
    return {"what": row.kind, "name": row.whom.shown, "at": row.at}


def _export_chat_message(row: ChatMessage) -> Row:
    """Return a chat message; who did not hear it is the other's secret."""
    return {"game": row.game.code, **_get_fields(row, ("word", "text", "at"))}


def _list_challenges(selves: Iterable[User]) -> Iterable[Challenge]:
    """Return challenges sent, and those received of which the person was notified: none across a block."""
    selves = list(selves)
    hidden = set().union(*(list_blocked_either_way(user) for user in selves))
    challenges = Challenge.objects.filter(Q(by__in=selves) | (Q(to__in=selves) & ~Q(by__in=hidden)))
    return challenges.select_related("game", "by", "to").order_by("pk")


def _export_challenge(row: Challenge, selves: Iterable[User]) -> Row:
    is_sent = row.by in selves
    other = row.to if is_sent else row.by
    return {"game": row.game.code, "sent": is_sent, "name": other.shown, **_get_fields(row, ("at", "declined_at"))}


def _list_session_ends(selves: Iterable[User]) -> Iterable[Any]:
    keys = [user.pk for user in selves]
    return LoginSession.objects.filter(user_id__in=keys).values_list("expire_date", flat=True)


def _export_report(row: Report) -> Row:
    return {"game": row.game.code, "seat": row.seat, **_get_fields(row, CASE_FIELDS)}


def _export_appeal(row: Appeal) -> Row:
    return {"act": row.act_id, **_get_fields(row, CASE_FIELDS[1:])}


def _list_acts(selves: Iterable[User]) -> Iterable[Act]:
    """Return the acts on the person, and on games in which the person has a seat, as far as players see them."""
    own = Q(person__in=selves) | Q(person=None, game__players__user__in=selves)
    acts = Act.objects.filter(own).exclude(what=ActKind.REVEAL)
    return acts.select_related("game").order_by("pk").distinct()


def _export_act(act: Act) -> Row:
    """Return an act with its message; at a game, players read the reason where there is no message."""
    message = act.message if act.game is None else act.message or act.reason
    return {"act": act.pk, "what": act.what, "at": act.at, "game": act.game and act.game.code, "message": message}


def _get_fields(row: Any, names: Iterable[str]) -> Row:
    return {name: getattr(row, name) for name in names}


# Records of games, in batches.

RECORDS_PER_QUERY = 50
"""Games in one query."""


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Bounds of records: from one moment to another, both included, and at most ``limit`` lines."""

    since: datetime | None
    until: datetime | None
    limit: int


def iterate_records(user: User, reader: User | None, bounds: RecordFilter) -> Iterator[list[dict[str, Any]]]:
    """Yield the records of a user's finished online games that a reader may see, oldest first, in batches.

    Batches take two queries each, so that a slow reader costs no memory.
    """
    rows = _filter_results(user, reader, bounds)
    remaining, after = bounds.limit, Q()
    while remaining and (batch := list(rows.filter(after).select_related("game")[:RECORDS_PER_QUERY])):
        records = [record for row, match in _load_matches(batch) if (record := _build_record(row, match)) is not None][
            :remaining
        ]
        remaining -= len(records)
        last = batch[-1]
        after = Q(at__gt=last.at) | Q(at=last.at, game__gt=last.game_id)
        if records:
            yield records


def _filter_results(user: User, reader: User | None, bounds: RecordFilter) -> results.Rows:
    visible = results.filter_listed(reader, results.filter_visible(reader, user), user)
    rows = visible.exclude(sort=OpponentKind.TABLE).order_by("at", "game")
    if bounds.since is not None:
        rows = rows.filter(at__gte=bounds.since)
    return rows if bounds.until is None else rows.filter(at__lte=bounds.until)


def _load_matches(rows: list[Result]) -> Iterator[tuple[Result, MatchState]]:
    states = bulk_load.load_uncached(row.game for row in rows)
    for row in rows:
        match = states.get(row.game_id)
        if isinstance(match, MatchState):
            yield row, match


def _build_record(row: Result, match: MatchState) -> dict[str, Any] | None:
    """Return the record of a match; None where its cards are not open: a moderator ended or reopened it."""
    if not match.record_open:
        return None
    return write_record(replace(match.record(), played=(match.code, row.at.isoformat())))


FILE_NAMES = {Mode.ONLINE: "games.jsonl", Mode.TABLE: "tables.jsonl"}
"""The records of each kind of game, one a line; ``manage.py replay`` and ``manage.py score`` read them."""
PERSON_FILE = "me.json"
CHUNK_SIZE = 32 * 1024


class _ChunkBuffer:
    """A write-only file whose content is taken away in chunks."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        """Append data."""
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: all data can be taken at once."""

    def take(self, least: int = 1) -> Iterator[bytes]:
        """Yield and remove the content, if it has at least ``least`` bytes."""
        if len(self._held) >= least:
            yield bytes(self._held)
            self._held.clear()


def build_archive(person: User) -> Iterator[bytes]:
    """Yield a zip of the records of the person's games, where everybody at them may see the cards, and all other data.

    Left out are the cards of games that run, that were cancelled, or that moderators ended early.
    """
    buffer, selves, games = _ChunkBuffer(), list_selves(person), list[Row]()
    with ZipFile(cast("IO[bytes]", buffer), "w", ZIP_DEFLATED) as archive:
        for mode, name in FILE_NAMES.items():
            with archive.open(name, "w") as file:
                for line in _build_lines(_list_seats(selves, mode), name, games):
                    file.write(line)
                    yield from buffer.take(CHUNK_SIZE)
        games.sort(key=lambda row: str(row["created_at"]))
        archive.writestr(
            PERSON_FILE, json.dumps(export_person(selves, games), cls=DjangoJSONEncoder, **_JSON_OPTIONS, indent=2)
        )
    yield from buffer.take()


_JSON_OPTIONS: Any = {"ensure_ascii": False}


def _build_lines(seats: Iterable[Player], name: str, games: list[Row]) -> Iterator[bytes]:
    """Yield the records of these games; each game is added to ``games``, with the line of its record."""
    number = 0
    for player in seats:
        game_record = _get_open_record(player.game)
        number += game_record is not None
        games.append(export_game(player, game_record and {"file": name, "line": number}))
        if game_record is not None:
            yield json.dumps(game_record, separators=(",", ":"), **_JSON_OPTIONS).encode() + b"\n"


def _list_seats(selves: Iterable[User], mode: Mode) -> Iterable[Player]:
    seats = Player.objects.filter(user__in=selves, game__mode=mode).select_related("game").order_by("game_id")
    return seats.iterator(chunk_size=200)


def _get_open_record(game: Game) -> Row | None:
    """Return the record of a game, where it is open to both players; None where it has a hidden card."""
    state: GameState = event_store.read_uncached(game)
    if isinstance(state, MatchState):
        return write_record(state.record()) if state.record_open else None
    if isinstance(state, TableState) and state.over and state.sheet_open:
        return write_table_record(state.public())
    return None

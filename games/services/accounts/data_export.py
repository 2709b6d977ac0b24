"""Export of a person's data and of game records, as files generated while they are sent, however large they get.

An export contains no other person's secret. It leaves out cards that are hidden in running games, reporters,
moderators' notes, and all that grants access: passwords, keys, sessions and codes.
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
    Entrant,
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
    SharedDeal,
    Token,
    Tournament,
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
TOURNAMENT_FIELDS = ("code", "name", "system", "phase", "created_at", "finished_at")
ENTRY_FIELDS = ("name", "number", "joined_round", "left_at", "removed")
DEAL_FIELDS = ("code", "created_at", "closed_at", "printed_at")
CASE_FIELDS = ("category", "text", "made_at", "status", "outcome", "note")

Row = dict[str, Any]


def list_selves(person: User) -> list[User]:
    """Return a person, and the guests who are the same person in the same browsers."""
    return [person, *person.guests.order_by("pk")]


def export_person(selves: Sequence[User], games: Sequence[Row]) -> Row:
    """Return all data of ``selves``, the users of one person; ``games`` are rows from ``export_game``."""
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
        "shared_deals": list(SharedDeal.objects.filter(creator__in=selves).values(*DEAL_FIELDS)),
        "tournaments": list(Tournament.objects.filter(host__in=selves).values(*TOURNAMENT_FIELDS)),
        "entries": [_export_entry(row) for row in Entrant.objects.filter(user__in=selves).select_related("tournament")],
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
    """Return the data of a game from a player's seat; ``where`` is the file and the line of its record."""
    game = player.game
    fields = _get_fields(game, ("code", "mode", "rated", "status", "ending", "winner", "created_at", "changed_at"))
    result = Result.objects.filter(game=game, user=player.user_id).values(*RESULT_FIELDS).first()
    rated = Rated.objects.filter(game=game, user=player.user_id).values(*RATED_FIELDS).first() if game.rated else None
    details = {"names": list(game.seat_names), "seen_at": player.seen_at, "result": result, "rating": rated}
    return {**fields, "seat": player.seat, "program": player.program, **details, "record": where}


def _export_device(row: Device) -> Row:
    return {"game": row.game.code, **_get_fields(row, ("made_at", "seen_at"))}


def _export_entry(row: Entrant) -> Row:
    return {"tournament": row.tournament.code, **_get_fields(row, ENTRY_FIELDS)}


def _export_subscription(row: PushSubscription) -> Row:
    """Return a push subscription without its endpoint, which would grant access to it."""
    return {"service": get_push_host(row.endpoint), **_get_fields(row, ("made_at", "used_at"))}


def _export_relation(row: Relation) -> Row:
    """Return a relation to another person. Relations of other people to this person are their secret."""
    return {"what": row.kind, "name": row.whom.shown, "at": row.at}


def _export_chat_message(row: ChatMessage) -> Row:
    """Return a chat message, but not whether the opponent saw it, which would reveal a mute or a block."""
    return {"game": row.game.code, **_get_fields(row, ("word", "text", "at"))}


def _list_challenges(selves: Iterable[User]) -> Iterable[Challenge]:
    """Return the challenges sent, and the challenges received of which the person was notified: none across a block."""
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
    """Return the acts on the person and on the person's games, as far as players may see them."""
    own = Q(person__in=selves) | Q(person=None, game__players__user__in=selves)
    acts = Act.objects.filter(own).exclude(what=ActKind.REVEAL)
    return acts.select_related("game").order_by("pk").distinct()


def _export_act(act: Act) -> Row:
    """Return an act with the message that people read. For a game, that is the reason if there is no message."""
    message = act.message if act.game is None else act.message or act.reason
    return {"act": act.pk, "what": act.what, "at": act.at, "game": act.game and act.game.code, "message": message}


def _get_fields(row: Any, names: Iterable[str]) -> Row:
    return {name: getattr(row, name) for name in names}


# Records of games, in batches.

RECORDS_PER_QUERY = 50
"""Number of games in one query."""


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Bounds of records: times from ``since`` to ``until``, both included, and at most ``limit`` records."""

    since: datetime | None
    until: datetime | None
    limit: int


def iterate_records(user: User, reader: User | None, bounds: RecordFilter) -> Iterator[list[dict[str, Any]]]:
    """Yield batches of the records of a user's finished online games that ``reader`` may see, oldest first.

    Each batch takes two queries, and only one is in memory at a time, however slowly the client reads.
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
    """Return the record of a match, or None if a moderator ended or reopened it, so that its cards are not open."""
    if not match.record_open:
        return None
    return write_record(replace(match.record(), played=(match.code, row.at.isoformat())))


FILE_NAMES = {Mode.ONLINE: "games.jsonl", Mode.TABLE: "tables.jsonl"}
"""Names of the files with the records of each kind of game, one record a line, as read by ``manage.py replay`` and
``manage.py score``."""
PERSON_FILE = "me.json"
CHUNK_SIZE = 32 * 1024


class _ChunkBuffer:
    """A write-only file whose content is taken out in chunks."""

    def __init__(self) -> None:
        self._content = bytearray()

    def write(self, data: bytes) -> int:
        """Append data."""
        self._content += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: all data can be taken out at any time."""

    def take(self, least: int = 1) -> Iterator[bytes]:
        """Yield the content and clear it, if it has at least ``least`` bytes."""
        if len(self._content) >= least:
            yield bytes(self._content)
            self._content.clear()


def build_archive(person: User) -> Iterator[bytes]:
    """Yield the chunks of a zip archive with the open records of the person's games, and all other data of the person.

    The cards of games that are running, were cancelled, or were ended early by moderators are left out.
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
    """Yield the records of these games as lines, and add each game to ``games`` with the line of its record."""
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
    """Return the record of a game that is open to both players, or None if it contains a hidden card."""
    state: GameState = event_store.read_uncached(game)
    if isinstance(state, MatchState):
        return write_record(state.record()) if state.record_open else None
    if isinstance(state, TableState) and state.over and state.sheet_open:
        return write_table_record(state.public())
    return None

"""The face of an online game: two seats, and watchers where the creator allows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import cast

from games.live.face import Face, Room
from games.live.listener import Audience, Listener
from games.live.online.arrival import player_of
from games.live.online.clock import milliseconds
from games.live.online.moved import Moved, moved
from games.live.online.view import Shape, render, said
from games.live.online.words import shown
from games.models import Player
from games.rules.state import Seat, other
from games.store import presence
from games.store.broadcast import Note
from games.store.clock import clock
from games.store.presence import Stay
from games.stories.online import Match
from games.stories.status import Status
from games.wire.online import Beat

SEATS: tuple[Seat, Seat] = (0, 1)


class SeatsFace(Face):
    def audience(self, story: Match, listener: Listener) -> Audience:
        return story.seat_of(listener.user_id)

    def render(self, story: Match, audience: Audience, language: str) -> str:
        return render(story, cast("Seat | None", audience), language)

    def view(self, story: Match, audience: Audience, language: str) -> Shape:
        return said(story, cast("Seat | None", audience), language)

    def moved(self, before: Match, after: Match, earlier: object = None) -> Moved | None:
        return moved(before, after, earlier)

    def answer(self, story: Match, audience: Audience, client_id: str) -> int | None:
        return story.answers.get(f"{audience}:{client_id}")

    def note(self, story: Match, note: Note, audience: Audience, language: str) -> str | None:
        return shown(note, cast("Seat | None", audience), language)

    def beat(self, room: Room, audience: Audience) -> str:
        here = self.here(room)
        now = clock.now()
        seen = [room.stay(seat).seen_at for seat in (0, 1)]
        away = [
            None if there or moment is None else int((now - moment).total_seconds())
            for there, moment in zip(here, seen, strict=True)
        ]
        claim = isinstance(audience, int) and not here[other(audience)] and _may_claim(room, audience)
        told = None if self.lasts(room.basis) else milliseconds(now)
        beat = Beat(version=room.version, here=here, away=(away[0], away[1]), claim=claim, now=told)
        return beat.model_dump_json()

    def lasts(self, story: Match) -> bool:
        return story.clock is None or story.clock.runs is None

    def here(self, room: Room) -> tuple[bool, bool]:
        return _here(room, 0), _here(room, 1)

    def expected(self, story: Match) -> set[int]:
        return {seat for seat in SEATS if not story.opponent(seat)}

    def lease(self, game_id: int, user_id: int) -> int | None:
        return player_of(game_id, user_id)

    def waits(self, story: Match) -> bool:
        return story.status == Status.WAITING and story.options.listed

    def rows(self) -> presence.Rows:
        return Player.objects.all()

    def stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
        found: dict[int, dict[int, Stay]] = defaultdict(dict)
        for (game_id, seat), stay in presence.stays(game_ids).items():
            found[game_id][seat] = stay
        return found


def _here(room: Room, seat: Seat) -> bool:
    """Whether a socket of this process, or the lease that another process renews, says so; the site's own always is."""
    if room.basis.opponent(seat):
        return True
    mine = (one for one in room.seated if room.basis.seat_of(one.user_id) == seat)
    return any(one.alive for one in mine) or room.stay(seat).here(clock.now())


def _may_claim(room: Room, seat: Seat) -> bool:
    playing = room.basis.status == Status.PLAYING and not room.basis.daily
    return playing and presence.may_claim(room.stay(seat), room.stay(other(seat)), clock.now())


seats = SeatsFace()

"""The face of a physical game: devices known by their cookie, and watchers where the table allows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import cast

from games.live.entrance import Entrance
from games.live.face import Face, Room
from games.live.listener import Audience, Listener
from games.live.strangers import visitor
from games.live.table.view import render
from games.models import Device, Game
from games.people.devices import device_of
from games.rules.errors import Refusal
from games.services.people import barring
from games.store import log, presence
from games.store.clock import clock
from games.store.presence import Stay
from games.stories.status import Mode
from games.stories.table import Table
from games.wire.table import TableBeat


class DevicesFace(Face):
    """A listener's ``lease`` is the row of its device; every device at the table is an audience of its own."""

    slow = True

    def audience(self, story: Table, listener: Listener) -> Audience:
        return listener.lease if listener.lease in story.seating.places else None

    def farewell(self, story: Table, listener: Listener) -> str:
        return why_not(story, listener.lease)

    def render(self, story: Table, audience: Audience, language: str) -> str:
        return render(story, cast("int | None", audience), language)

    def answer(self, story: Table, audience: Audience, client_id: str) -> int | None:
        return story.answers.get(f"d{audience}:{client_id}")

    def beat(self, room: Room, audience: Audience) -> str:
        return TableBeat(version=room.story.version, here=self.here(room)).model_dump_json()

    def here(self, room: Room) -> tuple[int, ...]:
        now = clock.now()
        mine = {one.lease for one in room.seated if one.alive}
        return tuple(device for device in room.story.seating.places if device in mine or room.stay(device).here(now))

    def expected(self, story: Table) -> set[int]:
        return set(story.seating.places)

    def rows(self) -> presence.Rows:
        return Device.objects.all()

    def stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
        return stays(game_ids)


devices = DevicesFace()


def why_not(table: Table, device: int | None) -> str:
    """Why a device may not see the game, as a closing code."""
    return "may_not_watch" if device is None else table.seating.gone.get(device, "may_not_watch")


def arrive(code: str, cookies: Mapping[str, str]) -> Entrance:
    """Let a browser in at a table's address.

    Refused with ``no_such_game``, ``may_not_watch``, ``seat_taken_over``, ``removed`` or ``put_off``, and for a device
    of such an account with ``suspended`` or ``account_closed``.
    """
    who = visitor(cookies)
    game = Game.objects.filter(code=code.upper(), mode=Mode.TABLE).only("code", "mode", "version").first()
    if game is None:
        raise Refusal("no_such_game")
    table, row = log.known_as(Table, game), device_of(game.pk, cookies)
    device = None if row is None else row.pk
    if not table.open_to(device=device):
        raise Refusal(why_not(table, device))
    if row is not None and row.user_id and row.user_id != who.user_id:
        barring.require_open(row.user_id)
        person: int | None = row.user_id
    else:
        barring.require_usable(who.user)
        person = who.user_id
    return Entrance(table, devices, None, device, None, stays([game.pk])[game.pk], person)


def stays(game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
    """When each device of these games was here, by game and device."""
    found: dict[int, dict[int, Stay]] = defaultdict(dict)
    rows = Device.objects.filter(game_id__in=list(game_ids))
    for game_id, device, seen, since in rows.values_list("game_id", "pk", presence.last_seen(), "here_since"):
        found[game_id][device] = Stay(seen, since)
    return found

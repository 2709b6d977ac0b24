"""Who may see a game card by card: whoever may have its record, and no earlier than that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from games.models import Game
from games.pages.online import invitation
from games.pages.online.game import require_view
from games.pages.table.tables import may_watch
from games.pages.table.visitors import table_game
from games.people.devices import device_of
from games.rules.state import Seat
from games.store import log
from games.stories.online import Match
from games.stories.replayed import Closed, Replayed, replayed
from games.stories.status import Status
from games.stories.table import Table
from games.words.refusals import SENTENCES


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that whoever asks may look at, and the seats they had in it. ``kind`` begins names of addresses."""

    game: Game
    kind: str
    replay: Replayed | Closed
    mine: frozenset[Seat]

    @property
    def near(self) -> Seat:
        """Who sits at the bottom all the time: the reader, where they had one seat."""
        return 1 if self.mine == {1} else 0


Open = Callable[[HttpRequest, str], Opened]


def match(request: HttpRequest, code: str) -> Opened:
    """A game played online. 404 and 403 as for its page: an invitation has no cards, whoever asks."""
    found = invitation.online_game(code)
    seat = invitation.seat_of(request, found)
    gone = found.status == Status.CALLED_OFF
    if found.status == Status.WAITING or (gone and not (found.listed or seat)):
        raise Http404
    if not gone:
        require_view(found, seat)
    mine = frozenset({seat.seat} if seat else ())
    return Opened(found, "", replayed(log.load_as(Match, found.pk)), mine)


def table(request: HttpRequest, code: str) -> Opened:
    """A game with the printed deck, for the devices at its table and where it allows watchers for others."""
    found = table_game(code)
    story = log.load_as(Table, found.pk)
    device = device_of(found.pk, request.COOKIES)
    if not (device and device.pk in story.seating.places) and not may_watch(story, device):
        raise PermissionDenied(_(SENTENCES["not_at_table"]))
    mine = story.seats_of(device.pk) if device else frozenset()
    return Opened(found, "table_", replayed(story), mine)

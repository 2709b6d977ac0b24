"""Seed of a large site for ``bench.admin_pages`` and ``bench.pages``.

A few dozen games are played through the services; the rest are copies of their logs. It runs in a process whose
database it may fill.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.models import Act, Game, Player, Report, User

TEMPLATES = 40
BATCH = 5_000
NAMES = ("Ana", "Bram", "Cleo", "Dirk", "Eva", "Finn", "Gita", "Hugo", "Iris", "Joop")
COPIED_FIELDS = (
    *("mode", "version", "status", "turn", "phase", "trick", "ending", "winner"),
    *("listed", "watch", "strict", "lead", "last_trick", "draw"),
)


def seed_site(games: int) -> None:
    originals = play_originals()
    people = add_people(games // 2)
    add_games(games - len(originals), originals, people)
    add_moderation(people)


def play_originals() -> list[int]:
    """Play games from open invitations to finished ones, with half of the plies on average and more."""
    from games.models import Game, User
    from games.services.matches import lobby, play
    from games.state.match_state import MatchOptions

    ana, bram = (User.objects.create(username=f"first-{name}", display_name=name) for name in ("Ana", "Bram"))
    made = []
    for number in range(TEMPLATES):
        game = lobby.create_game(ana, MatchOptions())
        if number >= 1:
            lobby.join_game(game, bram)
        play_on(game, 52 if number % 5 else 10 + number)
        if number % 8 == 5 and Game.objects.get(pk=game.pk).status == "playing":
            play.resign(game, bram)
        made.append(game.pk)
    return made


def play_on(game: Game, plies: int) -> None:
    from games.eventlog import event_store
    from games.rules.moves import legal_moves
    from games.services.matches import play
    from games.state.match_state import MatchState

    for ply in range(plies):
        match = event_store.load_state_of_kind(MatchState, game.pk)
        if match.state is None or match.state.to_play is None:
            return
        card, occupant = str(random.choice(legal_moves(match.state))), match.occupants[match.state.to_play]
        assert occupant is not None
        play.play_card(game.pk, occupant.user_id, card, ply, f"p{ply}")


def add_people(count: int) -> list[int]:
    from games.models import User

    first = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    rows = (User(username=f"p{n}", display_name=f"{NAMES[n % 10]} {n}"[:20], is_guest=n % 3 > 0) for n in range(count))
    User.objects.bulk_create(rows, batch_size=BATCH)
    return list(User.objects.filter(pk__gt=first).values_list("pk", flat=True))


def add_games(count: int, originals: list[int], people: list[int]) -> None:
    """Copy the original games: the row, the seats and the whole log."""
    from django.db import transaction
    from django.utils import timezone

    from games.models import CODE_ALPHABET, Game

    models = {game.pk: game for game in Game.objects.filter(pk__in=originals)}
    last, now, chance = max(originals), timezone.now(), random.Random(7)
    for begin in range(0, count, BATCH):
        rows: list[Game] = []
        seats: list[Player] = []
        for index in range(begin, min(begin + BATCH, count)):
            pk, model = last + 1 + index, models[originals[index % TEMPLATES]]
            rows.append(copy_game(model, pk, chance, now - timedelta(minutes=7 * (count - index)), CODE_ALPHABET))
            seats += build_seats(rows[-1], chance.sample(range(len(people)), 2), people)
        with transaction.atomic():
            store_copies(rows, seats, last + begin, originals[0])
        print(f"\r{begin + len(rows)} games", end="", flush=True)
    print()


def copy_game(model: Game, pk: int, chance: random.Random, moment: datetime, alphabet: str) -> Game:
    from games.models import Game

    code = "".join(chance.choice(alphabet) for _ in range(8))
    kept = {name: getattr(model, name) for name in COPIED_FIELDS}
    return Game(pk=pk, code=code, created_at=moment, changed_at=moment, **kept)


def build_seats(game: Game, chosen: Sequence[int], people: Sequence[int]) -> list[Player]:
    from games.models import Player

    names = [f"{NAMES[at % 10]} {at}"[:20] for at in chosen]
    game.names = "\n".join(names)
    over_at = game.changed_at if game.status in ("finished", "called_off") else None
    return [
        Player(game_id=game.pk, seat=seat, user_id=people[at], name=names[seat], over_at=over_at)
        for seat, at in enumerate(chosen)
    ]


def store_copies(rows: Sequence[Game], seats: Sequence[Player], after: int, first: int) -> None:
    from django.db import connection

    from games.models import Game, Player

    with keep_timestamps():
        Game.objects.bulk_create(rows, batch_size=BATCH)
    Player.objects.bulk_create(seats, batch_size=BATCH)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_entry (game_id, number, kind, seat, data, client_id, actor_id, created_at) "
            "SELECT g.id, e.number, e.kind, e.seat, e.data, e.client_id, e.actor_id, g.created_at "
            "FROM games_game g JOIN games_entry e ON e.game_id = %s + (g.id - %s) %% %s "
            "WHERE g.id > %s AND g.id <= %s ORDER BY g.id, e.number",
            [first, first + TEMPLATES, TEMPLATES, after, after + BATCH],
        )


@contextmanager
def keep_timestamps() -> Iterator[None]:
    """Let games be stored with the timestamps that they have."""
    from games.models import Game

    fields: list[Any] = [Game._meta.get_field(name) for name in ("created_at", "changed_at")]
    settings = [field.auto_now_add for field in fields]
    try:
        for field in fields:
            field.auto_now_add = False
        yield
    finally:
        for field, before in zip(fields, settings, strict=True):
            field.auto_now_add = before


def add_moderation(people: list[int]) -> None:
    """Add reports, acts and appeals as a busy site has after years."""
    from games.models import Act, Appeal, Game, Report

    mona = create_moderator("mona")
    games = list(Game.objects.order_by("-pk").values_list("pk", flat=True)[:20_000])
    Report.objects.bulk_create(
        [build_report(n, games, people) for n in range(min(5_000, len(people)))], batch_size=1000
    )
    Act.objects.bulk_create([build_act(n, mona, games, people) for n in range(20_000)], batch_size=1000)
    last = Act.objects.filter(what="freeze").order_by("-pk")[: min(500, len(people))]
    Appeal.objects.bulk_create(
        [Appeal(act=one, person_id=people[n], source=f"user:{n}", text=f"Appeal {n}") for n, one in enumerate(last)]
    )


def build_report(n: int, games: list[int], people: list[int]) -> Report:
    from games.models import Report

    ends = {"source": f"user:{n}", "target": f"game:{n}"}
    status = "open" if n % 30 == 0 else "decided"
    about = {"game_id": games[n * 7 % len(games)], "person_id": people[n * 13 % len(people)]}
    return Report(**about, **ends, reporter_id=people[n], category="other", text=f"Report {n}", status=status)


def build_act(n: int, mona: User, games: list[int], people: list[int]) -> Act:
    from games.models import Act

    if n % 2:
        return Act(who=mona, what="freeze", game_id=games[n % len(games)], reason=f"Reason {n}")
    person = people[n % len(people)]
    return Act(who=mona, what="mute", person_id=person, reason=f"Reason {n}", message="Quiet, please.")


def create_moderator(name: str) -> User:
    from django.apps import apps

    from games.accounts.moderators import make_group
    from games.models import User

    user, _ = User.objects.get_or_create(username=name, defaults={"display_name": name.title(), "is_staff": True})
    user.groups.add(make_group(apps))
    return user

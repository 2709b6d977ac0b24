"""Links between games that a transfer changes."""

from games.models import Game, Pairing
from games.state.tournament.kinds import Medium


def move_rematch_link(source: Game, game: Game) -> None:
    """Make ``game``, which continues ``source``, the rematch that ``source`` was: it takes its place in the series."""
    before = source.rematch_of_id
    if before is None:
        return
    Game.objects.filter(pk=source.pk).update(rematch_of=None)
    Game.objects.filter(pk=game.pk).update(rematch_of=before)


def move_board(source: Game, game: Game) -> None:
    """Let the board of a tournament on which ``source`` is played go on with ``game``, whose result it then has."""
    medium = Medium.TABLE if game.at_table else Medium.ONLINE
    Pairing.objects.filter(game=source).update(game=game, medium=medium)

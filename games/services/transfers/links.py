"""Links between games that a transfer changes."""

from games.models import Game, Pairing, Tournament
from games.services.tournaments.changes import change
from games.state.game_state import Mode


def relink_rematch(source: Game, game: Game) -> None:
    """Make ``game``, which continues ``source``, the rematch that ``source`` was: it takes its place in the series."""
    before = source.rematch_of_id
    if before is None:
        return
    Game.objects.filter(pk=source.pk).update(rematch_of=None)
    Game.objects.filter(pk=game.pk).update(rematch_of=before)


def lock_tournament(game: Game) -> None:
    """Lock the tournament of the board on which a game is played, if there is one.

    The host's acts lock the tournament before the game. A transfer that wrote to the game first could deadlock.
    """
    Tournament.objects.select_for_update(of=("self",)).filter(rounds__pairings__game=game).first()


def relink_board(source: Game, game: Game) -> None:
    """Let the board of a tournament on which ``source`` is played go on with ``game``, whose result it then has."""
    pairing = Pairing.objects.select_related("round__tournament").filter(game=source).first()
    if pairing is None:
        return
    with change(pairing.round.tournament):
        board = Pairing.objects.get(pk=pairing.pk)
        board.game, board.mode = game, Mode.TABLE if game.at_table else Mode.ONLINE
        board.save(update_fields=["game", "mode"])

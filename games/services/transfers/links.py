"""Links between games that a transfer changes."""

from games.models import Game


def move_rematch_link(source: Game, game: Game) -> None:
    """Make ``game``, which continues ``source``, the rematch that ``source`` was: it takes its place in the series."""
    before = source.rematch_of_id
    if before is None:
        return
    Game.objects.filter(pk=source.pk).update(rematch_of=None)
    Game.objects.filter(pk=game.pk).update(rematch_of=before)

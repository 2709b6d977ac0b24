"""Seats say when their game was over, and whatever profiles sum stands in the indexes of results."""

from django.db import migrations, models

OVER = ("finished", "called_off")


def fill(apps, schema_editor):
    """With the moment at which each game that is over last moved on."""
    Game, Player = (apps.get_model("games", name) for name in ("Game", "Player"))
    moved = Game.objects.filter(pk=models.OuterRef("game")).values("changed_at")
    Player.objects.filter(game__status__in=OVER).update(over_at=models.Subquery(moved))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_social'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='result',
            name='result_history',
        ),
        migrations.RemoveIndex(
            model_name='result',
            name='result_against',
        ),
        migrations.AddField(
            model_name='player',
            name='over_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['user', '-over_at', 'game'], name='seat_history'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['user', '-at', '-game', 'sort', 'outcome', 'public', 'other', 'votes', 'lost'], name='result_history'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['user', 'other', 'sort', 'outcome', 'public'], name='result_against'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

"""An invitation knows until when it waits, and a seat the process whose beats speak for it."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F

import games.models.games


def wait(apps, schema_editor):
    open_ones = apps.get_model("games", "Game").objects.filter(status="waiting", listed=True)
    open_ones.update(waits_until=F("created_at") + games.models.games.FORGOTTEN_AFTER)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0025_profile'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='waits_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='waits_until',
            field=models.DateTimeField(default=games.models.games.forgotten, editable=False, null=True),
        ),
        migrations.RunPython(wait, migrations.RunPython.noop, elidable=True),
        migrations.RemoveIndex(
            model_name='game',
            name='game_open',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['waits_until'], name='game_waiting'),
        ),
        migrations.AddField(
            model_name='player',
            name='process',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.process'),
        ),
        migrations.AddField(
            model_name='device',
            name='process',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.process'),
        ),
    ]

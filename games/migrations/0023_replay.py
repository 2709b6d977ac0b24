"""A game may go on from a position of another one."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_puzzles'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='origin',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='continued', to='games.game', verbose_name='goes on from'),
        ),
    ]

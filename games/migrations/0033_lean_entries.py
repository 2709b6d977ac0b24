"""A card is put into two indexes less: what finds the entries of a game, or of a person, does so without them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GAME, ACTOR = "games_entry_game_id_42e9c2bc", "games_entry_actor_id_3cf5e772"
"""The names that the first migration gave them."""


def unindexed(name, field):
    """A field of entries without its index; SQLite would copy all entries to change the field itself."""
    return migrations.SeparateDatabaseAndState(
        database_operations=[migrations.RunSQL(f"DROP INDEX IF EXISTS {name}", migrations.RunSQL.noop)],
        state_operations=[migrations.AlterField("entry", *field)],
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0032_seats_and_results'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('actor__isnull', False)), fields=['actor'], name='entry_actor'),
        ),
        unindexed(GAME, ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.game'))),
        unindexed(ACTOR, ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL))),
    ]

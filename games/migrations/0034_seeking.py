"""Who looks for an opponent is looked for every two seconds, among few instead of all games of a quarter of an hour."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0033_lean_entries'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('seeking', True)), fields=['waits_until'], name='game_seeking'),
        ),
    ]

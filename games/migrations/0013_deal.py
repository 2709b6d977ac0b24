"""The commitment to the seed of a game's deal; games that are there already have none."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_guard'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='commitment',
            field=models.CharField(editable=False, max_length=64, null=True, unique=True),
        ),
    ]

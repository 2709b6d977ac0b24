"""Points on which the rule books are silent are options of a game: what games that exist were played by."""

from django.db import migrations, models


def fill(apps, schema_editor):
    Game = apps.get_model('games', 'Game')
    Game.objects.filter(strict=True).update(last_trick='lead')
    Game.objects.filter(mode='table').update(lead='chosen')


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_rights'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='draw',
            field=models.CharField(
                choices=[
                    ('votes', 'more votes win, equally many are a draw'),
                    ('three', 'fewer than three votes are a draw'),
                ],
                db_default='votes',
                default='votes',
                max_length=8,
                verbose_name='draw',
            ),
        ),
        migrations.AddField(
            model_name='game',
            name='last_trick',
            field=models.CharField(
                choices=[
                    ('lead', 'until the next card is led'),
                    ('trick', 'until the next trick is complete'),
                    ('all', 'all tricks to the end'),
                ],
                db_default='trick',
                default='trick',
                max_length=8,
                verbose_name='last trick',
            ),
        ),
        migrations.AlterField(
            model_name='game',
            name='lead',
            field=models.CharField(
                choices=[
                    ('random', 'by chance'),
                    ('creator', 'the creator of the game'),
                    ('other', 'the other player'),
                    ('chosen', 'the players choose'),
                ],
                default='random',
                max_length=8,
                verbose_name='first lead',
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

"""Results of games for looking back, and who sees whose profile."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0024_puzzle_tries'),
    ]

    operations = [
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('sort', models.CharField(choices=[('people', 'against people'), ('site', 'against the site'), ('table', 'with the real deck')], max_length=8)),
                ('level', models.CharField(blank=True, default='', max_length=16)),
                ('outcome', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('draw', 'draw')], max_length=4)),
                ('votes', models.CharField(blank=True, default='', max_length=5)),
                ('lost', models.CharField(blank=True, default='', max_length=5)),
                ('public', models.BooleanField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='user',
            name='profile_for',
            field=models.CharField(db_default='everybody', default='everybody', editable=False, max_length=16),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(fields=['display_name'], name='user_shown'),
        ),
        migrations.AddField(
            model_name='result',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.game'),
        ),
        migrations.AddField(
            model_name='result',
            name='other',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='result',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['user', '-at', '-game'], name='result_history'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['user', 'other'], name='result_against'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('game', 'seat'), name='one_result_a_seat'),
        ),
    ]

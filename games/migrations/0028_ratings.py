"""Games may be rated, and invitations look for anybody; what each made of the ratings of both, and where everybody stands."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_clocks'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='rated',
            field=models.BooleanField(db_default=False, default=False, verbose_name='rated'),
        ),
        migrations.AddField(
            model_name='game',
            name='seeking',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.CreateModel(
            name='Rated',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('live', 'in real time'), ('days', 'by the day')], max_length=8)),
                ('at', models.DateTimeField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('rating', models.FloatField(default=0.0)),
                ('deviation', models.FloatField(default=0.0)),
                ('volatility', models.FloatField(default=0.0)),
                ('seat', models.PositiveSmallIntegerField()),
                ('outcome', models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('draw', 'draw')], max_length=4)),
                ('early', models.BooleanField(default=False)),
                ('rating_before', models.FloatField(default=0.0)),
                ('deviation_before', models.FloatField(default=0.0)),
                ('volatility_before', models.FloatField(default=0.0)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rated_seats', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rated_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['pool', 'at', 'game'], name='rated_in_order'), models.Index(fields=['user', 'pool', '-at', '-game'], name='rated_history')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='one_rating_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('live', 'in real time'), ('days', 'by the day')], max_length=8)),
                ('at', models.DateTimeField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('rating', models.FloatField(default=0.0)),
                ('deviation', models.FloatField(default=0.0)),
                ('volatility', models.FloatField(default=0.0)),
                ('sure_until', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['pool', '-rating'], name='rating_order')],
                'constraints': [models.UniqueConstraint(fields=('user', 'pool'), name='one_rating_a_pool')],
            },
        ),
    ]

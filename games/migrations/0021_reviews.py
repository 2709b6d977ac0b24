"""What was found out about a finished game is kept with it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_opponents'),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition', models.CharField(max_length=32)),
                ('cards', models.CharField(max_length=64)),
                ('data', models.JSONField()),
                ('made_at', models.DateTimeField(auto_now=True)),
                (
                    'game',
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name='review', to='games.game'
                    ),
                ),
            ],
            options={
                'default_permissions': (),
            },
        ),
    ]

"""How people fare with each puzzle."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_replay'),
    ]

    operations = [
        migrations.CreateModel(
            name='PuzzleTries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(editable=False, unique=True)),
                ('tried', models.PositiveIntegerField(default=0, editable=False)),
                ('solved', models.PositiveIntegerField(default=0, editable=False)),
                ('moved', models.FloatField(default=0.0, editable=False)),
            ],
            options={
                'default_permissions': (),
            },
        ),
    ]

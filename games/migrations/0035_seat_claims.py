"""A code for a seat knows the device it was made on, whose consent to a handover it is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_seeking'),
    ]

    operations = [
        migrations.AddField(
            model_name='jointoken',
            name='made_by',
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name='+',
                to='games.device',
            ),
        ),
    ]

"""The site's own opponents have a row of their own, as people have."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_preferences'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='opponent',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=16),
        ),
    ]

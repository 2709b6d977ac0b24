"""The processes that serve the site, so that each knows when another one stands still."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="Process",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("host", models.CharField(max_length=200)),
                ("pid", models.PositiveBigIntegerField()),
                ("beat_at", models.DateTimeField()),
                ("up_since", models.DateTimeField(null=True)),
                ("left_at", models.DateTimeField(null=True)),
            ],
        ),
    ]

from django.db import migrations

from games.accounts.moderators import make_group


def make(apps, schema_editor):
    make_group(apps)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0003_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]

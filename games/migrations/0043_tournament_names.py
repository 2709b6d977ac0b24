"""Modes of boards, and acts of hosts, under the names that they have in the code."""

from django.db import migrations, models

NAMES = {"replay_board": "restart_board", "repair_round": "pair_again"}


def rename_acts(apps, schema_editor):
    for old, new in NAMES.items():
        apps.get_model("games", "TournamentAct").objects.filter(what=old).update(what=new)


def restore_names(apps, schema_editor):
    for old, new in NAMES.items():
        apps.get_model("games", "TournamentAct").objects.filter(what=new).update(what=old)


class Migration(migrations.Migration):

    dependencies = [("games", "0042_obvious_puzzles")]

    operations = [
        migrations.RenameField("tournament", "medium", "mode"),
        migrations.RenameField("pairing", "medium", "mode"),
        migrations.RunPython(rename_acts, restore_names),
        migrations.AlterField(
            model_name='tournamentact',
            name='what',
            field=models.CharField(choices=[('set_result', 'Set result'), ('add_entrant', 'Add player'), ('rename_entrant', 'Rename player'), ('remove_entrant', 'Remove player'), ('restore_entrant', 'Let player return'), ('restart_board', 'Start board again'), ('swap', 'Swap players'), ('pair_again', 'Pair round again'), ('undo', 'Undo')], max_length=16, verbose_name='action'),
        ),
    ]

"""Links for a new password, acts that wait for a second moderator, and the permissions of the group for them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.accounts.moderators import make_group


def permit(apps, schema_editor):
    make_group(apps)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_processes'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='act',
            options={'ordering': ['-pk'], 'permissions': (('act_call_off', 'Can call off'), ('act_award', 'Can award'), ('act_change_result', 'Can change result'), ('act_reopen', 'Can reopen'), ('act_freeze', 'Can freeze'), ('act_put_off', 'Can put off'), ('act_give_back', 'Can give back'), ('act_correct', 'Can correct'), ('act_strike', 'Can strike'), ('act_rename_seat', 'Can rename seat'), ('act_rename', 'Can rename'), ('act_mute', 'Can mute'), ('act_suspend', 'Can suspend'), ('act_close', 'Can close'), ('act_reset_link', 'Can reset link'), ('act_reveal', 'Can reveal'), ('act_undo', 'Can undo'), ('export_acts', 'Can export the record of acts')), 'verbose_name': 'act', 'verbose_name_plural': 'acts'},
        ),
        migrations.AlterField(
            model_name='act',
            name='what',
            field=models.CharField(choices=[('call_off', 'call a game off'), ('award', 'award a game'), ('change_result', 'change the result of a game'), ('reopen', 'reopen a game'), ('freeze', 'freeze a game'), ('put_off', 'put a device off a seat'), ('give_back', 'give a seat back to its owner'), ('correct', 'correct an entry of a physical game'), ('strike', 'strike an entry of a physical game'), ('rename_seat', 'rename a seat'), ('rename', 'rename a person'), ('mute', 'mute a person'), ('suspend', 'suspend an account'), ('close', 'close an account'), ('reset_link', 'make a link for a new password'), ('reveal', 'reveal the hidden cards of a game'), ('undo', 'undo an act')], max_length=16, verbose_name='act'),
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('call_off', 'call a game off'), ('award', 'award a game'), ('change_result', 'change the result of a game'), ('reopen', 'reopen a game'), ('freeze', 'freeze a game'), ('put_off', 'put a device off a seat'), ('give_back', 'give a seat back to its owner'), ('correct', 'correct an entry of a physical game'), ('strike', 'strike an entry of a physical game'), ('rename_seat', 'rename a seat'), ('rename', 'rename a person'), ('mute', 'mute a person'), ('suspend', 'suspend an account'), ('close', 'close an account'), ('reset_link', 'make a link for a new password'), ('reveal', 'reveal the hidden cards of a game'), ('undo', 'undo an act')], max_length=16, verbose_name='act')),
                ('data', models.JSONField(default=dict, verbose_name='details')),
                ('reason', models.TextField(max_length=1000, verbose_name='reason')),
                ('message', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ('state', models.CharField(choices=[('open', 'waits for another moderator'), ('confirmed', 'confirmed'), ('turned_down', 'turned down')], default='open', max_length=12, verbose_name='status')),
                ('decided_at', models.DateTimeField(null=True, verbose_name='decided')),
                ('act', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proposal', to='games.act')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='games.game', verbose_name='game')),
                ('report', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.report')),
                ('undoes', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.act')),
                ('who', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='moderator')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['state', '-made_at'], name='proposal_queue')],
            },
        ),
        migrations.RunPython(permit, migrations.RunPython.noop),
    ]

"""Notes, read marks, holds and warnings; acts that warn and that end sessions; the permissions of the group for them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.accounts.moderators import make_group


def permit(apps, schema_editor):
    make_group(apps)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_deal'),
    ]

    operations = [
        migrations.CreateModel(
            name='Hold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('browser', 'browser'), ('address', 'address')], max_length=8)),
                ('digest', models.CharField(db_index=True, editable=False, max_length=64)),
                ('until', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PersonNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000, verbose_name='note')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
            ],
            options={
                'ordering': ['-pk'],
                'permissions': [('write_personnote', 'Can write person note')], 'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='ReadMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('queue', models.CharField(max_length=8)),
                ('number', models.PositiveBigIntegerField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AlterModelOptions(
            name='act',
            options={'ordering': ['-pk'], 'permissions': (('act_call_off', 'Can call off'), ('act_award', 'Can award'), ('act_change_result', 'Can change result'), ('act_reopen', 'Can reopen'), ('act_freeze', 'Can freeze'), ('act_put_off', 'Can put off'), ('act_give_back', 'Can give back'), ('act_correct', 'Can correct'), ('act_strike', 'Can strike'), ('act_rename_seat', 'Can rename seat'), ('act_rename', 'Can rename'), ('act_warn', 'Can warn'), ('act_mute', 'Can mute'), ('act_suspend', 'Can suspend'), ('act_close', 'Can close'), ('act_end_sessions', 'Can end sessions'), ('act_reset_link', 'Can reset link'), ('act_reveal', 'Can reveal'), ('act_undo', 'Can undo'), ('export_acts', 'Can export the record of acts')), 'verbose_name': 'act', 'verbose_name_plural': 'acts'},
        ),
        migrations.AddField(
            model_name='historicaluser',
            name='muted_for_good',
            field=models.BooleanField(default=False, verbose_name='muted for good'),
        ),
        migrations.AddField(
            model_name='historicaluser',
            name='warned_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='warned, not read yet'),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_for_good',
            field=models.BooleanField(default=False, verbose_name='muted for good'),
        ),
        migrations.AddField(
            model_name='user',
            name='warned_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='warned, not read yet'),
        ),
        migrations.AlterField(
            model_name='act',
            name='what',
            field=models.CharField(choices=[('call_off', 'call a game off'), ('award', 'award a game'), ('change_result', 'change the result of a game'), ('reopen', 'reopen a game'), ('freeze', 'freeze a game'), ('put_off', 'put a device off a seat'), ('give_back', 'give a seat back to its owner'), ('correct', 'correct an entry of a physical game'), ('strike', 'strike an entry of a physical game'), ('rename_seat', 'rename a seat'), ('rename', 'rename a person'), ('warn', 'warn a person'), ('mute', 'mute a person'), ('suspend', 'suspend an account'), ('close', 'close an account'), ('end_sessions', 'end the sessions of a person'), ('reset_link', 'make a link for a new password'), ('reveal', 'reveal the hidden cards of a game'), ('undo', 'undo an act')], max_length=16, verbose_name='act'),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='what',
            field=models.CharField(choices=[('call_off', 'call a game off'), ('award', 'award a game'), ('change_result', 'change the result of a game'), ('reopen', 'reopen a game'), ('freeze', 'freeze a game'), ('put_off', 'put a device off a seat'), ('give_back', 'give a seat back to its owner'), ('correct', 'correct an entry of a physical game'), ('strike', 'strike an entry of a physical game'), ('rename_seat', 'rename a seat'), ('rename', 'rename a person'), ('warn', 'warn a person'), ('mute', 'mute a person'), ('suspend', 'suspend an account'), ('close', 'close an account'), ('end_sessions', 'end the sessions of a person'), ('reset_link', 'make a link for a new password'), ('reveal', 'reveal the hidden cards of a game'), ('undo', 'undo an act')], max_length=16, verbose_name='act'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['game', 'target'], name='report_case'),
        ),
        migrations.AddField(
            model_name='hold',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='personnote',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='moderator'),
        ),
        migrations.AddField(
            model_name='personnote',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='readmark',
            name='moderator',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='hold',
            constraint=models.UniqueConstraint(fields=('user', 'digest'), name='one_hold'),
        ),
        migrations.AddConstraint(
            model_name='readmark',
            constraint=models.UniqueConstraint(fields=('queue', 'number', 'moderator'), name='one_read_mark'),
        ),
        migrations.RunPython(permit, migrations.RunPython.noop),
    ]

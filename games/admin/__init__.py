"""The desk: where moderators look at games and people and act on them, in the stock admin.

Everything is read-only to the admin itself. What moderators do goes through ``games.services.moderation``, ``reports``
and ``appeals``, and this package only shows it.
"""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import act, appeal, entry, game, report, user
from games.admin.by_number import by_number

__all__ = ["act", "appeal", "entry", "game", "report", "user"]

admin.site.site_header = admin.site.site_title = settings.BRAND
admin.site.index_title = _("Desk")
admin.site.enable_nav_sidebar = False
admin.site.disable_action("delete_selected")
admin.site.admin_view = by_number(admin.site.admin_view)  # type: ignore[assignment,method-assign]

# What they show is secret (second factors) or private (addresses), and nobody moderates by it.
for model in (EmailAddress, EmailConfirmation, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)

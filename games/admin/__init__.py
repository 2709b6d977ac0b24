"""Admin site for moderators, on Django's stock admin.

The pages of rows are read-only. Moderators act through ``games.services.moderation`` and ``games.services.reports``.
"""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import action_log, appeals, entries, games, reports, tournaments, users
from games.admin.base import refuse_to_field

__all__ = ["action_log", "appeals", "entries", "games", "reports", "tournaments", "users"]

admin.site.site_header = admin.site.site_title = settings.BRAND
admin.site.index_title = _("Moderation")
admin.site.enable_nav_sidebar = False
admin.site.disable_action("delete_selected")
admin.site.admin_view = refuse_to_field(admin.site.admin_view)  # type: ignore[assignment,method-assign]

"""Root URL configuration."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.api.api import api
from games.views.accounts.allauth_overrides import confirm_email, reset_password
from games.views.js_catalog import javascript_catalog

# Staff log in on the same page as all accounts, with the same rate limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.views.urls")),
    path("api/", api.urls),
    path("account/password/reset/", reset_password),
    path("account/confirm-email/<str:key>/", confirm_email, name="account_confirm_email"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("jsi18n/<slug:language>/<slug:release>/", javascript_catalog, name="sentences"),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"

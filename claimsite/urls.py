"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.pages.api.site import api
from games.pages.people.forgotten import forgotten
from games.pages.sentences import sentences

# Staff log in where everybody does, with the same limits and the same second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.pages.urls")),
    path("", include("games.pages.reports.urls")),
    path("api/", api.urls),
    path("account/password/reset/", forgotten),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("jsi18n/<slug:language>/<slug:release>/", sentences, name="sentences"),
]

handler400 = "games.pages.errors.bad_request"
handler403 = "games.pages.errors.forbidden"
handler404 = "games.pages.errors.not_found"
handler500 = "games.pages.errors.server_error"

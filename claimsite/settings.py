"""Django settings. Installations change them by environment variables, listed in docs/deployment.md."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from claimsite.environment import delivers_mail, env
from games.server import network
from games.server.secret_keys import get_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

BRAND = "Five Votes"

VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))
"""The folder for everything that the installation writes: secret key, database, collected files, compiled code."""
# Set before numba first compiles. The default is the folder of the code, which may not be writable.
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "numba"))

DEBUG = env.boolean("DEBUG", default=False)
SECRET_KEY = env.text("SECRET_KEY") or get_secret_key(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
"""Keys whose signatures stay valid while a new key replaces them."""

# --- Addresses and transport ----------------------------------------------------------------------

PORT = env.integer("PORT", default=8000, least=1, most=65535)
SITE_URL = "".join(env.origins("SITE_URL")[:1])
"""The public address (https://claim.example); empty on a local network, where the addresses are detected."""

EXTRA_ORIGINS = env.origins("EXTRA_ORIGINS")
local_hosts = () if SITE_URL else network.list_allowed_hosts(env.text("BIND"))
SITE_ORIGINS = [*([SITE_URL] if SITE_URL else network.list_origins(PORT, local_hosts)), *EXTRA_ORIGINS]
ALLOWED_HOSTS = [*local_hosts, *(urlsplit(origin).hostname or "" for origin in (SITE_URL, *EXTRA_ORIGINS) if origin)]

CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
HTTPS = SITE_URL.startswith("https://")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.boolean("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_ENGINE = "games.models.sessionstore"
SESSION_COOKIE_AGE = 180 * 24 * 3600
# Without https, browsers ignore the header and warn in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

TRUSTED_IP_HEADER = env.match("TRUSTED_IP_HEADER", r"[A-Za-z0-9-]+", "the name of a header, such as X-Real-IP")
"""The header in which the proxy in front passes the client's address (X-Real-IP); empty without a proxy."""

METRICS_TOKEN = env.match("METRICS_TOKEN", r"[A-Za-z0-9._~+/=-]+", "made of letters, digits and . _ ~ + / = -")
"""Opens /healthz, /readyz and /metrics to other machines; empty keeps them to this machine."""

# --- Applications and middleware ------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "simple_history",
    "csp",
    "corsheaders",
    "channels",
    "ninja",
    "games",
]

MIDDLEWARE = [
    "games.api.errors.JsonErrorMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "games.views.middleware.Utf8Middleware",
    "django.middleware.security.SecurityMiddleware",
    "games.server.static_files.StaticFilesMiddleware",
    "games.views.middleware.PublicPageGZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.views.js_catalog.CookielessCatalogMiddleware",
    "games.views.accounts.middleware.CookieKeepingSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.views.accounts.middleware.SuspensionMiddleware",
    "games.views.accounts.preference_cookies.PreferredLanguageMiddleware",
    "games.views.accounts.middleware.WarningMiddleware",
    "games.views.accounts.middleware.PrivatePageMiddleware",
    "games.views.accounts.middleware.StaffSecondFactorMiddleware",
]

ROOT_URLCONF = "claimsite.urls"
ASGI_APPLICATION = "claimsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.context_processors.site",
            ]
        },
    }
]

# --- Data -----------------------------------------------------------------------------------------

# Not a URL: the path of a folder called "games #1" would end at the hash sign.
SQLITE: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "db.sqlite3")}
DATABASES = {"default": env.database("DATABASE_URL") if env.text("DATABASE_URL") else SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE_PAGE = 4096
"""Page size of a new SQLite file, in bytes. A played card changes about seven pages."""
# games.eventlog.checkpoint runs the checkpoints, and says why connections must not.
init = f"PRAGMA page_size={SQLITE_PAGE}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": init}

# The minimum is one each for moves, LISTEN, presence, admission to sockets, pages and /readyz.
DATABASE_CONNECTIONS = env.integer("DATABASE_CONNECTIONS", default=10, least=6)
"""The most connections of a process to PostgreSQL: its pool and the ``UNPOOLED_CONNECTIONS`` of
``games.eventlog.connection_pool``."""

CHANNEL_URL = env.redis("CHANNEL_URL")
"""The Redis that all processes share: message bus, rate limits, cache."""
if CHANNEL_URL:
    timeouts = {"socket_timeout": 1, "socket_connect_timeout": 1}
    CACHES = {"default": {"BACKEND": "games.server.cache.RedisOrMemory", "LOCATION": CHANNEL_URL, "OPTIONS": timeouts}}
else:
    CACHES = {"default": {"BACKEND": "games.server.cache.Memory"}}

MINDS_QUEUE = env.boolean("MINDS_QUEUE", default=False)
"""Whether engine workers (`manage.py minds`) are asked first for the moves of bots and for reviews."""
if MINDS_QUEUE and not CHANNEL_URL:
    raise ImproperlyConfigured("MINDS_QUEUE needs CHANNEL_URL, because the queue is in Redis.")

RATE_LIMITS = env.boolean("RATE_LIMITS", default=True)
"""Off only for load measurements on a developer's machine."""

# --- Accounts -------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "games.accounts.signup.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_USERNAME_VALIDATORS = "games.accounts.signup.username_validators"
ACCOUNT_USER_DISPLAY = "games.accounts.signup.get_display_name"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "games.views.accounts.allauth_overrides.LoginForm",
    "signup": "games.views.accounts.allauth_overrides.SignupForm",
}
# By address alone: a limit for each name would let a stranger lock its owner out. The second factor, which follows
# the right password, is limited by account as well, and confirmations by the address they go to.
ACCOUNT_RATE_LIMITS = (
    {"signup": "10/m/ip,40/h/ip", "login_failed": "10/m/ip,60/h/ip", "confirm_email": "3/m/key,10/h/key"}
    if RATE_LIMITS
    else False
)
STAFF_SECOND_FACTOR = env.boolean("STAFF_SECOND_FACTOR", default=True)
"""Whether the admin requires a second factor; off for a local network whose phones have none."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = BRAND
MFA_FORMS = {
    "authenticate": "games.views.accounts.allauth_overrides.AuthenticateForm",
    "reauthenticate": "games.views.accounts.allauth_overrides.ReauthenticateForm",
    "authenticate_webauthn": "games.views.accounts.allauth_overrides.AuthenticateWebAuthnForm",
    "add_webauthn": "games.views.accounts.allauth_overrides.AddWebAuthnForm",
    "login_webauthn": "games.views.accounts.allauth_overrides.LoginWebAuthnForm",
    "reauthenticate_webauthn": "games.views.accounts.allauth_overrides.ReauthenticateWebAuthnForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

EMAIL_URL = env.text("EMAIL_URL")
EMAIL_CONFIGURED = delivers_mail(EMAIL_URL)
"""Whether there is a mail server. Without one, no page asks for an address, and no e-mail is written anywhere, not even
to the console, because e-mails have links that open accounts."""
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email*"] if EMAIL_CONFIGURED else []), "password1*"]
# A new account can play at once; its address counts once its owner opens the link in the e-mail. Until then several
# accounts may have the same address, so that no page reveals that another account has it.
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_CONFIGURED else "none"
ACCOUNT_PREVENT_ENUMERATION = "strict"
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_CONFIGURED
vars().update(env.mail(EMAIL_URL if EMAIL_CONFIGURED else "dummymail://", "EMAIL_URL"))
# A silent mail server must not block a thread or a page forever.
EMAIL_TIMEOUT = 20
PASSWORD_RESET_TIMEOUT = 3600
DEFAULT_FROM_EMAIL = env.text("FROM_EMAIL", default="webmaster@localhost")

PUSH_KEY = env.text("PUSH_KEY")
"""The private VAPID key of the site. If it is empty, games.server.vapid_key keeps one in VAR_DIR."""
PUSH_SERVICES = env.words(
    "PUSH_SERVICES",
    default=[
        *("fcm.googleapis.com", "updates.push.services.mozilla.com"),
        *("*.push.apple.com", "*.notify.windows.com"),
    ],
)
"""The only hosts that push messages are sent to, whatever endpoint a browser registers."""

# --- Languages and files --------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("id", "Bahasa Indonesia"), ("zh-hant", "繁體中文")]
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "games/texts/borrowed"]
USE_TZ = True
TIME_ZONE = "UTC"

# No other site uses these files, and the CORS header would be sent with each of them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder", "games.server.static_files.LibraryFinder"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "games.server.static_files.BundleStorage"},
}

# 'self' does not cover WebSockets in every browser, so their origins are listed; CSP has no form for IPv6 addresses.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF, *(origin.replace("http", "ws", 1) for origin in SITE_ORIGINS if "[" not in origin)],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Pages of other sites may read from the API what everybody may see. They may send no header, so a request with a token
# or a JSON body fails at its preflight. Without Access-Control-Allow-Credentials, browsers give them no response to a
# request with cookies.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("GET", "HEAD")
CORS_ALLOW_HEADERS = ()
CORS_EXPOSE_HEADERS = ("Retry-After",)

LOG_FORMAT = env.choice("LOG_FORMAT", "text", "json")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "games.server.logs.TextFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "games.server.logs.JsonFormatter"},
    },
    "filters": {
        "outages": {"()": "games.server.logs.OutageFilter"},
        "no_keys": {"()": "games.server.logs.SecretFilter"},
        "security_events": {"()": "games.server.logs.SecurityEventFilter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["outages", "no_keys", "security_events"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        # The first logger to report that PostgreSQL does not answer.
        "psycopg.pool": {"level": "WARNING"},
        # Refusals are normal responses; Django would log each one.
        "django.request": {"level": "ERROR"},
        # A request for an unknown host, or with too much form data, is the client's error and gets status 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}

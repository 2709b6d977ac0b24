"""Settings. Everything an installation may change is an environment variable, listed in docs/deployment.md."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from games.run import network
from games.run.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

BRAND = "Five Votes"

VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
"""Everything this installation writes: the key, the database, collected files, what is compiled."""
# numba reads it when the first ending is compiled; the folder of the code may not be writable.
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "numba"))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR_DIR / "secret_key")

# --- Where the site lives -------------------------------------------------------------------------

PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default="").rstrip("/")
"""The public address (https://claim.example); empty on a local network, where the addresses are detected."""

if SITE_URL:
    SITE_ORIGINS = [SITE_URL, *env.list("EXTRA_ORIGINS", default=[])]
    ALLOWED_HOSTS = [urlsplit(origin).hostname or "" for origin in SITE_ORIGINS]
else:
    local_hosts = network.hosts(env.str("BIND", default=""))
    SITE_ORIGINS = [*network.origins(PORT, local_hosts), *env.list("EXTRA_ORIGINS", default=[])]
    extra_hosts = (urlsplit(origin).hostname or "" for origin in env.list("EXTRA_ORIGINS", default=[]))
    ALLOWED_HOSTS = [*local_hosts, *extra_hosts]
if any("*" in origin for origin in SITE_ORIGINS):
    raise ImproperlyConfigured("SITE_URL and EXTRA_ORIGINS take full origins such as https://claim.example, never *.")

CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
HTTPS = SITE_URL.startswith("https://")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_ENGINE = "games.models.sessionstore"
SESSION_COOKIE_AGE = 180 * 24 * 3600
# On plain http browsers ignore it, and say so in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "games.pages.errors.csrf_failure"

TRUSTED_IP_HEADER = env.str("TRUSTED_IP_HEADER", default="")
"""The header in which the proxy in front hands over the visitor's address (X-Real-IP); empty without a proxy."""

SERVER = env.str("CLAIM_SERVER", default="") or "daphne"
"""What serves it: daphne, or uvicorn behind a proxy (games.run.uvicorns)."""
if SERVER not in ("daphne", "uvicorn"):
    raise ImproperlyConfigured("CLAIM_SERVER is daphne or uvicorn.")

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
"""Opens /healthz, /readyz and /metrics to others than this machine; empty opens them to nobody else."""

# --- Parts ----------------------------------------------------------------------------------------

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
    "channels",
    "ninja",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.pages.compressed.OpenPages",
    "csp.middleware.CSPMiddleware",
    "games.pages.sentences.AlikeForEverybody",
    "games.pages.people.session_cookie.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.pages.people.barred.BarredPeople",
    "games.pages.people.preferred.OwnLanguage",
    "games.pages.people.warned.WarnedPeople",
    "games.pages.people.private.PersonalPages",
    "games.pages.people.staff.SecondFactor",
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
                "games.pages.context.site",
            ]
        },
    }
]

# --- Data -----------------------------------------------------------------------------------------

# Not written as an address, in which a folder called "games #1" would end at its hash sign.
SQLITE: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "db.sqlite3")}
DATABASES = {"default": env.db("DATABASE_URL") if env.str("DATABASE_URL", default="") else SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE_PAGE = 4096
"""Bytes of a page of a new SQLite file. A card is put into some seven; those that share a commit share them."""
# games.store.checkpoint does the checkpoints, and says why connections must not.
init = f"PRAGMA page_size={SQLITE_PAGE}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": init}

DATABASE_CONNECTIONS = env.int("DATABASE_CONNECTIONS", default=10)
"""How many connections to PostgreSQL a process has at most: those of its pool, and games.store.pool.APART."""
if DATABASE_CONNECTIONS < 6:
    raise ImproperlyConfigured(
        "DATABASE_CONNECTIONS is at least 6: moves, notices, presence, arrivals, pages, /readyz."
    )

CHANNEL_URL = env.str("CHANNEL_URL", default="")
"""The Redis that all processes share: their news, the limits, the cache."""
if CHANNEL_URL:
    patience = {"socket_timeout": 1, "socket_connect_timeout": 1}
    CACHES = {"default": {"BACKEND": "games.run.cache.RedisOrMemory", "LOCATION": CHANNEL_URL, "OPTIONS": patience}}
else:
    CACHES = {"default": {"BACKEND": "games.run.cache.Memory"}}

MINDS_QUEUE = env.bool("MINDS_QUEUE", default=False)
"""Whether the site's own opponents and reviews are first asked of `manage.py minds`, wherever that runs."""
if MINDS_QUEUE and not CHANNEL_URL:
    raise ImproperlyConfigured("MINDS_QUEUE needs CHANNEL_URL: the queue is in Redis.")

TABLES_COMPILED = env.bool("TABLES_COMPILED", default=True)
"""Whether a process with a table loads the compiler numba, where it is installed."""

RATE_LIMITS = env.bool("RATE_LIMITS", default=True)
"""Off only for load measurements on one's own machine."""

# --- People ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "games.people.backend.SocketBackend",
]
"""The last one logs nobody in: sockets read by it whose session they bring."""
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "games.people.signup.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_USERNAME_VALIDATORS = "games.people.signup.username_validators"
ACCOUNT_USER_DISPLAY = "games.people.signup.shown"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "games.pages.people.account_forms.LoginForm",
    "signup": "games.pages.people.account_forms.SignupForm",
}
# By address alone: a limit for each name would let anybody lock its owner out. The second factor, which only those who
# know the password are asked for, is limited by account as well.
ACCOUNT_RATE_LIMITS = {"signup": "10/m/ip,40/h/ip", "login_failed": "10/m/ip,60/h/ip"} if RATE_LIMITS else False
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=True)
"""Whether the admin opens only for staff with a second factor; off for a local network whose phones have none."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = BRAND
MFA_FORMS = {
    "authenticate": "games.pages.people.factor_forms.AuthenticateForm",
    "reauthenticate": "games.pages.people.factor_forms.ReauthenticateForm",
}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_CONFIGURED = bool(EMAIL_URL) and not EMAIL_URL.startswith("console")
"""Letters hold links that open accounts, so without a server for them nothing of them is written anywhere."""
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if EMAIL_CONFIGURED else "email", "password1*"]
vars().update(env.email_url_config(EMAIL_URL if EMAIL_CONFIGURED else "dummymail://"))
# A server that says nothing must not keep a thread, or a page, for ever.
EMAIL_TIMEOUT = 20
PASSWORD_RESET_TIMEOUT = 3600
DEFAULT_FROM_EMAIL = env.str("FROM_EMAIL", default="webmaster@localhost")

PUSH_KEY = env.str("PUSH_KEY", default="")
"""The private key by which push services know this site; empty: games.run.pushkey keeps one in VAR_DIR."""
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        *("fcm.googleapis.com", "updates.push.services.mozilla.com"),
        *("*.push.apple.com", "*.notify.windows.com"),
    ],
)
"""Where the site sends what browsers are to be told, and nowhere else, whatever a browser says."""

# --- Languages and files --------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("id", "Bahasa Indonesia"), ("zh-hant", "繁體中文")]
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "games/words/borrowed"]
USE_TZ = True
TIME_ZONE = "UTC"

# Nobody else's pages use these files, and sixty of them carry their headers at a first visit.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder", "games.run.static.Collected"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "games.run.static.Storage"},
}

# 'self' does not cover web sockets in every browser, so they are named; IPv6 addresses cannot be.
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

LOG_FORMAT = env.str("LOG_FORMAT", default="text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured("LOG_FORMAT is text or json.")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "games.run.logs.Text", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "games.run.logs.Json"},
    },
    "filters": {"no_keys": {"()": "games.run.logs.KeepNoKeys"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["no_keys"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        # Whoever waited for a connection says that there was none.
        "psycopg.pool": {"level": "ERROR"},
        # A page that is refused is an answer; Django would write a traceback for it.
        "django.request": {"level": "ERROR"},
        # A request for a name that is not ours is answered with 400; it is no fault to write a traceback about.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}

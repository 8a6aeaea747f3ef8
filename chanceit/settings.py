"""All settings. None has to be given: without any, this is a table for one living room.

CHANCEIT_DATA        folder for the database, the secret key and collected static files   (data; else the user's own)
CHANCEIT_SECRET_KEY  32 characters or more, only when several machines serve one site     (made, kept in data)
CHANCEIT_HOSTS       names of a public site, separated by commas                          (this machine's own)
CHANCEIT_HTTPS       1 behind a proxy that speaks https and sets X-Forwarded-Proto        (0)
CHANCEIT_DEBUG       1 shows errors in the browser and reloads templates                  (0)
CHANCEIT_LOG_LEVEL   DEBUG, INFO, WARNING or ERROR                                        (WARNING)
CHANCEIT_METRICS     1 answers /metrics, for whoever counts what a site does              (0)
CHANCEIT_MOST_TABLES    tables that are kept at the same time                             (100000)
CHANCEIT_MOST_BOXES     boxes of people's own that are kept on shelves, and at tables     (10000)
CHANCEIT_MOST_ENTRIES   how long the log of a table may become                            (100000)
CHANCEIT_TABLES_A_DAY   tables that one address may open in a day                         (200)
CHANCEIT_EVENINGS    what is kept of games that are over: house (all may look), own (those who played), off
                     (house, and off as soon as the site has a name or https)
DATABASE_URL         postgresql://user:password@host:port/name                            (SQLite in data)
CHANCEIT_RATES       off lets everybody ask as often as they like: for measuring, not for a site   (on)
REDIS_URL            redis://host:port/0, when several processes serve the tables         (in memory)
"""

import os
import re
import secrets
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path
from psycopg.conninfo import conninfo_to_dict

from chanceit.web.addresses import AllowedHosts


def text_setting(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def list_setting(name: str) -> list[str]:
    return [part.strip() for part in text_setting(name).split(",") if part.strip()]


def choice_setting(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = text_setting(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(choices)}")
    return value


KEEPING = ("house", "own", "off")


def flag_setting(name: str) -> bool:
    return choice_setting(name, "0", ("0", "1")) == "1"


def number_setting(name: str, default: int) -> int:
    value = text_setting(name, str(default))
    if not value.isascii() or not value.isdecimal() or not 1 <= int(value) <= 1_000_000_000:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number, at least 1")
    return int(value)


def hosts_setting(name: str) -> list[str]:
    """Names of this site. A wildcard would let any page of any site in, so there is none."""
    hosts = list_setting(name)
    for host in hosts:
        if not re.fullmatch(r"\.?\w[\w.-]*|\[[0-9a-f:]+\]", host, re.ASCII | re.IGNORECASE):
            raise ImproperlyConfigured(f"{name} has {host!r}, which is no name such as chanceit.example")
    return hosts


def secret_setting(name: str) -> str:
    value = text_setting(name)
    if value and (len(value) < 32 or len(set(value)) < 8):
        raise ImproperlyConfigured(f"{name} is too easy to guess; make one with: openssl rand -hex 32")
    return value


def url_setting(name: str, *schemes: str) -> str:
    """An address that begins with one of these schemes, or nothing. The error must not show its password."""
    value = text_setting(name)
    if not value:
        return ""
    if not value.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        raise ImproperlyConfigured(f"{name} must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    if not can_be_read(value):
        raise ImproperlyConfigured(f"{name} cannot be read; in a password write %40 for @, %2F for / and %25 for %")
    return value


def can_be_read(url: str) -> bool:
    """Whether password, host and port are told apart. If not, part of the password would be looked up as a host."""
    try:
        parts = urlsplit(url)
        if url.startswith("postgres"):  # where several hosts may have a port each
            has_ports = re.fullmatch(r"[\d,]*", str(conninfo_to_dict(url).get("port") or "")) is not None
        else:
            has_ports = parts.port is None or parts.port > 0
    except (ValueError, psycopg.Error):
        return False
    return has_ports and "@" not in parts.path and parts.netloc.count("@") <= 1


def data_folder(default: Path) -> Path:
    folder = Path(text_setting("CHANCEIT_DATA", str(default))).expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise ImproperlyConfigured(
            f"Nothing can be kept in {folder} ({error.strerror}). Name a folder of your own: --data FOLDER"
        ) from error


def kept_secret_key(file: Path) -> str:
    """The key in this file, made on the first start. Processes that start at once agree on one."""
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text()


POSTGRESQL_LIMITS = {
    "connect_timeout": "5",
    # A machine that has vanished is noticed after a minute, not after two hours.
    "keepalives": "1",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
}
# In milliseconds: a lock is given up before the whole statement is, so that the error says which it was.
POSTGRESQL_OPTIONS = "-c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=30000"


def postgresql(url: str) -> dict[str, Any]:
    parts = POSTGRESQL_LIMITS | conninfo_to_dict(url)
    # Of two that name the same limit the later counts: that of the URL.
    parts["options"] = f"{POSTGRESQL_OPTIONS} {parts.get('options', '')}".strip()
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # Under ASGI a request has a thread of its own for a moment, so connections are kept in a pool.
        "OPTIONS": {**parts, "pool": {"min_size": 1, "max_size": 10, "timeout": 5}},
    }


def sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # Tests use a file as well: in memory, threads would lock each other out in ways no table knows.
        "TEST": {"NAME": file.with_name("test.sqlite3")},
        "OPTIONS": {
            # FULL: a move that was acknowledged is still there after a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
            # A transaction that will write says so at once and waits its turn, instead of failing half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 8,
        },
    }


def redis_layer(url: str) -> dict[str, Any]:
    return {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {
            "hosts": [
                {
                    "address": url,
                    # Longer than the layer's own blocking read of 5 s, which redis-py would cut off.
                    "socket_timeout": 30,
                    # Only news travel here, which may be lost: nobody waits long for a Redis that is away.
                    "socket_connect_timeout": 2,
                    "max_connections": 1000,
                }
            ],
            # All listeners of a process share one queue, and what does not fit is dropped without a word.
            "capacity": 100_000,
            # A table may stay open for weeks; by default its listeners are forgotten after a day.
            "group_expiry": 60 * 60 * 24 * 60,
        },
    }


PACKAGE = Path(__file__).resolve().parent
IS_CHECKOUT = not (PACKAGE / "templates").exists()
"""A wheel has templates and static files inside this package, a checkout has them beside it."""
BASE_DIR = PACKAGE.parent if IS_CHECKOUT else PACKAGE
DATA_DIR = data_folder(BASE_DIR / "data" if IS_CHECKOUT else user_data_path("chanceit", appauthor=False))

DEBUG = flag_setting("CHANCEIT_DEBUG")
HTTPS = flag_setting("CHANCEIT_HTTPS")
SERVED_AT = ""
"""The address that `serve` listens at, if it is one alone."""
SECRET_KEY = secret_setting("CHANCEIT_SECRET_KEY") or kept_secret_key(DATA_DIR / "secret-key")
ALLOWED_HOSTS = AllowedHosts(hosts_setting("CHANCEIT_HOSTS"))

INSTALLED_APPS = [
    "chanceit",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "chanceit.web.middleware.counted",
    "django.middleware.security.SecurityMiddleware",
    "chanceit.web.middleware.StaticFiles",  # compressed already; a script or stylesheet needs no policy of its own
    "chanceit.web.middleware.content_security_policy",
    "chanceit.web.middleware.Compressed",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "chanceit.web.middleware.Passing",
]

ASGI_APPLICATION = "chanceit.asgi.application"
ROOT_URLCONF = "chanceit.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.i18n",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "chanceit.web.screens.site",
            ],
        },
    },
]

# Where moves are kept, and how processes tell each other of them
DATABASE_URL = url_setting("DATABASE_URL", "postgresql", "postgres")
DATABASES = {"default": postgresql(DATABASE_URL) if DATABASE_URL else sqlite(DATA_DIR / "chanceit.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = url_setting("REDIS_URL", "redis", "rediss", "unix")
CHANNEL_LAYERS = {
    "default": redis_layer(REDIS_URL) if REDIS_URL else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# Languages
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [PACKAGE / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {"staticfiles": {"BACKEND": "chanceit.web.static_files.HashedStaticFiles"}}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Also the files of other versions: WhiteNoise by itself trusts only the hashes of this one.
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}\.\w+$"

INSTALLABLE = HTTPS
"""Whether pages may be put on a home screen. A table in a living room is gone tomorrow, so it is not one to install."""

# Security. A table in a living room is plain http: there is no certificate for 192.168.1.20, so nothing here
# may ask a phone for https unless the site really has it.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Browsers ignore this header on plain http and complain about it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "chanceit.web.pages.forbidden"

METRICS = flag_setting("CHANCEIT_METRICS")
DATA_UPLOAD_MAX_MEMORY_SIZE = 400_000
"""Bytes of a form. The largest is a box, which may have 100,000, and three times as many once it is escaped."""
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50
# What strangers can fill up
MOST_TABLES = number_setting("CHANCEIT_MOST_TABLES", 100_000)
MOST_BOXES = number_setting("CHANCEIT_MOST_BOXES", 10_000)
MOST_ENTRIES = number_setting("CHANCEIT_MOST_ENTRIES", 100_000)
"""Of a log. It is read whole when somebody comes to the table; a long evening of six has two thousand."""
TABLES_A_DAY = number_setting("CHANCEIT_TABLES_A_DAY", 200)
EVENINGS = choice_setting("CHANCEIT_EVENINGS", "off" if list_setting("CHANCEIT_HOSTS") or HTTPS else "house", KEEPING)
RATES = choice_setting("CHANCEIT_RATES", "on", ("on", "off")) == "on"

LOG_LEVEL = choice_setting("CHANCEIT_LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "chanceit.reporting.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL},  # instead of Django's own handlers
        # A page that is not there is no news, least of all on a site that the whole world can see.
        "django.request": {"level": "ERROR" if LOG_LEVEL == "WARNING" else LOG_LEVEL},
        # Nor is a machine that tries addresses instead of names, or sends what is no form: anybody could fill the log.
        "django.security": {"level": LOG_LEVEL if LOG_LEVEL == "DEBUG" else "CRITICAL"},
        # Its questions to the database hold what is stored: seeds, and what people have chosen.
        "django.db.backends": {"level": "WARNING"},
        # What it says of a page quotes all that the page is made of: guide cards, and links for taking over.
        "django.template": {"level": "WARNING"},
    },
}

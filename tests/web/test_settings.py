import asyncio
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from channels_redis.core import RedisChannelLayer
from django.db import connection

from chanceit.settings import redis_layer
from tests.web.conftest import run_python

SHOW = """
import json
from chanceit import settings
print(json.dumps([getattr(settings, name) for name in {!r}], default=str))
"""


def settings_with(data: Path, *names: str, **environment: str) -> list:
    result = run_python("-c", SHOW.format(names), data=data, **environment)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_no_setting_has_to_be_given(tmp_path: Path):
    debug, https, databases, layers = settings_with(tmp_path, "DEBUG", "HTTPS", "DATABASES", "CHANNEL_LAYERS")
    assert not debug
    assert not https
    assert databases["default"]["NAME"] == str(tmp_path / "chanceit.sqlite3")
    assert layers["default"]["BACKEND"] == "channels.layers.InMemoryChannelLayer"


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path):
    folder = tmp_path / "new"
    with ThreadPoolExecutor() as at_once:
        keys = list(at_once.map(lambda _: settings_with(folder, "SECRET_KEY")[0], range(4)))
    assert len(set(keys)) == 1
    assert len(keys[0]) >= 50
    assert [file.name for file in folder.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    given = "0123456789abcdef" * 2
    assert settings_with(folder, "SECRET_KEY", CHANCEIT_SECRET_KEY=given) == [given]


HTTPS_SETTINGS = ("SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")


def test_a_table_in_a_living_room_never_asks_for_https(tmp_path: Path):
    assert not any(settings_with(tmp_path, *HTTPS_SETTINGS))


def test_a_public_site_insists_on_https(tmp_path: Path):
    assert all(settings_with(tmp_path, *HTTPS_SETTINGS, CHANCEIT_HTTPS="1"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CHANCEIT_HTTPS", "yes"),
        ("CHANCEIT_DEBUG", "True"),
        ("CHANCEIT_LOG_LEVEL", "loud"),
        ("DATABASE_URL", "mysql://chanceit:s3cret@db/chanceit"),
        ("DATABASE_URL", "postgresql://chanceit:s3cret%zz@db/chanceit"),
        ("DATABASE_URL", "postgresql://chanceit:s3cret/more@db/chanceit"),
        ("DATABASE_URL", "postgresql://chanceit:12/s3cret@db/chanceit"),
        ("DATABASE_URL", "postgresql://chanceit:one@s3cret@db/chanceit"),
        ("DATABASE_URL", "postgresql://chanceit@db:s3cret/chanceit"),
        ("REDIS_URL", "cache.example:6379/s3cret"),
        ("REDIS_URL", "redis://:s3cret/more@cache.example:6379/0"),
        ("REDIS_URL", "redis://:12/s3cret@cache.example:6379/0"),
        ("REDIS_URL", "redis://:[s3cret@cache.example:6379/0"),
        ("CHANCEIT_SECRET_KEY", "s3cret"),
        ("CHANCEIT_SECRET_KEY", "s3cret" * 10),
        ("CHANCEIT_HOSTS", "chanceit.example,*"),
        ("CHANCEIT_HOSTS", "."),
        ("CHANCEIT_HOSTS", "*.chanceit.example"),
        ("CHANCEIT_HOSTS", "https://chanceit.example"),
        ("CHANCEIT_METRICS", "on"),
        ("CHANCEIT_MOST_TABLES", "many"),
        ("CHANCEIT_MOST_ENTRIES", "0"),
        ("CHANCEIT_MOST_BOXES", "-5"),
        ("CHANCEIT_TABLES_A_DAY", "1e3"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused_by_name(tmp_path: Path, name: str, value: str):
    result = run_python("-c", "import chanceit.settings", data=tmp_path, **{name: value})
    assert result.returncode != 0
    assert f"ImproperlyConfigured: {name}" in result.stderr
    assert "s3cret" not in result.stderr


def test_the_names_of_a_site_are_taken_as_they_are(tmp_path: Path):
    names = "chanceit.example,.tables.example,192.0.2.7,[2001:db8::7]"
    [hosts] = settings_with(tmp_path, "ALLOWED_HOSTS", CHANCEIT_HOSTS=names)
    assert hosts[:4] == names.split(",")


def test_metrics_are_off_unless_somebody_wants_them(tmp_path: Path):
    assert settings_with(tmp_path, "METRICS") == [False]
    assert settings_with(tmp_path, "METRICS", CHANCEIT_METRICS="1") == [True]


def test_a_data_folder_that_is_none_is_refused_in_words(tmp_path: Path):
    (tmp_path / "taken").touch()
    result = run_python("manage.py", "check", data=tmp_path / "taken")
    assert result.returncode == 1
    assert result.stderr.startswith(f"Nothing can be kept in {tmp_path / 'taken'} (")


def test_a_database_url_is_read_as_postgresql_reads_it(tmp_path: Path):
    url = "postgresql://eva:a%40b@db.example:5433/tables?sslmode=require"
    [databases] = settings_with(tmp_path, "DATABASES", DATABASE_URL=url)
    database = databases["default"]
    assert [database[part] for part in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        *("tables", "eva", "a@b", "db.example", "5433")
    ]
    assert database["OPTIONS"]["sslmode"] == "require"


@pytest.mark.django_db
def test_sqlite_keeps_what_it_has_acknowledged():
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert connection.transaction_mode == "IMMEDIATE"


def test_postgresql_needs_its_address_and_nothing_else(tmp_path: Path, postgres_url: str):
    for command in (["migrate", "--verbosity", "0"], ["migrate", "--check"]):
        result = run_python("manage.py", *command, data=tmp_path, DATABASE_URL=postgres_url)
        assert (result.returncode, result.stderr) == (0, "")
    assert not (tmp_path / "chanceit.sqlite3").exists()


SHOW_LIMITS = """
from django.db import connection
with connection.cursor() as cursor:
    for limit in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        print(cursor.execute(f"SHOW {limit}").fetchone()[0])
    print(connection.connection.info.get_parameters()["connect_timeout"])
"""


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ("", ["10s", "8s", "30s", "5"]),
        ("?connect_timeout=9&options=-c%20statement_timeout%3D0", ["0", "8s", "30s", "9"]),
    ],
)
def test_postgresql_waits_for_nothing_for_ever(tmp_path: Path, postgres_url: str, given: str, limits: list[str]):
    result = run_python("manage.py", "shell", "-c", SHOW_LIMITS, data=tmp_path, DATABASE_URL=postgres_url + given)
    assert result.stdout.split()[-4:] == limits, result.stderr


@pytest.fixture
async def layer(redis_url: str):
    config = redis_layer(redis_url)["CONFIG"]
    config["hosts"][0]["socket_connect_timeout"] = 20  # a busy machine is no Redis that is away
    layer = RedisChannelLayer(**config)
    yield layer
    await layer.flush()


async def test_redis_lets_a_quiet_table_wait(layer: RedisChannelLayer):
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(RedisChannelLayer.brpop_timeout + 1)
    assert not waiting.done()
    await layer.group_send("table", {"type": "moved", "number": 7})
    assert await asyncio.wait_for(waiting, 20) == {"type": "moved", "number": 7}


async def test_redis_loses_nothing_when_many_tables_move_at_once(layer: RedisChannelLayer):
    channels = [await layer.new_channel() for _ in range(200)]
    for number, channel in enumerate(channels):
        await layer.group_add(f"table{number}", channel)
    for move in range(3):
        await asyncio.gather(
            *(layer.group_send(f"table{number}", {"type": "moved", "number": move}) for number in range(200))
        )
    for channel in channels:
        got = [(await asyncio.wait_for(layer.receive(channel), 20))["number"] for _ in range(3)]
        assert sorted(got) == [0, 1, 2]

"""deploy/ and docs/hosting.md: the examples must work, and name nothing that does not exist."""

import asyncio
import configparser
import contextlib
import datetime
import http.client
import ipaddress
import json
import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import websockets
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.core.management import CommandError, call_command, get_commands

from chanceit import settings
from tests.conftest import PATIENCE, find_program, free_port, running
from tests.web.conftest import ROOT, run_python
from tests.web.people import NoRedirect, Person, Server

DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
SETTINGS = set(re.findall(r"^([A-Z_]+) ", settings.__doc__, re.MULTILINE))
UNITS = sorted(path.name for path in (DEPLOY / "systemd").glob("*.service"))


# compose.yaml and the Dockerfile


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_compose_names_only_settings_files_and_services_that_exist():
    services = compose()["services"]
    for service in services.values():
        assert ("build" in service) or ":" in service["image"], "an image of a known version"
        for other, how in service.get("depends_on", {}).items():
            assert (
                how["condition"] != "service_healthy" or "healthcheck" in services[other] or "build" in services[other]
            )
        for mount in service.get("volumes", []):
            here = mount.split(":")[0]
            assert here in compose()["volumes"] or here in ("./certificate", "./acme") or (DEPLOY / here).is_file(), (
                mount
            )
    assert set(services["server"]["environment"]) <= SETTINGS
    assert services["server"]["environment"] == services["prepare"]["environment"]
    assert (DEPLOY / services["server"]["build"]["context"] / services["server"]["build"]["dockerfile"]).is_file()
    [upstream] = re.findall(r"server (\w+):8000;", (DEPLOY / "nginx" / "upstream-compose.conf").read_text())
    assert upstream in services


def test_every_container_has_a_limit_and_challenges_reach_nginx():
    services = compose()["services"]
    assert all("mem_limit" in service for service in services.values())
    assert "./acme:/var/www/html:ro" in services["proxy"]["volumes"]
    assert "root /var/www/html;" in (DEPLOY / "nginx" / "chanceit.conf").read_text()


def test_the_image_has_all_that_the_server_needs_and_nothing_else():
    copied = set()
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
                copied.add(source)
    kept = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().split() if line.startswith("!")}
    assert kept == copied
    assert {"pyproject.toml", "requirements.txt", "chanceit", "rules", "templates", "static"} <= copied


def test_the_image_is_made_in_two_stages_and_runs_as_somebody_who_owns_nothing_but_the_data():
    image = (DEPLOY / "Dockerfile").read_text()
    _told, building, running = image.split("FROM ")
    [stage] = re.findall(r"^\S+ AS (\w+)$", building, re.MULTILINE)
    assert f"COPY --from={stage} /srv/chanceit /srv/chanceit" in running
    assert running.index("RUN useradd") < running.index("USER chanceit") < running.index("CMD [")
    assert "HEALTHCHECK" in running
    assert not re.search("amd64|arm64|x86|apt", re.sub("^#.*$", "", image, flags=re.MULTILINE)), "the same for all"


def commands_in(text: str) -> Iterator[list[str]]:
    text = text.replace('", "', " ").replace('"]', "")
    for match in re.finditer(r'(?:^ *|`|\["|/bin/)chanceit ([a-z].*)', text, re.MULTILINE):
        yield shlex.split(match[1].split("`")[0].split("#")[0].split(">")[0])


@pytest.mark.parametrize(
    "file", ["compose.yaml", "Dockerfile", *[f"systemd/{unit}" for unit in UNITS], "../docs/hosting.md"]
)
def test_every_command_in_the_examples_exists_with_its_options(file: str):
    found = list(commands_in((DEPLOY / file).read_text()))
    assert found
    for command, *arguments in found:
        assert command in get_commands(), command
        options = [word for word in arguments if word.startswith("--")]
        if options:
            from django.core.management import load_command_class

            parser = load_command_class(get_commands()[command], command).create_parser("chanceit", command)
            known = {option for action in parser._actions for option in action.option_strings}
            assert set(options) <= known, (command, options)


# systemd


def service_of(unit: str) -> configparser.SectionProxy:
    parsed = configparser.ConfigParser(interpolation=None, strict=False)
    parsed.optionxform = str
    parsed.read(DEPLOY / "systemd" / unit)
    return parsed["Service"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_runs_the_project_as_a_user_of_its_own(unit: str):
    service = service_of(unit)
    assert service["User"] == "chanceit"
    assert service["EnvironmentFile"] == "/etc/chanceit.env"
    assert service["ExecStart"].startswith(f"{service['WorkingDirectory']}/bin/chanceit ")


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_has_limits_and_may_do_little(unit: str):
    service = service_of(unit)
    assert {"MemoryMax", "TasksMax"} <= set(service)
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectory"] == "chanceit"
    assert service["CapabilityBoundingSet"] == ""
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "MemoryDenyWriteExecute"):
        assert service[name] == "yes"


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_a_unit_little_exposed(unit: str):
    analyze = find_program("systemd-analyze")
    said = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", str(DEPLOY / "systemd" / unit)],
        capture_output=True,
        text=True,
    )
    [exposure] = re.findall(r"Overall exposure level.*: ([\d.]+)", said.stdout)
    assert float(exposure) < 2, said.stdout
    assert "Unknown" not in said.stderr, said.stderr


def test_the_settings_file_names_only_settings_that_exist():
    lines = (DEPLOY / "systemd" / "chanceit.env").read_text().splitlines()
    given = {line.split("=")[0] for line in lines if line and not line.startswith("#")}
    assert given <= SETTINGS


# docs/hosting.md


def test_the_page_explains_every_setting():
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", HOSTING, re.MULTILINE))
    assert explained == SETTINGS


def test_the_page_names_only_files_that_exist():
    for name in re.findall(r"`(deploy/[^`]+)`", HOSTING):
        assert (ROOT / name).exists() or name in ("deploy/certificate/", "deploy/acme/"), name
    for name in re.findall(r"\]\(([^)#:]+)\)", HOSTING):
        assert (ROOT / "docs" / name).exists(), name


# Starting several processes


def test_a_service_does_not_move_to_another_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken"):
            call_command("serve", "--this-port-only", "--address", "127.0.0.1", "--port", str(port))


# nginx, with everything that a public site has behind it


class Site:
    """What a `Person` needs to know of it."""

    def __init__(self, port: int, plain_port: int, certificate: Path, log: Path) -> None:
        self.port = port
        self.plain_port = plain_port
        self.url = f"https://localhost:{port}"
        self.certificate = certificate
        self.tls = ssl.create_default_context(cafile=str(certificate))
        self.log = log

    def requests(self, path: str, at_least: int) -> list[dict[str, str]]:
        """What nginx has noted about these requests, which it does a moment after it has answered."""
        until = time.monotonic() + PATIENCE
        while True:
            noted = [json.loads(line) for line in self.log.read_text().splitlines() if path in line]
            if len(noted) >= at_least or time.monotonic() > until:
                return noted
            time.sleep(0.02)


class SecurePerson(Person):
    """Somebody whose browser trusts the site's certificate and says where it comes from."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)  # type: ignore[arg-type]
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), urllib.request.HTTPSHandler(context=site.tls), NoRedirect
        )
        self.browser.addheaders = [("Origin", site.url)]

    async def socket(self, code: str, role: str) -> websockets.ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return await websockets.connect(
            f"wss://localhost:{self.server.port}/ws/{code}/{role}",
            ssl=self.server.tls,  # type: ignore[attr-defined]
            origin=self.server.url,
            additional_headers={"Cookie": cookies},
        )


def make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def nginx_configuration(folder: Path, port: int, plain_port: int, servers: list[Server]) -> Path:
    """The files of deploy/nginx with the names and numbers of this test, and what Debian has around them."""
    site = (DEPLOY / "nginx" / "chanceit.conf").read_text()
    for printed, here in [
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("/etc/ssl/chanceit/", f"{folder}/"),
        ("/var/cache/chanceit", f"{folder}/cache"),
    ]:
        assert printed in site, printed
        site = site.replace(printed, here)
    upstream = (DEPLOY / "nginx" / "upstream.conf").read_text()
    upstream, count = re.subn(
        r"(    server 127\.0\.0\.1:\d+;\n)+", "".join(f"    server 127.0.0.1:{s.port};\n" for s in servers), upstream
    )
    assert count == 1
    log = '{"request": "$request", "to": "$upstream_addr", "cache": "$upstream_cache_status", '
    log += '"status": "$status", "key": "$chanceit_table"}'
    file = folder / "nginx.conf"
    file.write_text(
        f"""
        {"user root;" if os.geteuid() == 0 else ""}
        pid {folder}/nginx.pid;
        error_log {folder}/error.log;
        events {{}}
        http {{
            log_format told escape=json '{log}';
            access_log {folder}/access.log told;
            set_real_ip_from 127.0.0.1;
            real_ip_header Comes-From;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            {upstream}
            {site}
        }}
        """
    )
    return file


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str) -> Iterator[list[Server]]:
    environment = {
        "CHANCEIT_HTTPS": "1",
        "CHANCEIT_RATES": "off",
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
    }
    data = tmp_path_factory.mktemp("data")
    assert run_python("manage.py", "prepare", data=data, **environment).returncode == 0
    servers = [Server(data, **environment).start() for _process in range(2)]
    yield servers
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, servers: list[Server]) -> Iterator[Site]:
    nginx = find_program("nginx", "/usr/sbin/nginx")
    folder = tmp_path_factory.mktemp("nginx")
    make_certificate(folder)
    port, plain_port = free_port(), free_port()
    file = nginx_configuration(folder, port, plain_port, servers)
    with running(
        *(nginx, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file), "-g", "daemon off;"),
        ready=lambda: socket.create_connection(("127.0.0.1", port)).close(),
        stop=signal.SIGTERM,
    ):
        yield Site(port, plain_port, folder / "fullchain.pem", folder / "access.log")


def test_static_files_come_from_the_cache_and_foreign_headers_are_not_believed(site: Site):
    host = SecurePerson(site)
    status, page = host.get("/")
    assert status == 200
    style = re.search(r'href="(/static/css/[^"]+)"', page)[1]
    for _time in range(2):
        with host.browser.open(site.url + style) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
    assert [noted["cache"] for noted in site.requests(style, 2)] == ["MISS", "HIT"]
    # If the server believed this one, it would answer with a redirect to https.
    request = urllib.request.Request(f"{site.url}/", headers={"X-Forwarded-Proto": "http"})
    with host.browser.open(request) as answer:
        assert answer.status == 200
        assert "max-age" in answer.headers["Strict-Transport-Security"]


async def test_a_table_is_found_by_its_code_and_nothing_else_is_taken_for_one(site: Site):
    host = SecurePerson(site)
    code = host.open_table()
    assert host.get(f"/{code.lower()}?from=letter") == (302, f"/{code}?from=letter")
    assert host.get(f"/{code.lower()}/table") == (302, f"/{code}/table")
    for path in (f"/{code}", f"/{code}/table", f"/{code}/watch", f"/{code}/no-such-page"):
        host.get(path)
    await (await host.socket(code, "table")).close()
    by_code = [noted for noted in site.requests(f"/{code}", 5) if noted["key"] == code]
    assert len(by_code) == 5
    assert len({noted["to"] for noted in by_code}) == 1
    for path in ("/open", "/find", "/rules/chance_it", "/solo", "/health", "/language", "/"):
        host.get(path)
        assert {noted["key"] for noted in site.requests(f"GET {path} ", 1)} == {"127.0.0.1"}


def test_metrics_are_not_for_the_world(site: Site):
    for path in ("/metrics", "/metrics/", "/metrics?all"):
        assert SecurePerson(site).get(path)[0] == 404
    assert {noted["to"] for noted in site.requests("/metrics", 3)} == {""}


@pytest.mark.parametrize(
    ("crowd", "stranger"),
    [
        (["192.0.2.1"], "192.0.2.2"),
        ([f"2001:db8:0:1:{number:x}::a0a" for number in range(600)], "2001:db8:0:2::a0a"),
    ],
)
def test_too_many_requests_from_one_home_are_held_back(site: Site, crowd: list[str], stranger: str):
    def come_from(*addresses: str) -> list[int]:
        """Over one line, as a browser keeps it: there are to be many a second, also of a slow machine."""
        statuses = []
        with contextlib.closing(http.client.HTTPSConnection("localhost", site.port, context=site.tls)) as line:
            for address in addresses:
                line.request("GET", "/no-such-page", headers={"Comes-From": address})
                with line.getresponse() as answer:
                    answer.read()
                    statuses.append(answer.status)
        return statuses

    everybody = [crowd[number % len(crowd)] for number in range(600)]
    assert set(come_from(*everybody[:200])) == {404}
    found: set[int] = set()
    until = time.monotonic() + PATIENCE
    while 429 not in found and time.monotonic() < until:  # a machine that is busy now may be quicker in a moment
        with ThreadPoolExecutor(16) as at_once:
            statuses = at_once.map(lambda part: come_from(*everybody[200 + part :: 16]), range(16))
            found |= {status for part in statuses for status in part}
    assert 429 in found
    assert found <= {404, 429}
    assert come_from(stranger) == [404]


def test_what_is_too_large_is_refused(site: Site):
    person = SecurePerson(site)
    person.get("/")
    assert person.post("/open", box="x" * 500_000)[0] == 413
    person.browser.addheaders = [("X-Large", "x" * 9000)]
    assert person.get("/")[0] in (400, 494)


async def test_a_public_site_behind_nginx(site: Site, servers: list[Server]):
    """Pages, cookies and sockets through TLS; one process for a table, and another one when that has died."""
    assert get_plain(site) == (301, "https://127.0.0.1/BCDF")

    host = SecurePerson(site)
    assert host.get("/health") == (200, '{"database": "ok"}')
    code = host.open_table()
    assert all(cookie.secure for cookie in host.cookies)

    table = await host.socket(code, "table")
    guests = [await example_client(site, code, name) for name in ("Robin", "Kim")]
    await until(table, lambda view: len(view["table"]["players"]) == 2)
    await table.send('{"type": "manage", "id": "begin", "do": {"do": "begin"}}')
    view = await until(table, lambda view: view["number"] > 10)

    # All of this table is in one process, which now dies.
    [address] = {noted["to"] for noted in site.requests(f"/{code}", 2)}
    [unlucky] = [server for server in servers if address == f"127.0.0.1:{server.port}"]
    unlucky.kill()
    with contextlib.suppress(websockets.ConnectionClosedError):
        async for frame in table:
            view = json.loads(frame) if '"type":"view"' in frame else view
    table = await host.socket(code, "table")
    again = await until(table, lambda _view: True)
    assert again["number"] >= view["number"]
    for guest in guests:
        out, errors = await asyncio.wait_for(guest.communicate(), 60)
        assert out.startswith(b"won by"), errors.decode()
    await until(table, lambda view: view["table"]["status"] == "over")
    await table.close()
    sockets = [noted["to"] for noted in site.requests(f"/ws/{code}/", 6) if noted["status"] == "101"]
    assert sockets[0] == address
    assert sockets[-1] != address


def get_plain(site: Site) -> tuple[int, str]:
    try:
        urllib.request.build_opener(NoRedirect).open(f"http://127.0.0.1:{site.plain_port}/BCDF")
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers["Location"]
    raise AssertionError("not redirected")


async def until(table: websockets.ClientConnection, is_right: Any) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while True:
            message = json.loads(await table.recv())
            if message["type"] == "view" and is_right(message):
                return message


async def example_client(site: Site, code: str, name: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "docs" / "example_client.py"), site.url, code, name),
        env={**os.environ, "SSL_CERT_FILE": str(site.certificate)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )

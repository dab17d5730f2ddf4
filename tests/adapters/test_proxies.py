"""The configurations of nginx and Caddy that we give to operators, over TLS on a port of their own."""

import json
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.adapters.servers import ROOT, VOIDSIEGE, Game, Server, serving

RUNNING = ROOT / "adapters" / "running"
KEY = "a-key-of-an-organiser-0123456789"
FORGED = "203.0.113.9"
SOON = 10
"""Seconds: fewer than those after which a silent feed says that it is still there."""
GUESSES = 20


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])


def certificate(folder: Path) -> Path:
    """A certificate for localhost and its key, in two files."""
    key, now = generate_private_key(SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    here = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    signed = made.add_extension(here, critical=False).sign(key, SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "privkey.pem").write_bytes(private)
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    return folder / "fullchain.pem"


@contextmanager
def nginx(folder: Path, umpire: int, port: int) -> Iterator[Path]:
    """nginx with our server block; gives the certificate to trust."""
    trusted = certificate(folder)
    block = (RUNNING / "nginx.conf").read_text("utf-8")
    for written, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/letsencrypt/live/umpire.example", str(folder)),
        ("umpire.example", "localhost"),
        ("127.0.0.1:8000", f"127.0.0.1:{umpire}"),
    ):
        assert written in block
        block = block.replace(written, here)
    (folder / "umpire.conf").write_text(block, "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;\n" if os.getuid() == 0 else ""
    whole = f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    whole += f"http {{\naccess_log off;\n{places}include {folder}/umpire.conf;\n}}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    with running(program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")):
        yield trusted


@contextmanager
def caddy(folder: Path, umpire: int, port: int) -> Iterator[Path]:
    """Caddy with our Caddyfile, and certificates of its own making; gives the root to trust."""
    own = (
        f"admin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system {folder}"
    )
    whole = f"{{\n{own}\n}}\nimport {RUNNING / 'Caddyfile'}\n"
    (folder / "Caddyfile").write_text(whole, "utf-8")
    settings = {
        "UMPIRE_NAME": f"localhost:{port}",
        "UMPIRE_UPSTREAM": f"127.0.0.1:{umpire}",
        "HOME": str(folder),
    }
    with running(program("caddy"), "run", "--config", str(folder / "Caddyfile"), **settings):
        yield folder / "pki/authorities/local/root.crt"


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, f"{name} is not installed"
    return found


@contextmanager
def running(*command: str, **settings: str) -> Iterator[None]:
    with subprocess.Popen(command, env={**os.environ, **settings}) as one:
        try:
            yield
        finally:
            one.terminate()


PROXIES: dict[str, Callable[..., Any]] = {"nginx": nginx, "caddy": caddy}


@pytest.fixture(scope="module", params=PROXIES)
def behind(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, Server]]:
    """A client that speaks TLS with the proxy before a server."""
    folder = tmp_path_factory.mktemp(request.param)
    port = free_port()
    with serving(folder / "games.umpire", key=KEY) as server:
        with PROXIES[request.param](folder, server.port, port) as trusted:
            with client_of(f"https://localhost:{port}", trusted) as client:
                yield client, server


@contextmanager
def client_of(url: str, trusted: Path) -> Iterator[httpx.Client]:
    for _ in range(600):
        sleep(0.1)
        if trusted.exists():
            tls = ssl.create_default_context(cafile=trusted)
            with httpx.Client(base_url=url, verify=tls, timeout=SOON) as client:
                try:
                    client.get("/health").raise_for_status()
                except httpx.HTTPError:
                    continue
                yield client
                return
    raise AssertionError("the proxy does not answer")


def opened_behind(client: httpx.Client) -> Game:
    answer = client.post("/api/games", json=VOIDSIEGE, headers={"authorization": f"Bearer {KEY}"})
    assert answer.status_code == 201, answer.text
    return Game(answer.json()["game"], answer.json()["tokens"], client)


def test_a_player_enters_with_a_secure_cookie(behind: Any) -> None:
    client, _ = behind
    game = opened_behind(client)
    own_page = {"origin": str(client.base_url), "sec-fetch-site": "same-origin"}
    said = {"token": game.tokens["ana"]}
    answer = client.post(f"/enter/{game.id}", data=said, headers=own_page)
    assert answer.status_code == 303, answer.text
    assert "; Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]
    page = client.get(answer.headers["location"])
    assert page.status_code == 200 and "ana" in page.text


def test_another_site_is_still_refused(behind: Any) -> None:
    client, _ = behind
    game = opened_behind(client)
    elsewhere = {"origin": "https://elsewhere.example"}
    said = {"token": game.tokens["ana"]}
    assert client.post(f"/enter/{game.id}", data=said, headers=elsewhere).status_code == 403


def test_the_feed_comes_at_once(behind: Any) -> None:
    client, _ = behind
    game = opened_behind(client)
    with client.stream("GET", game.path("/feed"), headers=game.as_("ben")) as feed:
        lines = feed.iter_lines()
        for n in range(1, 4):
            assert game.step("ana", {"do": "note", "text": f"note {n}"}).status_code == 200
            entry = next(line for line in lines if line.startswith("data: "))
            assert json.loads(entry[6:])["said"]["text"] == f"note {n}"


def test_a_forged_address_is_not_believed(behind: Any) -> None:
    client, server = behind
    for n in range(GUESSES + 1):
        forged = f"{FORGED[:-1]}{n}"
        names = ("x-forwarded-for", "x-real-ip", "forwarded")
        headers = dict.fromkeys(names, forged)
        headers |= {"forwarded": f"for={forged}", "authorization": f"Bearer {n:>024}"}
        status = client.post("/api/games", json=VOIDSIEGE, headers=headers).status_code
    assert status == 429
    told = [line for line in server.lines() if "a wrong key from" in line]
    assert told and all("a wrong key from 127.0.0.1" in line for line in told)

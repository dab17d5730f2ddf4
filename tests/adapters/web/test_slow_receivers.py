"""A receiver has one limit of time for a whole request, however it spends it."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from queue import Queue
from socket import create_server, socket

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from adapters.web.webhooks import timed_post

HERE = "127.0.0.1"
DRIP = 0.02


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate and its key for this machine, which is trusted here."""
    key, now = generate_private_key(SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HERE)])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address(HERE))])
    signed = made.add_extension(here, critical=False).sign(key, SHA256())
    path = tmp_path / "here.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + signed.public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return path


def accepted(place: socket, certificate: Path | None) -> socket:
    line = place.accept()[0]
    if certificate is None:
        return line
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    return tls.wrap_socket(line, server_side=True)


@contextmanager
def receiver(
    answer: bytes, certificate: Path | None = None
) -> Iterator[tuple[str, "Queue[bytes]"]]:
    """An address that answers with this and then, byte by byte, never comes to an end."""
    heard, over = Queue[bytes](), threading.Event()
    with create_server((HERE, 0)) as place:

        def drip() -> None:
            with suppress(OSError), accepted(place, certificate) as line:
                heard.put(line.recv(1 << 16))
                line.sendall(answer)
                while not over.wait(DRIP):
                    line.sendall(b"a")

        threading.Thread(target=drip, daemon=True).start()
        scheme = "https" if certificate else "http"
        yield f"{scheme}://{HERE}:{place.getsockname()[1]}/chat", heard
        over.set()


SLOW = {
    "the first line": b"HTTP/1.1 ",
    "a header": b"HTTP/1.1 200 OK\r\nx: ",
    "the content": b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n",
}


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
@pytest.mark.parametrize("answer", SLOW.values(), ids=SLOW)
def test_a_receiver_whose_answer_drips_is_left(
    answer: bytes, secure: bool, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timed_post, "PATIENCE", 0.5)
    with receiver(answer, certificate if secure else None) as (url, _):
        telling = threading.Thread(target=timed_post.post, args=(url, {"game": "g"}), daemon=True)
        telling.start()
        telling.join(15)
        assert not telling.is_alive()


def test_a_receiver_is_told_over_tls(certificate: Path, caplog: pytest.LogCaptureFixture) -> None:
    with receiver(b"HTTP/1.1 204 No Content\r\n\r\n", certificate) as (url, heard):
        timed_post.post(url, {"game": "g"})
        request = heard.get(timeout=10)
    assert request.startswith(b"POST /chat HTTP/1.1\r\n")
    assert "nobody could be told" not in caplog.text


def test_every_address_of_a_host_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first of them nobody listens."""
    with receiver(b"HTTP/1.1 204 No Content\r\n\r\n") as (url, heard):
        found = [(0, 0, 0, "", (host, 0)) for host in ("127.0.0.9", HERE)]
        monkeypatch.setattr(timed_post, "getaddrinfo", lambda *_, **__: found)
        timed_post.post(url.replace(HERE, "chat.example"), {"game": "g"})
        assert b"host: chat.example" in heard.get(timeout=10).lower()

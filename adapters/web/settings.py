"""The operator's settings: UMPIRE_… in the environment, or options of `umpire serve`."""

import re
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

BURST = 2
"""Steps allowed at once, as a multiple of those per second."""
AT_HOME, ABROAD = 5_000.0, 50.0
"""Steps per second of one token where nothing is set: on loopback, and elsewhere."""

ADDRESS = re.compile(r"https?://[^/\s?#@]+(/[^\s?#]*)?")
WEBHOOK = re.compile(r"https?://[^/\s?#@]+([/?][!-~]*)?", re.ASCII)
LONG = 24
"""Fewest characters of a key beyond loopback, so that it cannot be guessed."""


class WebSettings(BaseSettings):
    """The settings of a server."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    key: SecretStr = SecretStr("")
    """Opens games and reads metrics; several, one for each organiser, with spaces or commas between.

    Needed when bound beyond loopback, and where `public_url` leads beyond it.
    """
    judge_key: SecretStr = SecretStr("")
    """A tournament's judges are the judge of every game with it; several, each `name:key` or a key alone."""
    public_url: str = ""
    """Where phones reach this server: links and codes lead there. Empty: where it was asked for."""
    webhook: str = ""
    """A URL that gets JSON with a chat message when a game waits for somebody else or a judge is called."""
    webhook_hosts: str = ""
    """Hosts, with commas between, to which a game may be opened with a webhook of its own."""
    call_webhook: str = ""
    """A URL that gets JSON, without names, for every call at an event."""
    receipt_key: Path | None = None
    """An Ed25519 key in a file, with which the receipts of rulings are signed; unsigned without it."""
    organisers_share: bool = False
    """Any organiser gives seats of any game; else only the one whose key opened it."""
    token_days: int = Field(default=90, ge=1, le=3650)
    steps_per_second: float | None = Field(default=None, gt=0)
    """For one token; None: AT_HOME on loopback, ABROAD elsewhere."""
    streams_per_token: int = Field(default=2000, ge=1)
    most_step: int = Field(default=64 * 1024, ge=1024)
    most_record: int = Field(default=1024 * 1024, ge=1024)
    """Bytes of a body."""
    connections_per_address: int | None = Field(default=None, ge=1)
    """None: the default for remote addresses; for loopback only the limit of open files."""
    most_games: int = Field(default=10_000, ge=1)
    """Opened with one key, in a day."""
    most_forks: int = Field(default=200, ge=1)
    """Of a game, its forks' forks among them."""
    most_entries: int = Field(default=20_000, ge=1)
    """Of a game."""
    most_said: int = Field(default=16 * 1024 * 1024, ge=1024)
    """Bytes of all that was said in a game."""
    live_games: int = Field(default=1024, ge=1)
    """Games kept in memory; any other is read again when somebody takes a step in it."""
    patience: float = Field(default=10.0, gt=0)
    """Seconds for a request to arrive, and for a client to read what it is sent."""
    shutdown: int = Field(default=10, ge=1)
    """Seconds in which accepted requests are still answered once the server is told to stop."""

    numbers: Path | None = None
    """The folder to which the workers write their counts; chosen when the server starts."""

    @property
    def most_form(self) -> int:
        """Largest form, in bytes: URL encoding may triple a record."""
        return self.most_record * 3

    @property
    def on_loopback(self) -> bool:
        return _is_loopback(self.host)

    @property
    def _reached_from_beyond(self) -> str:
        """How others than this machine reach the server; empty where nobody does."""
        if not self.on_loopback:
            return f"bound to {self.host}"
        at = _host_of(self.public_url)
        return "" if at is None or _is_loopback(at) else f"reached at {self.public_url}"

    @property
    def pace(self) -> float:
        return self.steps_per_second or (AT_HOME if self.on_loopback else ABROAD)

    @property
    def organisers(self) -> tuple[tuple[str, str], ...]:
        """Name and key of each organiser; the name is their place in the list where the key has none."""
        named = enumerate(_named_keys(self.key), 1)
        return tuple((name or str(place), key) for place, (name, key) in named)

    @property
    def keys(self) -> tuple[str, ...]:
        """The operator's keys."""
        return tuple(key for _, key in self.organisers)

    @property
    def webhook_places(self) -> tuple[str, ...]:
        """The hosts to which a game's own webhook may lead."""
        return tuple(self.webhook_hosts.replace(",", " ").split())

    @property
    def judges(self) -> tuple[tuple[str, str], ...]:
        """Name and key of each judge; the name is empty where the key has none."""
        return _named_keys(self.judge_key)

    def refusal(self) -> str | None:
        """Why a server may not start with these settings; None if it may."""
        keys = [("UMPIRE_KEY", key) for key in self.keys]
        keys += [("UMPIRE_JUDGE_KEY", key) for _, key in self.judges]
        for whose, who, named in (
            ("UMPIRE_KEY", "organiser", _named_keys(self.key)),
            ("UMPIRE_JUDGE_KEY", "judge", self.judges),
        ):
            if not all(key for _, key in named):
                a = "an" if who == "organiser" else "a"
                return f"{whose} names {a} {who} without a key; expected name:key"
            names = [name for name, _ in named if name]
            if len(set(names)) < len(names):
                return f"two {who}s in {whose} have one name: every {who} has their own"
        if len({key for _, key in keys}) < len(keys):
            return "two keys are equal: every key in UMPIRE_KEY and UMPIRE_JUDGE_KEY is another one"
        if self.public_url and not (
            ADDRESS.fullmatch(self.public_url) and _host_of(self.public_url)
        ):
            return f"UMPIRE_PUBLIC_URL: expected an address as https://umpire.example, not “{self.public_url}”"
        for whose, url in (
            ("UMPIRE_WEBHOOK", self.webhook),
            ("UMPIRE_CALL_WEBHOOK", self.call_webhook),
        ):
            if url and not WEBHOOK.fullmatch(url):  # such an address is a secret: it is not told
                return f"{whose}: expected an address as https://chat.example/hooks/1, whole and without a user"
        beyond = self._reached_from_beyond
        if not beyond:
            return None
        short = next((name for name, key in keys if len(key) < LONG), None)
        if short is not None:
            return f"{beyond}, a key has at least {LONG} characters: {short} is shorter"
        if self.keys:
            return None
        return (
            f"{beyond}, beyond this machine, anybody could open games: set UMPIRE_KEY to a "
            "long secret that opening a game then asks for"
            + ("" if self.on_loopback or self.public_url else ", or bind to 127.0.0.1")
        )


def _host_of(address: str) -> str | None:
    """The host of an address; None where it has none."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _named_keys(secret: SecretStr) -> tuple[tuple[str, str], ...]:
    """Name and key of each part, `name:key` or a key alone."""
    parts = secret.get_secret_value().replace(",", " ").split()
    return tuple((name, key) for name, _, key in (part.rpartition(":") for part in parts))

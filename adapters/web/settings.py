"""What the operator decides: by UMPIRE_… in the environment, or by options of `umpire serve`."""

import re
from ipaddress import ip_address
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

BURST = 2
"""Seconds' worth of steps that may come at once."""
AT_HOME, ABROAD = 5_000.0, 50.0
"""Steps per second of one token where nothing is set: on loopback, and elsewhere."""

ADDRESS = re.compile(r"https?://[^/\s?#@]+(/[^\s?#]*)?")
LONG = 24
"""Characters of a key beyond this machine: what cannot be found by trying."""


class WebSettings(BaseSettings):
    """The settings of a server."""

    model_config = SettingsConfigDict(env_prefix="UMPIRE_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    key: SecretStr = SecretStr("")
    """Opens games and reads metrics; several, one for each organiser, with spaces or commas between.

    Needed when bound beyond loopback.
    """
    judge_key: SecretStr = SecretStr("")
    """A tournament's judges are the judge of every game with it; several, each `name:key` or a key alone."""
    public_url: str = ""
    """Where phones reach this server: links and codes lead there. Empty: where it was asked for."""
    webhook: str = ""
    """An address that is told whom each game waits for: text for a chat, as JSON."""
    webhook_hosts: str = ""
    """Hosts, with commas between, to which whoever opens a game may have it told as well."""
    call_webhook: str = ""
    """An address that is told of every call at an event, as JSON without names."""
    receipt_key: Path | None = None
    """An Ed25519 key in a file, with which the receipts of rulings are signed; unsigned without it."""
    token_days: int = Field(default=90, ge=1, le=3650)
    steps_per_second: float | None = Field(default=None, gt=0)
    """Of one token; none leaves it to where the server is bound."""
    streams_per_token: int = Field(default=2000, ge=1)
    most_step: int = Field(default=64 * 1024, ge=1024)
    most_record: int = Field(default=1024 * 1024, ge=1024)
    """Bytes of a body."""
    connections_per_address: int | None = Field(default=None, ge=1)
    """None leaves it to where the address is: this machine's own are bounded by open files only."""
    most_games: int = Field(default=10_000, ge=1)
    """Opened with one key, in a day."""
    most_forks: int = Field(default=200, ge=1)
    """Of a game, its forks' forks among them."""
    most_entries: int = Field(default=20_000, ge=1)
    """Of a game."""
    most_said: int = Field(default=16 * 1024 * 1024, ge=1024)
    """Bytes of all that was said in a game."""
    live_games: int = Field(default=1024, ge=1)
    """Kept in memory; any other is read again when somebody steps in it."""
    patience: float = Field(default=10.0, gt=0)
    """Seconds in which a body must have arrived and a listener must take what it is sent."""
    shutdown: int = Field(default=10, ge=1)
    """Seconds in which what was accepted is still answered."""

    numbers: Path | None = None
    """Where the workers of a server leave what they count; chosen when it starts."""

    @property
    def most_form(self) -> int:
        """Bytes of a form: a record in it may have three for each of its own."""
        return self.most_record * 3

    @property
    def on_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def pace(self) -> float:
        return self.steps_per_second or (AT_HOME if self.on_loopback else ABROAD)

    @property
    def keys(self) -> tuple[str, ...]:
        """The operator's keys."""
        return tuple(self.key.get_secret_value().replace(",", " ").split())

    @property
    def webhook_places(self) -> tuple[str, ...]:
        """The hosts of chats that a game may be opened with."""
        return tuple(self.webhook_hosts.replace(",", " ").split())

    @property
    def judges(self) -> tuple[tuple[str, str], ...]:
        """Name and key of each judge; the name is empty where the key has none."""
        parts = self.judge_key.get_secret_value().replace(",", " ").split()
        return tuple((name, key) for name, _, key in (part.rpartition(":") for part in parts))

    def refusal(self) -> str | None:
        """Why a server does not start under these settings; none when it may."""
        keys = [("UMPIRE_KEY", key) for key in self.keys]
        keys += [("UMPIRE_JUDGE_KEY", key) for _, key in self.judges]
        if not all(key for _, key in keys):
            return "UMPIRE_JUDGE_KEY names a judge without a key; expected name:key"
        names = [name for name, _ in self.judges if name]
        if len(set(names)) < len(names):
            return "two judges in UMPIRE_JUDGE_KEY have one name: every judge has their own"
        if len({key for _, key in keys}) < len(keys):
            return "two keys are equal: every key in UMPIRE_KEY and UMPIRE_JUDGE_KEY is another one"
        if self.public_url and not ADDRESS.fullmatch(self.public_url):
            return f"UMPIRE_PUBLIC_URL: expected an address as https://umpire.example, not “{self.public_url}”"
        if self.on_loopback:
            return None
        short = next((name for name, key in keys if len(key) < LONG), None)
        if short is not None:
            return f"bound to {self.host}, a key has at least {LONG} characters: {short} is shorter"
        if self.keys:
            return None
        return (
            f"bound to {self.host}, beyond this machine, anybody could open games: set UMPIRE_KEY to a "
            "long secret that opening a game then asks for, or bind to 127.0.0.1"
        )

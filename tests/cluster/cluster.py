"""A cluster on one machine, made of the very files that operators are given: adapters/running/cluster.

The three machines of the recipe are three addresses of the loopback network. Each has an etcd, and a
Patroni with its PostgreSQL; HAProxy stands before them. Everything is in one folder and ends with it.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from time import monotonic, sleep
from typing import Any

import httpx
import psutil
import psycopg
import yaml

from tests.adapters.servers import ROOT

RECIPE = ROOT / "adapters" / "running" / "cluster"
NAMES = "one", "two", "three"
PROGRAMS = "etcd", "patroni", "haproxy"
LONG = 120.0
"""Seconds in which the cluster has to have a leader with a standby."""
SECRET = "umpire-password"


def missing() -> list[str]:
    """The programs of the recipe that are not installed here."""
    return [one for one in PROGRAMS if not shutil.which(one, path=_path())] + (
        [] if _binaries() else ["postgresql"]
    )


def _path() -> str:
    return f"{os.environ.get('PATH', '')}:/usr/bin:/usr/sbin"


def _binaries() -> Path | None:
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@dataclass
class Machine:
    """One of the three, with what runs on it."""

    name: str
    address: str
    folder: Path
    etcd: subprocess.Popen[bytes] | None = None
    patroni: subprocess.Popen[bytes] | None = None

    def postmaster(self) -> int:
        """The process of PostgreSQL. Raises OSError where it does not run."""
        return int((self.folder / "data/postmaster.pid").read_text("utf-8").split()[0])

    def processes(self) -> list[psutil.Process]:
        """Patroni, PostgreSQL with all it has started, and etcd."""
        found = [one.pid for one in (self.patroni, self.etcd) if one is not None]
        with suppress(OSError, IndexError, ValueError):
            found.append(self.postmaster())
        whole = []
        for pid in found:
            with suppress(psutil.NoSuchProcess):
                first = psutil.Process(pid)
                whole += [first, *first.children(recursive=True)]
        return whole

    def tell(self, word: signal.Signals) -> None:
        for one in self.processes():
            with suppress(psutil.NoSuchProcess):
                one.send_signal(word)

    def go_deaf(self) -> None:
        """PostgreSQL gets nothing more from its leader, until its first process goes on."""
        first = psutil.Process(self.postmaster())
        first.suspend()
        for one in first.children():
            if "walreceiver" in " ".join(one.cmdline()):
                one.terminate()

    def asked(self, what: str) -> httpx.Response | None:
        """Patroni's answer; None where it gives none."""
        try:
            return httpx.get(f"http://{self.address}:8008/{what}", timeout=2)
        except httpx.HTTPError:
            return None


@dataclass
class Cluster:
    """Three machines and the proxy that leads to whoever leads them."""

    folder: Path
    port: int
    machines: list[Machine] = field(default_factory=list)
    haproxy: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://umpire:{SECRET}@127.0.0.1:{self.port}/umpire"

    def start(self) -> None:
        net = ".".join(["127", *(str(SystemRandom().randint(1, 250)) for _ in range(2))])
        for n, name in enumerate(NAMES, 1):
            self.machines.append(Machine(name, f"{net}.{n}", self.folder / name))
            self.machines[-1].folder.mkdir()
            _give(self.machines[-1].folder)
        for machine in self.machines:
            self.start_etcd(machine)
        for machine in self.machines:
            self.start_patroni(machine)
        config = self.folder / "haproxy.cfg"
        config.write_text(
            self._text("haproxy.cfg").replace("127.0.0.1:5000", f"127.0.0.1:{self.port}")
        )
        self.haproxy = self._run("haproxy", "-db", "-f", str(config), log="haproxy")
        self.settled()

    def _text(self, name: str, machine: Machine | None = None) -> str:
        """A file of the recipe, with the addresses and folders of here."""
        text = (RECIPE / name).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        if machine is not None:
            # The lines of a machine's own; the list of all three is the same on each.
            own = f"10.0.0.{NAMES.index(machine.name) + 1}"
            lines = [
                line
                if "INITIAL_CLUSTER=" in line
                else line.replace("10.0.0.1", own).replace("NAME=one", f"NAME={machine.name}")
                for line in lines
            ]
            places = {
                "/var/lib/etcd/umpire": str(machine.folder / "etcd"),
                "/var/lib/postgresql/umpire": str(machine.folder / "data"),
                "/usr/lib/postgresql/15/bin": str(_binaries()),
            }
            for written, here in places.items():
                lines = [line.replace(written, here) for line in lines]
        text = "".join(lines).replace("10.0.0.0/24", "127.0.0.0/8")
        for n, one in enumerate(self.machines, 1):
            text = text.replace(f"10.0.0.{n}:", f"{one.address}:")
        return text

    def _settings(self, name: str, machine: Machine) -> dict[str, str]:
        lines = self._text(name, machine).splitlines()
        return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))

    def start_etcd(self, machine: Machine) -> None:
        settings = self._settings("etcd.env", machine)
        machine.etcd = self._run("etcd", log=f"{machine.name}/etcd", settings=settings)

    def start_patroni(self, machine: Machine) -> None:
        config = yaml.safe_load(self._text("patroni.yml"))
        # Three servers at one port: the socket in the file system would be the same.
        config["postgresql"]["parameters"]["unix_socket_directories"] = ""
        path = machine.folder / "patroni.yml"
        path.write_text(yaml.safe_dump(config), "utf-8")
        settings = self._settings("patroni.env", machine)
        machine.patroni = self._run(
            "patroni", str(path), log=f"{machine.name}/patroni", settings=settings
        )

    def _run(
        self, name: str, *words: str, log: str, settings: Mapping[str, str] | None = None
    ) -> Any:
        found = shutil.which(name, path=_path())
        assert found, f"{name} is not installed"
        kept = {key: os.environ[key] for key in ("LANG", "LC_ALL") if key in os.environ}
        path = self.folder / f"{log}.log"
        with path.open("ab") as out:
            return subprocess.Popen(
                [found, *words],
                cwd=path.parent,
                # Patroni keeps a file of passwords there.
                env={"PATH": _path(), "HOME": str(path.parent), **kept, **(settings or {})},
                stdout=out,
                stderr=out,
                start_new_session=True,
                **_as_postgres(),
            )

    def leader(self) -> Machine | None:
        for machine in self.machines:
            answer = machine.asked("primary")
            if answer is not None and answer.status_code == 200:
                return machine
        return None

    def standby(self) -> Machine | None:
        """One to which everything is written before it is acknowledged."""
        for machine in self.machines:
            answer = machine.asked("synchronous")
            if answer is not None and answer.status_code == 200:
                return machine
        return None

    def settled(self, *, whole: bool = True) -> Machine:
        """The leader, once it has a synchronous standby and, with `whole`, all three take part."""
        began = monotonic()
        while monotonic() - began < LONG:
            leader = self.leader()
            if leader is not None and self.standby() is not None and self._connects():
                there = [one for one in self.machines if _well(one)]
                if not whole or len(there) == len(self.machines):
                    return leader
            sleep(0.5)
        raise AssertionError(f"no leader with a standby: {self._tails()}")

    def _connects(self) -> bool:
        with suppress(psycopg.Error):
            psycopg.connect(self.superuser(), connect_timeout=3).close()
            return True
        return False

    def superuser(self) -> str:
        return f"postgresql://postgres:{self.password('SUPERUSER')}@127.0.0.1:{self.port}/postgres"

    def password(self, whose: str) -> str:
        """The password as the recipe has it."""
        return self._settings("patroni.env", self.machines[0])[f"PATRONI_{whose}_PASSWORD"]

    def _tails(self) -> str:
        return "\n".join(
            f"{one.name}: {one.read_text()[-800:]}" for one in self.folder.glob("**/*.log")
        )

    def end(self) -> None:
        everything = [one for machine in self.machines for one in machine.processes()]
        if self.haproxy is not None:
            everything.append(psutil.Process(self.haproxy.pid))
        for one in everything:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(everything, 10)
        # What Patroni began again between the look and its end.
        for machine in self.machines:
            machine.tell(signal.SIGKILL)


def _well(machine: Machine) -> bool:
    answer = machine.asked("health")
    return answer is not None and answer.status_code == 200


def _as_postgres() -> dict[str, Any]:
    """PostgreSQL does not run as root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


def _give(folder: Path) -> None:
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster with umpire's database in it; gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="umpire-cluster-"))
    _give(folder)
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    made = Cluster(folder, port)
    try:
        made.start()
        with psycopg.connect(made.superuser(), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE umpire LOGIN PASSWORD '{SECRET}'")
            connection.execute("CREATE DATABASE umpire OWNER umpire")
        yield made
    finally:
        made.end()
        shutil.rmtree(folder, ignore_errors=True)

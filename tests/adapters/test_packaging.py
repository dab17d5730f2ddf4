"""What is installed, and the image: nothing that the program reads is left behind."""

import re
import sys
import tomllib
from fnmatch import fnmatch
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from adapters.cli import COMMANDS, cli
from adapters.cli.errors import EXTRAS
from adapters.web.settings import WebSettings

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("domain", "application", "adapters", "event_schemas")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PAGES = (".md",)
"""Told to developers: the program reads none."""
FOR_OPERATORS = "adapters/running"
"""Files for other programs: a proxy, systemd, a cluster."""


def test_every_file_that_the_program_reads_is_package_data() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    files = [
        path
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    left = [
        str(path.relative_to(ROOT))
        for path in files
        if path.suffix not in (".py", *PAGES)
        and not path.is_relative_to(ROOT / FOR_OPERATORS)
        and not any(fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert left == []
    homeless = {
        str(path.parent.relative_to(ROOT))
        for path in files
        if path.suffix == ".py" and not (path.parent / "__init__.py").exists()
    }
    assert homeless <= {"event_schemas"}


def test_a_missing_extra_is_one_that_can_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(EXTRAS.values()) <= set(PROJECT["project"]["optional-dependencies"])
    for name in ("psycopg", "adapters.stores.postgres", "adapters.stores.postgres_rows"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    told = CliRunner().invoke(cli, ["games", "--db", "postgresql://umpire@localhost/umpire"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr == (
        "umpire: this needs the extra “postgres”, which is not installed; "
        "in the checkout: pip install '.[postgres]'\n"
    )


def test_the_image_is_built_from_what_is_there() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.M)
    names = [name for line in copied for name in line.split(" ")]
    assert set(PACKAGES) < set(names)
    assert all((ROOT / name).exists() for name in names)
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for name in names} <= set(let_in)
    (extras,) = re.findall(r"'\.\[(.+)\]'", DOCKERFILE)
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    assert PROJECT["project"]["readme"] in names
    assert set(PROJECT["project"]["license-files"]) <= set(names)
    assert re.findall(r'^CMD \["(\w+)"\]$', DOCKERFILE, re.M)[0] in COMMANDS


def test_the_services_run_commands_that_there_are_with_settings_that_there_are() -> None:
    services = COMPOSE["services"]
    assert services["umpire"]["environment"] == services["tables"]["environment"]
    for name in ("umpire", "tables"):
        assert services[name]["command"][0] in COMMANDS
        for variable in services[name]["environment"]:
            field = variable.removeprefix("UMPIRE_").lower()
            assert field in ("db", "forwarded_allow_ips") or field in WebSettings.model_fields
    assert services["umpire"]["depends_on"]["tables"] == {
        "condition": "service_completed_successfully"
    }
    made = COMPOSE["volumes"]
    mounted = {
        volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())
    }
    assert {volume for volume in mounted if not volume.startswith("./")} == set(made)


def test_only_the_proxy_is_reached_from_outside_and_it_is_believed() -> None:
    services = COMPOSE["services"]
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    assert {port.split(":")[0] for port in services["caddy"]["ports"]} == {"80", "443"}
    place = services["caddy"]["networks"]["default"]["ipv4_address"]
    (config,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert ip_address(place) in ip_network(config["subnet"])
    settings = services["umpire"]["environment"]
    assert settings["FORWARDED_ALLOW_IPS"] == place
    name = services["caddy"]["environment"]["UMPIRE_NAME"]
    assert settings["UMPIRE_PUBLIC_URL"] == f"https://{name}"
    (ours,) = (one for one in services["caddy"]["volumes"] if one.startswith("./"))
    assert (ROOT / ours.split(":")[0]).is_file()

"""Which rulesets there are: ours, and those that installed packages offer."""

import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from adapters.web import server
from adapters.web.settings import WebSettings
from application import rulesets
from application.rulesets import FOLDERS, GROUP, OURS, Folders, NoRuleset, place_in_a_ruleset
from domain.kernel.faults import RulesetFault


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Name → module, of what a package offers in this test."""
    found: dict[str, str] = {}

    def entry_points(*, group: str) -> list[metadata.EntryPoint]:
        return [metadata.EntryPoint(name, value, group) for name, value in found.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    monkeypatch.setattr(rulesets, "FOLDERS", Folders({name: FOLDERS[name] for name in OURS}))
    rulesets.ruleset.cache_clear()
    yield found
    rulesets.ruleset.cache_clear()


@pytest.fixture
def installed(
    offered: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., None]:
    """Installs packages, each with a ruleset of this name."""

    def install(name: str, **packages: str) -> None:
        found = []
        for package, module in packages.items():
            about = tmp_path / f"{package}-1.dist-info"
            about.mkdir()
            (about / "METADATA").write_text(f"Name: {package}\nVersion: 1\n")
            (about / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {module}\n")
            found += metadata.PathDistribution(about).entry_points
        monkeypatch.setattr(
            metadata, "entry_points", lambda *, group: [one for one in found if one.group == group]
        )

    return install


def test_a_ruleset_of_an_installed_package_is_found(offered: dict[str, str]) -> None:
    offered["toy"] = "tests.toy"
    assert rulesets.ruleset("toy").title == "Toy"
    assert [one.name for one in rulesets.rulesets()] == [*OURS, "toy"]


def test_no_package_takes_the_place_of_a_ruleset_of_ours(offered: dict[str, str]) -> None:
    offered["voidsiege"] = "tests.toy"
    assert rulesets.ruleset("voidsiege").title == "VoidSiege"


def test_a_package_that_takes_a_name_of_ours_is_told_of_with_both(
    installed: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    installed("voidsiege", stones="tests.toy")
    assert "voidsiege" in [one.name for one in rulesets.rulesets()]
    assert caplog.messages == [
        "umpire: stones has a ruleset “voidsiege”, as umpire itself does, whose own is used: "
        "uninstall stones, or give its ruleset another name."
    ]


def test_of_two_packages_with_one_name_none_is_used_and_both_are_named(
    installed: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    installed("toy", sticks="tests.toy", stones="tests.stones")
    sentence = (
        "sticks and stones both have a ruleset “toy”, so neither is used: uninstall one of them"
    )
    assert [one.name for one in rulesets.rulesets()] == list(OURS)
    assert caplog.messages == [f"umpire: {sentence}."]
    with pytest.raises(RulesetFault, match=sentence):
        rulesets.ruleset("toy")
    assert len(caplog.messages) == 1


def test_a_server_says_so_as_it_starts(
    installed: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed("toy", sticks="tests.toy", stones="tests.stones")
    monkeypatch.setattr(server, "FOLDERS", rulesets.FOLDERS)
    told: list[str] = []
    monkeypatch.setattr(rulesets, "_warn", told.append)

    def listens(_settings: object) -> None:
        raise OSError(*told)

    monkeypatch.setattr(server, "listening_socket", listens)
    monkeypatch.setattr(server, "to_stderr", lambda: None)
    with pytest.raises(OSError, match="sticks and stones both have a ruleset “toy”"):
        server.serve(WebSettings(), str(tmp_path / "games.umpire"))


def test_a_package_that_cannot_be_used_is_named_and_left_out_of_the_list(
    offered: dict[str, str],
) -> None:
    offered |= {"gone": "no_such_module", "other": "tests.toy", "empty": "tests.stores"}
    with pytest.raises(RulesetFault, match="gone: no_such_module cannot be imported"):
        rulesets.ruleset("gone")
    with pytest.raises(RulesetFault, match=r"empty: tests.stores has no RULESET$"):
        rulesets.ruleset("empty")
    with pytest.raises(RulesetFault, match=r"other: RULESET in tests.toy is no ruleset of this"):
        rulesets.ruleset("other")
    assert [one.name for one in rulesets.rulesets()] == list(OURS)


def test_a_folder_that_hides_its_module_is_named(
    offered: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made in the checkout, a package whose name is one word has a folder of the same name."""
    (tmp_path / "pebbles").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    offered["pebbles"] = "pebbles"
    with pytest.raises(RulesetFault) as why:
        rulesets.ruleset("pebbles")
    assert str(why.value) == (
        f"pebbles: pebbles has no RULESET, but is the folder {tmp_path}/pebbles: "
        "install the package in it with “pip install -e”"
    )


def test_a_name_in_a_record_names_no_code(offered: dict[str, str]) -> None:
    for name in ("tests.toy", "domain.voidsiege", "os"):
        with pytest.raises(NoRuleset, match="there is no ruleset"):
            rulesets.ruleset(name)
    assert GROUP == "umpire.rulesets"


def test_where_in_a_ruleset_a_fault_happened_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FOLDERS, "toy", "tests.toy")
    from tests.toy import view

    try:
        table: Any = None
        view(table, "ana")
    except AttributeError:
        place = place_in_a_ruleset(sys.exc_info()[2])
    assert place.startswith("toy: toy.py, line ")
    assert place.endswith(", in over")
    assert place_in_a_ruleset(None) == ""
    assert Path(rulesets.folder_of("toy")).name == "toy.py"

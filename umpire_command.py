"""Where the command `umpire` begins: its packages have plain names, and another's may be in the way."""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ("domain", "application", "adapters")


def in_the_way() -> str:
    """The package of somebody else that would be used instead of ours, in a sentence; empty where none is."""
    for name in PACKAGES:
        place = folder_of(find_spec(name))
        if place != HERE / name:
            found = f"{place} is used for it" if place else "it is not there"
            return (
                f"the package “{name}” of umpire is not found, {found}: install umpire in an "
                "environment of its own, and look into PYTHONPATH"
            )
    return ""


def folder_of(spec: ModuleSpec | None) -> Path | None:
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if spec is not None and not places and spec.origin:
        places = [spec.origin]
    return Path(places[0]).resolve() if places else None


def main() -> None:
    """The console script."""
    problem = in_the_way()
    if problem:
        sys.stderr.write(f"umpire: {problem}.\n")
        sys.exit(2)
    from adapters import INTERRUPTED

    try:
        from adapters.cli import main as command

        command()
    except KeyboardInterrupt:
        # While modules are imported click does not stand in between yet.
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()

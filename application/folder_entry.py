"""What stands in place of a file, in a folder or under a name, and why that is not read."""

from pathlib import Path


def why_no_file(path: Path) -> str:
    """Why this cannot be read as a file; empty where it can. A pipe would be waited for."""
    if path.is_file():
        return ""
    if not path.exists():
        if path.is_symlink():
            return f"a link that leads nowhere; expected a file at {path.readlink()}."
        return "there is no such file."
    if path.is_dir():
        return "a folder; expected a file."
    return "no file but a pipe, a socket or a device; expected a file."

"""What a folder holds in place of a file, and why that is not read."""

from pathlib import Path


def why_no_file(path: Path) -> str:
    """Why this entry of a folder cannot be read as a file; empty where it can."""
    if path.is_file():
        return ""
    if path.is_symlink() and not path.exists():
        return f"a link that leads nowhere; expected a file at {path.readlink()}."
    return "no file but a pipe, a socket or a device; expected a file."

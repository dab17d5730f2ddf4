"""A file that cannot be written is named as it was asked for; what is no file is never replaced by one."""

import errno
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest

from application.new_file import ExistsAlready, check_free, write_new


def test_on_a_read_only_disk_the_file_is_named_not_its_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: Any, **__: Any) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match="Read-only") as why:
        write_new(tmp_path / "x.yaml", b"record: 1\n")
    assert why.value.filename == str(tmp_path / "x.yaml")


def test_a_folder_in_which_nothing_may_be_written_is_told_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_free(tmp_path / "x.yaml")
    monkeypatch.setattr(os, "access", lambda *_: False)
    check_free(Path("/dev/null"))
    with pytest.raises(PermissionError) as why:
        check_free(tmp_path / "x.yaml")
    assert why.value.filename == str(tmp_path / "x.yaml")


@pytest.mark.parametrize("folder", ["/", "", ".", ".."])
def test_a_folder_is_no_file_to_write(folder: str) -> None:
    with pytest.raises(ExistsAlready, match="exists already; expected a new file"):
        write_new(Path(folder), b"record: 1\n")
    with pytest.raises(IsADirectoryError):
        write_new(Path(folder), b"record: 1\n", over=True)


def test_what_is_written_over_may_be_a_link_a_pipe_or_what_is_open_already(tmp_path: Path) -> None:
    """As with `-o /dev/stdout`: the link still leads there, the pipe is still one, and a log goes on."""
    file, link, pipe = tmp_path / "sheet.html", tmp_path / "newest.html", tmp_path / "pipe"
    file.write_bytes(b"of yesterday")
    link.symlink_to(file)
    write_new(link, b"of today", over=True)
    assert (link.readlink(), file.read_bytes()) == (file, b"of today")

    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_new(pipe, b"of today", over=True)
    assert pipe.is_fifo()
    assert os.read(reader, 100) == b"of today"
    os.close(reader)

    log = tmp_path / "log"
    with log.open("ab", buffering=0) as opened:
        opened.write(b"before, ")
        write_new(Path(f"/dev/fd/{opened.fileno()}"), b"of today", over=True)
    assert log.read_bytes() == b"before, of today"

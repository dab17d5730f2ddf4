"""A file that cannot be written is named as it was asked for."""

import errno
from pathlib import Path
from typing import Any, NoReturn

import pytest

from application.new_file import write_new


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

"""A folder has one owner at a time, and secrets stay private."""

import sys
from pathlib import Path

import pytest

from kloop.cli import app
from kloop.errors import StackError
from kloop.stack.owned_folder import FolderBusy, owned, secret, write_private


def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    """The second is refused until the first lets go, however it does."""
    with pytest.raises(ZeroDivisionError), owned(tmp_path / "new"):
        with pytest.raises(FolderBusy, match="kloop down"), owned(tmp_path / "new"):
            pass
        raise ZeroDivisionError
    with owned(tmp_path / "new"):
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way is an error that offers another folder."""
    (tmp_path / "file").touch()
    with pytest.raises(StackError, match="--state DIR"), owned(tmp_path / "file" / "below"):
        pass


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk or a read-only folder is one message and exit code 1, wherever it shows."""
    (tmp_path / "logs" / "kloop.log").mkdir(parents=True)
    monkeypatch.setattr(sys, "argv", ["kloop", "up", "--detach", "--state", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        app()
    assert ended.value.code == 1
    errors = capsys.readouterr().err
    assert "kloop.log" in errors and "Make room, or choose another --state DIR" in errors


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    """It is the same every time, long, private, and not that of another file."""
    first = secret(tmp_path / "one")
    assert first == secret(tmp_path / "one")
    assert len(first) >= 43
    assert first != secret(tmp_path / "two")
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """Rewriting leaves the new text, still private, and no other file behind."""
    write_private(tmp_path / "file", "longer than the next")
    write_private(tmp_path / "file", "next")
    assert (tmp_path / "file").read_text() == "next"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]

"""A folder has one owner at a time, and secrets stay private."""

from pathlib import Path

import pytest

from kloop.errors import StackError
from kloop.stack.owned_folder import Busy, owned, secret, write_private


def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    """The second is refused until the first lets go, however it does."""
    with pytest.raises(ZeroDivisionError), owned(tmp_path / "new"):
        with pytest.raises(Busy, match="kloop down"), owned(tmp_path / "new"):
            pass
        raise ZeroDivisionError
    with owned(tmp_path / "new"):
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way is an error that offers another folder."""
    (tmp_path / "file").touch()
    with pytest.raises(StackError, match="--state DIR"), owned(tmp_path / "file" / "below"):
        pass


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

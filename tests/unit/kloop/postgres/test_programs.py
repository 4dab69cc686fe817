"""PostgreSQL's programs, and who runs them."""

import os
from pathlib import Path

import pytest

from kloop.errors import StackError
from kloop.postgres import programs


def test_the_programs_come_with_the_package() -> None:
    """All that the stack runs."""
    assert {"initdb", "postgres", "pg_ctl"} <= {file.name for file in programs.binaries().iterdir()}


def test_without_the_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command that brings it."""
    monkeypatch.setattr(programs, "find_spec", lambda _: None)
    with pytest.raises(StackError, match=r"pip install knowledge_loop-….whl"):
        programs.binaries()


def test_only_root_hands_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody else runs the programs, and keeps the files."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    before = tmp_path.stat()
    programs.hand_over(tmp_path, tmp_path)
    assert programs.account() == {} and (tmp_path.stat().st_uid, tmp_path.stat().st_mode) == (
        before.st_uid,
        before.st_mode,
    )


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """With PostgreSQL's own words."""
    (tmp_path / "password").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    programs.hand_over(programs.binaries(), tmp_path / "password", tmp_path / "full")
    with pytest.raises(StackError, match="cannot make its data folder"):
        programs.initdb(programs.binaries(), tmp_path / "full", "admin", tmp_path / "password")

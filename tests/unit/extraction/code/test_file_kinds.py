"""What a file is for, by its path."""

from knowledge.extraction.code.file_kinds import is_prose, is_test


def test_tests_are_known_by_folder_and_name() -> None:
    """As the languages' runners find them."""
    assert all(map(is_test, ("tests/x.py", "pkg/test_x.py", "src/x.spec.ts", "x_test.go")))
    assert not any(map(is_test, ("src/x.py", "contest.py", "latest.ts", "compose.test.yml")))


def test_what_tells_of_code_is_no_code() -> None:
    """Pages, and what is made from the code."""
    assert all(map(is_prose, ("README.md", "docs/index.html", "poetry.lock", "app/package-lock.json")))
    assert not any(map(is_prose, ("src/app.py", "settings.toml", "Makefile")))

"""Which files a command moves or copies, and where to."""

import pytest
from knowledge.extraction.code.moves import moved_to, moves


@pytest.mark.parametrize(
    ("words", "pairs"),
    [
        ("-f a.py ./b.py", [("a.py", "b.py")]),
        ("a.py b.py lib", [("a.py", "lib/a.py"), ("b.py", "lib/b.py")]),
        ("src/a.py lib/", [("src/a.py", "lib/a.py")]),
        ("src/a.py lib", [("src/a.py", "lib/a.py")]),
        ("src/a.py .", [("src/a.py", "a.py")]),
        ("src lib", [("src", "lib")]),
        ("a.py", []),
        ("", []),
    ],
)
def test_each_source_has_its_target(words: str, pairs: list[tuple[str, str]]) -> None:
    """Within the last word, where that is a folder."""
    assert moves(words.split()) == pairs


@pytest.mark.parametrize(
    ("path", "source", "target", "then"),
    [
        ("src/a.py", "src/a.py", "src/b.py", "src/b.py"),
        ("/srv/shop/src/a.py", "src/a.py", "b.py", "/srv/shop/b.py"),
        ("/srv/shop/src/a.py", "src", "lib", "/srv/shop/lib/a.py"),
        ("src/a.py", "a.py", "b.py", "src/b.py"),
        ("/srv/shop/a.py", "/srv/shop/a.py", "/tmp/a.py", "/tmp/a.py"),
        ("a.py", "/srv/a.py", "/srv/b.py", "/srv/b.py"),
        ("src/a.py", "src/*.py", "lib/*.py", "lib/a.py"),
    ],
)
def test_a_path_is_followed_from_the_folder_at_hand(path: str, source: str, target: str, then: str) -> None:
    """An edit names it whole, and a command from there."""
    assert moved_to(path, source, target) == then

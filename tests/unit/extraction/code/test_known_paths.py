"""Paths as logs write them."""

from knowledge.extraction.code.known_paths import KnownPaths


def test_a_path_is_known_by_its_end() -> None:
    """The longer one is whole; a name alone may be of any folder, and another folder's file is another."""
    paths = KnownPaths(["/srv/shop/src/total.py", "README.md"])
    paths.add(["../web/page.ts"])
    assert "src/total.py" in paths and "./src/total.py" in paths and "docs/README.md" in paths
    assert "web/page.ts" in paths and "total.py" in paths
    assert "test/total.py" not in paths and "rc/total.py" not in paths and "other/web/spage.ts" not in paths

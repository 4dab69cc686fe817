"""What people wrote in a text of commits."""

from knowledge.usecases.record_event.content.code_changes import changes, messages, patched

TEXT = """\
feat: search by meaning

It asks the index.

Files: a.py, b.py
Commit: 0123456789ab

fix: no crash on an empty question

diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1 +1 @@
-old
+new
Co-authored-by: Ann <ann@example.com>
"""


def test_each_commit_is_one_change() -> None:
    """With what its message goes on to say; patches, files and trailers are no part of it."""
    assert changes(TEXT) == ["feat: search by meaning\n\nIt asks the index.", "fix: no crash on an empty question"]
    assert "old" not in messages(TEXT) and "Co-authored-by" not in messages(TEXT)
    assert messages(TEXT).startswith("feat: search by meaning")


def test_in_a_patch_alone_nothing_is_written() -> None:
    """Its lines are no sentences."""
    patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new"
    assert patched(patch) == ["a"] and patched(f"fix: b\n\n{patch}") == []
    assert messages(patch) == "" and changes(patch) == [patch]

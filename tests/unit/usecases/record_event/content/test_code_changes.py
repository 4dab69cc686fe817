"""What people wrote in a text of commits."""

import pytest
from knowledge.usecases.record_event.content.code_changes import changes, messages, patched
from knowledge.usecases.record_event.content.payload_text import as_text

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


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Removed: ounces\nAdded: an alarm", "### Removed\n\n- ounces.\n\n### Added\n\n- an alarm"),
        ("Neu: Druck\nNeu: Waage\nFix: die Uhr", "### Neu\n\n- Druck.\n- Waage\n\nFix: die Uhr"),
        ("Removed: Login with Facebook.", "Removed: Login with Facebook."),
        ("feat: dark mode\nfeat: light mode", "feat: dark mode.\nfeat: light mode"),
    ],
)
def test_notes_that_say_what_became_of_what_stand_below_that(text: str, written: str) -> None:
    """Several with a label each; one alone is a sentence, and commits are what they are."""
    assert messages(text) == written


def test_upkeep_beside_other_commits_is_no_part_of_them() -> None:
    """Without ids, too: each of a push has at least its number."""
    pushed = {"commits": [{"message": "Bump actions/checkout from 4 to 5"}, {"message": "feat(milk): grams"}]}
    text = as_text(pushed)
    assert changes(text) == ["feat(milk): grams", "Bump actions/checkout from 4 to 5"]
    assert messages(text) == "feat(milk): grams."
    assert "Bump lodash" in messages("Bump lodash from 1 to 2")


def test_in_a_patch_alone_nothing_is_written() -> None:
    """Its lines are no sentences."""
    patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new"
    assert patched(patch) == ["a"] and patched(f"fix: b\n\n{patch}") == []
    assert messages(patch) == "" and changes(patch) == [patch]

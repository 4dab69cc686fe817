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


@pytest.mark.parametrize(
    "body",
    [
        "bump qs from 6.11.0 to 6.13.1\nBarns have a map.",
        "Barns have a map.\n\nBump qs from 6.11.0 to 6.13.1",
        "- bump qs from 6.11.0 to 6.13.1\n- bump ws from 8.1.0 to 8.2.0\n- Barns have a map.",
    ],
)
def test_what_is_bumped_within_a_change_is_a_change_of_its_own(body: str) -> None:
    """Upkeep, whatever line it has: the first line of the body was the headline of the feature."""
    own, *upkeep = changes(f"feat(farm): barns\n\n{body}")
    assert "Barns have a map." in own and "qs" not in own and "ws" not in own
    assert upkeep[0].casefold() == "bump qs from 6.11.0 to 6.13.1" and "qs" not in messages(f"feat: b\n\n{body}")


@pytest.mark.parametrize(
    "text",
    [
        "fix: retries\n\nFor the old gateway we\nbump qs from 6.11.0 to 6.13.1 and wait.",
        "fix: retries\n\nFor the old gateway we\nbump qs from 6.11.0 to 6.13.1",
        "fix: retries\n\nbump retries from 3 to 5",
        "Bump qs from 6.11.0 to 6.13.1\n\nBumps [qs](https://qs.dev) from 6.11.0 to 6.13.1.",
    ],
)
def test_what_a_sentence_goes_on_to_say_is_part_of_its_change(text: str) -> None:
    """A wrapped line begins none, a number is no dependency, and a change that bumps something is one."""
    assert changes(text) == [text]


def test_in_a_patch_alone_nothing_is_written() -> None:
    """Its lines are no sentences."""
    patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new"
    assert patched(patch) == ["a"] and patched(f"fix: b\n\n{patch}") == []
    assert messages(patch) == "" and changes(patch) == [patch]

"""The READMEs of plugins that a change brings."""

from datetime import UTC, datetime

from knowledge.files.edits import NewFile, Patch
from knowledge.usecases.record_event.edits.plugins import readmes
from knowledge.usecases.record_event.models import Occurrence


def change(text: str) -> Occurrence:
    return Occurrence("code_change", "c1", None, "Change", text, {}, datetime(2026, 1, 1, tzinfo=UTC), 0)


def test_a_new_readme_is_a_file() -> None:
    """Of the plugin's name, with the lines that were added."""
    text = "--- /dev/null\n+++ b/plugins/Tide.Table/README.md\n@@ -0,0 +1,2 @@\n+# Tides\n+Tells high water.\n"
    [edit] = readmes(change(text))
    assert isinstance(edit, NewFile) and edit.path == "3-descriptions/plugins/tide-table.md"
    assert edit.content.endswith("\n# Tides\nTells high water.\n")


def test_a_changed_readme_is_patched() -> None:
    """Each hunk as it was and as it is, with the lines around it."""
    text = "+++ b/plugins/tide/README.md\n@@ -1,2 +1,2 @@\n # Tides\n-Every hour.\n+Every minute.\n"
    [edit] = readmes(change(text))
    assert isinstance(edit, Patch) and edit.parts == [("# Tides\nEvery hour.", "# Tides\nEvery minute.")]


def test_other_files_are_no_plugins() -> None:
    """Another folder's README, and another file of a plugin."""
    assert [
        *readmes(change("+++ b/docs/README.md\n@@ -0,0 +1 @@\n+a\n+++ b/plugins/a/x.py\n@@ -0,0 +1 @@\n+a\n"))
    ] == []

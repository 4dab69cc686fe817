"""The READMEs of plugins that a change brings."""

from datetime import UTC, datetime
from typing import Any

import pytest
from knowledge.files.edits import NewFile, Patch
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.plugins import readmes
from knowledge.usecases.record_event.models import Event, Occurrence


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


README = "# Tides\n\nTells high water.\n\n## Limits\n\n9 ports."
SENT = {"path": "plugins/tide/README.md", "content": README}


@pytest.mark.parametrize(
    ("content", "metadata"),
    [
        (SENT, {}),
        ({"files": [SENT, {"path": "x.py", "content": "import y"}], "message": "Add the tide plugin"}, {}),
        ({"sha": "4f2a9c1", "message": "Add the tide plugin", "files": [SENT]}, {}),
        (README, {"title": "plugins/tide/README.md"}),
    ],
)
def test_a_readme_may_be_sent_whole(content: Any, metadata: dict[str, Any]) -> None:
    """By its path, alone or among others, or as a text of which its path is the title; it replaces what was there."""
    body = {"kind": "code_change", "event_id": "c1", "content": content, "metadata": metadata}
    event = cleaned(Event.model_validate(body))
    [edit] = readmes(event)
    assert isinstance(edit, NewFile) and (edit.path, edit.replaces) == ("3-descriptions/plugins/tide.md", True)
    assert edit.content.endswith(f"\n{README}\n")
    assert event.title in ("Add the tide plugin", "Change of plugins/tide/README.md", "plugins/tide/README.md")

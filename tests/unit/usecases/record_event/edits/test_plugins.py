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
    [edit] = readmes(change(text), {}.get)
    assert isinstance(edit, NewFile) and edit.path == "3-descriptions/plugins/Tide.Table.md"
    assert edit.content.endswith("\n# Tides\nTells high water.\n")


def test_a_changed_readme_is_patched() -> None:
    """Each hunk as it was and as it is, with the lines around it."""
    text = "+++ b/plugins/tide/README.md\n@@ -1,2 +1,2 @@\n # Tides\n-Every hour.\n+Every minute.\n"
    [edit] = readmes(change(text), {}.get)
    assert isinstance(edit, Patch) and edit.parts == [("# Tides\nEvery hour.", "# Tides\nEvery minute.")]


def test_other_files_are_no_plugins() -> None:
    """Another folder's README, and another file of a plugin."""
    assert [
        *readmes(change("+++ b/docs/README.md\n@@ -0,0 +1 @@\n+a\n+++ b/plugins/a/x.py\n@@ -0,0 +1 @@\n+a\n"), {}.get)
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
    [edit] = readmes(event, {}.get)
    assert isinstance(edit, NewFile) and (edit.path, edit.replaces) == ("3-descriptions/plugins/tide.md", True)
    assert edit.content.endswith(f"\n{README}\n")
    assert event.title in ("Add the tide plugin", "Change of plugins/tide/README.md", "plugins/tide/README.md")


def sent(name: str) -> Occurrence:
    content = {"path": f"plugins/{name}/README.md", "content": README}
    return cleaned(Event.model_validate({"kind": "code_change", "event_id": "c1", "content": content}))


@pytest.mark.parametrize("name", ["gmail_reader", "gmail-reader", "Gmail.Reader", "my plugin", "büro"])
def test_each_plugin_has_the_file_of_its_own_name(name: str) -> None:
    """No two share one; what no file may be called has a name with its hash."""
    [edit] = readmes(sent(name), {}.get)
    assert edit.path == f"3-descriptions/plugins/{name}.md"
    odd = {edit.path for odd in ("gmail#reader", "gmail*reader") for edit in readmes(sent(odd), {}.get)}
    assert len(odd) == 2 and all(path.startswith("3-descriptions/plugins/gmail-reader-") for path in odd)


def test_a_plugin_keeps_the_file_that_it_had_by_another_name() -> None:
    """Also in a patch of git's, which ends a path with blanks by a tab; another plugin's file is none of its."""
    files: dict[str, str] = {}
    for name in ("gmail-reader", "my plugin"):
        [edit] = readmes(sent(name), {}.get)
        assert isinstance(edit, NewFile)
        files[f"3-descriptions/plugins/{name.replace(' ', '-')}.md"] = edit.content
    patch = "+++ b/plugins/my plugin/README.md\t\n@@ -1,2 +1,2 @@\n # Tides\n-Every hour.\n+Every minute.\n"
    [edit] = readmes(change(patch), files.get)
    assert isinstance(edit, Patch) and edit.path == "3-descriptions/plugins/my-plugin.md"
    [edit] = readmes(sent("gmail_reader"), files.get)
    assert edit.path == "3-descriptions/plugins/gmail_reader.md"


@pytest.mark.parametrize("title", ["Gmail reader", "Mail"])
def test_a_plugin_keeps_a_former_file_that_a_person_has_retitled(title: str) -> None:
    """As long as it has no other, and the title is no other plugin's name."""
    folder = "3-descriptions/plugins"
    [edit] = readmes(sent("gmail-reader"), {}.get)
    assert isinstance(edit, NewFile)
    files = {f"{folder}/gmail-reader.md": edit.content.replace("gmail-reader |", f"{title} |")}
    [edit] = readmes(sent("gmail_reader"), files.get)
    assert edit.path == f"{folder}/gmail-reader.md"
    [edit] = readmes(sent("gmail_reader"), {**files, f"{folder}/gmail_reader.md": README}.get)
    assert edit.path == f"{folder}/gmail_reader.md"

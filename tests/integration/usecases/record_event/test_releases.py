"""What a push, a patch or a release brings, and what it takes out."""

import pytest
from knowledge.files.repository import Files

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import Record, text_below

pytestmark = ONE_ADAPTER


def test_what_a_push_adds_is_a_capability_and_its_upkeep_is_none(record: Record, files: Files) -> None:
    """Notes of what was added and removed are, too; the plan has the title of a release."""
    pushed = [{"message": "Bump actions/checkout from 4 to 5"}, {"message": "feat(milk): the scale reports grams"}]
    record({"commits": pushed}, 1, "code_change", metadata={"title": "Dairy scale 1.3"})
    notes = "Removed: ounces on the display\nAdded: backup to a stick (FAT32)\nAdded: alarm above 7 degrees"
    record(notes, 2, "code_change", metadata={"title": "Dairy scale 1.4"})
    capabilities = text_below(files, "3-descriptions/system/capabilities.md")
    assert "the scale reports grams" in capabilities and "Bump" not in capabilities + text_below(
        files, "2-summaries/product/milk"
    )
    assert "backup to a stick (FAT32). alarm above 7 degrees." in capabilities and "ounces" not in capabilities
    assert ": Dairy scale 1.4\n" in text_below(files, "2-summaries/product/implementation-plan.md")


def test_a_plugin_is_as_its_readme_is_now(record: Record, files: Files) -> None:
    """Measured before: what it said first, and the patch itself among the details of the changelog."""
    head = "diff --git a/plugins/mail/README.md b/plugins/mail/README.md\n--- a/plugins/mail/README.md\n"
    head += "+++ b/plugins/mail/README.md\n"
    record(f"Add the mail plugin\n\n{head}@@ -0,0 +1,2 @@\n+# Mail\n+Sends at 7:00.\n", 1, "code_change")
    change = f"Send earlier\n\n{head}@@ -1,2 +1,2 @@\n # Mail\n-Sends at 7:00.\n+Sends at 6:30.\n"
    record(change, 2, "code_change")
    plugin = files.read("3-descriptions/plugins/mail.md").content
    assert "Sends at 6:30." in plugin and "Sends at 7:00." not in plugin
    assert "@@" not in files.read("3-descriptions/system/changelog.md").content
    assert "@@" not in files.read("3-descriptions/system/capabilities.md").content


def test_a_commit_is_about_its_scope(record: Record, files: Files) -> None:
    """Which is a topic also of what comes later."""
    record("feat(save): format v5, zstd", kind="code_change")
    record("feat!(save): format v6", 2, kind="code_change")
    summary = files.read("2-summaries/product/save.md").content
    assert "feat!(save): format v6" in summary


def test_a_push_is_told_change_by_change(record: Record, files: Files) -> None:
    """Each with its type and its own details; neither lists of files nor patches are progress."""
    patch = '--- a/p.toml\n+++ b/p.toml\n@@ -1 +1,2 @@\n dependencies = [\n+  "weasyprint==62.3",\n'
    commits = [
        {
            "id": "1" * 40,
            "message": "feat: payslips as PDF\n\nRendered with WeasyPrint.",
            "added": ["a.py"],
            "patch": patch,
        },
        {"id": "2" * 40, "message": "fix: contributions are rounded\n\nTo five cents."},
        {"id": "3" * 40, "message": "chore(deps): bump django from 5.0.2 to 5.0.3"},
    ]
    record({"commits": commits}, 1, "code_change")
    log = files.read("3-descriptions/system/changelog.md").content
    assert log.index("### feat: payslips as PDF") < log.index("### fix: contributions") < log.index("### Upkeep")
    assert "— feat: payslips as PDF" in log and "- **Type**: Fix\n- **Details**: To five cents." in log
    plan = files.read("2-summaries/product/implementation-plan.md").content
    assert "Files:" not in plan and "dependencies" not in plan.lower()


def test_what_a_release_takes_out_is_told_as_gone(record: Record, files: Files) -> None:
    """And what it adds is a capability; measured before: pages "Added" and "Removed", and a login that reads as new."""
    notes = "## Added\n- Tide tables for the map\n\n## Fixed\n- Crash on old phones\n\n## Removed\n- Login with Yahoo"
    record(notes, kind="code_change", metadata={"title": "Release 7"})
    log = files.read("3-descriptions/system/changelog.md").content
    assert "Added: Tide tables for the map. Fixed: Crash on old phones. Removed: Login with Yahoo." in log
    assert "- Removed: Login with Yahoo." in text_below(files) and "- 2026-03-01: Release 7\n" in text_below(files)
    assert not any(f"/{name}.md" in text_below(files, "1-index/") for name in ("added", "fixed", "removed"))
    assert "Yahoo" not in files.read("3-descriptions/system/capabilities.md").content


@pytest.mark.parametrize(
    ("added", "removed", "login", "dark"),
    [
        ("Added", "Removed", "Login with Yahoo", "Dark mode for the map"),
        ("Hinzugefügt", "Entfernt", "Anmeldung mit Yahoo", "Dunkles Design für die Karte"),
    ],
)
def test_what_a_later_release_takes_out_ends_what_an_earlier_one_added(
    record: Record, files: Files, added: str, removed: str, login: str, dark: str
) -> None:
    """In summaries, the changelog and the capabilities; what else was added stays."""
    record(f"## {added}\n- {login}\n- {dark}", kind="code_change", metadata={"title": "Release 7"})
    record(f"## {removed}\n- {login}", day=2, kind="code_change", metadata={"title": "Release 8"})
    now = text_below(files)
    assert f"{added}: {login}" not in now and f"{removed}: {login}" in now and f"{added}: {dark}" in now
    for name, words in (("changelog", f"{added}: {login}"), ("capabilities", login)):
        assert f"{words} *(until 2026-03-02; " in files.read(f"3-descriptions/system/{name}.md").content


@pytest.mark.parametrize("title", ["PDF export", "Release 3.2"])
@pytest.mark.parametrize("text", ["feat: payslips as PDF", "## Added\n- Payslips as PDF", "Added payslips as PDF"])
def test_a_capability_needs_no_title_that_says_so(record: Record, files: Files, title: str, text: str) -> None:
    """The change itself says that it adds something."""
    record(text, kind="code_change", metadata={"title": title})
    assert "ayslips as PDF" in files.read("3-descriptions/system/capabilities.md").content
    assert "- **Type**: New feature" in files.read("3-descriptions/system/changelog.md").content


def test_a_patch_alone_tells_what_it_brings_and_takes_out(record: Record, files: Files) -> None:
    """Measured before: an entry with nothing but its type."""
    files_of_it = "--- a/requirements.txt\n+++ b/requirements.txt"
    record(
        f"diff --git a/requirements.txt b/requirements.txt\n{files_of_it}\n@@ -1,2 +1,2 @@\n-rq==1.15\n+huey==2.5\n",
        kind="code_change",
        metadata={"title": "Queue"},
    )
    assert "- **Dependencies**: huey 2.5, without rq" in files.read("3-descriptions/system/changelog.md").content
    assert "- 2026-03-01: Queue: huey 2.5, without rq" in text_below(files)


def test_what_a_change_replaces_is_told_where_it_stood(record: Record, files: Files) -> None:
    """And not in the list of changes."""
    record("Reset links are valid for 30 minutes. They are sent by e-mail.", 1, "code_change")
    record("Reset links are now valid for 15 minutes instead of 30.", 2, "code_change")
    pages = [entry.path for entry in files.list("2-summaries/") if "\n- Reset links" in files.read(entry.path).content]
    [page] = pages
    assert "They are sent by e-mail." in files.read(page).content and "30 minutes" not in text_below(files, page)


def test_a_few_words_of_a_release_are_told(record: Record, files: Files) -> None:
    """Below a heading that says what became of them; below any other they say too little."""
    record("v2.0.0\n\n### Added\n- Dark mode\n- CSV import\n\n### Misc\n- Small things", 1, "code_change")
    product = files.read("2-summaries/product/product.md").content
    assert "- Added: Dark mode." in product and "- Added: CSV import." in product
    assert "Small things" not in text_below(files)

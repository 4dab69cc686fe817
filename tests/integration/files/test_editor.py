"""Edits that count once, however often they are made."""

from datetime import UTC, datetime

import pytest
from knowledge.files import paths
from knowledge.files.editor import EditRunner, Snapshot, callers_summary
from knowledge.files.edits import Bullets
from knowledge.files.persons_lines import AttributedText
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER

PAGE = "2-summaries/product/pricing.md"
PRICES = Bullets(
    path=PAGE, title="Pricing", bullets=["The Pro plan costs 65 CHF."], at=datetime(2026, 3, 1, tzinfo=UTC)
)


@pytest.fixture
def editor(tenant, objects, database) -> EditRunner:
    """Of a tenant's files that belong to no project."""
    return EditRunner(tenant.tenant_id, objects, database, None)


@ONE_ADAPTER
def test_a_change_counts_once(editor: EditRunner, files: Files) -> None:
    """The same edit under the same name gets the same answer and brings nothing back; under another it is another."""
    first = editor.apply([PRICES], ChangedBy.AGENT, "conversation a1b2c3: prices")
    files.write(PAGE, "# Pricing\n\n- Nothing.\n", by=ChangedBy.USER, summary="by hand")
    assert editor.apply([PRICES], ChangedBy.AGENT, "conversation a1b2c3: prices") == first
    assert "65 CHF" not in files.read(PAGE).content
    assert editor.apply([PRICES], ChangedBy.AGENT, "conversation d4e5f6: prices") != first
    assert "65 CHF" in files.read(PAGE).content


@ONE_ADAPTER
def test_the_index_follows(editor: EditRunner, files: Files) -> None:
    """What is written has its line there, and the answer tells of it first."""
    [index, page] = editor.apply([PRICES], ChangedBy.AGENT, "conversation a1b2c3: prices")
    assert page.path == PAGE and files.read(index.path).content.endswith(f"| {PAGE}\n")


@ONE_ADAPTER
def test_the_index_is_read_once_for_all_new_files(
    editor: EditRunner, tenant, objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And once more when it is written: each of their lines asked it where it belongs."""
    read: list[str] = []
    get = type(objects).get
    monkeypatch.setattr(type(objects), "get", lambda self, key, *of: (read.append(key), get(self, key, *of))[1])
    pages = [PRICES.model_copy(update={"path": f"2-summaries/product/page-{number}.md"}) for number in range(5)]
    changes = editor.apply(pages, ChangedBy.AGENT, "conversation a1b2c3: prices")
    assert len(changes) == 1 + len(pages) and read.count(f"{tenant.tenant_id}/{paths.INDEX}") == 2


@ONE_ADAPTER
def test_edits_of_a_project_stay_in_it(tenant, objects, database, files: Files) -> None:
    """It names a file as it does, and finds nobody else's; the answer has the path at which it stands."""
    own = EditRunner(tenant.tenant_id, objects, database, "shop")
    assert own.attributed(PAGE) == AttributedText()
    [path] = [
        change.path for change in own.apply([PRICES], ChangedBy.AGENT, "Run a1b2c3: prices") if "pricing" in change.path
    ]
    assert path != PAGE and "65 CHF" in (own.attributed(PAGE).content or "")
    assert "65 CHF" in files.read(path).content


@ONE_ADAPTER
def test_a_plan_reads_a_file_once(editor: EditRunner, files: Files) -> None:
    """However many of its statements ask for it, and whatever is written meanwhile."""
    files.write(PAGE, "# Pricing\n\n- Mine.\n", by=ChangedBy.USER, summary="by hand")
    snapshot = Snapshot(editor)
    before = snapshot.text(PAGE), snapshot.persons_lines(PAGE)
    files.write(PAGE, "# Pricing\n\n- Mine.\n- Later.\n", by=ChangedBy.USER, summary="by hand again")
    assert (snapshot.text(PAGE), snapshot.persons_lines(PAGE)) == before
    assert "- Mine." in before[1] and snapshot.text("2-summaries/product/none.md") is None


@pytest.mark.parametrize("summary", ["conversation a1b2c3: prices", "code change a1b2c3d4, 2 of 3", "Run 0a1b2c: x"])
def test_a_callers_summary_stands_for_no_events_change(summary: str) -> None:
    """Whoever states one of that form would have an event's change taken for made."""
    assert callers_summary(summary) == f'"{summary}"'
    assert callers_summary("conversation with Lea") == "conversation with Lea"

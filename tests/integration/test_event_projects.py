"""An event of a project is told within it: nobody asked for another project is told a word of it."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.project_view import ProjectView
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases import record_event
from knowledge.usecases.record_event import Event, RecordEventResult
from knowledge.usecases.reindex.tenant import Indexer
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER
Record = Callable[..., RecordEventResult]

SHOP, CAFE = "acme/shop", "Café"
TALKS = {
    SHOP: """User: Let's talk about pricing. The Pro plan costs CHF 65 per month, as Brunhilde proposed.
Assistant: Who may deploy?
User: Deploys only on Sunday, Ottokar approves them. The free trial is 10 days.
User: We decided to switch off the cluster redshift-2, because nobody queries it.""",
    CAFE: """User: Let's talk about pricing. The Pro plan costs CHF 41 per month, as Zacharias proposed.
Assistant: Who may deploy?
User: Deploys only on Thursday, Wiebke approves them. The free trial is 21 days.
User: We decided to switch off the cluster snowdrift-9, because nobody queries it.""",
    None: """User: Let's talk about holidays. Everybody has 25 days of holidays per year, as Leopold told.
User: Expenses go to Hildegard until the fifth of the month.""",
}
LATER = {
    SHOP: "User: The Pro plan is now CHF 79 per month. User: The free trial is now 14 days instead of 10 days.",
    CAFE: "User: The Pro plan is now CHF 52 per month. User: The free trial is now 30 days instead of 21 days.",
    None: "User: Everybody has 28 days of holidays per year, not 25.",
}
MONEY = {SHOP: 1_200, CAFE: 7_300, None: 5_100}
CHANGES = {
    SHOP: "feat(checkout): Add vouchers since Brunhilde asked\n\nVouchers last 400 days.\n\n+httpx==0.28.1",
    CAFE: "feat(checkout): Add stamps since Zacharias asked\n\nStamps last 700 days.\n\n+polars==1.9.0",
    None: "feat(intranet): Add menus since Leopold asked\n\nMenus last 5 days.\n\n+django==5.1.2",
}
STUDIES = {
    SHOP: "# Rivals\n\nThe competitor Quokka charges $49 per seat. Wombat has 2,000 customers in Germany.",
    CAFE: "# Rivals\n\nThe competitor Narwhal charges $95 per seat. Beluga has 8,000 customers in Norway.",
    None: "# Pensions\n\nThe insurer Firtree takes 4 percent. Oakleaf takes 9 percent of the salaries.",
}


def events(project: str | None) -> Iterator[dict[str, Any]]:
    """What happens in a project, of every kind: said, changed, reported twice, found."""
    for day, kind, content, metadata in (
        (1, "conversation", TALKS[project], {}),
        (2, "code_change", CHANGES[project], {"dependencies": ["redis 7"]}),
        (3, "integration", {"mrr": MONEY[project]}, {"type": "finance", "service": "stripe"}),
        (4, "conversation", LATER[project], {}),
        (5, "integration", {"mrr": MONEY[project] + 11}, {"type": "finance", "service": "stripe"}),
        (6, "research", STUDIES[project], {}),
    ):
        given = {"occurred_at": f"2026-03-{day:02}T10:00:00Z", **metadata}
        yield {"kind": kind, "event_id": f"{project} {day}", "content": content, "metadata": given}


@pytest.fixture
def record(tenant: Tenant, objects: Any, database: Any, embedder: Any) -> Record:
    """Records an event of the tenant."""

    def call(event: dict[str, Any], tenant_id: UUID = tenant.tenant_id) -> RecordEventResult:
        return record_event.record(Event.model_validate(event), tenant_id, objects, database, embedder, llm=None)

    return call


@pytest.fixture
def recorded(record: Record, tenant: Tenant, objects: Any, database: Any, embedder: Any) -> None:
    """What happened in two projects and outside of both, one after the other, searchable."""
    for step in zip(*(events(project) for project in (SHOP, None, CAFE)), strict=True):
        for event, project in zip(step, (SHOP, None, CAFE), strict=True):
            record({**event, "project": project})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()


def of_project(files: Files, project: str | None) -> dict[str, str]:
    """The project's files by their paths within it, as its plan sees them; times left out."""
    view = ProjectView(project)
    contents = {entry.path: files.read(entry.path).content for entry in files.list()}
    own = {paths.inner(path): content for path, content in contents.items() if paths.project(path) == project}
    timeless = {path: re.sub(r"\d{4}-\d\d-\d\dT[\d:+Z]+", "", content) for path, content in own.items()}
    return {path: view.inward(path, content) for path, content in timeless.items()}


def names(project: str | None) -> set[str]:
    """The words and figures that the events of a project have and no others'."""
    said = {key: set(re.findall(r"\w{2,}", json.dumps([*events(key)]))) for key in TALKS}
    return said[project] - set[str]().union(*(said[key] for key in TALKS if key != project)) - {"00Z"}


@pytest.mark.parametrize("project", TALKS)
def test_a_project_is_told_as_if_there_were_no_other(
    recorded: None,
    record: Record,
    files: Files,
    objects: Any,
    database: Any,
    new_tenant: Callable[..., Tenant],
    project: str | None,
) -> None:
    """Its summaries, histories, marks, figures and index are what its events alone make of an empty base of no project."""
    alone = new_tenant().tenant_id
    for event in events(project):
        record(event, alone)
    assert of_project(files, project) == of_project(Files(alone, objects, database), None)

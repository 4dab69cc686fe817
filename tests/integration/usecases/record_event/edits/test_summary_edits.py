"""What an event adds to its summaries and takes out of them: progress, the tech stack, and lines that change."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from knowledge.files.repository import Files
from knowledge.ports.database import Database
from knowledge.ports.object_store import S3Objects
from knowledge.text.sentences import sentences

from tests.conftest import ONE_ADAPTER, Tenant
from tests.support.conversations import Record, text_below

pytestmark = ONE_ADAPTER


def test_a_change_without_a_prefix_is_progress_too(record: Record, files: Files) -> None:
    """Its subject is no heading of what stands below; upkeep is no capability, and stands in the changelog."""
    commit = "Guests can move their booking\n\nThe old slot is freed at once.\n\nchore(deps): bump lodash to 4.17.21"
    record(commit, 1, "code_change")
    assert "Guests can move their booking." in files.read("2-summaries/product/implementation-plan.md").content
    added = "feat: vouchers\n\nGuests pay with TWINT.\n\nchore(deps): bump lodash to 4.17.22"
    record(added, 2, "code_change")
    assert "bump" not in files.read("3-descriptions/system/capabilities.md").content
    assert "4.17.22" in files.read("3-descriptions/system/changelog.md").content


def test_what_stands_below_upkeep_is_none(record: Record, files: Files) -> None:
    """A message that begins with a bump may go on with what changed; it stood in the answer, and in no file."""
    upkeep = "chore(deps): bump zod from 3.22 to 3.23\n\nBumps [zod](https://zod.dev) from 3.22 to 3.23."
    record(f"fix(auth): reset link works twice\n\n{upkeep}\n\nPayments go through Adyen now.", 1, "code_change")
    assert "- Payments go through Adyen now. (" in text_below(files)
    assert "bump" not in text_below(files).casefold()


PARTS = [
    "feat(loom): draw the warp's tension", "fix: the export ends on the last day", "Guests can move their booking",
    "chore(deps): bump zod from 3.22 to 3.23", "ci: cache the wheels", "docs: typo", "chore: release 2.6.0",
    "Bumps [zod](https://zod.dev) from 3.22 to 3.23.", "It was slow before.", "Payments go through Adyen now.",
    "The dye vat's sensor is read every 10 seconds. Looms in the north hall run on Debian 12.",
    "- The kiln must cool for 9 hours\n- bump react from 18.2.0 to 18.3.1", "Signed-off-by: Ada", "Removed: dark mode",
]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=6))
def test_each_statement_of_a_change_stands_in_a_file(
    record: Record, objects: S3Objects, database: Database, new_tenant: Callable[..., Tenant], parts: list[str]
) -> None:
    """Sentence by sentence, in whatever order a message tells upkeep and what is none."""
    tenant_id = new_tenant().tenant_id
    answer = record("\n\n".join(parts), kind="code_change", tenant_id=tenant_id)
    stored = text_below(Files(tenant_id, objects, database), "")
    answered = [sentence.rstrip(".") for one in answer.statements for sentence in sentences(one.text)]
    assert [sentence for sentence in answered if sentence not in stored] == []


def test_progress_is_what_was_built(record: Record, files: Files) -> None:
    """Not a list of commits' titles; a bump is neither the headline nor progress, prose makes no tech stack."""
    commits = [{"id": "2" * 40, "message": "feat: SSO with Azure AD\n\nSessions last 8 hours."}]
    commits.append({"id": "1" * 40, "message": "chore(deps): bump fastapi from 0.110 to 0.111"})
    record({"commits": commits}, 1, "code_change")
    plan = files.read("2-summaries/product/implementation-plan.md").content
    assert "SSO with Azure AD. Sessions last 8 hours." in plan and "bump" not in plan
    assert "SSO with Azure AD" in files.read("2-summaries/documentation/changelog.md").content
    assert text_below(files, "2-summaries/product/tech-stack").splitlines()[2:] == ["- fastapi 0.111"]


def test_what_takes_the_place_of_a_technology_is_one(record: Record, files: Files) -> None:
    """Without a version, too, where what it replaces stands in the stack; else a sentence names none."""
    record("Drop MySQL, move to Postgres 16", 1, "code_change")
    record("Replace Postgres with Aurora.", 2, "code_change")
    record("Replace Monday with Tuesday.", 3, "code_change")
    lines = files.read("2-summaries/product/tech-stack.md").content.splitlines()
    assert "- Aurora" in lines and not {"- Postgres 16", "- Tuesday"} & {*lines}


def test_a_package_that_takes_the_place_of_another_is_one(record: Record, files: Files) -> None:
    """Written small, as packages are; what does not stand in the stack is no package."""
    stack = {"dependencies": ["lodash 4.17.21", "redis 7"]}
    record("feat: preview", 1, "code_change", metadata=stack)
    record("refactor: replace lodash with es-toolkit; drop redis, sessions live in the database", 2, "code_change")
    record("refactor: replace tables with cards", 3, "code_change")
    lines = files.read("2-summaries/product/tech-stack.md").content.splitlines()
    assert "- es-toolkit" in lines and not {"- lodash 4.17.21", "- redis 7", "- cards"} & {*lines}


def test_upkeep_is_no_progress(record: Record, files: Files) -> None:
    """Of the plan; the changelog has it."""
    record("feat: SSO with a company account", kind="code_change")
    record("chore(deps): bump httpx from 0.27 to 0.28", 2, kind="code_change")
    assert "httpx" not in files.read("2-summaries/product/implementation-plan.md").content
    assert "httpx" in files.read("3-descriptions/system/changelog.md").content


FILMING = """User: We have the leisure centre pool on Wednesdays from two to four, £65 an hour.
User: Patients may not film in the treatment rooms, not even their own exercises.
User: Tom is our fire warden.
User: Brightwash do our towels, £140 a month."""


LATER = """User: Patients can film their own exercises if the physio says yes and nobody else is in the picture.
User: The towels are collected on Mondays and Thursdays."""


def test_what_is_told_late_stands_in_its_place(record: Record, files: Files) -> None:
    """Events come in any order: by occurred_at the later one stands on top, and the older leads to it."""
    record("Lea: The escrow account of Larch is at Postbank.", day=20, topic="House Larch")
    record("Lea: The escrow account of Larch is at Commerzbank.", day=2, topic="House Larch")
    later, older = [line for line in text_below(files).splitlines() if line.startswith("- ")]
    assert later == "- The escrow account of Larch is at Postbank. (2026-03-20)"
    assert "Commerzbank. (2026-03-02) (later, 2026-03-20: “The escrow account of Larch is at Postbank.”" in older


@pytest.mark.parametrize("project", [None, "spa"])
def test_an_older_line_leads_to_what_was_said_later(record: Record, files: Files, project: str | None) -> None:
    """In other words, on another page, without what was before: nothing is struck out. Also within a project."""
    record(FILMING, topic="Hydro", project=project)
    record(LATER, day=20, topic="Evenings", project=project)
    pages = {entry.path.rsplit("/", 1)[-1]: entry.path for entry in files.list("2-summaries/")}
    older = [line for line in files.read(pages["hydro.md"]).content.splitlines() if "may not film" in line]
    assert len(older) == 1 and "~~" not in older[0]
    assert "(later, 2026-03-20: “Patients can film their own exercises if the physio says yes" in older[0]
    assert f"[[{pages['evenings.md']}]])" in older[0]
    assert "later" not in files.read(pages["evenings.md"]).content and "until 2026" not in text_below(files, "3-")


def test_a_removed_dependency_leaves_the_stack(record: Record, files: Files) -> None:
    """And what was built with it is marked, in the plan and among the capabilities."""
    head = "--- a/p.toml\n+++ b/p.toml\n@@ -1 +1 @@\n"
    record(f'feat: payslips as PDF\n\nRendered with WeasyPrint.\n\n{head}+  "weasyprint==62.3",\n', 1, "code_change")
    swap = f'{head}-  "weasyprint==62.3",\n+  "typst==0.11.0",\n'
    record(f"refactor: replace WeasyPrint with Typst\n\nIt is faster.\n\n{swap}", 9, "code_change")
    stack = files.read("2-summaries/product/tech-stack.md").content
    assert "typst 0.11.0" in stack and "weasyprint" not in stack
    assert (
        "was: weasyprint 62.3, until 2026-03-09" in files.read("3-descriptions/product/tech-stack/history.md").content
    )
    assert "Rendered with WeasyPrint" not in files.read("2-summaries/product/implementation-plan.md").content
    assert "Rendered with WeasyPrint *(until 2026-03-09" in files.read("3-descriptions/system/capabilities.md").content


ALERT = {"service": "datadog", "alert": "CPU above 90 % on db-1"}


@pytest.mark.parametrize("days", [(1, 2), (2, 1)], ids=["in order", "told late"])
def test_what_is_reported_stands_in_its_last_state(record: Record, files: Files, days: tuple[int, int]) -> None:
    """Measured before: an alert that was over stood there as if it were on."""
    states = dict(zip((1, 2), ("triggered", "resolved"), strict=True))
    for day in days:
        record({**ALERT, "status": states[day]}, day, "integration")
    [line] = [line for line in text_below(files).splitlines() if line.startswith("- CPU")]
    assert "CPU above 90 % on db-1: resolved. (2026-03-02)" in line
    assert "db-1: resolved" in text_below(files, "1-index/")
    assert ("db-1: triggered, until 2026-03-02" in text_below(files, "3-descriptions/")) == (days == (1, 2))

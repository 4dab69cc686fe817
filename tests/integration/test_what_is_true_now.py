"""What files say is true now: what an event supersedes is marked, what stands in a summary can be understood alone."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from knowledge.files import paths
from knowledge.files.formats import index, summary
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases import record_event
from knowledge.usecases.record_event import Event, RecordEventResult
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER, Tenant, more_in_soak
from tests.support.doubles import Watched

pytestmark = ONE_ADAPTER
Record = Callable[..., RecordEventResult]

FIRST = """User: Hi! Thanks for yesterday.
Assistant: You're welcome! What's on the agenda?
User: Let's talk about pricing. The Pro plan costs CHF 65 per month. We offer TWINT and credit cards at checkout.
Assistant: Got it. Is there a free trial?
User: The free trial should be 10 days.
Assistant: When is the go-live?
User: On September 1st. The marketing budget until then is 12,000 francs, and Lena owns the launch campaign.
Assistant: Anything about infrastructure?
User: The old cluster redshift-2 can be switched off then. Not before December 15th, the auditors still use it.
User: Deploys only on Sunday. Sunday 22:00 is OK.
Assistant: Verstanden. Who may access production?
User: Only Tom and Mara may access production, with hardware keys."""
SECOND = """User: We decided to drop the free trial completely, because nobody converted from it.
User: The go-live moves to October 15th, the payment provider needs more time.
User: The Pro plan is now CHF 79 per month."""


@pytest.fixture
def record(tenant: Tenant, objects: S3Objects, database: Any, embedder: Any) -> Record:
    """Records what was said on a day of March 2026."""

    def call(content: Any, day: int = 1, kind: str = "conversation", **other: Any) -> RecordEventResult:
        ports = {"objects": objects, "database": database, "embedder": embedder, **other.pop("ports", {})}
        given = {"occurred_at": f"2026-03-{day:02}T10:00:00Z", **other.pop("metadata", {})}
        event = {"kind": kind, "event_id": f"e{day}", "content": content, "metadata": given, **other}
        return record_event.record(Event.model_validate(event), tenant_id=tenant.tenant_id, llm=None, **ports)

    return call


def said(files: Files, prefix: str = "2-summaries/") -> str:
    """What the files under a prefix hold."""
    return "\n".join(files.read(entry.path).content for entry in files.list(prefix))


def test_every_key_fact_reaches_a_summary(record: Record, files: Files) -> None:
    """Measured before: 7 of 19 and 11 of 15 key facts; TWINT, CHF 65, the go-live and the budget did not."""
    record(FIRST)
    facts = ["CHF 65", "TWINT", "10 days", "September 1st", "12,000 francs", "Lena", "redshift-2", "December 15th"]
    facts += ["Sunday 22:00", "Tom and Mara", "hardware keys"]
    assert [fact for fact in facts if fact not in said(files)] == []


def test_of_background_and_a_conclusion_the_conclusion_stays(record: Record, files: Files) -> None:
    """Measured before: of ten sentences and a conclusion the first eight were kept."""
    background = [
        f"The {n}th survey of {word} had {n + 20} answers. {'It was a long one. ' * 20}"
        for n, word in enumerate(
            [
                "dentists",
                "doctors",
                "bakers",
                "lawyers",
                "tailors",
                "teachers",
                "farmers",
                "painters",
                "singers",
                "smiths",
            ]
        )
    ]
    record("User: " + "\n\n".join([*background, "So we will serve dentists in Zurich first."]))
    assert "serve dentists in Zurich first" in said(files)


def test_a_condition_stands_with_its_permission(record: Record, files: Files) -> None:
    """Measured before: the permission under Documentation, its condition under Security."""
    record(FIRST)
    [line] = [line for line in said(files).splitlines() if "redshift-2" in line]
    assert "Not before December 15th, the auditors still use it." in line
    [line] = [line for line in said(files).splitlines() if "Sunday 22:00" in line]
    assert "Deploys only on Sunday." in line


@pytest.mark.parametrize("polite", ["Verstanden.", "Thanks, that is great!", "Merci beaucoup!", "Hi! How are you?"])
def test_pleasantries_are_nothing(record: Record, files: Files, polite: str) -> None:
    """In any language."""
    assert record(f"User: {polite}").statements == [] and said(files) == ""


def test_what_is_superseded_is_marked(record: Record, files: Files) -> None:
    """Measured before: the summary held both, unmarked, and the index advertised the older one for ever."""
    record(FIRST)
    record(SECOND, day=20)
    now, history = said(files), said(files, "3-descriptions/")
    for gone, instead in [("10 days", "drop the free trial"), ("CHF 65", "CHF 79"), ("September 1st", "October 15th")]:
        assert gone not in now and instead in now
        [line] = [line for line in history.splitlines() if line.startswith("- was:") and gone in line]
        assert "until 2026-03-20" in line and instead in line
    assert "10 days" not in said(files, "1-index/")


def test_an_older_statement_that_comes_late_supersedes_nothing(record: Record, files: Files) -> None:
    """It goes to the history at once."""
    record("User: The Pro plan costs CHF 79 per month.", day=20)
    record("User: The Pro plan costs CHF 65 per month.", day=2)
    assert "CHF 79" in said(files) and "CHF 65" not in said(files)
    assert "CHF 65" in said(files, "3-descriptions/")


def test_two_things_stand_beside_each_other(record: Record, files: Files) -> None:
    """What is said of another thing in the same words changes nothing."""
    record("User: The Pro plan costs CHF 65 per month. The Team plan costs CHF 149 per month.")
    record("User: The checkout error rate is 0.2 %. The search error rate is 9.7 %.", day=2)
    record("User: Die Backups laufen um zwei Uhr. Die Berichte laufen um drei Uhr.", day=3)
    assert all(told in said(files) for told in ("CHF 65", "CHF 149", "0.2 %", "9.7 %", "zwei Uhr", "drei Uhr"))


def test_what_a_person_corrected_stays(record: Record, files: Files) -> None:
    """A statement moved to another summary draws its likes there."""
    record("User: The Sentry quota is 50,000 errors a month.")
    for entry in list(files.list("2-summaries/")):
        files.delete(entry.path, by=ChangedBy.USER, summary="wrong")
    mine = "Monitoring | v1.0.0, 2026-03-01T10:00:00+00:00 | \n\n- The Sentry quota is 50,000 errors a month.\n"
    files.write("2-summaries/operations/monitoring.md", mine, by=ChangedBy.USER, summary="right")
    line = "Monitoring | Sentry and alerts | 2-summaries/operations/monitoring.md\n"
    files.write(paths.INDEX, line, by=ChangedBy.USER, summary="listed")
    record("User: The Sentry quota is shared by all five teams.", day=2)
    assert "all five teams" in files.read("2-summaries/operations/monitoring.md").content
    assert line in files.read(paths.INDEX).content


def test_the_case_of_a_named_topic_stays(record: Record, files: Files) -> None:
    """Measured before: `Sso`."""
    record("User: Azure AD is required.", topic="SSO")
    assert [entry.topic for entry in index.entries(files.read(paths.INDEX).content)] == ["SSO"]


def test_figures_of_two_services_are_two(record: Record, files: Files) -> None:
    """With what they were before and a date; measured before: one line, and the later service overwrote the other."""
    for day, service, rate in [(1, "checkout", "0.4 %"), (2, "search", "9.7 %"), (3, "checkout", "0.2 %")]:
        record(f"error rate: {rate}", day, "integration", metadata={"service": service, "type": "monitoring"})
    assert "**checkout error rate**: 0.4 % → 0.2 % (2026-03-03" in said(files)
    assert "**search error rate**: 9.7 % (2026-03-02" in said(files)


def test_figures_with_a_note_count_and_transactions_do_not(record: Record, files: Files) -> None:
    """`(+6.1 %…)` and `from 88 answers` are notes; a refund is an event, no figure."""
    told = "Active households: 1,204 (+6.1 % against the week before)\nNPS 51 from 88 answers"
    record(told, 1, "integration", metadata={"service": "app"})
    refund = {"type": "charge.refunded", "data": {"object": {"id": "ch_1", "amount": 4500, "currency": "eur"}}}
    record(refund, 2, "integration", metadata={"service": "stripe"})
    assert "**app Active households**: 1,204 (" in said(files) and "**app NPS**: 51 (" in said(files)
    assert "45.00" not in said(files) and "45.00 EUR" in said(files, "3-descriptions/")


def test_failures_told_in_content_are_documented(record: Record, files: Files) -> None:
    """What happened, the cause, the lesson and the attempts; the caller need not say that it failed."""
    record(
        "User: I tried three times to migrate the reports. It fails because the role lacks the privilege. "
        "I gave up; an admin must run `GRANT CREATE ON SCHEMA reports TO app` first."
    )
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert all(part in failure for part in ("three times", "lacks the privilege", "GRANT CREATE", "## Root cause"))


def test_the_scopes_have_writers(record: Record, files: Files) -> None:
    """Services, decisions with their reasons, capabilities, plugins; each has its line in the index."""
    record("status: succeeded", 1, "integration", metadata={"service": "Vercel", "type": "deployment"})
    record("User: We decided to use Postgres instead of MongoDB, because reports need joins.", day=2)
    readme = "diff --git a/plugins/gmail/README.md b/plugins/gmail/README.md\n--- /dev/null\n"
    readme += "+++ b/plugins/gmail/README.md\n@@ -0,0 +1,2 @@\n+# Gmail\n+Reads mail.\n"
    record(f"feat: Gmail plugin\n\nIt reads the inbox.\n\n{readme}", 3, "code_change")
    listed = {entry.location for entry in index.entries(files.read(paths.INDEX).content)}
    written = {entry.path for entry in files.list("3-descriptions/")}
    assert written <= listed
    wanted = ["learned/services/vercel.md", "system/decisions/", "system/capabilities.md", "plugins/gmail.md"]
    assert all(any(path.startswith(f"3-descriptions/{each}") for path in written) for each in wanted)
    assert "Reads mail." in files.read("3-descriptions/plugins/gmail.md").content


def test_progress_is_what_was_built(record: Record, files: Files) -> None:
    """Not a list of commits' titles; a bump is neither the headline nor progress, prose makes no tech stack."""
    commits = [{"id": "2" * 40, "message": "feat: SSO with Azure AD\n\nSessions last 8 hours."}]
    commits.append({"id": "1" * 40, "message": "chore(deps): bump fastapi from 0.110 to 0.111"})
    record({"commits": commits}, 1, "code_change")
    plan = files.read("2-summaries/product/implementation-plan.md").content
    assert "SSO with Azure AD. Sessions last 8 hours." in plan and "bump" not in plan
    assert "SSO with Azure AD" in files.read("2-summaries/documentation/changelog.md").content
    assert "tech-stack" not in str([entry.path for entry in files.list()])


def test_an_event_is_embedded_in_three_calls(record: Record, embedder: Any) -> None:
    """What is said in passing with what the event and the index are about; its statements; what stands already.

    Measured before: 24 calls of one text each for eight statements.
    """
    record("User: We decided to sell tea.")  # the prototypes are embedded once a process
    calls: list[list[str]] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(embedder, name)

        def embed(self, texts: list[str]) -> list[list[float]]:
            calls.append(list(texts))
            return embedder.embed(texts)

    record(FIRST, day=2, ports={"embedder": Counting()})
    assert len(calls) == 3
    assert len({text for call in calls for text in call}) == sum(map(len, calls))


def test_an_event_reads_each_file_once_before_it_writes(record: Record, objects: S3Objects, embedder: Any) -> None:
    """Many statements ask for the same index and the same summaries: planning reads them once, and once more for whose
    lines they are."""
    record(FIRST, day=1)
    calls: list[Any] = []

    class Reading:
        def __getattr__(self, name: str) -> Any:
            return getattr(objects, name)

        def get(self, key: str, *rest: Any) -> Any:
            calls.append(key)
            return objects.get(key, *rest)

        def put(self, key: str, *rest: Any, **options: Any) -> Any:
            calls.append(None)
            return objects.put(key, *rest, **options)

    record(SECOND, day=2, ports={"objects": Reading()})
    planning = calls[: calls.index(None) - 1]  # the first write reads its file itself
    assert planning.count(next(key for key in planning if key.endswith(paths.INDEX))) <= 2
    assert len(planning) <= 2 * len(set(planning)) + 1


def test_an_edit_looks_its_change_up_once(record: Record, database: Any) -> None:
    """Before the edit; what it wrote it knows."""
    calls: list[str] = []
    answer = record("User: We decided to sell tea.", ports={"database": Watched(database, calls)})
    edits = [file for file in answer.files if file.path != paths.INDEX]
    assert calls.count("find_change") <= len(edits) + 1


@more_in_soak("many", 12, 40)
def test_many_events_at_once_leave_no_orphans_and_no_duplicates(
    record: Record, files: Files, tenant: Tenant, objects: S3Objects, database: Any, embedder: Any, many: int
) -> None:
    """Each statement stands once, in a file that the index and the links lead to."""
    enforcer = Enforcer(objects, database, embedder)

    def tell(number: int) -> None:
        answer = record(
            f"User: Shop number {number} sells {number * 7} kinds of tea in street {number}.",
            event_id=f"shop-{number}", topic="Shops",
        )  # fmt: skip
        for file in answer.files:
            enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), file.path), "created"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(tell, range(1, many + 1)))
    enforcer.sweep(tenant.tenant_id)
    whole = said(files)
    assert [whole.count(f"Shop number {number} sells") for number in range(1, many + 1)] == [1] * many
    written = {entry.path: files.read(entry.path).content for entry in files.list("2-summaries/")}
    linked = {chain.parse_part(path, content).continues for path, content in written.items()}
    assert {path for path in written if chain.is_named_as_part(path)} <= linked
    listed = [entry.location for entry in index.entries(files.read(paths.INDEX).content)]
    assert sorted(listed) == sorted(written)
    assert all(len(content) <= summary.LIMIT for content in written.values())

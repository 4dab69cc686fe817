"""Both adapters of the database are one port: each SQL function that Python calls answers alike through either."""

import re
import runpy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from knowledge import auth, wiring
from knowledge.errors import Conflict, Invalid, KnowledgeError, NotFound, PreconditionFailed
from knowledge.extraction import Proof
from knowledge.llm_extraction import LearningExtraction, ReadingContext, by_rules
from knowledge.ports.database import Database, Row, SupabaseDatabase
from knowledge.ports.object_store import S3Objects

from kloop import administration, archive
from tests.conftest import BOTH_ADAPTERS, KEY, ONE_ADAPTER, ROOT
from tests.integration.conftest import Client
from tests.integration.uploads.conftest import CSV, MARKDOWN, created, messages
from tests.support.doubles import Words
from tests.support.endpoint import Endpoint
from tests.support.postgrest.app import RestSettings, create_app

OLD, NEW = Words("old"), Words("new")
PORT, RULE = "The billing service listens on port 8090.", "Never install with pip, we use uv."
CLOCK = "The tram's clock runs on UTC and is set by radio at midnight."
LOG = """User: fix the import
$ pytest
E   ModuleNotFoundError: No module named 'yaml'
$ uv add pyyaml
$ pytest
2 passed
"""
RETROSPECTIVE = {
    "title": "Release 7",
    "sd_id": "SD-7",
    "failure_patterns": ["The build broke because a migration was missing."],
    "success_patterns": ["Running migrations in the build found the missing one."],
}
SUMMARY, DESCRIPTION = "2-summaries/product/pricing.md", "3-descriptions/user/guides/deploy.md"
MOVED = "2-summaries/finance/costs.md"
COPY, DEPLOYING = "3-descriptions/user/guides/deploy-too.md", "# Deploy\n\nEvery Tuesday.\n"
ISSUE = {"issue_summary": "RLS policy prevents INSERT", "category": "database", "run_id": "r1"}

# Which of their columns are empty depends on whether an event or its request comes first.
TIMED = ("advance_upload", "finish_upload", "settle_upload", "uploads_of_content")
FIRST_ARGUMENT = re.compile(r'\(\s*"(\w+)"')
KINDS = {bool: "yes or no", int: "number", float: "number"}
Ask = Callable[..., Any]


class Noted:
    """A database that notes what the answers of each function are made of."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.answers: dict[str, set[str]] = {}

    def call(self, function: str, **arguments: Any) -> list[Row]:
        rows = self._database.call(function, **arguments)
        self.answers.setdefault(function, set()).update(kinds(rows))
        return rows

    @contextmanager
    def whole(self) -> Iterator["Noted"]:
        """The same, each call by itself."""
        yield self


def places_of(answered: set[str]) -> set[str]:
    return {line.partition(": ")[0] for line in answered}


def within(answered: set[str], places: set[str]) -> set[str]:
    return {line for line in answered if line.partition(": ")[0] in places}


def kinds(value: Any, at: str = "") -> Iterator[str]:
    """What stands where in an answer: `[].learning: text`. Uuids and times are texts, as the port says; where nothing
    stands at times, what stands there at others is compared."""
    match value:
        case dict():
            for name, part in value.items():
                yield from kinds(part, f"{at}.{name}")
        case list():
            for part in value:
                yield from kinds(part, f"{at}[]")
        case None:
            return
        case bool() | int() | float():
            yield f"{at}: {KINDS[type(value)]}"
        case _:
            yield f"{at}: text"


@pytest.fixture
def adapters(database: Database, rest: Endpoint, supabase: SupabaseDatabase, app_url: str) -> Iterator[list[Database]]:
    """Both, over one database."""
    with rest.answered_by(create_app(RestSettings(conninfo=app_url, key=KEY))):
        yield [database, supabase]


@ONE_ADAPTER
def test_each_sql_function_has_one_answer(
    adapters: list[Database],
    administrator: Database,
    client: Client,
    objects: S3Objects,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tenant's whole life, once through each adapter: every function is called, and its answers are made alike.

    Tenants and keys are an administrator's, who has a login of the database with either.
    """
    administered = Noted(administrator)
    through_psycopg, through_rest = (
        live(adapter, administered, client, objects, tmp_path, monkeypatch) for adapter in adapters
    )
    assert called() - through_psycopg.keys() - administered.answers.keys() == set()
    assert through_psycopg.keys() == through_rest.keys()
    for function, answered in through_psycopg.items():
        places = places_of(answered) & places_of(through_rest[function])
        assert places == places_of(answered) or function in TIMED, function
        assert within(answered, places) == within(through_rest[function], places), function


@pytest.mark.usefixtures("admin_url")
@pytest.mark.parametrize(
    ("function", "arguments", "error"),
    [
        ("create_tenant", {"name": "acme", "tier": "free"}, Conflict),
        ("create_tenant", {"name": "", "tier": "free"}, Invalid),
        ("create_tenant", {"name": "other", "tier": "gold"}, Invalid),
        ("set_tier", {"tier": "pro"}, NotFound),
        ("set_redaction", {"redaction": "all"}, NotFound),
        ("set_email_keeping", {"keeps_emails": True}, NotFound),
    ],
)
def test_an_administrator_is_told_why(administrator: Database, function: str, arguments: Any, error: Any) -> None:
    """What SQL refuses is raised as the port's own error, with a sentence that says why."""
    administration.create_tenant(administrator, "acme", "free")
    require_refusal(administrator, error, function, **arguments)


@BOTH_ADAPTERS
def test_a_refusal_is_the_same_error(database: Database) -> None:
    """Through either adapter."""
    asked = {"user_id": "anna", "items": [], "by_user": True, "expected": 9}
    require_refusal(database, PreconditionFailed, "replace_memory", **asked)


def require_refusal(database: Database, error: type[KnowledgeError], function: str, **arguments: Any) -> None:
    with pytest.raises(error) as refusal:
        database.call(function, tenant_id=uuid4(), **arguments)
    assert type(refusal.value) is error and len(refusal.value.detail) > 20


def live(
    database: Database,
    administrator: Database,
    client: Client,
    objects: S3Objects,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, set[str]]:
    """What each function answered in the life of one tenant."""
    noted = Noted(database)
    monkeypatch.setattr(wiring, "database", lambda: noted)
    monkeypatch.setattr("knowledge.chunks.indexer.BATCH", 2)  # so that a table comes in parts
    for name, chosen in (("embedder", OLD), ("previous_embedder", None)):
        monkeypatch.setattr(wiring, name, lambda chosen=chosen: chosen)
    tenant_id, key = administer(administrator)

    def ask(method: str, function: str, path: str = "/", body: Any = None, **options: Any) -> Any:
        options |= {"json": body} if body is not None else {}
        response = client.request(method, function, key, path, **options)
        assert response.status_code == 200, response.text
        return response.json()

    monkeypatch.setattr(wiring, "reader", lambda answers: Unread())
    learn(ask)
    write(ask)
    remember(ask)
    meet_issues(ask)
    upload(ask, tenant_id, objects)
    monkeypatch.setattr(wiring, "previous_embedder", lambda: OLD)
    monkeypatch.setattr(wiring, "embedder", lambda: NEW)
    keep_up(ask)
    forget(ask)
    move(administrator, objects, tenant_id, folder)
    return noted.answers


class Unread:
    """A reader of logs whose model answers nothing."""

    def extract(self, _: Any, proof: Proof, context: ReadingContext) -> LearningExtraction:
        return by_rules(proof, context.served)


def administer(database: Database) -> tuple[UUID, str]:
    name = f"acme-{auth.new_key(UUID(int=0))[-8:]}"
    tenant_id = administration.create_tenant(database, name, "free")
    assert administration.find_tenant(database, name) == tenant_id
    administration.set_tier(database, tenant_id, "pro")
    administration.set_redaction(database, tenant_id, "all")
    administration.set_email_keeping(database, tenant_id, True)
    administration.tenants(database)
    administration.revoke_key(database, administration.create_key(database, tenant_id, "agent", "laptop"))
    administration.keys_of(database, tenant_id)
    return tenant_id, administration.create_key(database, tenant_id, "admin", "")


def learn(ask: Ask) -> None:
    known = [{"learning": PORT, "tags": ["billing"]}, {"learning": RULE, "kind": "rule"}]
    ask("POST", "agent_complete", body={"run_id": "r1", "agent_type": "dev", "learnings": known})
    ask("POST", "agent_complete", body={"run_id": "r2", "agent_type": "dev", "session_log": LOG})
    ask("POST", "agent_complete", body={"run_id": "r2", "agent_type": "dev", "session_log": LOG})
    ask("POST", "embed", body={"learnings": [PORT]})
    ask("POST", "query_knowledge", body={"query": "where does billing listen?", "run_id": "r3"})
    ask("POST", "agent_complete", body={"run_id": "r3", "learnings": [PORT]})
    first, *_ = ask("GET", "learnings")["learnings"]
    ask("GET", "learnings", f"/{first['id']}")
    ask("GET", "learnings", f"/k{first['id'][-4:]}")
    ask("PATCH", "learnings", f"/{first['id']}", {"learning": "The billing service listens on port 8091."})
    ask("POST", "learnings", f"/{first['id']}/pin", {})
    ask("POST", "learnings", f"/{first['id']}/feedback", {"verdict": "useful"})
    ask("DELETE", "learnings", f"/{first['id']}")
    ask("POST", "learnings", f"/{first['id']}/restore", {})


def write(ask: Ask) -> None:
    event = {"kind": "conversation", "event_id": "e1", "content": "User: We decided to price the Pro plan at $29."}
    for _ in range(2):
        ask("POST", "record_event", body={**event, "topic": "pricing"})
    moved = ask("GET", "knowledge_files", "/?prefix=2-summaries/")["files"][0]["path"]
    ask("PUT", "knowledge_files", f"/{MOVED}", {"content": ask("GET", "knowledge_files", f"/{moved}")["content"]})
    ask("DELETE", "knowledge_files", f"/{moved}")
    ask("POST", "record_event", body={**event, "event_id": "e2", "topic": "costs"})
    ask("PUT", "knowledge_files", f"/{DESCRIPTION}", {"content": DEPLOYING})
    ask("GET", "knowledge_files")
    ask("GET", "knowledge_files", f"/{DESCRIPTION}?versions")
    ask("GET", "knowledge_files", f"/{DESCRIPTION}")
    task = {"task_type": "development", "task_description": "Deploy the pricing page", "run_id": "r4"}
    ask("POST", "query_knowledge", "/context", task)
    ask("DELETE", "knowledge_files", f"/{DESCRIPTION}")
    ask("POST", "knowledge_files", f"/{DESCRIPTION}?restore=1.0.0")
    ask("POST", "size_enforcer", body={})


def remember(ask: Ask) -> None:
    for number in range(3):
        entry = {"content": f"Project {number} ends in week {number}.", "category": "context"}
        saved = ask("POST", "user_memory", "/anna/entries", entry)
    ask("GET", "user_memory", "/anna")
    ask("POST", "user_memory", "/anna/session", {"objective": "Plan project 1"})
    ask("POST", "user_memory", "/anna/tools", {"name": "recall_knowledge", "arguments": {"query": "billing"}})
    ask("DELETE", "user_memory", f"/anna/entries/{saved['id']}")
    plants = [{"content": f"Waters plant {n} on day {n}.", "category": "context"} for n in range(33)]
    ask("PUT", "user_memory", "/anna", {"entries": plants})
    ask("POST", "user_memory", "/anna/summarize", {})
    ask("POST", "user_memory", "/anna?restore=previous", {})
    ask("DELETE", "user_memory", "/anna")


def meet_issues(ask: Ask) -> None:
    one = ask("POST", "issue_patterns", body=ISSUE)
    other = ask("POST", "issue_patterns", body={"issue_summary": "Playwright has no browser", "category": "ci_cd"})
    ask("GET", "issue_patterns")
    ask("GET", "issue_patterns", f"/{one['pattern_id']}")
    ask(
        "POST", "issue_patterns", "/search", {"query": "INSERT is refused by a policy", "sd_id": "SD-1", "run_id": "r5"}
    )
    ask("POST", "issue_patterns", f"/{one['pattern_id']}/occurrences", {"solution_applied": "Use the service role."})
    ask("POST", "issue_patterns", "/retrospectives", RETROSPECTIVE)
    ask("POST", "issue_patterns", "/search", {"sd_id": RETROSPECTIVE["sd_id"]})
    ask("POST", "issue_patterns", f"/{other['pattern_id']}/merge", {"into": one["pattern_id"]})
    ask("POST", "issue_patterns", f"/{one['pattern_id']}/obsolete", {})


def upload(ask: Ask, tenant_id: UUID, objects: S3Objects) -> None:
    sent = ask("POST", "upload_ingest", files={"file": ("deploy.md", MARKDOWN)})
    ask("POST", "upload_ingest", files={"file": ("later-by-name.md", MARKDOWN)})  # S3 tells no two of a second apart
    ask("POST", "upload_ingest", files={"file": ("towns.csv", CSV)})
    ask("POST", "upload_ingest", "/presign", {"file_name": "later.md", "content_type": "text/markdown"})
    ask("GET", "upload_ingest", f"/uploads/{sent['upload_id']}")
    ask("GET", "upload_ingest", "/uploads")
    handler = runpy.run_path(str(ROOT / "functions" / "upload_ingest" / "main.py"))["handler"]
    for name, content in (("gate.txt", b"The gate closes at nine."), (f"{'n' * 600}.txt", b"")):
        key = f"{tenant_id}/assets/t/{name}"
        objects._client.put_object(Bucket=objects._bucket, Key=key, Body=content)
        assert handler(messages(created(key, "01")), None) == {"batchItemFailures": []}
    ask("DELETE", "upload_ingest", f"/uploads/{sent['upload_id']}")


def keep_up(ask: Ask) -> None:
    ask("POST", "reindex", body={})
    # What is indexed at once may be embedded twice; what comes after takes the vectors that are there.
    ask("PUT", "knowledge_files", f"/{COPY}", {"content": DEPLOYING})
    ask("POST", "reindex", body={"prefix": COPY})
    handler = runpy.run_path(str(ROOT / "functions" / "reindex" / "main.py"))["handler"]
    handler({"source": "aws.events", "detail-type": "Scheduled Event"}, None)


def forget(ask: Ask) -> None:
    """Something of each kind, for good."""
    run = {"run_id": "r9", "objective": "Mend the tram's clock.", "session_log": LOG}
    [first] = [
        learning
        for learning in ask("POST", "agent_complete", body={**run, "learnings": [CLOCK]})["learnings"]
        if learning["learning"] == CLOCK
    ]
    sent = ask("POST", "upload_ingest", files={"file": ("gone.md", b"# Gone\n\nThe last tram leaves at one.\n")})
    ask(
        "PUT", "knowledge_files", "/3-descriptions/user/guides/gone.md", {"content": f"# Gone\n\n{first['learning']}\n"}
    )
    ask("POST", "user_memory", "/otto/entries", {"content": "Takes the last tram.", "category": "context"})
    ask("DELETE", "forget", f"/learnings/{first['id']}")
    ask("DELETE", "forget", "/files/3-descriptions/user/guides/gone.md")
    ask("DELETE", "forget", f"/uploads/{sent['upload_id']}")
    ask("DELETE", "forget", "/users/otto")


def move(administrator: Database, objects: S3Objects, tenant_id: UUID, folder: Path) -> None:
    """Out, away, and in again."""
    saved = folder / f"{tenant_id}.tar.gz"
    archive.save(administrator, objects, tenant_id, saved)
    administration.delete_tenant(administrator, objects, None, "", tenant_id)
    archive.restore(administrator, objects, saved)


def called() -> set[str]:
    """The SQL functions that Python names: each is the first argument of a call, and a file of its own."""
    files = [file for folder in ("layers/knowledge", "functions", "kloop") for file in (ROOT / folder).rglob("*.py")]
    names = {name for file in files for name in FIRST_ARGUMENT.findall(file.read_text())}
    return names & {file.stem for file in (ROOT / "sql" / "functions").rglob("*.sql")}

"""record-event over real files and SQL: what an event changes, once, whatever fails."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from knowledge.errors import Invalid, Unavailable
from knowledge.files import paths
from knowledge.files.formats import description, index, summary
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.llm import Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.ports.object_store import S3Objects
from knowledge.text import frontmatter
from knowledge.usecases import record_event
from knowledge.usecases.record_event import Event, RecordEventResult
from knowledge.usecases.record_event.edits.service_reports import INTEGRATIONS
from knowledge.usecases.record_event.edits.supersession import CHANGELOG
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER, SOME_FAIL, Tenant
from tests.support.faulty import Faulty

AT = {"occurred_at": "2026-02-03T10:00:00Z"}

CONVERSATION = {
    "kind": "conversation",
    "event_id": "chat-1",
    "content": [
        {"role": "user", "content": "We decided to price the Pro plan at $29 per month."},
        {"role": "assistant", "content": "Noted. The checkout page must support Apple Pay by March 1. Shall I start?"},
    ],
    "metadata": AT,
}

DEPLOYMENT = {
    "kind": "integration",
    "event_id": "deploy-1",
    "content": {"status": "succeeded", "duration_seconds": 42},
    "metadata": {"type": "deployment", "service": "checkout", **AT},
}

RESEARCH = {
    "kind": "research",
    "event_id": "research-1",
    "content": "# Rivals\n\nThe competitor Acme charges $49 per seat. Beta has 2,000 customers in Germany."
    "\n\n## Method\nSearched.",
    "metadata": AT,
}

CHANGE = {
    "kind": "code_change",
    "event_id": "commit-1",
    "content": "Added discount codes because customers asked for them."
    "\n\nsrc/discounts.py changed; 12 passed, 0 failed."
    "\n\n+httpx==0.28.1",
    "metadata": {"dependencies": ["redis 7"], **AT},
}

Record = Callable[..., RecordEventResult]


@pytest.fixture
def record(tenant: Tenant, objects: S3Objects, database: Database, embedder: OnnxEmbedder) -> Record:
    """Records an event of the tenant, with other ports where they are given."""

    def call(event: dict[str, Any], **other: Any) -> RecordEventResult:
        ports = {"objects": objects, "database": database, "llm": None, "tenant_id": tenant.tenant_id, **other}
        return record_event.record(Event.model_validate(event), embedder=embedder, **ports)

    return call


def contents(files: Files) -> dict[str, str]:
    """Every file's content, its times left out."""
    return {
        entry.path: re.sub(r"\d{4}-\d\d-\d\dT[\d:+Z]+", "<time>", files.read(entry.path).content)
        for entry in files.list()
    }


def texts(files: Files) -> str:
    return "\n".join(contents(files).values())


def assert_well_formed(files: Files) -> None:
    """Every file parses as its tier's format says, and the index leads to every summary."""
    listed = {entry.location for entry in index.entries(files.read(paths.INDEX).content)}
    for entry in files.list():
        content = files.read(entry.path).content
        match paths.tier(entry.path):
            case Tier.INDEX:
                assert all(map(index.entry, index.lines(content)))
            case Tier.SUMMARY:
                assert entry.path in listed
                head = summary.header(content)
                assert head and head.version == entry.version
            case Tier.DESCRIPTION:
                head = description.header(content)
                assert head and head.version == entry.version == frontmatter.fields(content)["version"]


def test_an_event_may_be_nested_as_deeply_as_can_be_read(record: Record) -> None:
    """Pydantic writes out nothing that is nested deeper than 255, and an event is known again by all that it says."""
    deep: Any = "We decided to price the Pro plan at $29 per month."
    for _ in range(300):
        deep = {"said": deep}
    nested = {**CONVERSATION, "metadata": {**AT, "raw": deep}}
    assert record(nested).statements
    assert record(nested).repeated
    with pytest.raises(Invalid):
        record({**nested, "metadata": AT})


def test_a_conversation_updates_the_summaries_of_its_categories(record: Record, files: Files) -> None:
    """Decisions and requirements become lines of the summaries that they belong to; questions do not."""
    answer = record(CONVERSATION)
    assert {(statement.says, statement.text) for statement in answer.statements} == {
        ("decision", "We decided to price the Pro plan at $29 per month."),
        ("requirement", "The checkout page must support Apple Pay by March 1."),
    }
    pricing = files.read("2-summaries/finance/finance.md").content
    assert "- Decision: We decided to price the Pro plan at $29 per month. (2026-02-03)\n" in pricing
    assert "Apple Pay" in texts(files)
    assert {file.version for file in answer.files} == {"1.0.0"}
    assert (answer.method, answer.note, answer.emails, answer.repeated) == ("rules", None, 0, False)
    assert_well_formed(files)


def test_a_named_topic_is_the_summary(record: Record, files: Files) -> None:
    """What a conversation is said to be about names its summary, in the category that fits."""
    answer = record({**CONVERSATION, "topic": "Pro Plan"})
    assert {file.path.rsplit("/", 1)[-1] for file in answer.files} == {"index.md", "pro-plan.md"}


class Model:
    """A language model that puts what it was told into a category."""

    def __init__(self, category: str, topic: str = "") -> None:
        statement = {"says": "fact", "text": "Bees fly.", "category": category, "topic": topic}
        self.answer = {"summary": "", "statements": [statement]}

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        return answer.model_validate(self.answer)


@pytest.mark.parametrize(("kind", "topic"), [("conversation", "hives"), ("research", "hives"), ("conversation", "")])
def test_a_language_model_names_the_category(record: Record, files: Files, kind: str, topic: str) -> None:
    """Its word stands above what the text is near to, also for a category that is new."""
    record({**CONVERSATION, "kind": kind, "content": "Bees fly."}, llm=Model("Beekeeping", topic))
    assert "Bees fly." in files.read(f"2-summaries/beekeeping/{topic or 'beekeeping'}.md").content


def test_what_is_near_a_topic_of_a_theme_goes_there(record: Record, files: Files) -> None:
    """Also where the index is split by theme, a text finds the summary that it belongs to and the tenant's category."""
    about = "Beehives | Bees, their hives and the honey of the year | 2-summaries/farming/hives.md\n"
    files.write("1-index/index-farm.md", about, by=ChangedBy.USER, summary="A theme")
    files.write(paths.INDEX, "Farm | 1 topic: Beehives | 1-index/index-farm.md\n", by=ChangedBy.USER, summary="Themes")
    answer = record({**CONVERSATION, "content": "In farming, each of the hives has 40,000 bees and gives honey."})
    assert "2-summaries/farming/hives.md" in {file.path for file in answer.files}


def test_a_named_topic_is_one_place(record: Record, files: Files) -> None:
    """Whatever its sentences are about, and also for the next event about it."""
    talks = "User: The rate is 79 euros. We must encrypt all tokens.", "User: Mara joined as head of sales."
    for number, content in enumerate(talks):
        record({**CONVERSATION, "event_id": f"t{number}", "topic": "Blue whale", "content": content})
    [summary_file] = [entry.path for entry in files.list("2-summaries/")]
    assert summary_file.endswith("/blue-whale.md")
    assert all(word in files.read(summary_file).content for word in ("79 euros", "tokens", "Mara"))


@pytest.mark.parametrize(
    ("content", "significant"),
    [
        ("We decided to use Postgres 16 as the database. " + "It was a long talk about many other things. " * 40, True),
        ("We decided to use Postgres 16 as the database.\n\n# A\na\n\n# B\nb\n\n```\nc\n```\n", True),
        ("We decided to use Postgres 16 as the database.", False),
    ],
    ids=["long", "structured", "short"],
)
def test_significant_detail_gets_a_description(record: Record, files: Files, content: str, significant: bool) -> None:
    """By its length or its structure a conversation is kept whole, its headings below those of the file."""
    record({**CONVERSATION, "content": content, "topic": "database"})
    kept = list(files.list("3-descriptions/"))
    assert bool(kept) == significant
    if significant:
        assert f"[[{kept[0].path}]]" in texts(files)
        assert "\n# A\n" not in files.read(kept[0].path).content
    assert_well_formed(files)


def test_what_is_no_statement_is_kept_too(record: Record, files: Files) -> None:
    """Text that the rules cannot put into sentences is a description, and its summary leads there."""
    answer = record({**CONVERSATION, "content": "Ann: Maybe lavender, or the blue one for the shop."})
    assert (answer.statements, answer.note) == ([], None)
    [kept] = files.list("3-descriptions/")
    assert "Maybe lavender" in files.read(kept.path).content and f"[[{kept.path}]]" in texts(files)
    assert_well_formed(files)


def test_what_says_nothing_is_acknowledged_as_that(record: Record) -> None:
    """Pleasantries leave no file, and the note says so."""
    answer = record({**CONVERSATION, "content": "Ann: Thanks, that is great!\n\nBob: Shall I start?"})
    assert answer.files == [] and "Nothing was kept" in (answer.note or "")


def test_what_is_said_again_is_not_called_nothing(record: Record) -> None:
    """Another event of the same words has the same statements, and the note says that none is new."""
    first = record({**CONVERSATION, "content": "The cabin of the Saga has 24 beds."})
    again = record({**CONVERSATION, "event_id": "again", "content": "The cabin of the Saga has 24 beds."})
    assert again.statements == first.statements != [] and again.files == []
    assert "Nothing is new" in (again.note or "")


def test_a_label_that_says_the_kind_names_no_topic(record: Record) -> None:
    """What is labelled as a requirement or a fact is about something else, and so is what is said after it."""
    labelled = "Requirement: guests can pay with Vipps.\n\nFact: The cabin of the Saga has 24 beds.\n\n"
    answer = record({**CONVERSATION, "content": f"{labelled}Decision: we close the kiosk in Moss in January."})
    assert answer.statements and not {"Requirement", "Fact", "Decision"} & {one.topic for one in answer.statements}


def test_a_newer_version_replaces_an_older_one(record: Record, files: Files) -> None:
    """The tech stack has each technology once, as it came last, and a state of the same second gives way too."""
    for number, version in enumerate(("0.115.0", "0.116.1")):
        record({**CHANGE, "event_id": f"v{number}", "content": f"Upgrade\n\n+fastapi=={version}\n", "metadata": AT})
    stack = files.read("2-summaries/product/tech-stack.md").content
    assert re.findall(r"fastapi \S+", stack) == ["fastapi 0.116.1"]
    for state in ("open", "paid"):
        record({**DEPLOYMENT, "event_id": state, "content": {"status": state}})
    assert "open" not in files.read("2-summaries/product/devops.md").content


def test_what_is_said_of_the_user_outranks_nothing(record: Record, files: Files) -> None:
    """An event never writes into 3-descriptions/user/, which is what people say themselves."""
    record({**CONVERSATION, "topic": "user", "content": "The user prefers short answers at 9:00. " * 40})
    assert not list(files.list("3-descriptions/user/"))
    assert [entry.path for entry in files.list("3-descriptions/")] == [
        "3-descriptions/learned/user-user/conversations.md"
    ]


@pytest.mark.parametrize(
    ("kind", "content", "path", "line"),
    [
        ("deployment", {"uptime": "99.9 %"}, "2-summaries/product/devops.md", "- **uptime**: 99.9 % ("),
        ("payment", {"mrr": 1200}, "2-summaries/unit-economics/finance.md", "- **mrr**: 1200 ("),
        ("analytics", "visits: 300\nbounce rate: 41%", "2-summaries/gtm/analytics.md", "- **bounce rate**: 41% ("),
        ("", "Invoice 7 was paid by Acme: $40.", "2-summaries/unit-economics/finance.md", "was paid"),
    ],
)
def test_an_integration_updates_operations_and_the_log(
    record: Record, files: Files, kind: str, content: Any, path: str, line: str
) -> None:
    """Deployments go to DevOps, payments to Finance, analytics to Analytics, and all into the log."""
    record({**DEPLOYMENT, "content": content, "metadata": {"type": kind, **AT}})
    assert line in files.read(path).content
    assert "## 2026-02-03 — " in files.read(INTEGRATIONS).content
    assert_well_formed(files)


def test_figures_are_current(record: Record, files: Files) -> None:
    """A newer figure stands behind the one before, and an older that comes late changes nothing but the log."""

    def event(day: int, value: int) -> dict[str, Any]:
        metadata = {"type": "payment", "occurred_at": f"2026-02-0{day}T00:00:00Z"}
        return {**DEPLOYMENT, "event_id": f"e{day}", "content": {"mrr": value}, "metadata": metadata}

    for day, value in ((2, 200), (3, 300), (1, 100)):
        record(event(day, value))
    assert re.findall(r"\*\*mrr\*\*: (\d+)", files.read("2-summaries/unit-economics/finance.md").content) == ["200"]
    assert "200 → 300 (2026-02-03" in files.read("2-summaries/unit-economics/finance.md").content
    assert "Finance figures" in files.read("1-index/index.md").content
    assert re.findall(r"mrr: (\d+)", files.read(INTEGRATIONS).content) == ["300", "200", "100"]


def test_research_goes_into_the_documentation_and_its_domain(record: Record, files: Files) -> None:
    """The findings are in the domain's summary, the whole is a section of the documentation's research."""
    record(RESEARCH)
    assert (
        "- The competitor Acme charges $49 per seat. Beta has 2,000 customers in Germany. (2026-02-03) [["
        in files.read("2-summaries/gtm/competitive.md").content
    )
    detail = files.read("3-descriptions/documentation/research/competitive.md").content
    assert "## 2026-02-03 — Rivals\n\n### Rivals\n" in detail and "#### Method" in detail
    assert_well_formed(files)


def test_research_is_filed_by_what_it_is_about(record: Record, files: Files) -> None:
    """Not by its last heading, nor by the page on which its first sentence stands."""
    text = (
        "# Organs for practice\n\n## Demand\nTwelve music schools answered, nine would buy one within two years."
        "\n## Our costs\nMaterial is EUR 7,400, and 310 hours of work make EUR 13,950.\n## Conclusion\n"
        "We should offer one model at EUR 24,500 and build three a year."
    )
    record({**RESEARCH, "content": text, "metadata": {"title": "Practice organs", **AT}})
    assert [entry.path for entry in files.list("3-descriptions/documentation/research/")] == [
        "3-descriptions/documentation/research/practice-organs.md"
    ]
    assert not any("conclusion" in entry.path for entry in files.list(""))


def test_a_dependency_that_is_removed_leaves_the_stack(record: Record, files: Files) -> None:
    """As the caller states it, without a patch; its history says until when it was there."""
    record({**CHANGE, "content": "We queue mails.", "metadata": {"dependencies": ["celery 5.3", "redis 7"], **AT}})
    moved = {"dependencies": ["+dramatiq 1.17", "-celery 5.3"], **AT}
    record({**CHANGE, "event_id": "commit-2", "content": "We queue mails in dramatiq.", "metadata": moved})
    stack = files.read("2-summaries/product/tech-stack.md").content
    assert "- dramatiq 1.17" in stack and "- redis 7" in stack and "celery" not in stack


def test_a_dependency_that_is_not_read_does_not_lose_the_change(record: Record, files: Files) -> None:
    """The rest of it is kept, and the answer says what was left out."""
    given = {"dependencies": {"dramatiq": "^1.17", "celery": {"git": "x"}}, **AT}
    answer = record({**CHANGE, "content": "We queue mails.", "metadata": given})
    assert "celery {'git': 'x'}" in (answer.note or "")
    stack = files.read("2-summaries/product/tech-stack.md").content
    assert "- dramatiq ^1.17" in stack and "celery" not in stack


def test_a_change_of_code_updates_stack_plan_and_changelog(record: Record, files: Files) -> None:
    """Technologies, progress, and a changelog entry the newest first."""
    record(CHANGE)
    record({**CHANGE, "event_id": "commit-2", "content": "Fixed the rounding of prices in the invoice."})
    stack = files.read("2-summaries/product/tech-stack.md").content
    assert all(f"- {name}\n" in stack for name in ("redis 7", "httpx 0.28.1"))
    assert "Added discount codes" in files.read("2-summaries/product/implementation-plan.md").content
    log = files.read(CHANGELOG).content
    assert re.findall(r"^## (.*)$", log, re.M) == [
        "2026-02-03 — Fixed the rounding of prices in the invoice.",
        "2026-02-03 — Added discount codes because customers asked for them.",
    ]
    assert "- **Type**: New feature\n- **Reason**: because customers asked for them\n- **Details**: " in log
    assert "- **Tests**: 12 passed, 0 failed\n- **Dependencies**: redis 7\n- **Event**: code_change commit-1\n" in log
    assert frontmatter.fields(log)["scope"] == "system"
    assert_well_formed(files)


def test_no_two_lines_of_the_index_have_one_name(record: Record, files: Files) -> None:
    """The log of changes, and the summary that leads to it."""
    record(CHANGE)
    topics = [entry.topic for entry in index.entries(files.read(paths.INDEX).content)]
    assert "Changelog" in topics and len(topics) == len(set(topics))


@pytest.mark.parametrize("event", [CONVERSATION, DEPLOYMENT, RESEARCH, CHANGE], ids=lambda event: event["kind"])
def test_an_event_sent_twice_has_one_effect(record: Record, files: Files, event: dict[str, Any]) -> None:
    """The repetition gets the same answer and writes nothing; other content under the same id is refused."""
    first = record(event)
    before = list(files.list())
    assert record(event) == first.model_copy(update={"repeated": True})
    with pytest.raises(Invalid, match="other content"):
        record({**event, "content": "We decided otherwise."})
    assert list(files.list()) == before


def test_what_is_known_already_makes_no_version(record: Record) -> None:
    """Another event that says the same touches no summary that says it."""
    record(CONVERSATION)
    assert record({**CONVERSATION, "event_id": "chat-2"}).files == []


def test_an_event_sent_many_times_at_once_has_one_effect(record: Record, files: Files) -> None:
    """Eight at once get one answer, and every file has one version."""
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(record, [CHANGE] * 8))
    assert len({answer.model_copy(update={"repeated": False}).model_dump_json() for answer in answers}) == 1
    assert {entry.path: entry.version for entry in files.list()} == {file.path: "1.0.0" for file in answers[0].files}
    assert files.read(CHANGELOG).content.count("- **Event**") == 1


def test_different_events_at_once_are_all_kept(record: Record, files: Files) -> None:
    """Ten changes, three at a time, are ten entries of the changelog, in ten versions."""
    events = [{**CHANGE, "event_id": f"c{n}", "content": f"Added the page number {n} to the shop."} for n in range(10)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(record, events))
    log = files.read(CHANGELOG).content
    assert sorted(map(int, re.findall(r"^## .*number (\d)", log, re.M))) == list(range(10))
    assert len(files.versions(CHANGELOG)) == 10
    assert_well_formed(files)


@SOME_FAIL
@ONE_ADAPTER
@pytest.mark.parametrize("port", ["objects", "database"])
def test_whatever_fails_the_repetition_completes_it(
    record: Record,
    new_tenant: Callable[..., Tenant],
    objects: S3Objects,
    database: Database,
    port: str,
    step: int,
) -> None:
    """With each call's answer lost in turn, the same event again leaves the same files and answers as without one."""
    real = {"objects": objects, "database": database}
    calm = new_tenant().tenant_id
    expected = record(DEPLOYMENT, tenant_id=calm), contents(Files(calm, objects, database))
    number = 0
    while True:
        tenant_id = new_tenant().tenant_id
        try:
            record(DEPLOYMENT, tenant_id=tenant_id, **{port: Faulty(real[port], number)})
        except Unavailable:
            number += step
        else:
            break  # there is no call of that number
        answer = record(DEPLOYMENT, tenant_id=tenant_id).model_copy(update={"repeated": False})
        assert (answer, contents(Files(tenant_id, objects, database))) == expected, number
    assert number >= 8


def test_a_repetition_after_a_split_finds_its_edits(
    record: Record, files: Files, tenant: Tenant, objects: S3Objects, database: Database, embedder: OnnxEmbedder
) -> None:
    """An edit whose file was split before the event was answered is not made again, and sizes are within limits."""
    statements = [f"The warehouse number {n} lies in street {n} and has {n} tons of {'grain' * 20}." for n in range(8)]
    event = {**CONVERSATION, "topic": "warehouses", "content": "\n\n".join(statements)}
    with pytest.raises(Unavailable):
        record(event, database=Unanswered(database))
    Enforcer(objects, database, embedder).sweep(tenant.tenant_id)
    before = list(files.list())
    answer = record(event)
    assert list(files.list()) == before
    assert all(len(files.read(entry.path).content) <= summary.LIMIT for entry in files.list("2-summaries/"))
    summaries = [text for path, text in contents(files).items() if path.startswith("2-summaries/")]
    assert "".join(summaries).count("The warehouse number 7 lies") == 1
    assert {file.version for file in answer.files} == {"1.0.0"}


class Unanswered:
    """A database that fails where the answer to an event is to be kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def call(self, function: str, **arguments: Any) -> list[dict[str, Any]]:
        if function == "complete_event":
            raise Unavailable
        return self._database.call(function, **arguments)

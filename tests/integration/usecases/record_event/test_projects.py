"""An event of a project is told within it: nobody asked for another project is told a word of it."""

import json
import re
from calendar import day_name
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

import pytest
from knowledge.errors import Invalid
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.index_lines import BY_TOPIC
from knowledge.files.project_view import ProjectView
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.llm import Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases import record_event
from knowledge.usecases.record_event import Event, RecordEventResult
from knowledge.usecases.reindex.tenant import Indexer
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER, Tenant, more_in_soak
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

    def call(event: dict[str, Any], tenant_id: UUID = tenant.tenant_id, llm: Any = None) -> RecordEventResult:
        return record_event.record(Event.model_validate(event), tenant_id, objects, database, embedder, llm)

    return call


@pytest.fixture
def recorded(record: Record, tenant: Tenant, objects: Any, database: Any, embedder: Any) -> None:
    """What happened in two projects and outside of both, one after the other, searchable."""
    for step in zip(*(events(project) for project in (SHOP, None, CAFE)), strict=True):
        for event, project in zip(step, (SHOP, None, CAFE), strict=True):
            record({**event, "project": project})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()


@pytest.fixture
def talked(record: Record, tenant: Tenant, objects: Any, database: Any, embedder: Any) -> None:
    """What was said first in two projects and outside of both, searchable."""
    for project in (SHOP, None, CAFE):
        record({**next(events(project)), "project": project})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()


def of_project(files: Files, project: str | None) -> dict[str, str]:
    """The project's files by their paths within it, as its plan sees them; times left out."""
    view = ProjectView(project)
    contents = {entry.path: files.read(entry.path).content for entry in files.list()}
    own = {paths.inner(path): content for path, content in contents.items() if paths.project(path) == project}
    timeless = {path: re.sub(r"\d{4}-\d\d-\d\dT[\d:+Z]+", "", content) for path, content in own.items()}
    return {path: view.inward(path, content) for path, content in timeless.items()}


def words(text: str) -> set[str]:
    """The words of a text, prices, and figures that are no count of an answer's."""
    return set(re.findall(r"CHF \d+|[^\W\d_]{4,}|(?<![\d.])\d{4}(?!\d)", text.replace("\\n", " ")))


def own_words(project: str | None) -> set[str]:
    """The words that the events of a project have and no other's."""
    words_of = {key: words(json.dumps([*events(key)], ensure_ascii=False)) for key in TALKS}
    return words_of[project] - set[str]().union(*(words_of[key] for key in TALKS if key != project))


def asked_for_all(client: Client, tenant: Tenant, project: str | None, step: int) -> Iterator[tuple[str, str]]:
    """What is answered to each so-manieth sentence of every project's events, whole, by the door that answered."""
    talk = "\n".join(
        [*filter(None, TALKS.values()), *LATER.values(), *CHANGES.values(), *STUDIES.values(), "stripe mrr"]
    )
    for sentence in islice(filter(None, map(str.strip, re.split(r"(?<=[.?])\s|\n|User:", talk))), 0, None, step):
        question = {"query": sentence, "project": project, "match_count": 20, "match_threshold": -1}
        task = {"task_type": "any", "task_description": sentence, "project": project, "max_tokens": 20_000}
        for path, body in (("/", question), ("/context", task)):
            answer = client.request("POST", "query_knowledge", tenant.reader, path, json=body)
            assert answer.status_code == 200, answer.text
            yield path, answer.text


@more_in_soak("compared", 1, len(TALKS))
@more_in_soak("step", 4, 1)
def test_a_project_is_as_if_there_were_no_other(
    client: Client,
    tenant: Tenant,
    recorded: None,
    record: Record,
    files: Files,
    objects: Any,
    database: Any,
    new_tenant: Callable[..., Tenant],
    compared: int,
    step: int,
) -> None:
    """Whatever is asked, by search and for a task's context: its own words are there, and those of all, no others'.
    Its summaries, histories, marks, figures and index are what its events alone make of an empty base."""
    answers: dict[str, set[str]] = {"/": set(), "/context": set()}
    for path, answer in asked_for_all(client, tenant, SHOP, step):
        assert not words(answer) & own_words(CAFE), path
        answers[path] |= words(answer)
    assert {"Zacharias", "Wiebke", "CHF 52", "Stamps", "Narwhal", "7311"} <= own_words(CAFE)
    for answered in answers.values():
        assert {"Brunhilde", "Ottokar", "CHF 79", "Vouchers", "Quokka", "1211"} <= answered
        assert {"Leopold", "Hildegard", "Menus", "Firtree", "5111"} <= answered
    for project in list(TALKS)[:compared]:
        alone = new_tenant().tenant_id
        for event in events(project):
            record(event, alone)
        own = of_project(files, project)
        assert own == of_project(Files(alone, objects, database), None) and len(own) >= 10


def test_who_asks_of_no_project_asks_all(talked: None, client: Client, tenant: Tenant) -> None:
    """As learnings and uploads: without a project nothing is left out; the files of a context are then those of all."""
    question = {"query": "Who proposed or told it?", "match_count": 20, "match_threshold": -1}
    assert {"Zacharias", "Brunhilde", "Leopold"} <= words(client.post("query_knowledge", tenant.reader, question).text)
    task = {"task_type": "any", "task_description": TALKS[None]}
    context = client.request("POST", "query_knowledge", tenant.reader, "/context", json=task).json()
    assert context["index"] and all(paths.project(topic["location"]) is None for topic in context["index"])


def test_a_link_leads_to_the_file_of_the_project(talked: None, files: Files) -> None:
    """Whoever reads a project's file follows its links as they stand: each is a file, of the same project."""
    for path in (entry.path for entry in files.list()):
        content = files.read(path).content
        locations = [entry.location for entry in index.entries(content)] if path.startswith("1-index/") else []
        for leads_to in [*re.findall(r"\[\[([^][]+)\]\]", content), *locations]:
            assert paths.project(leads_to) == paths.project(path)
            assert files.read(leads_to)


def test_an_answer_names_the_files_as_they_stand(record: Record, files: Files) -> None:
    """The paths of an event's answer are those of knowledge-files, and the same again has the same answer."""
    event = {**next(events(SHOP)), "project": SHOP}
    answer, again = record(event), record(event)
    assert all(files.read(file.path).version == file.version for file in answer.files)
    assert {paths.project(file.path) for file in answer.files} == {SHOP}
    assert again.repeated and again.files == answer.files


def test_an_event_is_of_the_project_that_it_came_with(record: Record) -> None:
    """The same event of another project, or of none, is another one."""
    event = next(events(SHOP))
    record({**event, "project": SHOP})
    for project in (CAFE, None):
        with pytest.raises(Invalid, match="recorded before with other content"):
            record({**event, "project": project})


HOSTILE = [
    "../x",
    "system",
    "a/../../b",
    "project=x",
    ".",
    "..",
    "x" * 90,
    "\u202egnp",
    "💥",
    "%2e%2e",
    "ＡＢ",
    "a\\b",
]


def test_whatever_a_project_is_called_it_stays_in_its_folder(
    client: Client, tenant: Tenant, objects: Any, database: Any, embedder: Any
) -> None:
    """Two names that look alike are two folders, and each is asked for by its name."""
    for at, name in enumerate(HOSTILE):
        talk = f"User: The backup of the project runs at {at + 2} pm every day, which Person{chr(65 + at)} checks."
        event = {"kind": "conversation", "event_id": f"e{at}", "content": talk, "project": name}
        answer = client.request("POST", "record_event", tenant.admin, json=event)
        assert answer.status_code == 200, answer.text
        assert {paths.project(file["path"]) for file in answer.json()["files"]} == {name}
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
    for at, name in enumerate(HOSTILE):
        body = {"query": "When does the backup run, who checks it?", "project": name, "match_count": 20}
        answer = client.request("POST", "query_knowledge", tenant.reader, json=body).text
        assert set(re.findall(r"Person([A-Z])", answer)) == {chr(65 + at)}, name


@pytest.mark.parametrize("name", ["x" * 300, "x" * 101, "/" * 40, "語" * 40, "sуstem", " ", 7])
def test_a_name_that_no_folder_can_have_is_refused_in_words(client: Client, tenant: Tenant, name: Any) -> None:
    """What the caller is to do stands in the answer; nothing is written."""
    event = {"kind": "conversation", "event_id": "e", "content": "User: We sell tea.", "project": name}
    answer = client.request("POST", "record_event", tenant.admin, json=event)
    assert answer.status_code == 422 and "project" in answer.text
    assert client.request("GET", "knowledge_files", tenant.admin).json()["files"] == []


LONG = "User: Let's talk about quotas. " + " ".join(
    f"The quota of the depot {name}-{at} is {at * 37 + 11} pallets, which {name}{at} signs."
    for at, name in enumerate(["Anders", "Birgit", "Carl", "Dorthe", "Emil", "Frida", "Gustav", "Helle"] * 6)
)


def test_a_project_is_split_within_itself(
    record: Record, files: Files, objects: Any, database: Any, embedder: Any, tenant: Tenant
) -> None:
    """Parts of a summary, themes of an index and what moves there stay in the project, and the index leads to all."""
    for at in range(52):
        path = paths.within(SHOP, f"2-summaries/area-{at % 3}/thing-{at}.md")
        files.write(path, f"Thing {at} | v1.0.0, 2026-03-01T10:00:00+00:00 | It is.", by=ChangedBy.USER, summary="New")
    record({**next(events(None)), "event_id": "long", "topic": "Quotas", "content": LONG, "project": SHOP})
    enforcer = Enforcer(objects, database, embedder)
    while enforcer.sweep(tenant.tenant_id).files:
        pass
    stand = [entry.path for entry in files.list()]
    assert {paths.project(path) for path in stand} == {SHOP}
    themes = [path for path in stand if path.startswith("1-index/")]
    assert len(themes) > 1 and all(len(index.lines(files.read(path).content)) <= index.LIMIT for path in themes)
    assert sum(path.startswith("2-summaries/") and "/quotas" in path for path in stand) > 1
    assert not list(files.unlisted(BY_TOPIC))


def test_what_a_person_moved_within_a_project_draws_its_likes_there(
    record: Record, files: Files, objects: Any, database: Any, embedder: Any
) -> None:
    """As for all: the line's likes follow it to the page where a person wrote it."""
    line = "Guests of the restaurant tip ten percent on average, most of them with cards."
    path = paths.within(CAFE, "2-summaries/guests/tipping.md")
    page = f"Tipping | v1.0.0, 2026-03-01T10:00:00+00:00 | \n\n- {line} (2026-03-01)\n"
    files.write(path, page, by=ChangedBy.USER, summary="Moved")
    Enforcer(objects, database, embedder).on_event(ObjectEvent(bucket="b", key=files.key(path), kind="created"))
    talk = "User: Guests of the restaurant tip fifteen percent on weekends, most of them with cards."
    event = {**next(events(None)), "event_id": "tips", "content": talk}
    assert path in {file.path for file in record({**event, "project": CAFE}).files}
    assert not {paths.inner(path)} & {file.path for file in record({**event, "event_id": "other"}).files}


class Reader:
    """A language model that keeps what it is shown, and finds one statement in it and nothing that has ended."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        self.shown.append(str(messages[-1]["content"]))
        statement = {
            "says": "fact",
            "text": "The Pro plan is now CHF 52 per month.",
            "category": "finance",
            "topic": "Finance",
        }
        response = {"summary": "", "statements": [statement]} if "statements" in answer.model_fields else {"gone": []}
        return answer.model_validate(response)


def test_a_model_is_shown_the_pages_of_the_project_alone(record: Record) -> None:
    """Neither those of all nor another's, when it is asked what is said and what is no longer so."""
    reader = Reader()
    for project in (SHOP, None, CAFE):
        record({**next(events(project)), "project": project})
    record({**next(events(CAFE)), "event_id": "later", "content": LATER[CAFE], "project": CAFE}, llm=reader)
    shown = words("".join(reader.shown)) - {*day_name}  # it is told the event's own
    assert len(reader.shown) == 2 and {"Zacharias", "Wiebke"} & shown
    assert not shown & (own_words(SHOP) | own_words(None))

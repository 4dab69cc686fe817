"""What is told of a run of a project stands in the project's folders: nobody asked for another is told a word of it."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from knowledge.files import paths
from knowledge.files.index_lines import BY_TOPIC
from knowledge.files.repository import Files
from knowledge.forgetting import Eraser
from knowledge.learnings import CompletedRun, Learner
from knowledge.usecases import agent_complete
from knowledge.usecases.reindex import retention
from knowledge.usecases.reindex.retention import forget_evidence
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER

SHOP, CAFE = "acme/shop", "Café"
WORDS = {SHOP: ("Brunhilde", "quokka"), CAFE: ("Zacharias", "narwhal")}
Finished = Callable[..., set[str]]


def log(project: str) -> list[dict[str, Any]]:
    """A session that reached a host, was told a name, and gave up."""
    person, host = WORDS[project]
    call = {"name": "bash", "arguments": f'{{"command": "curl -sf https://api.{host}.com/v1/stock"}}'}
    return [
        {"role": "user", "content": f"Mend the import of stock that {person} asked for."},
        {
            "role": "assistant",
            "content": f"I ask {host} for it.",
            "tool_calls": [{"id": "c", "type": "function", "function": call}],
        },
        {"role": "tool", "tool_call_id": "c", "content": "curl: (22) The requested URL returned error: 403"},
        {"role": "assistant", "content": f"It fails because {host} wants a token that only {person} has. I gave up."},
    ]


@pytest.fixture
def finished(tenant: Tenant, objects: Any, database: Any, embedder: Any) -> Finished:
    """Completes a run of the project; the paths of the files that tell of it."""

    def call(project: str, run: str = "r", **other: Any) -> set[str]:
        person, host = WORDS[project]
        body = {
            "run_id": f"{run} {project}",
            "objective": f"Mend the import of stock that {person} asked for",
            "outcome": f"Failed: {host} refuses it.",
            "session_log": log(project),
            "learnings": [f"The import of stock needs a token of {host}, which {person} keeps."],
            "project": project,
            **other,
        }
        learner = Learner(tenant.tenant_id, "free", database, embedder)
        completion = agent_complete.finish(CompletedRun.model_validate(body), learner, objects, pattern_minutes=0)
        return {file.path for file in completion.files or []}

    return call


@pytest.fixture
def both(finished: Finished, tenant: Tenant, objects: Any, database: Any, embedder: Any) -> None:
    """Three runs of each of two projects, which make a pattern; searchable."""
    for at in range(3):
        for project in (SHOP, CAFE):
            finished(project, f"r{at}")
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()


def test_its_files_stand_in_the_projects_folders(finished: Finished, files: Files) -> None:
    """All of them: task, failure, evidence, service and their lists and index; none is led to from elsewhere."""
    written = finished(SHOP)
    kinds = {"tasks", "failures", "evidence", "services"}
    assert kinds == {paths.inner(path).split("/")[2] for path in written if "/learned/" in path}
    assert {paths.project(entry.path) for entry in files.list()} == {SHOP}
    assert "3-descriptions/project=acme=2Fshop/learned/services/api-quokka-com.md" in written
    assert not list(files.unlisted(BY_TOPIC))


def test_no_answer_to_a_project_tells_of_anothers_run(both: None, client: Client, tenant: Tenant) -> None:
    """Neither a passage, a learning, nor a line of the index with its task, its failure or its hosts."""
    for project, other in ((SHOP, CAFE), (CAFE, SHOP)):
        own, foreign = ([word.casefold() for word in WORDS[name]] for name in (project, other))
        answers = {"/": "", "/context": ""}
        for asked in (f"What does {WORDS[other][1]} answer?", "Mend the import of stock", "Which services are there?"):
            question = {"query": asked, "project": project, "match_count": 20, "match_threshold": -1}
            task = {"task_type": "any", "task_description": asked, "project": project, "max_tokens": 20_000}
            for path, body in (("/", question), ("/context", task)):
                answer = client.request("POST", "query_knowledge", tenant.reader, path, json=body).text.casefold()
                assert not [word for word in foreign if word in answer.replace(asked.casefold(), "")]
                answers[path] += answer
        assert all(word in answer for answer in answers.values() for word in own)


def test_a_later_part_of_the_run_tells_its_files_anew(finished: Finished, files: Files) -> None:
    """Where they stand: a run that failed and went on has one task and one failure, which tells the end."""
    answer = {"role": "assistant", "content": "The import of stock passes now, with the token of the vault."}
    longer = [*log(SHOP), {"role": "user", "content": "The token is in the vault now."}, answer]
    finished(SHOP)
    written = finished(SHOP, session_log=longer, outcome="succeeded")
    [failure] = [path for path in written if "/failures/" in path]
    assert "succeeded" in files.read(failure).content
    all_written = [entry.path for entry in files.list("3-descriptions/")]
    assert [path.split("/")[3] for path in all_written if "/tasks/" in path or "/failures/" in path] == [
        "failures",
        "tasks",
    ]


@pytest.mark.parametrize("name", ["x" * 150, "/" * 40, "語" * 40])
def test_a_project_whose_name_has_no_room_is_refused_as_with_an_event(
    client: Client, tenant: Tenant, name: str
) -> None:
    """Its files would stand among those of all."""
    sent = {"session_log": log(SHOP), "project": name}
    answer = client.post("agent_complete", tenant.agent, sent)
    assert answer.status_code == 422 and "in fewer letters" in answer.json()["detail"]


def test_evidence_of_a_project_goes_when_its_days_are_over(both: None, files: Files, monkeypatch: Any) -> None:
    """As that of all does."""
    evidence = [entry for entry in files.list() if "/evidence/" in entry.path]
    assert len(evidence) == 6 and forget_evidence(files, 1) == 0
    monkeypatch.setattr(retention, "timedelta", lambda days: evidence[0].updated - evidence[0].updated)
    assert forget_evidence(files, 1) == 6
    assert not [entry for entry in files.list() if "/evidence/" in entry.path]


def test_what_is_forgotten_goes_from_the_projects_files(
    both: None, tenant: Tenant, files: Files, objects: Any, database: Any, embedder: Any, client: Client
) -> None:
    """The pattern's own file, its line among the latest and in the index, and the other project's stay.

    What the runs' files say of it in other words is counted, of that project alone.
    """
    learnings = client.request("GET", "learnings", tenant.admin).json()["learnings"]
    [narwhal] = [row["id"] for row in learnings if "narwhal" in row["learning"]]
    patterns = [entry.path for entry in files.list() if "/patterns/" in entry.path]
    assert {paths.project(path) for path in patterns} == {SHOP, CAFE}
    manifest = Eraser(tenant.tenant_id, objects, database, [embedder]).learning(UUID(narwhal))
    assert {paths.project(path) for path in manifest.remaining} == {CAFE}
    assert [paths.project(entry.path) for entry in files.list() if "/patterns/" in entry.path] == [SHOP]
    latest = files.read(paths.within(CAFE, "2-summaries/agent/learned-patterns.md")).content
    assert "needs a token" not in latest


TALK = [
    ("user", "Publish the npm package of the design system."),
    ("assistant", "I'll run npm publish."),
    ("user", "No, never run npm publish by hand, we use the release workflow."),
    ("assistant", "Understood."),
]


@pytest.fixture
def reports(client: Client, tenant: Tenant, objects: Any, database: Any, embedder: Any) -> Tenant:
    """A tenant with a run whose log alone tells its project; searchable."""
    turns = [
        {"type": who, "message": {"role": who, "content": text}, "sessionId": "s", "uuid": str(at), "cwd": "/w/reports"}
        for at, (who, text) in enumerate(TALK)
    ]
    client.post("agent_complete", tenant.agent, {"run_id": "r", "session_log": "\n".join(map(json.dumps, turns))})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
    return tenant


def test_what_was_said_is_of_the_project_that_the_log_shows(client: Client, reports: Tenant) -> None:
    """As what was learned is: no question within another project is answered with it."""
    query = {"query": "Who said Understood when the npm package was published?", "match_count": 5}
    ours, theirs = (
        client.post("query_knowledge", reports.reader, {**query, "project": name}).json()["matches"]
        for name in ("reports", "warehouse")
    )
    assert {*map(str, ours[0]["projects"])} == {"reports"} and theirs == []


@pytest.mark.parametrize("count", [None, 5])
def test_a_rule_and_the_talk_in_which_it_was_laid_down_are_one_answer(
    client: Client, reports: Tenant, count: int | None
) -> None:
    """The talk is among the rule's sources."""
    query = {"query": "How do I publish the npm package?", "match_count": count}
    answer = client.post("query_knowledge", reports.reader, query).json()
    [rule] = answer["matches"]
    assert rule["reported"] and [source["path"].split("/")[2] for source in rule["sources"]] == ["evidence"]
    assert answer["formatted"].count("never run npm publish") == 1

"""What agents meet on their own becomes known issues, which the next agent is told of without asking."""

import json
import re
from typing import Any

import psycopg

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

ERROR = "sqlalchemy.exc.OperationalError: connection to server at localhost, port 5432 failed: Connection refused"


def log(number: int) -> list[dict[str, Any]]:
    """A run whose tests fail until the database is started."""
    turns: list[dict[str, Any]] = [{"role": "user", "content": f"Make the tests of part {number} pass."}]
    commands = [
        ("uv run pytest tests/shop", f"E   {ERROR}\n1 error in 0.8s", 1),
        ("docker compose up -d db", "Started", 0),
    ]
    for at, (command, output, code) in enumerate([*commands, ("uv run pytest tests/shop", "23 passed in 3.2s", 0)]):
        call = {
            "id": f"c{at}",
            "type": "function",
            "function": {"name": "bash", "arguments": f'{{"command": "{command}"}}'},
        }
        turns.append({"role": "assistant", "content": None, "tool_calls": [call]})
        turns.append({"role": "tool", "tool_call_id": f"c{at}", "content": f"{output}\nexit code: {code}"})
    return [*turns, {"role": "assistant", "content": "All tests pass now."}]


@ONE_ADAPTER
def test_an_error_of_two_runs_is_an_issue_that_the_next_is_told_of(client: Client, tenant: Tenant) -> None:
    """The second run makes a pattern of it, its fix a solution; a question about it is answered with what to do."""
    for number in (1, 2):
        body = {"run_id": f"r{number}", "session_log": log(number)}
        assert client.post("agent_complete", tenant.agent, body).status_code == 200
    question = {"query": f"The shop tests fail with {ERROR}"}
    answer = client.post("query_knowledge", tenant.reader, question).json()
    [issue] = answer["issues"]
    assert "Connection refused" in issue["issue_summary"] and "docker compose up -d db" in issue["solution"]
    assert "Known issues:" in answer["formatted"] and issue["pattern_id"] in answer["formatted"]
    task = {"task_type": "fix", "task_description": question["query"]}
    context = client.request("POST", "query_knowledge", tenant.reader, "/context", json=task).json()
    assert context["issues"] and issue["pattern_id"] in context["formatted"]


@ONE_ADAPTER
def test_a_question_about_something_else_is_told_of_no_issue(client: Client, tenant: Tenant) -> None:
    """And what asks for files or learnings of a kind gets these alone."""
    for number in (1, 2):
        client.post("agent_complete", tenant.agent, {"run_id": f"r{number}", "session_log": log(number)})
    for question in ({"query": "How do customers pay?"}, {"query": ERROR, "kind": "fix"}):
        assert client.post("query_knowledge", tenant.reader, question).json()["issues"] == []


@ONE_ADAPTER
def test_an_issue_is_of_the_projects_that_it_came_up_in(client: Client, tenant: Tenant) -> None:
    """Who asks for another project is not told of it, wherever it asks; an occurrence in that one makes it of both."""
    for number in (1, 2):
        body = {"run_id": f"r{number}", "session_log": log(number), "project": "shop"}
        client.post("agent_complete", tenant.agent, body)
    assert told_of(client, tenant, "shop") == told_of(client, tenant, None) == [["PAT-001"]] * 5
    assert told_of(client, tenant, "blog") == [[]] * 5
    occurrence = {"project": "blog", "was_successful": True}
    again = client.request("POST", "issue_patterns", tenant.agent, "/PAT-001/occurrences", json=occurrence).json()
    assert again["projects"] == ["shop", "blog"]
    assert told_of(client, tenant, "blog") == [["PAT-001"]] * 5


def told_of(client: Client, tenant: Tenant, project: str | None) -> list[list[str]]:
    """The ids of the issues that each way to ask names: search by two matchers, and three that tell of them unasked."""
    question, within = f"The shop tests fail with {ERROR}", {"project": project} if project else {}
    ways: list[tuple[str, str, dict[str, str]]] = [
        ("issue_patterns", "/search", {"query": question}),
        ("issue_patterns", "/search", {"query": question, "matcher": "jaccard"}),
        ("query_knowledge", "/", {"query": question}),
        ("query_knowledge", "/context", {"task_type": "fix", "task_description": question}),
        ("user_memory", "/anna/session", {"objective": question}),
    ]
    answers = [
        client.request("POST", function, tenant.reader, path, json=body | within).json()
        for function, path, body in ways
    ]
    return [sorted(set(re.findall(r"PAT-\d+", str(answer)))) for answer in answers]


@ONE_ADAPTER
def test_a_statement_about_no_project_is_about_all(client: Client, tenant: Tenant) -> None:
    """As learnings have it; and so is what is merged with such a one."""
    body = {"issue_summary": "The nightly export is empty", "project": "shop"}
    first = client.post("issue_patterns", tenant.agent, body).json()
    again = client.post("issue_patterns", tenant.agent, {"issue_summary": body["issue_summary"]}).json()
    assert (first["projects"], again["projects"], again["outcome"]) == (["shop"], [], "reinforced")


def failing(number: int) -> list[dict[str, Any]]:
    """A run that meets the same error, and ends with it."""
    return [*log(number)[:3], {"role": "assistant", "content": "I could not get past that."}]


@ONE_ADAPTER
def test_a_solution_is_what_was_done_and_not_the_error_again(client: Client, tenant: Tenant) -> None:
    """So that another remedy for the same error is another solution, with a count of its own."""
    for number, remedy in enumerate(["docker compose up -d db", "docker compose up -d db", "service postgresql start"]):
        turns = json.loads(json.dumps(log(number)).replace("docker compose up -d db", remedy))
        client.post("agent_complete", tenant.agent, {"run_id": f"r{number}", "session_log": turns})
    [issue] = client.request("GET", "issue_patterns", tenant.reader).json()["patterns"]
    assert [(solution["solution"], solution["times_applied"]) for solution in issue["proven_solutions"]] == [
        ("Run `docker compose up -d db`.", 2),
        ("Run `service postgresql start`.", 1),
    ]


@ONE_ADAPTER
def test_an_error_that_nobody_got_past_is_an_issue_too(client: Client, tenant: Tenant) -> None:
    """Without a solution, which whoever meets it has to find: nothing was applied, and nothing is counted so."""
    for number in (1, 2):
        client.post("agent_complete", tenant.agent, {"run_id": f"r{number}", "session_log": failing(number)})
    [issue] = client.request("GET", "issue_patterns", tenant.reader).json()["patterns"]
    assert "Connection refused" in issue["issue_summary"]
    assert (issue["occurrence_count"], issue["proven_solutions"], issue["success_rate"]) == (2, [], None)
    assert issue["recommendation"] == "LOW: investigate"


@ONE_ADAPTER
def test_the_agents_own_word_comes_before_what_its_log_shows(client: Client, tenant: Tenant) -> None:
    """A run counts once for a pattern; where the agent says how it went, that is what counts."""
    for number in (1, 2):
        client.post("agent_complete", tenant.agent, {"run_id": f"r{number}", "session_log": log(number)})
    applied = {"pattern_id": "PAT-001", "was_successful": False, "resolution_time_minutes": 30}
    run = {"run_id": "r3", "session_log": log(3), "applied_patterns": [applied]}
    client.post("agent_complete", tenant.agent, run)
    issue = client.request("GET", "issue_patterns", tenant.reader, "/PAT-001").json()
    latest = issue["occurrences"][0]
    assert (latest["run_id"], latest["was_successful"], latest["found_via_search"]) == ("r3", False, True)
    assert (issue["occurrence_count"], issue["avg_resolution_time_minutes"]) == (3, 30)


@ONE_ADAPTER
def test_a_run_ends_well_though_the_tier_has_no_room_for_its_errors(
    client: Client, tenant: Tenant, admin_url: str
) -> None:
    """They stay noted; what it taught is kept, and its files are written."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            "insert into knowledge.issue_patterns (tenant_id, number, issue_summary, summary_hash)"
            " select %s, n, 'filler', 'filler ' || n from generate_series(1, 500) as n",
            [tenant.tenant_id],
        )
    for number in (1, 2):
        body = {"run_id": f"r{number}", "session_log": log(number), "objective": "Mend the tests."}
        answer = client.post("agent_complete", tenant.agent, body)
        assert answer.status_code == 200 and answer.json()["files"]

"""What agents meet on their own becomes known issues, which the next agent is told of without asking."""

from typing import Any

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

"""A log is parsed once and cleaned once, at the door: what is learned, reported and counted reads the same run."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from knowledge.learnings import models
from knowledge.privacy import runs

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER

ERROR = "OperationalError: connection to server at localhost, port 5432 failed: Connection refused"
STEPS = [
    ("uv run pytest tests/shop", f"E   {ERROR}\n1 error in 0.8s\nexit code: 1"),
    ("docker compose up -d db", "Started\nexit code: 0"),
    ("uv run pytest tests/shop", "23 passed in 3.2s\nexit code: 0"),
]


def log() -> list[dict[str, Any]]:
    """Tests that fail until the database is started."""
    turns: list[dict[str, Any]] = [{"role": "user", "content": "Make the tests of the shop pass."}]
    for number, (command, output) in enumerate(STEPS):
        function = {"name": "bash", "arguments": json.dumps({"command": command})}
        turns.append({"role": "assistant", "tool_calls": [{"id": str(number), "function": function}]})
        turns.append({"role": "tool", "tool_call_id": str(number), "content": output})
    return [*turns, {"role": "assistant", "content": f"The tests pass. Before it was {ERROR}."}]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each step at the door is taken; of `redact`, how often with the error in the text."""
    counts: Counter[str] = Counter()

    def count(module: Any, name: str, counts_for: Callable[[Any], bool] = lambda _: True) -> None:
        step = getattr(module, name)

        def counting(first: Any, *rest: Any, **options: Any) -> Any:
            counts[name] += counts_for(first)
            return step(first, *rest, **options)

        monkeypatch.setattr(module, name, counting)

    count(models, "parse")
    count(models, "clean_run")
    count(runs, "without_emails")
    count(runs, "redact", lambda text: "Connection refused" in text)
    return counts


def test_a_log_is_parsed_and_cleaned_once(client: Client, tenant: Tenant, counted: Counter[str]) -> None:
    """Though its error becomes a learning, an issue, evidence and a report, and is said in two turns."""
    answer = client.post("agent_complete", tenant.agent, {"run_id": "r1", "session_log": log()})
    assert answer.status_code == 200 and answer.json()["files"]
    assert counted == {"parse": 1, "clean_run": 1, "without_emails": 1, "redact": 2}

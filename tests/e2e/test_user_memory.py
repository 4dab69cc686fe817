"""The testing checklist for user memory, scenario by scenario, on a stack with Redis and a language model."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from kloop.stack.processes import free_port
from tests.conftest import more_in_soak
from tests.support.kloop import Kloop
from tests.support.redis_server import RedisServer, find_program
from tests.support.serving import serving

pytestmark = [
    pytest.mark.xdist_group("stack"),
    pytest.mark.skipif(find_program() is None, reason="there is no redis-server: install the extra dev"),
]

INVOICES = "Always prioritize emails about invoices."
VERBOSE = "You are being too verbose."


@dataclass
class Model:
    """A language model that puts all context into its first entry, and counts what it is asked."""

    asked: int = 0

    async def models(self, _: Request) -> JSONResponse:
        """The endpoint's own list, by which the product chooses where no model is named."""
        return JSONResponse({"data": [{"id": "small"}]})

    async def complete(self, request: Request) -> JSONResponse:
        self.asked += 1
        lines = (await request.json())["messages"][1]["content"].splitlines()
        ids = {mark: [line[1:].split("]")[0] for line in lines if f"] {mark} " in line] for mark in ("KEEP", "CONTEXT")}
        content = {line[1:].split("]")[0]: line.split(": ", 1)[1] for line in lines}
        kept = [{"ids": [identifier], "content": content[identifier]} for identifier in ids["KEEP"]]
        answer = json.dumps({"entries": [*kept, {"ids": ids["CONTEXT"], "content": content[ids["CONTEXT"][0]]}]})
        return JSONResponse({"choices": [{"message": {"role": "assistant", "content": answer}}]})


@dataclass
class Stack:
    """The running stack, its Redis and its model."""

    url: str
    key: str
    redis: RedisServer
    model: Model


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """As a person starts it, with a cache and a model named by variables."""
    folder, model = tmp_path_factory.mktemp("memory"), Model()
    routes = [Route("/v1/chat/completions", model.complete, methods=["POST"]), Route("/v1/models", model.models)]
    with RedisServer(str(find_program()), folder) as redis, serving(Starlette(routes=routes)) as model_url:
        kloop = Kloop(folder / "state", free_port())
        with patch.dict(os.environ, {"KNOWLEDGE_CACHE_URL": redis.url, "KNOWLEDGE_LLM_URL": f"{model_url}/v1"}):
            running = kloop.up()
        key = kloop.tenant("memory", tier="free")
        yield Stack(f"{running.url}/functions/v1/user-memory", key, redis, model)
        kloop("down")


@dataclass
class Agent:
    """A voice agent with the memory of one user: each session is a connection and a conversation of its own."""

    url: str
    key: str
    user: str
    conversation: str = ""
    prompt: dict[str, Any] = field(default_factory=dict)

    def connect(self) -> "Agent":
        """A new session, which starts with the user's memory in the system prompt."""
        session = Agent(self.url, self.key, self.user, str(uuid4()))
        session.prompt = session._request("GET", "/prompt")
        return session

    def save_to_memory(self, content: str, category: str) -> dict[str, Any]:
        """The tool, as the model calls it."""
        arguments = json.dumps({"content": content, "category": category})
        body = {"name": "save_to_memory", "arguments": arguments, "conversation_id": self.conversation}
        return self._request("POST", "/tools", json=body)

    def memory(self) -> list[dict[str, Any]]:
        """What is remembered now."""
        return list(self._request("GET", "")["entries"])

    def _request(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx.request(method, f"{self.url}/{self.user}{path}", headers=headers, timeout=60, **options)
        return dict(answer.raise_for_status().json())


@pytest.fixture
def agent(stack: Stack) -> Agent:
    """One that connects for the first time, for a user of whom nothing is known."""
    return Agent(stack.url, stack.key, f"user-{uuid4()}").connect()


def test_1_save_and_retrieve(agent: Agent) -> None:
    """Aliased to always prioritize emails about invoices, the agent has it in its prompt when it connects again."""
    assert INVOICES not in agent.prompt["formatted"]
    assert agent.save_to_memory(INVOICES, "rule")["success"]
    assert f"- [rule] {INVOICES}" in agent.connect().prompt["formatted"]


def test_2_category_handling(agent: Agent) -> None:
    """Feedback on its behaviour is saved as feedback."""
    agent.save_to_memory(VERBOSE, "feedback")
    [entry] = agent.memory()
    assert (entry["content"], entry["category"]) == (VERBOSE, "feedback")


def test_3_over_save_prevention(agent: Agent) -> None:
    """The prompt says at most twice in a conversation, and the service sees to it."""
    assert "More than twice in a conversation" in agent.prompt["instructions"]
    saved = [agent.save_to_memory(f"Project {n} ends in week {n}.", "context")["success"] for n in range(10, 15)]
    assert saved == [True, True, False, False, False]
    assert agent.connect().save_to_memory(INVOICES, "rule")["success"]


def test_4_size_limit(agent: Agent, stack: Stack) -> None:
    """With over 30 entries the memory is condensed when the agent connects again, and not before."""
    agent.save_to_memory(INVOICES, "rule")
    before = stack.model.asked
    for number in range(31):
        session = Agent(agent.url, agent.key, agent.user, str(uuid4()))
        session.save_to_memory(f"The user looks after plant number {number}, one of many others.", "context")
    assert len(agent.memory()) == 32 and stack.model.asked == before
    assert agent.connect().prompt["condensed"] is True
    assert stack.model.asked == before + 1
    rule, context = agent.memory()
    assert rule["content"] == INVOICES and context["category"] == "context"


def test_5_redis_fallback(agent: Agent, stack: Stack) -> None:
    """With Redis stopped the agent connects, remembers and saves as before; and after its return as well."""
    agent.save_to_memory(INVOICES, "rule")
    stack.redis.stop()
    again = agent.connect()
    assert INVOICES in again.prompt["formatted"]
    assert again.save_to_memory(VERBOSE, "feedback")["success"]
    stack.redis.start()
    assert [entry["content"] for entry in agent.memory()] == [INVOICES, VERBOSE]


def test_6_prd_rule_60(agent: Agent) -> None:
    """Asked to remember an e-mail from John, it is refused with the reason, and nothing of it is stored."""
    refused = agent.save_to_memory("Remember this email from John: the merger closes on Friday", "context")
    assert refused["success"] is False and "e-mail" in refused["message"]
    assert agent.memory() == []


@more_in_soak("entries", 10, 40)
def test_7_latency(agent: Agent, stack: Stack, entries: int) -> None:
    """Saving waits for nothing slow: no model is asked, whatever the size of the memory, and the entry is there."""
    before = stack.model.asked
    for number in range(entries):
        session = Agent(agent.url, agent.key, agent.user, str(uuid4()))
        assert session.save_to_memory(f"The user looks after plant number {number}.", "context")["success"]
    assert (len(agent.memory()), stack.model.asked) == (entries, before)

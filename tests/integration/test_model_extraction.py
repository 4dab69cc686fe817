"""agent-complete with a language model behind a real HTTP server, and without it when it fails."""

import json
from collections.abc import Callable

import pytest
from knowledge import wiring
from knowledge.ports.llm import OpenAICompatible
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tests.support.serving import serving

RULE = "Always run `make lint` before you commit, because the pipeline rejects unformatted code."
LOG = [
    {"role": "user", "content": "Fix the bug in app.py."},
    {"role": "assistant", "content": "I fixed and committed it."},
    {"role": "user", "content": f"No, that is wrong. {RULE}"},
]
FOUND = {"learning": "The pipeline of this project rejects unformatted code.", "kind": "fact", "tags": ["ci"]}
SECRET = "ghp_" + "a1B2" * 9


def chat(content: str) -> JSONResponse:
    """A chat completion that says `content`."""
    return JSONResponse({"choices": [{"message": {"role": "assistant", "content": content}}]})


@pytest.fixture
def model(client, monkeypatch):
    """Puts a model that answers as told behind agent-complete, and gives the requests that reached it."""
    servers, models, requests = [], [], []

    def behave(answer: Callable[[int], Response]) -> list[dict]:
        async def completions(request: Request) -> Response:
            requests.append(json.loads(await request.body()))
            return answer(len(requests))

        server = serving(Starlette(routes=[Route("/v1/chat/completions", completions, methods=["POST"])]))
        servers.append(server)
        found = OpenAICompatible(f"{server.__enter__()}/v1", "a-model", "a-key", timeout=5)
        models.append(found)
        monkeypatch.setattr(wiring, "llm", lambda: found)
        return requests

    yield behave
    for found in models:
        found._client.close()
    for server in servers:
        server.__exit__(None, None, None)


def complete(client, tenant, log=LOG):
    response = client.post("agent_complete", tenant.agent, {"run_id": "r1", "session_log": log})
    assert response.status_code == 200, response.text
    return response.json()


def test_the_model_extracts(client, tenant, model):
    """What the model answers is kept beside the rule, with kind and tags; the request held it to a schema."""
    requests = model(lambda n: chat(json.dumps({"learnings": [FOUND]})))
    answer = complete(client, tenant)
    assert (answer["method"], answer["note"], answer["inserted"]) == ("llm", None, 2)
    assert [kept["kind"] for kept in answer["learnings"]] == ["rule", "fact"] and RULE in answer["learnings"][0][
        "learning"
    ]
    assert answer["learnings"][1]["learning"] == FOUND["learning"]
    asked = {"query": "unformatted code", "kind": "fact"}
    [match] = client.post("query_knowledge", tenant.reader, asked).json()["matches"]
    assert match["tags"] == ["ci"]
    assert requests[0]["response_format"]["type"] == "json_schema" and requests[0]["model"] == "a-model"


def test_no_secret_reaches_the_model(client, tenant, model):
    """Secrets are redacted before the log leaves for another machine."""
    requests = model(lambda n: chat('{"learnings": []}'))
    answer = complete(client, tenant, [*LOG, {"role": "user", "content": f"The token is {SECRET}."}])
    assert (answer["method"], [kept["kind"] for kept in answer["learnings"]]) == ("llm", ["rule"])
    assert len(requests) == 1 and SECRET not in json.dumps(requests)


def test_a_busy_model_is_asked_again(client, tenant, model):
    """A 429 is repeated, and what the model then answers is kept."""
    busy = PlainTextResponse("slow down", 429)
    requests = model(lambda n: busy if n == 1 else chat(json.dumps({"learnings": [FOUND]})))
    assert complete(client, tenant)["method"] == "llm"
    assert len(requests) == 2


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda n: PlainTextResponse("slow down", 429), "429"),
        (lambda n: PlainTextResponse("broken", 500), "500"),
        (lambda n: PlainTextResponse("who?", 401), "401"),
        (lambda n: PlainTextResponse("<html>"), "no chat completion"),
        (lambda n: chat("Sure! Here are the learnings:"), "schema"),
        (lambda n: chat('{"learnings": [{"learning": "too short", "kind": "fact", "tags": []}]}'), "schema"),
        (lambda n: JSONResponse({"choices": []}), "no chat completion"),
    ],
    ids=["429", "500", "401", "html", "prose", "off the schema", "no choice"],
)
def test_rules_take_over_from_a_model_that_fails(client, tenant, model, answer, says):
    """Whatever the model does, the run is completed by rules, and the note says why."""
    model(answer)
    completed = complete(client, tenant)
    assert completed["method"] == "rules"
    assert says in completed["note"] and "rules" in completed["note"]
    assert any("make lint" in each["learning"] for each in completed["learnings"])


def test_rules_take_over_from_a_model_that_is_silent(client, tenant, silent_url, monkeypatch):
    """A model that takes the request and never answers costs its timeout once."""
    silent = OpenAICompatible(silent_url, "a-model", timeout=0.2)
    monkeypatch.setattr(wiring, "llm", lambda: silent)
    completed = complete(client, tenant)
    silent._client.close()
    assert completed["method"] == "rules" and "did not answer" in completed["note"]

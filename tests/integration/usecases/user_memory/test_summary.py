"""A memory over its limits is made shorter at a session's start, by rules or by a language model."""

import json
import re
from collections.abc import Callable

import pytest
from knowledge import wiring
from knowledge.ports.llm import OpenAICompatible
from starlette.responses import PlainTextResponse, Response

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.user_memory.test_session import FEEDBACK, LONG, PLANTS, PREFERENCE, RULE, write_long
from tests.support.language_model import completion, scripted_models
from tests.support.memories import Memories


@pytest.fixture
def memory(client, tenant):
    """A user's memory with an agent's key."""
    return Memories(client, tenant.agent)


@pytest.fixture
def long_memory(memory):
    """One over its limits."""
    write_long(memory)
    return memory


@pytest.fixture
def grown_memory(memory):
    """The same memory, entry by entry: each is older than the next."""
    for content, category in LONG:
        memory.save(content, category)
    return memory


@pytest.fixture
def model(client, monkeypatch):
    """Puts a model behind user-memory that answers as told, given the entries that it was shown; gives the requests."""
    requests = []
    with scripted_models(requests) as start:

        def behave(answer: Callable[[list[dict]], object]) -> list[dict]:
            model = start(lambda requests: entries(answer(shown(requests[-1]))))
            monkeypatch.setattr(wiring, "llm", lambda: model)
            return requests

        yield behave


def shown(request):
    """The entries that a model is shown."""
    prompt = request["messages"][1]["content"]
    parts = re.findall(r"^\[(\S+)\] (KEEP|CONTEXT) (\w+): (.*)$", prompt, re.M)
    return [dict(zip(("id", "mark", "category", "content"), entry, strict=True)) for entry in parts]


def entries(content):
    """The answer of a model: these entries, this text, or the response as it is."""
    if isinstance(content, Response):
        return content
    return completion(content if isinstance(content, str) else json.dumps({"entries": content}))


def alone(given, mark="KEEP"):
    """The entries of a mark as they are."""
    return [{"ids": [entry["id"]], "content": entry["content"]} for entry in given if entry["mark"] == mark]


def merged(given, content="The user looks after plants number 1 to 30."):
    """All context in one entry."""
    return [{"ids": [entry["id"] for entry in given if entry["mark"] == "CONTEXT"], "content": content}]


@ONE_ADAPTER
@pytest.mark.parametrize("start", ["GET /prompt", "POST /session", "POST /summarize"])
def test_a_memory_over_its_limits_is_condensed_at_the_start(grown_memory, start):
    """Without a model the least used context goes, and is told; rules, feedback and preferences stay word for word."""
    confirmed = PLANTS[0]
    assert grown_memory.save(confirmed)["outcome"] == "known"
    method, path = start.split()
    answer = grown_memory.answer(method, path, json={})
    assert answer["condensed"] is True and all("version" in item["why"] for item in answer["left_out"])
    assert [item["what"] for item in answer["left_out"]] == PLANTS[1:4]
    contents = grown_memory.contents()
    assert len(contents) == 30 and {RULE, FEEDBACK, PREFERENCE, confirmed} <= set(contents)
    assert [plant for plant in PLANTS if plant not in contents] == PLANTS[1:4]
    assert grown_memory.answer("POST", "/summarize")["condensed"] is False


@ONE_ADAPTER
def test_many_characters_are_condensed_too(memory):
    """Three entries of 1,500 characters are too much for a prompt."""
    for letter in "abc":
        memory.save(f"{letter}{' word' * 299}{letter}")
    assert memory.answer("GET", "/prompt")["condensed"] is True
    assert len(memory.contents()) == 2


@ONE_ADAPTER
def test_rules_alone_are_never_left_out(memory):
    """Where there is nothing but rules, all stay, and the answer says why it is still long."""
    for number in range(31):
        memory.save(f"Always close gate number {number} at night.", "rule")
    answer = memory.answer("POST", "/summarize")
    assert (answer["condensed"], len(answer["entries"])) == (False, 31)
    assert "no context" in answer["note"]


@ONE_ADAPTER
def test_context_within_the_limits_stays_and_is_told_of(memory):
    """Where a caller forces it and no two entries say the same; it was told that there is no context."""
    memory.save("The user looks after the plant in Bremen.")
    memory.save("The user's desk is on the third floor.")
    answer = memory.answer("POST", "/summarize", json={"force": True})
    assert (answer["condensed"], len(answer["entries"])) == (False, 2)
    assert "no two entries of context say the same" in answer["note"]


@ONE_ADAPTER
def test_a_reader_condenses_nothing(long_memory, tenant):
    """A reader's key gets the prompt, and the memory stays as it is."""
    assert long_memory.answer("GET", "/prompt", tenant.reader)["condensed"] is False
    assert len(long_memory.contents()) == 33


def test_the_model_condenses(long_memory, model, tenant):
    """Its answer is held to a schema and checked, stored as a version, and the one before can be restored."""
    requests = model(lambda given: alone(given) + merged(given))
    answer = long_memory.answer("POST", "/summarize")
    assert (answer["condensed"], answer["method"], answer["note"]) == (True, "llm", None)
    contents = [RULE, FEEDBACK, PREFERENCE, "The user looks after plants number 1 to 30."]
    assert [entry["content"] for entry in answer["entries"]] == contents
    assert requests[0]["response_format"]["type"] == "json_schema"
    before = long_memory.answer("POST", f"?restore={answer['previousVersion']}", tenant.admin)
    assert {entry["content"] for entry in before["entries"]} == {RULE, FEEDBACK, PREFERENCE, *PLANTS}


BAD = {
    "drops a rule": (lambda given: alone(given)[1:] + merged(given), "drops"),
    "rewrites a rule": (
        lambda given: [{**alone(given)[0], "content": "Prioritize invoices."}, *alone(given)[1:], *merged(given)],
        "rewrites",
    ),
    "merges a rule": (
        lambda given: [
            {"ids": [given[0]["id"], given[3]["id"]], "content": "Short."},
            *alone(given)[1:],
            *alone(given, "CONTEXT")[1:],
        ],
        "rewrites",
    ),
    "drops a preference": (lambda given: alone(given)[:2] + merged(given), "drops"),
    "drops context unsaid": (lambda given: alone(given) + alone(given, "CONTEXT")[:5], "drops"),
    "invents an entry": (lambda given: [*alone(given), *merged(given), {"ids": ["k_0"], "content": "x"}], "not exist"),
    "invents a number": (
        lambda given: alone(given) + merged(given, "The user looks after plants number 1 to 99."),
        "99",
    ),
    "invents a name": (
        lambda given: alone(given) + merged(given, "The user looks after plants for Siemens."),
        "Siemens",
    ),
    "invents words": (
        lambda given: alone(given) + merged(given, "The user secretly dreams of quitting tomorrow."),
        "no entry",
    ),
    "turns round": (
        lambda given: alone(given) + merged(given, "The user does not look after plants."),
        "what no entry says",
    ),
    "lengthens": (lambda given: alone(given) + merged(given, "The user looks after plant number 1. " * 50), "shorter"),
    "uses one twice": (lambda given: [*alone(given), *merged(given), *merged(given)], "twice"),
    "garbage": (lambda given: "I have condensed it for you!", "schema"),
    "another shape": (lambda given: '{"entries": [{"text": "x"}]}', "schema"),
    "an error": (lambda given: PlainTextResponse("no", 400), "400"),
}


@ONE_ADAPTER
@pytest.mark.parametrize("bad", BAD)
def test_a_bad_answer_of_the_model_is_not_applied(long_memory, model, bad):
    """It is detected, rules condense instead, and the note says why."""
    answer_of, reason = BAD[bad]
    model(answer_of)
    answer = long_memory.answer("GET", "/prompt")
    assert answer["condensed"] is True and reason in answer["note"]
    contents = long_memory.contents()
    assert contents[:3] == [RULE, FEEDBACK, PREFERENCE]
    assert set(contents[3:]) <= set(PLANTS) and len(contents) == 30


@ONE_ADAPTER
def test_a_model_that_does_not_answer_costs_its_timeout_only(long_memory, silent_url, monkeypatch):
    """The session starts with what rules make of the memory."""
    silent = OpenAICompatible(f"{silent_url}/v1", "a-model", timeout=0.05)
    monkeypatch.setattr(wiring, "llm", lambda: silent)
    answer = long_memory.answer("GET", "/prompt")
    assert answer["condensed"] is True and "did not answer" in answer["note"]
    silent._client.close()


@ONE_ADAPTER
def test_what_is_saved_while_the_model_thinks_stays(long_memory, model):
    """Nothing is locked meanwhile, and the new entries stand beside the condensed ones."""

    def slow(given):
        long_memory.save("Never call before nine", "rule")
        long_memory.save("The user moved to Hamburg.")
        return alone(given) + merged(given)

    model(slow)
    answer = long_memory.answer("POST", "/summarize")
    assert answer["condensed"] is True
    assert long_memory.contents()[3:] == [
        "Never call before nine",
        "The user moved to Hamburg.",
        "The user looks after plants number 1 to 30.",
    ]


@ONE_ADAPTER
def test_what_was_cleared_while_the_model_thinks_stays_cleared(long_memory, model, tenant):
    """A summary of what is gone is not applied."""

    def slow(given):
        long_memory.answer("DELETE", key=tenant.admin)
        return alone(given) + merged(given)

    model(slow)
    answer = long_memory.answer("POST", "/summarize")
    assert (answer["condensed"], answer["entries"]) == (False, [])
    assert "changed" in answer["note"] and long_memory.contents() == []


@ONE_ADAPTER
def test_the_users_own_words_are_never_rewritten(memory, model, tenant):
    """Also context that the user said is kept word for word by a model."""
    memory.save("The user's plant is in Berlin-Mitte.", key=tenant.admin, source="user")
    shown = model(lambda given: alone(given))
    memory.answer("POST", "/summarize", json={"force": True})
    assert shown == []  # there is nothing for it to condense

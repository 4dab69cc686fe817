"""Runs that go on: what the run proves now stands, and what it proved in between alone does not."""

import json
from typing import Any

import pytest
from knowledge.files.repository import Files

from tests.conftest import ONE_ADAPTER, Tenant

pytestmark = ONE_ADAPTER
Turns = list[dict[str, Any]]
TASK = {"role": "user", "content": "Make the discount apply before tax in the cart."}
THANKS = {"role": "assistant", "content": "I am at it."}


def did(name: str, arguments: dict[str, Any], output: str) -> Turns:
    """A call of the agent's, and what it was answered."""
    called = {"id": output, "function": {"name": name, "arguments": json.dumps(arguments)}}
    return [
        {"role": "assistant", "content": "", "tool_calls": [called]},
        {"role": "tool", "tool_call_id": output, "content": output},
    ]


def ran(command: str, output: str, code: int) -> Turns:
    return did("bash", {"command": command}, f"{output}\nexit code {code}")


def edited(old: str, new: str) -> Turns:
    return did("str_replace", {"path": "src/cart.js", "old_str": old, "new_str": new}, "The file was edited.")


TAXED, DISCOUNTED = "return taxed(sum) - discount;", "return taxed(sum - discount);"
FAILS = ran("npm test", "AssertionError: expected 86 to equal 90\nTests: 1 failed, 3 passed", 1)
PASSES = ran("npm test", "PASS test/cart.test.js\nTests: 4 passed, 4 total", 0)
CHANGED = [TASK, *edited(TAXED, DISCOUNTED)]
FAILED = [*CHANGED, *FAILS]
PART_OR_WHOLE = pytest.mark.parametrize("as_part", [True, False], ids=["part", "whole"])


@pytest.fixture
def complete(client, tenant: Tenant):
    """Completes a run of the shop as its agent does; the answer."""

    def call(log: Turns | None = None, run_id: str = "r1", **body: Any) -> dict[str, Any]:
        sent = {"run_id": run_id, "project": "shop", **({"session_log": log} if log else {}), **body}
        response = client.post("agent_complete", tenant.agent, sent)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    return call


@pytest.fixture
def grow(complete):
    """Completes a run in steps, each by what was added alone or with all before it; the last answer."""

    def call(as_part: bool, *steps: Turns) -> dict[str, Any]:
        for number, step in enumerate(steps, start=1):
            log = step if as_part else [turn for before in steps[:number] for turn in before]
            answer = complete(log, **({"part": number} if as_part else {}))
            assert answer["part"] == number
        return answer

    return call


@pytest.fixture
def known(client, tenant: Tenant):
    """The learnings of a state, by their text."""

    def call(state: str = "active") -> dict[str, dict[str, Any]]:
        listed = client.request("GET", "learnings", tenant.reader, f"/?state={state}").json()["learnings"]
        return {learning["learning"]: learning for learning in listed}

    return call


@pytest.fixture
def asked(client, tenant: Tenant):
    """The block that a question about it gets."""

    def call(**more: Any) -> str:
        body = {"query": "does npm test of the shop's cart discount fail", "project": "shop", **more}
        return str(client.post("query_knowledge", tenant.reader, body).json()["formatted"])

    return call


def ended(texts: Any) -> list[str]:
    return [text for text in texts if "When the run ended" in text]


@PART_OR_WHOLE
def test_what_failed_and_passes_now_fails_no_more(grow, known, asked, as_part: bool) -> None:
    """The failure is kept, not served, and its history says why; a question as of before is answered as it was."""
    grow(as_part, FAILED)
    [failure] = ended(known())
    assert failure in asked()
    assert grow(as_part, FAILED, [*edited("0.1", "0.2"), *PASSES])["run_outcome"] == "succeeded"
    assert failure not in known() and failure in known("withdrawn")
    assert "When the run ended" not in asked()
    assert ended(known()) == []


def test_who_withdrew_it_is_in_its_history(client, tenant: Tenant, grow, known) -> None:
    """The run that taught it."""
    grow(False, FAILED, PASSES)
    withdrawn = next(iter(known("withdrawn").values()))
    [act] = client.request("GET", "learnings", tenant.reader, f"/{withdrawn['id']}").json()["history"]
    assert (act["actor"], act["action"], act["before"]) == ("system", "withdrawn", {"run_id": "r1"})


SOLVED = (
    f'shop: For "Make the discount apply before tax in the cart.", in `src/cart.js` `{TAXED}` became `{DISCOUNTED}`.'
)


def test_a_change_is_told_once_a_check_verifies_it(grow, known) -> None:
    """By the whole log; of a part that only changes and another that only checks neither shows both."""
    grow(False, CHANGED)
    assert known() == {}
    assert grow(False, CHANGED, PASSES)["run_outcome"] == "succeeded"
    assert known()[SOLVED]["run_outcome"] == "succeeded"


def test_a_change_that_had_failed_is_told_as_one_that_solved_it(grow, known) -> None:
    """The same as part by part, where what was added changed no more of it; the text before is withdrawn."""
    grow(True, FAILED)
    [dead_end] = [text for text in known() if text.startswith(SOLVED)]
    assert dead_end.endswith("The run failed: this alone did not solve it.")
    assert grow(True, FAILED, PASSES)["run_outcome"] == "succeeded"
    assert known()[SOLVED]["run_outcome"] == "succeeded"
    assert dead_end not in known() and dead_end in known("withdrawn")


@PART_OR_WHOLE
def test_what_was_taken_back_is_of_a_run_that_failed(grow, known, as_part: bool) -> None:
    """No learning of the run's counts as of one that succeeded any more."""
    back = [{"role": "user", "content": "Take it back."}, *edited(DISCOUNTED, TAXED), *FAILS]
    grow(as_part, [TASK, *FAILS, *edited(TAXED, DISCOUNTED), *PASSES])
    assert {learning["run_outcome"] for learning in known().values()} == {"succeeded"}
    assert grow(as_part, [TASK, *FAILS, *edited(TAXED, DISCOUNTED), *PASSES], back)["run_outcome"] == "failed"
    assert {learning["run_outcome"] for learning in known().values()} == {"failed"}


def test_a_run_sent_in_growing_logs_stands_as_if_sent_once(grow, complete, client, new_tenant, known) -> None:
    """The same texts, kinds, outcomes and frequencies, whatever it looked like in between."""
    steps = [FAILED, [THANKS], [*edited("0.1", "0.2"), *FAILS], [*edited("0.2", "0.3"), *PASSES]]
    grow(False, *steps)
    once = new_tenant()
    whole = {"run_id": "r1", "project": "shop", "session_log": [turn for step in steps for turn in step]}
    assert client.post("agent_complete", once.agent, whole).status_code == 200
    alone = client.request("GET", "learnings", once.reader, "/?state=active").json()["learnings"]
    shown = ("kind", "run_outcome", "frequency")
    assert {text: [one[name] for name in shown] for text, one in known().items()} == {
        one["learning"]: [one[name] for name in shown] for one in alone
    }


@pytest.mark.parametrize("borne_out", ["stated", "other run", "pinned", "confirmed"])
def test_what_else_bears_it_out_stands(client, tenant: Tenant, complete, known, borne_out: str) -> None:
    """What its caller stated, another run proved, or a person pinned or confirmed."""
    complete(FAILED)
    [(failure, learning)] = [(text, known()[text]) for text in ended(known())]
    if borne_out == "stated":
        complete([*FAILED, THANKS], learnings=[failure])
    elif borne_out == "other run":
        complete(FAILED, run_id="r2")
    else:
        act = {"pinned": "pin", "confirmed": "confirm"}[borne_out]
        client.request("POST", "learnings", tenant.admin, f"/{learning['id']}/{act}", json={})
    complete([*FAILED, THANKS, *PASSES])
    assert failure in known()


@PART_OR_WHOLE
def test_what_fails_again_is_told_again(grow, known, as_part: bool) -> None:
    """The same learning, once."""
    grow(as_part, FAILED)
    [before] = ended(known())
    identity = known()[before]["id"]
    grow(as_part, FAILED, PASSES, [*edited("0.1", "0.2"), *FAILS])
    assert known()[before]["id"] == identity and known()[before]["frequency"] == 1
    assert known()[before]["run_outcome"] == "failed" and before not in known("withdrawn")


def test_another_run_that_proves_what_was_withdrawn_teaches_it_anew(grow, complete, known) -> None:
    """It counts for that run alone."""
    grow(False, FAILED, PASSES)
    [failure] = ended(known("withdrawn"))
    complete(FAILED, run_id="r2")
    assert (known()[failure]["frequency"], known()[failure]["run_outcome"]) == (1, "failed")


@PART_OR_WHOLE
def test_a_part_sent_again_changes_nothing(grow, complete, known, as_part: bool) -> None:
    """Neither the first, whose learnings were withdrawn, nor the last."""
    grow(as_part, FAILED, PASSES)
    before = known(), known("withdrawn")
    first = complete(FAILED, **({"part": 1} if as_part else {}))
    assert first["repeated"] and first["run_outcome"] == "failed"
    assert complete(PASSES if as_part else [*FAILED, *PASSES], **({"part": 2} if as_part else {}))["repeated"]
    assert (known(), known("withdrawn")) == before


def test_a_part_that_checks_and_changes_nothing_leaves_the_outcome(grow, known) -> None:
    """Talk, or a look at a file, is no verdict; a change without a check leaves it open again."""
    talk = [{"role": "user", "content": "Thanks. Commit it."}, *ran("git commit -am cart", "1 file changed", 0)]
    assert grow(True, [*CHANGED, *PASSES], talk)["run_outcome"] == "succeeded"
    assert {learning["run_outcome"] for learning in known().values()} == {"succeeded"}
    further = [*edited("0.1", "0.2")]
    assert grow(True, [*CHANGED, *PASSES], talk, further)["run_outcome"] == "unverified"


def test_a_part_that_changes_more_tells_no_change_of_before_as_checked(grow, known) -> None:
    """What is left of that change, its own log cannot show."""
    grow(True, FAILED, [*edited("0.1", "0.2"), *PASSES])
    assert SOLVED not in known() and any(text.startswith(SOLVED) for text in known("withdrawn"))


@PART_OR_WHOLE
def test_the_files_tell_how_it_went_on(grow, tenant: Tenant, objects, database, as_part: bool) -> None:
    """The failure is one that was got past, with its cause; what was said is of a run that succeeded."""
    files = Files(tenant.tenant_id, objects, database)
    grow(as_part, FAILED, PASSES)
    contents = {entry.path: files.read(entry.path).content for entry in files.list("3-descriptions/")}
    [failure] = [content for path, content in contents.items() if "/failures/" in path]
    assert "# Failed at first: " in failure and "# Failure" not in failure
    assert "The run went on, and part 2 succeeded. Before that:\n\nFailed, by what the log shows." in failure
    evidence = [content for path, content in contents.items() if "/evidence/" in path]
    assert len(evidence) == (2 if as_part else 1)
    assert all("Said in a run that succeeded: " in content and "run that failed" not in content for content in evidence)
    assert [content.count("How the run ended") for content in evidence].count(1) == 1

"""Runs that go on: a longer log or what was added to it, once each; and logs that are posted to the bucket."""

import json
from base64 import b64decode
from typing import Any

import httpx
import pytest
from knowledge.files.repository import Files
from knowledge.usecases.agent_complete import session_logs

from tests.conftest import ONE_ADAPTER, Tenant

pytestmark = ONE_ADAPTER
RULE = "Always run `make check` before you push, because the pipeline takes an hour."
BEGUN = [
    {"role": "user", "content": "Make the nightly deploy pass again."},
    {
        "role": "assistant",
        "content": "I look at the log.",
        "tool_calls": [
            {"id": "1", "function": {"name": "bash", "arguments": '{"command": "make deploy"}'}},
        ],
    },
]
MORE = [
    {"role": "tool", "tool_call_id": "1", "content": "Error: DATABASE_URL is missing\nexit code 1"},
    {"role": "assistant", "content": "The deploy fails because `DATABASE_URL` is missing in config/prod.py."},
    {"role": "user", "content": RULE},
]


@pytest.fixture
def complete(client, tenant: Tenant):
    """Completes a part of the run; the answer."""

    def call(status: int = 200, **body: Any) -> dict[str, Any]:
        response = client.post("agent_complete", tenant.agent, {"run_id": "r1", **body})
        assert response.status_code == status, response.text
        answer: dict[str, Any] = response.json()
        return answer

    return call


def test_a_longer_log_continues_its_run(complete) -> None:
    """Also where an action had no result yet; each part is answered the same whenever it is sent again."""
    first = complete(session_log=BEGUN, outcome="under way")
    second = complete(session_log=[*BEGUN, *MORE], outcome="done")
    third = complete(session_log=[*BEGUN, *MORE, {"role": "assistant", "content": "Pushed."}])
    assert [answer["part"] for answer in (first, second, third)] == [1, 2, 3]
    assert first["log"]["turns"] == {"user": 1, "agent": 1} and second["log"]["turns"] == {"user": 2, "agent": 2}
    assert complete(session_log=BEGUN, outcome="under way") == {**first, "repeated": True}
    assert complete(session_log=[*BEGUN, *MORE], outcome="done") == {**second, "repeated": True}


def test_a_bad_learning_costs_no_run(complete) -> None:
    """The log and the good ones are kept; each bad one says why. So a part that follows is the next, and the same
    again gets its answer."""
    complete(session_log=BEGUN, learnings=["", "The deploy of Gimpel runs at 02:30."], part=1)
    later = {"session_log": MORE, "part": 2, "learnings": [{"learning": "Gimpel is on 8123.", "confidence": 1}]}
    answer = complete(**later)
    assert (answer["part"], answer["dropped"]) == (2, 1) and answer["log"]["turns"]
    assert "confidence" in answer["learnings"][0]["advice"]
    assert complete(**later) == {**answer, "repeated": True}


def test_a_part_that_begins_with_a_rule_teaches_it(complete) -> None:
    """As the whole log does, and no change is told to be for it: the run had its task before."""
    edit = {"path": "src/api.ts", "old_str": "var a = 2", "new_str": "const a = 2"}
    calls = [("str_replace", edit), ("bash", {"command": "npm test"})]
    added = [
        {"role": "user", "content": "We never use var in this repo, always const."},
        *(
            message
            for at, (name, given) in enumerate(calls)
            for message in (
                {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": [{"id": f"c{at}", "function": {"name": name, "arguments": json.dumps(given)}}],
                },
                {"role": "tool", "tool_call_id": f"c{at}", "content": "Tests: 12 passed, 12 total" if at else "edited"},
            )
        ),
    ]
    complete(session_log=BEGUN, part=1)
    part = complete(session_log=added, part=2)["learnings"]
    whole = complete(run_id="r2", session_log=[*BEGUN, *added])["learnings"]
    assert [(one["kind"], one["learning"]) for one in part] == [(one["kind"], one["learning"]) for one in whole]
    assert [one["kind"] for one in part] == ["rule"]


def test_a_part_in_which_the_user_says_that_it_is_broken_ends_a_success(complete) -> None:
    """Thanks do not."""
    call = {"id": "1", "function": {"name": "bash", "arguments": '{"command": "pytest"}'}}
    passed = [{"role": "assistant", "content": "", "tool_calls": [call]}, {**MORE[0], "content": "3 passed in 0.1s"}]
    complete(session_log=[*BEGUN[:1], *passed, {"role": "assistant", "content": "It is rounded."}])
    assert complete(session_log=[{"role": "user", "content": "Thanks a lot!"}], part=2)["run_outcome"] == "succeeded"
    words = [{"role": "user", "content": "It is still broken, the totals are a cent off."}]
    assert complete(session_log=words, part=3)["run_outcome"] == "unverified"


def test_a_part_in_the_words_of_an_earlier_one_is_the_next(complete) -> None:
    """And what follows it is taken."""
    words = "User: continue\nAssistant: ok\n"
    complete(session_log=BEGUN)
    parts = [complete(session_log=words, part=part) for part in (2, 3)]
    assert [(answer["part"], answer["repeated"]) for answer in parts] == [(2, False), (3, False)]
    assert complete(session_log=words, part=3) == {**parts[1], "repeated": True}
    assert complete(session_log=MORE, part=4)["part"] == 4


def test_another_log_under_the_same_run_is_refused(complete) -> None:
    """One that begins in another way, or ends before; the answer says what to send."""
    complete(session_log=[*BEGUN, *MORE])
    other = [{"role": "user", "content": "Something else."}, *MORE]
    for log in (other, BEGUN, "some text that nobody said"):
        assert '"part": 2' in complete(422, session_log=log)["detail"]


def test_what_was_added_may_be_sent_alone(complete) -> None:
    """As the next part; out of order, or with other content under a number that is taken, it is refused."""
    complete(session_log=BEGUN, part=1)
    assert "part 2" in complete(422, session_log=MORE, part=3)["detail"]
    assert complete(session_log=MORE, part=2)["part"] == 2
    assert complete(session_log=MORE, part=2)["repeated"]
    assert '"part": 3' in complete(422, session_log=MORE[1:])["detail"]
    complete(422, session_log=MORE[1:], part=2)


def test_a_beginning_of_no_known_format_goes_on(complete) -> None:
    """Once the log is recognised; from then on it must begin as before."""
    begun, answered, thanked = "User: Fix it.", "\nAssistant: I look.", "\nUser: Thanks."
    assert not complete(session_log=begun)["log"]["known"]
    known = complete(session_log=begun + answered)
    assert (known["part"], known["log"]["known"]) == (2, True)
    assert complete(session_log=begun + answered + thanked)["part"] == 3
    complete(422, session_log="User: Fix that." + answered + thanked)


def test_a_run_that_goes_on_counts_once(complete) -> None:
    """What each of its parts teaches has the frequency of one run."""
    for length in (3, 4, 5):
        complete(session_log=[*BEGUN, *MORE][:length], learnings=[RULE])
    [kept] = complete(run_id="r2", learnings=[RULE])["learnings"]
    assert (kept["outcome"], kept["frequency"]) == ("reinforced", 2)


def test_a_later_part_tells_the_whole_run_anew(complete, tenant: Tenant, objects, database) -> None:
    """In the file that the first part wrote; what was added alone has a file of its own."""
    files = Files(tenant.tenant_id, objects, database)

    def tasks() -> list[str]:
        return [files.read(entry.path).content for entry in files.list("3-descriptions/learned/tasks/")]

    complete(session_log=BEGUN, outcome="under way")
    complete(session_log=[*BEGUN, *MORE], outcome="all is well")
    [task] = tasks()
    assert "all is well" in task and "under way" not in task
    complete(session_log=[{"role": "user", "content": "And the weekly one."}], part=3)
    assert len(tasks()) == 2


def test_what_was_stated_of_a_run_stays_unless_it_is_stated_anew(complete, tenant: Tenant, objects, database) -> None:
    """Objective, agent, piece of work, project and outcome; thanks change nothing of what the run did."""
    files = Files(tenant.tenant_id, objects, database)
    log = [BEGUN[0], {"role": "assistant", "content": "Deployed v3 to staging, and the smoke tests pass."}]
    thanks = [{"role": "user", "content": "Thanks!"}, {"role": "assistant", "content": "You're welcome."}]
    stated = {"objective": "Deploy v3 to staging", "agent_type": "ops", "project": "shop", "outcome": "succeeded"}
    complete(session_log=log, work_order_id="WO-9", **stated)
    second = complete(session_log=[*log, *thanks])
    [entry] = files.list("3-descriptions/project=shop/learned/tasks/")
    task = files.read(entry.path).content
    assert second["run_outcome"] == "succeeded" and "# Task: Deploy v3 to staging" in task
    assert all(words in task for words in ("ops", "Deployed v3 to staging, and", "## Outcome\nsucceeded"))
    assert complete(session_log=[*log, *thanks])["repeated"]
    complete(session_log=[*log, *thanks, *thanks], objective="Deploy v4 to staging", outcome="failed")
    content = files.read(entry.path).content
    assert "Deploy v4 to staging" in content and "## Outcome\nfailed" in content and "ops" in content


def test_a_stated_outcome_is_that_of_the_run_as_far_as_it_went(complete) -> None:
    """What is changed or checked afterwards tells it anew."""
    check = {"id": "2", "function": {"name": "bash", "arguments": '{"command": "make deploy"}'}}
    edit = {"id": "3", "function": {"name": "bash", "arguments": '{"command": "sed -i s/a/b/ config/prod.py"}'}}
    more = [
        *MORE[:1],
        {"role": "assistant", "content": "I mend it.", "tool_calls": [edit]},
        {"role": "tool", "tool_call_id": "3", "content": "exit code 0"},
        {"role": "assistant", "content": "I try it.", "tool_calls": [check]},
        {"role": "tool", "tool_call_id": "2", "content": "Error: DATABASE_URL is missing\nexit code 1"},
    ]
    assert complete(session_log=BEGUN, outcome="succeeded")["run_outcome"] == "succeeded"
    assert complete(session_log=[*BEGUN, *more])["run_outcome"] != "succeeded"
    assert complete(session_log=[*BEGUN, *more, {"role": "user", "content": "Thanks!"}])["run_outcome"] != "succeeded"


def test_the_answer_says_what_was_taken(complete) -> None:
    """The format, whose turns, what is broken and what is not known; of an unknown form nothing is anybody's."""
    log = "\n".join(
        [*(json.dumps({"type": "user", "message": message}) for message in BEGUN[:1]), '{"type": "wonder"}', "{"]
    )
    assert complete(session_log=log)["log"] == {
        "format": "claude-code",
        "known": True,
        "turns": {"user": 1},
        "broken_lines": 1,
        "passed_over": {"wonder": 1},
        "ref": None,
        "model": None,
    }
    unknown = complete(run_id="r2", session_log="We should always deploy on Fridays, said somebody.")
    assert (unknown["log"]["known"], unknown["log"]["turns"], unknown["learnings"]) == (False, {"tool": 1}, [])
    assert complete(run_id="r3", learnings=[RULE])["log"] is None


def test_a_large_log_is_posted_read_and_erased(client, complete, tenant: Tenant, objects) -> None:
    """The form takes it and nothing else; the same request again gets the first answer, though the log is gone."""
    form = client.request(
        "POST", "agent_complete", tenant.agent, "/sessions", json={"run_id": "r1", "size": 9_000_000}
    ).json()
    policy = json.loads(b64decode(form["fields"]["policy"]))["conditions"]
    assert ["content-length-range", 1, 9_000_000] in policy and {"key": form["fields"]["key"]} in policy
    assert form["fields"]["key"] == f"{tenant.tenant_id}/{form['session_ref']}"
    assert "POST /agent-complete/sessions" in complete(404, session_ref=form["session_ref"])["detail"]
    log = json.dumps([*BEGUN, {**MORE[0], "padding": "x" * 7_000_000}, *MORE[1:]]).encode()
    posted = httpx.post(form["url"], data=form["fields"], files={"file": ("log", log)}, trust_env=False)
    assert posted.status_code == 204, posted.text
    answer = complete(session_ref=form["session_ref"])
    assert (answer["log"]["format"], answer["log"]["ref"]) == ("chat", form["session_ref"])
    assert list(objects.versions(form["fields"]["key"])) == []
    again = complete(session_ref=form["session_ref"])
    assert again["repeated"] and again["learnings"] == answer["learnings"] and again["files"] == answer["files"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"session_ref": "assets/general/a.txt"}, "POST /agent-complete/sessions"),
        ({"session_ref": "sessions/../x.jsonl"}, "not allowed"),
        ({"session_ref": "sessions/x.jsonl", "session_log": "x"}, "not both"),
    ],
)
def test_only_a_posted_log_is_read(complete, body: dict[str, str], detail: str) -> None:
    """No other object of the tenant's, and none of another's."""
    assert detail in complete(422, **body)["detail"]


def test_a_posted_log_is_read_as_that_of_its_run(client, complete, tenant: Tenant) -> None:
    """Another run is refused and told so, and the log stays for the one that it was announced for."""
    form = client.request("POST", "agent_complete", tenant.agent, "/sessions", json={"run_id": "r1"}).json()
    log = {"file": ("log", json.dumps([*BEGUN, *MORE]).encode())}
    httpx.post(form["url"], data=form["fields"], files=log, trust_env=False).raise_for_status()
    assert "another run" in complete(422, run_id="r2", session_ref=form["session_ref"])["detail"]
    assert complete(session_ref=form["session_ref"])["log"]["known"]


def test_a_posted_log_belongs_to_a_run(client, complete, tenant: Tenant) -> None:
    """Without its id the log stays where it is; the Idempotency-Key may be it, and a repeat gets the first answer."""
    form = client.request("POST", "agent_complete", tenant.agent, "/sessions", json={"run_id": "r1"}).json()
    log = {"file": ("log", json.dumps([*BEGUN, *MORE]).encode())}
    httpx.post(form["url"], data=form["fields"], files=log, trust_env=False).raise_for_status()
    posted = {"session_ref": form["session_ref"]}
    assert "with that `run_id`" in complete(422, run_id=None, **posted)["detail"]
    sent = {"json": posted, "headers": {"Idempotency-Key": "r1"}}
    first, again = (client.request("POST", "agent_complete", tenant.agent, **sent) for _ in range(2))
    assert (first.status_code, first.json()["run_id"], first.json()["repeated"]) == (200, "r1", False), first.text
    assert (again.status_code, again.json()["run_id"], again.json()["repeated"]) == (200, "r1", True), again.text


def test_a_log_beyond_what_is_read_gets_no_form(client, tenant: Tenant) -> None:
    """The limit is what the function can read in its time."""
    asked = {"run_id": "r1", "size": session_logs.MAX_BYTES + 1}
    assert client.request("POST", "agent_complete", tenant.agent, "/sessions", json=asked).status_code == 422


def test_what_a_caller_states_itself_is_not_unverified_by_its_log(complete, client, tenant: Tenant) -> None:
    """With a log that checks nothing, as without one, and also where both say it; a failed run's is of a failed run."""
    facts = [f"The gateway of shop {number} listens on port 80{number}0." for number in range(3)]
    complete(session_log=BEGUN, learnings=facts[:1])
    complete(run_id="r2", learnings=facts[:2])
    complete(run_id="r3", session_log=BEGUN, outcome="failed", learnings=facts[2:])
    listed = client.request("GET", "learnings", tenant.reader, "/").json()["learnings"]
    assert {row["learning"]: row["run_outcome"] for row in listed if row["learning"] in facts} == {
        facts[0]: None,
        facts[1]: None,
        facts[2]: "failed",
    }

"""agent-complete's files: what a run was asked, did and taught, told once under learned/."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from knowledge import wiring
from knowledge.errors import Unavailable
from knowledge.files import paths
from knowledge.files.formats import description, index, summary
from knowledge.files.repository import Files
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import S3Objects
from knowledge.text import frontmatter
from knowledge.usecases import agent_complete

from tests.conftest import ONE_ADAPTER, SOME_FAIL, Tenant
from tests.support.faulty import Faulty
from tests.support.memories import Memories
from tests.support.storage import client_of

LOG = [
    {"role": "user", "content": "Make the nightly deploy pass again."},
    {
        "role": "assistant",
        "content": "I read the log. The deploy failed because `DATABASE_URL` is missing in `config/prod.py`.",
    },
]
RUN = {
    "run_id": "Run 1",
    "agent_type": "backend",
    "objective": "Make the nightly deploy pass again",
    "outcome": "success",
    "session_log": LOG,
    "learnings": ["The staging database listens on port 6543."],
}
Finish = Callable[..., Completion]


@pytest.fixture
def finish(tenant: Tenant, objects: S3Objects, database: Database, embedder: OnnxEmbedder) -> Finish:
    """Completes a run of the tenant, with other ports where they are given."""

    def call(run: dict[str, Any], **other: Any) -> Completion:
        ports = {"objects": objects, "database": database, "tenant_id": tenant.tenant_id, **other}
        learner = Learner(ports["tenant_id"], "free", ports["database"], embedder)
        return agent_complete.finish(CompletedRun.model_validate(run), learner, ports["objects"], pattern_minutes=0)

    return call


@pytest.fixture
def files(tenant: Tenant, objects: S3Objects, database: Database) -> Files:
    """The tenant's files."""
    return Files(tenant.tenant_id, objects, database)


PATCH = """diff --git a/config/prod.py b/config/prod.py
--- a/config/prod.py
+++ b/config/prod.py
@@ -1 +1 @@
-DATABASE_URL = None
+DATABASE_URL = env("DATABASE_URL")
"""


def learned(files: Files, kind: str) -> list[str]:
    """The contents of the files of a kind."""
    return [files.read(entry.path).content for entry in files.list(f"3-descriptions/learned/{kind}/")]


def headings(content: str) -> list[str]:
    return re.findall(r"^#+ .*$", content, re.M)


def contents(files: Files) -> dict[str, str]:
    """Every file's content, times and generated ids left out."""
    return {
        re.sub(r"-[0-9a-f]{8}\.md", ".md", entry.path): re.sub(
            r"\d{4}-\d\d-\d\dT[\d:+Z]+|-[0-9a-f]{8}\.md", "", files.read(entry.path).content
        )
        for entry in files.list()
    }


def test_what_an_agent_said_without_end_is_cut(finish: Finish, files: Files) -> None:
    """In a log that does not mark its outputs they are the agent's words; the task's file links to the passages."""
    printed = "\n".join(f"[{at}] frame took 12 ms" for at in range(2_000))
    finish({"run_id": "Run 1", "session_log": f"User: Check it.\nAssistant: The lobby needs a queue.\n{printed}\n"})
    [task] = learned(files, "tasks")
    assert "1. The lobby needs a queue." in task and len(task) < 4_000
    assert f"[[{paths.of_run('evidence', 'Run 1')}]]" in task


def test_a_task_is_told_in_the_seeds_format(finish: Finish, files: Files) -> None:
    """Frontmatter with title, created, tags and scope; what was asked, done, its outcome and notes; in the index."""
    answer = finish(RUN)
    [task] = learned(files, "tasks")
    fields = frontmatter.fields(task)
    assert (fields["title"], fields["scope"], "created" in fields) == (RUN["objective"], "learned", True)
    assert "backend" in frontmatter.tags(fields)
    assert headings(task) == [
        "# Task: Make the nightly deploy pass again",
        "## What was asked",
        "## What I did",
        "## Outcome",
        "## Notes",
    ]
    assert "## Outcome\nsuccess\n" in task and "- The staging database listens on port 6543.\n" in task
    head = description.header(task)
    assert head and head.title == RUN["objective"]
    assert answer.files and {file.path for file in answer.files} == {entry.path for entry in files.list()}
    assert [entry.location for entry in index.entries(files.read(paths.INDEX).content)] == [
        "2-summaries/agent/learned-tasks.md"
    ]
    assert learned(files, "failures") == learned(files, "patterns") == []


def test_a_failure_is_told_too(finish: Finish, files: Files) -> None:
    """What happened, the root cause, the lesson and the attempts, beside the task, which links to it."""
    finish({**RUN, "outcome": "failed: the build timed out", "work_order_id": "wo-7"})
    [failure] = learned(files, "failures")
    assert headings(failure) == [
        "# Failure: Make the nightly deploy pass again",
        "## What happened",
        "## Root cause",
        "## Lesson learned",
        "## Attempts",
    ]
    assert "## What happened\nfailed: the build timed out\n" in failure
    assert "## Root cause\n- The deploy failed because `DATABASE_URL` is missing" in failure
    assert "wo-7" in failure and "failure" in frontmatter.tags(frontmatter.fields(failure))
    assert "[[3-descriptions/learned/failures/run-1-" in learned(files, "tasks")[0]


def test_a_failure_tells_cause_lesson_and_attempts(finish: Finish, files: Files) -> None:
    """The cause is what gives a reason, the lesson what was taught beside it; commands that failed are counted."""
    why = "The upload failed because `proxy.acme` refuses plain HTTP."
    lesson = "Use the secure proxy for uploads."
    call = {"id": "1", "function": {"name": "bash", "arguments": '{"command": "./upload.sh"}'}}
    log = [
        LOG[0],
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "Error: refused\n[exit code: 1]"},
        {"role": "assistant", "content": f"I tried the upload. {why}"},
    ]
    answer = finish({**RUN, "outcome": "failed", "session_log": log, "learnings": [why, lesson]})
    [failure] = learned(files, "failures")
    assert f"## Root cause\n- {why}\n\n## Lesson learned\n1. {lesson}\n" in failure
    assert "## Attempts\nOne run: 1 commands, of which " in failure
    assert answer.run_outcome == "failed"


@pytest.mark.parametrize(
    ("outcome", "cause"),
    [
        ("failed: the API speaks plain HTTP alone. Lesson: use the relay.", "- the API speaks plain HTTP alone."),
        ("It failed because the API speaks plain HTTP alone.", "- It failed because the API speaks plain HTTP alone."),
        ("failed", "Not established."),
    ],
)
def test_the_cause_may_stand_in_the_outcome(finish: Finish, files: Files, outcome: str, cause: str) -> None:
    """Where neither what was taught nor the log tells any."""
    finish({"run_id": "run-1", "objective": "Connect the relay", "outcome": outcome, "learnings": ["Use bin/relay."]})
    [failure] = learned(files, "failures")
    assert f"## Root cause\n{cause}\n" in failure


def test_without_learnings_the_lesson_is_what_is_said_after_the_cause(finish: Finish, files: Files) -> None:
    """There stands what is to be done about it."""
    words = "I tried it twice. It fails because `app` may not create extensions. An administrator must grant `CREATE`."
    log = [LOG[0], {"role": "assistant", "content": words}]
    finish({"run_id": "r", "objective": RUN["objective"], "outcome": "failed", "session_log": log})
    assert "## Lesson learned\n1. An administrator must grant `CREATE`.\n" in learned(files, "failures")[0]


def test_what_the_log_says_of_the_outcome_is_told(finish: Finish, files: Files) -> None:
    """Its exit status and what its checks prove, where the caller says none; a task is told without its harness."""
    task = "<task>\nMake the deploy pass\n## Details\nat night\n</task>\n<instructions>\nThink.\n</instructions>"
    last = {"role": "assistant", "content": "I set the variable in `config/prod.py`. All tests passed."}
    log = {
        "info": {"exit_status": "Submitted", "submission": PATCH},
        "messages": [{"role": "user", "content": task}, last],
    }
    finish({"run_id": "Run 1", "session_log": log})
    [description] = learned(files, "tasks")
    assert "## Outcome\nExit status: submitted. Unverified: no check proves what came of it.\n" in description
    assert "## What was asked\nMake the deploy pass\n#### Details\nat night\n\n" in description
    finish({"run_id": "Run 2", "session_log": {**log, "info": {"exit_status": "exit_cost"}}})
    assert len(learned(files, "failures")) == 1


def test_what_was_said_is_kept_as_evidence_with_the_runs_outcome(finish: Finish, files: Files) -> None:
    """The user's words, the agent's prose and failing commands, word for word; of long code the beginning, no task."""
    code = "a long listing\n" * 50
    agent = f"The worker keeps the old certificate until it is restarted by hand.\n\n```\n{code}```"
    log = [LOG[0], {"role": "assistant", "content": agent}, {"role": "user", "content": "Restart it every night then."}]
    finish({**RUN, "outcome": None, "session_log": log})
    [passages] = learned(files, "evidence")
    assert str(frontmatter.fields(passages)["title"]).startswith("Said in a run that nobody verified: Make the nightly")
    assert "### The agent\nThe worker keeps the old certificate until it is restarted by hand. `a long" in passages
    assert "\n## Restart it every night then.\n" in passages
    assert 0 < passages.count("a long listing") < 30 and passages.count("nightly deploy") <= 4


def test_evidence_is_of_the_project_that_was_stated(finish: Finish, files: Files) -> None:
    """A question within another project does not get it; what the log alone names may be a folder's name."""
    finish({**RUN, "outcome": None, "session_log": LOG, "project": "shop"})
    [path] = [entry.path for entry in files.list() if "/evidence/" in entry.path]
    assert paths.project(path) == frontmatter.fields(files.read(path).content)["project"] == "shop"


def test_a_run_without_objective_is_told_by_its_log(finish: Finish, files: Files) -> None:
    """What was asked is what the log begins with; an agent's last flourishes are no steps."""
    last = {
        "role": "assistant",
        "content": "I set the variable in config/prod.py. Everything looks clean. Anything else?",
    }
    finish({"run_id": "Run 1", "session_log": [LOG[0], last]})
    [task] = learned(files, "tasks")
    assert frontmatter.fields(task)["title"] == "Make the nightly deploy pass again."
    assert "## What was asked\nMake the nightly deploy pass again.\n" in task
    assert "1. I set the variable in config/prod.py.\n" in task


def test_three_runs_make_a_pattern(finish: Finish, files: Files) -> None:
    """A learning that three distinct runs taught becomes a pattern; repeating a run does not count."""
    run = {key: value for key, value in RUN.items() if key != "session_log"}
    for run_id in ("a", "b", "b", "a"):
        finish({**run, "run_id": run_id})
    assert learned(files, "patterns") == []
    finish({**run, "run_id": "c"})
    [pattern] = learned(files, "patterns")
    assert "# Pattern: The staging database listens on port 6543.\n" in pattern
    assert "Across 3 runs, agents learned the same: The staging database listens on port 6543.\n" in pattern
    assert "going forward.\n\n- **Runs**: a, b, c\n" in pattern
    fields = frontmatter.fields(pattern)
    assert (fields["scope"], frontmatter.tags(fields)) == ("learned", ["pattern", "fact", "backend"])
    assert "2-summaries/agent/learned-patterns.md" in files.read(paths.INDEX).content
    finish({**run, "run_id": "d"})
    assert learned(files, "patterns") == [pattern]


def test_bare_learnings_make_no_file(finish: Finish, files: Files) -> None:
    """A run that says nothing of a task has none to tell."""
    assert finish({"run_id": "bare", "learnings": ["The cache lives in Redis."]}).files == []
    assert list(files.list()) == []


def test_many_runs_at_once_are_all_told(finish: Finish, files: Files) -> None:
    """They fight for the list of the latest, which may miss a line; no run fails, and each has its file."""
    runs = [{**RUN, "run_id": f"run-{number}"} for number in range(12)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(finish, runs))
    assert all(answer.files for answer in answers)
    assert len(learned(files, "tasks")) == 12


def test_a_run_repeated_gets_the_first_answer(finish: Finish, files: Files) -> None:
    """Also after other runs changed the same summaries, the repetition names the versions that the run made."""
    first = finish(RUN)
    finish({**RUN, "run_id": "Run 2"})
    before = list(files.list())
    assert finish(RUN) == first.model_copy(update={"repeated": True})
    assert list(files.list()) == before


def test_a_run_completed_many_times_at_once_is_told_once(finish: Finish, files: Files) -> None:
    """Eight at once get the same files, each in its first version."""
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(finish, [RUN] * 8))
    assert len({str(answer.files) for answer in answers}) == 1
    assert {entry.path: entry.version for entry in files.list()} == {
        file.path: file.version for file in answers[0].files or []
    }
    assert {entry.version for entry in files.list()} == {"1.0.0"}


@SOME_FAIL
@ONE_ADAPTER
@pytest.mark.parametrize("port", ["objects", "database"])
def test_whatever_fails_the_repetition_completes_it(
    finish: Finish, new_tenant: Callable[..., Tenant], objects: S3Objects, database: Database, port: str, step: int
) -> None:
    """With each call's answer lost in turn, the same run again leaves the same learnings and files, and one answer."""
    real = {"objects": objects, "database": database}
    run = {"run_id": "Run 1", "outcome": "failed", "learnings": RUN["learnings"]}

    def outcome(tenant_id: Any) -> tuple[Any, Any]:
        answer = finish(run, tenant_id=tenant_id)
        learnings = [(learning.learning, learning.outcome, learning.frequency) for learning in answer.learnings]
        return (learnings, answer.files), contents(Files(tenant_id, objects, database))

    expected = outcome(new_tenant().tenant_id)
    number = 0
    while True:
        tenant_id = new_tenant().tenant_id
        try:
            finish(run, tenant_id=tenant_id, **{port: Faulty(real[port], number)})
        except Unavailable:
            number += step
        else:
            break  # there is no call of that number
        assert outcome(tenant_id) == expected, number
    assert number >= 8


def test_a_deleted_file_stays_deleted(finish: Finish, files: Files, database: Database) -> None:
    """What a person deleted after the run was told does not come back with a repetition."""
    finish(RUN)
    [path] = [entry.path for entry in files.list("3-descriptions/learned/tasks/")]
    files.delete(path, by="user", summary="Wrong")  # type: ignore[arg-type]
    finish(RUN)
    assert not list(files.list("3-descriptions/learned/tasks/"))


def test_a_summary_shows_the_latest_runs(finish: Finish, files: Files) -> None:
    """The summary of tasks stays within its limit however many runs there are."""
    for number in range(12):
        objective = f"Task number {number} of the day"
        finish({"run_id": f"r{number}", "objective": objective, "learnings": [f"Fact {number}."]})
    content = files.read("2-summaries/agent/learned-tasks.md").content
    assert re.findall(r"number (\d+)", content) == [str(number) for number in range(11, 1, -1)]
    assert len(content) <= summary.LIMIT
    assert len(learned(files, "tasks")) == 12


def test_an_email_in_the_log_is_not_told(
    finish: Finish, files: Files, stored: Callable[..., Any], tenant: Tenant
) -> None:
    """No objective, last words, outcome or learning carries what an e-mail of the log said."""
    mail = "From: Bob Miller <bob@acme.example>\nSubject: Merger with Zeta\n\nThe merger closes on Friday."
    log = [
        {"role": "user", "content": f"Answer this:\n{mail}"},
        {"role": "assistant", "content": "Bob Miller was told that the merger closes on Friday. The reply is a draft."},
    ]
    run = {"objective": f"Answer this:\n{mail}", "outcome": "Bob Miller has an answer", "session_log": log}
    finish({**RUN, **run, "learnings": [f"Bob wrote at nine.\n\n{mail}", "Tests run with `make test`."]})
    everything = "\n".join(files.read(entry.path).content for entry in files.list()) + str(stored(tenant.tenant_id))
    assert not any(word in everything for word in ("Miller", "Merger", "merger", "Friday", "acme"))
    assert "make test" in everything


def test_an_email_is_no_learning(client: Any, tenant: Tenant, stored: Callable[..., Any]) -> None:
    """A learning that is nothing but an e-mail is dropped, said to be, and in no table and no file."""
    mail = "From: Bob Miller <bob@acme.example>\nSubject: Merger with Zeta\n\nThe merger closes on Friday."
    answer = client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [mail]})
    [learning] = answer.json()["learnings"]
    assert (learning["outcome"], "in your own words" in learning["advice"]) == ("dropped", True)
    everything = answer.text + str(stored(tenant.tenant_id))
    assert not any(word in everything for word in ("Miller", "Merger", "merger", "Friday"))


@ONE_ADAPTER
def test_no_file_of_a_run_tells_of_a_users_memory(client: Any, tenant: Tenant, finish: Finish, files: Files) -> None:
    """Which the run was served, and which its agent repeats among other words; what it says besides is told."""
    entry = "Ben is paid on the third of each month."
    Memories(client, tenant.agent).save(entry)
    Memories(client, tenant.agent).answer("POST", "/session", json={"objective": "Run the payroll", "run_id": "r1"})
    words = f"As {entry[:-1]}, the job failed because of the holiday. The job starts on the fourth from now on."
    log = [{"role": "user", "content": "Run the payroll."}, {"role": "assistant", "content": words}]
    finish({"run_id": "r1", "outcome": f"Done. {entry}", "objective": "Run the payroll", "session_log": log})
    everything = "\n".join(files.read(entry.path).content for entry in files.list())
    assert "Ben" not in everything and everything.count("starts on the fourth") >= 2


def test_without_storage_nothing_is_acknowledged(
    client: Any, tenant: Tenant, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bucket that is missing is an error that says what to do; the run again, once it is there, gets its files."""
    with monkeypatch.context() as missing:
        nowhere = S3Objects(client_of(endpoint), "no-such-bucket")
        missing.setattr(wiring, "objects", lambda: nowhere)
        refused = client.post("agent_complete", tenant.agent, RUN)
    assert refused.status_code == 500 and "bucket" in refused.json()["detail"]
    answer = client.post("agent_complete", tenant.agent, RUN).json()
    assert answer["inserted"] >= 1 and len(answer["files"]) == 4


@pytest.mark.parametrize(
    ("outcome", "verdict", "is_told"),
    [
        ("Works.", "unverified", True),
        ("succeeded: works", "succeeded", False),
        ("unverified: works", "unverified", False),
        (None, "unverified", False),
    ],
)
def test_an_outcome_that_is_not_understood_is_told(client, tenant, outcome, verdict, is_told) -> None:
    """With the words that are; of an open end that the caller states, or of which nothing is said, there is no word."""
    log = [{"role": "user", "content": "Mend the import."}, {"role": "assistant", "content": "It is the date's form."}]
    body = {"session_log": log, "outcome": outcome}
    answer = client.post("agent_complete", tenant.agent, body).json()
    assert (answer["run_outcome"], "begin it with `succeeded:`" in str(answer["note"])) == (verdict, is_told)

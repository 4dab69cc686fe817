"""What plain texts of every kind teach."""

import json
import re

import pytest
from knowledge.extraction import Run, extract
from knowledge.transcripts import parse

from tests.conftest import ROOT

SESSIONS = ROOT / "tests" / "fixtures" / "sessions"


class Apart:
    """No text is like another: nothing is dropped as a near-duplicate."""

    model, near_duplicate, max_tokens = "apart", 0.92, 256

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[float(place == index % 384) for place in range(384)] for index in range(len(texts))]

    def count_tokens(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


def learned(log: str) -> dict[str, str]:
    return {
        found.learning: found.kind for found in extract(Run("run-1", turns=parse(log)), Apart(), None, []).learnings
    }


def learned_from(name: str) -> dict[str, str]:
    return learned((SESSIONS / name).read_text())


def test_notes_teach_what_they_state_and_not_what_is_planned_guessed_or_done() -> None:
    """Causes with their symptom, decisions, surroundings; no next steps, status or "maybe"."""
    assert learned_from("notes.txt") == {
        'Cause for "invoices emailed twice": the webhook answered only after sending the mail, so Stripe retried '
        "after 10 seconds.": "error_fix",
        'Fix for "invoices emailed twice": moved the mail to the `invoice-mail` queue.': "error_fix",
        "Decision: Cache tax rates in Redis for 15 minutes, because TaxJar allows 20 requests a second.": "decision",
        "The tests need STRIPE_MOCK_URL set, otherwise they hit the sandbox.": "environment",
        "Staging runs at localhost:8443.": "environment",
    }


def test_a_shell_session_teaches_what_works_and_what_had_to_come_first() -> None:
    """An install, another option, a step of preparation: each with the error that it ended."""
    assert learned_from("shell.txt") == {
        "`ImportError: libpq.so.5: cannot open shared object file: No such file or directory` is resolved by "
        "`apt-get install -y libpq5`.": "error_fix",
        '`psql -p 5432 billing` does not work here (`psql: error: connection to server at "localhost", port 5432 '
        "failed: Connection refused`); use `psql -p 5433 billing` instead.": "command",
        "`certbot renew` fails with `Failed to renew certificate shop.example with error: Timeout during connect`; "
        "`ufw allow 80/tcp` resolves it.": "error_fix",
        "To check this project, run `make test`; it passes.": "command",
    }


def test_a_chat_by_names_teaches_what_the_person_put_right() -> None:
    """Who talks with an agent is a user, whatever the name; what was put right is not learned from the agent."""
    assert learned_from("chat.txt") == {
        "The user says: Ingest uses confluent-kafka. The port is 5433.": "correction",
        "The user says: Always use docker-compose.test.yml for tests.": "correction",
        "The user says: The package name is @acme/ui not acme-ui.": "correction",
        "The tests fail because the test broker listens on 29092, not on 9092.": "conclusion",
    }


def test_a_terminal_of_claude_code_teaches_like_its_session_file() -> None:
    """Marks tell the user from the agent and a call from its result."""
    assert set(learned_from("terminal.txt")) == {
        "The user says: Don't use waitForTimeout, we always wait on network idle.",
        "`npx playwright test login.spec.ts` fails with `Error: browserType.launch: Executable doesn't exist at "
        "/data/.cache/ms-playwright/chromium`; `npx playwright install chromium` resolves it.",
        "To check this project, run `npx playwright test login.spec.ts`; it passes.",
        "The flakiness is caused by the toast overlay, which covers the submit button for 300 ms after page load.",
    }


def test_thoughts_actions_and_observations_teach_what_the_run_proves() -> None:
    """The labels of ReAct logs are steps with commands and exit codes."""
    assert set(learned_from("thoughts.txt")) == {
        "`pytest tests/importer` fails with `ERROR: could not connect to server: Connection refused`; "
        "`docker compose up -d db` resolves it.",
        "To check this project, run `pytest tests/importer`; it passes.",
        "The tests need Postgres.",
        "Fixed the importer by passing sep=None to `pd.read_csv` in importer/csv.py.",
    }


def test_a_mini_swe_agent_log_written_out_as_text_teaches_the_same() -> None:
    """Message after message as text, it has the same commands and return codes."""
    log = json.loads((SESSIONS.parent / "transcripts" / "mini_swe_agent.json").read_text())
    told = [message for message in log["messages"] if message["role"] != "system"]
    text = "\n\n".join(message["content"] for message in told)
    assert {found for found, kind in learned(text).items() if kind == "command"} == {
        found for found, kind in learned(json.dumps(log)).items() if kind == "command"
    }


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "I decided to use `uv` over pip because it locks hashes.",
            "Decision: use `uv` over pip because it locks hashes.",
        ),
        ("TIL helm --atomic rolls back also when hooks time out", "Helm --atomic rolls back also when hooks time out."),
        ("Note: `make seed` must be run before `make e2e`.", "`make seed` must be run before `make e2e`."),
        ("We fixed the login by setting SAMESITE=None.", "Fixed the login by setting SAMESITE=None."),
        ("It turned out that beat must run as 1 replica.", "Beat must run as 1 replica."),
        ("Root cause of the 502s: gunicorn times out first.", "Cause of the 502s: gunicorn times out first."),
    ],
)
def test_a_note_loses_its_speaker_and_label(said: str, expected: str) -> None:
    """What remains is the fact, in the words that another run would use for it."""
    assert list(learned(said)) == [expected]


@pytest.mark.parametrize(
    "said",
    [
        "Should `make seed` be run before `make e2e`?",
        "Maybe `make seed` must be run before `make e2e`.",
        "I'll run `make seed` before `make e2e`.",
        "All 23 tests pass with `make e2e` now.",
        "Let me know if `make seed` needs another option.",
        "`make seed` must be run before `make e2e`. Wait, it is done by `make up`?",
        "It must be run before `make e2e`.",
        "Nobody ever told anybody that they must do that.",
    ],
)
def test_what_is_asked_guessed_planned_or_unclear_is_no_note(said: str) -> None:
    """Questions, hedges, plans, status, offers, what is taken back, and what names nothing."""
    assert learned(said) == {}


@pytest.mark.parametrize("message", ["thanks!", "ok go on", "why not?", "does not work, try again", "please finish"])
def test_chatter_of_the_user_is_no_correction(message: str) -> None:
    """Only what holds next time is learned."""
    assert learned(f"User: go\nAssistant: I did it.\nUser: {message}\nAssistant: Fine.") == {}


def test_the_same_fact_of_two_runs_is_told_in_the_same_words() -> None:
    """Counts, durations, temporary folders and times of day are left out."""

    def session(count: int, seconds: float, folder: str) -> str:
        return (
            f"$ pytest tests\nModuleNotFoundError: No module named 'freezegun' in /tmp/{folder}/conftest.py\n"
            "exit code: 1\n\n"
            f"$ pip install freezegun\nok\n\n$ pytest tests\n{count} passed in {seconds}s\nexit code: 0\n"
        )

    assert learned(session(12, 0.5, "run1")) == learned(session(23, 1.25, "x9")) != {}


def test_tags_name_the_module_the_file_and_the_tools() -> None:
    """Lower-case words, at most five."""
    [found] = extract(
        Run("run-1", turns=parse("The billing/api/Export.py export needs `uv`, `docker`, `pytest`, `npm` and `helm`.")),
        Apart(), None, [],
    ).learnings  # fmt: skip
    assert found.tags == ["billing", "export", "uv", "docker", "pytest"]
    assert all(re.fullmatch(r"[a-z][\w.-]*", tag) for tag in found.tags)


def test_a_setting_that_was_changed_is_what_resolved_an_error() -> None:
    """Not a later variant of the command, which had nothing to do with it."""
    shell = (
        "$ pytest tests\nError: connection to port 5432 failed: Connection refused\nexit code: 1\n\n"
        "$ sed -i s/5432/5433/ .env\nexit code: 0\n\n$ pytest tests\n3 passed\nexit code: 0\n\n"
        "$ uv sync && pytest tests\n3 passed\nexit code: 0\n"
    )
    [fix] = [found for found, kind in learned(shell).items() if kind == "error_fix"]
    assert fix.endswith("Connection refused`; `sed -i s/5432/5433/ .env` resolves it.")

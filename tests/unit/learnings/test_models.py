"""A finished run as it is sent."""

from knowledge.learnings import CompletedRun
from knowledge.learnings.models import MAX_OBJECTIVE, MAX_OUTCOME

KEY = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
TEXT = "The staging database listens on port 6543."


def test_a_run_is_the_same_as_before_learnings_had_questions() -> None:
    """Who repeats a run that was stored by an earlier version gets its answer; with questions it is another one."""
    [before, without, asked] = [
        CompletedRun.model_validate({"run_id": "r1", "learnings": [learning]})
        for learning in (TEXT, {"learning": TEXT, "questions": []}, {"learning": TEXT, "questions": ["Which port?"]})
    ]
    assert before.digest == without.digest == "f58be35401b3c47b703a991a338c0a0a31f5db9a2c67ca81c409e180c514fd58"
    assert asked.digest != before.digest


def test_answers_are_no_content() -> None:
    """The run is the same whoever reads its log."""
    sent = {"run_id": "r1", "session_log": "It broke."}
    assert CompletedRun.model_validate({**sent, "answers": {"a": "{}"}}).digest == CompletedRun(**sent).digest


def test_a_bad_field_beside_a_log_costs_only_itself() -> None:
    """What is too long is read as far as it may be, on one line where it is a verdict, and said; a list may be null."""
    verdict = "succeeded:\nall of it " + "and more " * 300
    sent = {"session_log": "It broke.", "objective": "Mend it. " * 3000, "outcome": verdict, "applied_patterns": None}
    run = CompletedRun.model_validate(sent)
    assert len(run.clean.objective) <= MAX_OBJECTIVE + 1 and run.clean.outcome.startswith("succeeded: all of it")
    assert run.proof.outcome == "succeeded" and len(run.clean.outcome) <= MAX_OUTCOME + 1
    assert run.not_taken == [
        "of the objective only the first 20,000 characters are read",
        "of the outcome only the first 2,000 characters are read",
    ]


def test_an_outcome_is_cleaned_as_it_was_sent() -> None:
    """A password in a table is known by its lines; it is told on one line afterwards."""
    verdict = "failed:\n| user | password |\n|---|---|\n| ann | bluewhale |"
    run = CompletedRun(session_log="It broke.", outcome=verdict)
    assert "bluewhale" not in run.clean.outcome and run.clean.outcome.startswith("failed: | user | password |")


def test_what_is_not_counted_is_told_without_secrets() -> None:
    """The name of a field that nobody knows may be one."""
    run = CompletedRun.model_validate({"session_log": "It broke.", "applied_patterns": [{KEY: 1}]})
    assert KEY not in str(run.not_taken) and "There is no such field" in str(run.not_taken)


def test_no_outcome_is_none() -> None:
    """A template that was filled in with nothing costs no run."""
    assert CompletedRun(session_log="It broke.", outcome="").clean.outcome == ""

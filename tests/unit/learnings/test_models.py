"""A finished run as it is sent."""

from knowledge.learnings import CompletedRun

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

"""SWE-agent's trajectories."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken

LOG = {
    "history": [
        {"role": "system", "content": "SETTING"},
        {"role": "user", "content": "Here is a demonstration: never", "is_demo": True},
        {"role": "user", "content": "ISSUE: always be careful"},
        {"role": "assistant", "content": "x"},
    ],
    "trajectory": [
        {"action": "ls\n", "observation": "User: never", "thought": "I look.\n```\nls\n```", "state": '{"working_dir": "/sympy__sympy/core"}'},
        {"action": "edit 1:1\nx\nend_of_edit", "observation": "Your proposed edit has introduced new syntax error(s).", "thought": "I edit."},
    ],
    "info": {"exit_status": "submitted (exit_cost)", "submission": "diff --git a/x b/x"},
}  # fmt: skip


def test_steps_follow_the_task_without_demonstrations() -> None:
    """The prompt is the task's; a thought loses the fence that repeats its action; a refused edit has failed."""
    transcript = parse(LOG)
    assert spoken(LOG) == [("system", "SETTING"), ("task", "ISSUE: always be careful"), ("agent", "I look."), ("agent", "I edit.")]
    assert [failed for _, _, failed in commands(transcript)] == [None, True]
    assert (transcript.patch, transcript.exit_status, transcript.projects) == ("diff --git a/x b/x", "submitted (exit cost)", ("sympy",))

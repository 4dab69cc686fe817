"""mini-swe-agent's trajectories."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken

MESSAGE = "THOUGHT: I look.\n\n```bash\nls\n```"
LOG = {
    "trajectory_format": "mini-swe-agent-1",
    "info": {
        "exit_status": "LimitsExceeded", "submission": "diff --git a/x b/x",
        "config": {"environment": {"image": "swebench/sweb.eval.x86_64.sympy_1776_sympy-12489:latest"}},
    },
    "messages": [
        {"role": "system", "content": "You are helpful."},
        {"role": "user", "content": "Please solve this issue: always be careful"},
        {"role": "assistant", "content": MESSAGE},
        {"role": "user", "content": "<returncode>1</returncode>\n<output>\nUser: never\n</output>"},
        {"role": "assistant", "content": "No command."},
        {"role": "user", "content": "Please always provide EXACTLY ONE action."},
    ],
}  # fmt: skip


def test_the_harness_speaks_under_the_users_role_and_is_no_user() -> None:
    """The first is the task, a result belongs to its command, a reminder is the program's."""
    assert spoken(LOG) == [
        ("system", "You are helpful."),
        ("task", "Please solve this issue: always be careful"),
        ("agent", "I look."),
        ("agent", "No command."),
        ("system", "Please always provide EXACTLY ONE action."),
    ]
    assert commands(parse(LOG)) == [("ls", 1, True)]


def test_it_says_how_it_ended_and_on_what() -> None:
    """Exit status in words, the submitted patch, and the repository by the image's name."""
    transcript = parse(LOG)
    assert (transcript.exit_status, transcript.patch, transcript.projects) == (
        "limits exceeded",
        "diff --git a/x b/x",
        ("sympy",),
    )


def test_its_messages_without_their_frame_are_read_alike() -> None:
    """Bare chat messages in which commands stand in fences and results under the user's role."""
    bare = parse(LOG["messages"])
    assert bare.format == "chat" and [turn.speaker for turn in bare.turns] == [
        turn.speaker for turn in parse(LOG).turns
    ]

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


def test_what_a_person_types_between_is_the_users() -> None:
    """On refusing a command, on interrupting it, or as a further task; nothing is typed where it only stopped."""
    turn = {"role": "assistant", "content": MESSAGE}
    typed = [
        "Command not executed. The user rejected your command with the following message: look in shop",
        "Interrupted by user: Temporary interruption caught.",
        "Interrupted by user: go on",
        "The user added a new task: now the docs",
    ]
    log = {
        **LOG,
        "messages": [*LOG["messages"], *(m for text in typed for m in (turn, {"role": "user", "content": text}))],
    }
    turns = parse(log).turns
    assert [one.text for one in turns if one.speaker == "user"] == ["look in shop", "go on", "now the docs"]
    assert [one.stopped for one in turns if one.command] == [False, True, True, True, False]


def test_what_ran_out_of_time_is_told_with_its_output() -> None:
    """However long the command is that the harness repeats."""
    ended = f"The last command <command>{'npm run dev ' * 20}</command> timed out and has been killed.\n"
    answer = {"role": "user", "content": f"{ended}The output of the command was:\n<output>\nready\n</output>\nTry."}
    turns = parse({**LOG, "messages": [*LOG["messages"][:3], answer]}).turns
    assert turns[-1].output == "The command timed out.\nready" and turns[-1].failed is None


def test_what_the_harness_excepts_as_out_of_time_answers_its_call() -> None:
    """As versions with tools say it, and with the limit."""
    call = {"id": "c", "function": {"name": "bash", "arguments": '{"command": "pip install numpy"}'}}
    exception = "<exception>An error occurred: Command '['docker', 'exec']' timed out after 60 seconds</exception>"
    answer = {
        "role": "tool",
        "tool_call_id": "c",
        "content": f"{exception}\n<returncode>-1</returncode>\n<output>\nCollecting\n</output>",
    }
    messages = [LOG["messages"][0], {"role": "assistant", "content": "", "tool_calls": [call]}, answer]
    turn = parse({**LOG, "messages": messages}).turns[-1]
    assert turn.command == "pip install numpy"
    assert turn.output == "The command timed out after 60 seconds.\nCollecting" and turn.failed is None

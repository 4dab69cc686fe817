"""Cline's and Roo Code's `api_conversation_history.json`."""

from typing import Any

from knowledge.transcripts import Turn, parse

from tests.support.transcripts import words_of

_FOLDER = "\n<environment_details>\n# Current Working Directory (/srv/shop) Files\na.py\n</environment_details>"
_EDITOR = "<environment_details>\n# Open Tabs\na.py\n</environment_details>"
_NOT_RUN = "Tool [read_file] was not executed because a tool has already been used in this message."


def _user(*texts: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


def _agent(*blocks: str | dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": "assistant", "content": content}


def _use(name: str, **given: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": given}


def _calls(log: list[dict[str, Any]]) -> list[Turn]:
    return [turn for turn in parse(log).turns if turn.command and not turn.todos]


_TASK = _user("<task>\nRound the totals.\n</task>", "# task_progress RECOMMENDED\n\nKeep one.", _FOLDER)
_WRITTEN = [
    _TASK,
    _agent("I look.\n<read_file>\n<path>a.py</path>\n</read_file>"),
    _user("[read_file for 'a.py'] Result:", "total = 1", _EDITOR),
    _agent("<write_to_file>\n<path>a.py</path>\n<content>\ntotal = round(1)\n</content>\n</write_to_file>"),
    _user("[write_to_file for 'a.py'] Result:", "The user denied this operation."),
    _agent("<execute_command>\n<command>make test</command>\n</execute_command>"),
    _user("[execute_command for 'make test'] Result:", "Command executed.\nOutput:\n2 passed", _EDITOR),
    _agent("<attempt_completion>\n<result>\nIt rounds.\n</result>\n</attempt_completion>"),
    _user("[attempt_completion] Result:", "<feedback>\nUp, not down.\n</feedback>", _EDITOR),
]


def test_calls_that_the_agent_writes_out_are_calls() -> None:
    """With what came of each, though its name and the answer are two blocks."""
    read, wrote, ran = _calls(_WRITTEN)
    assert (read.command, read.output, read.text) == ("read_file a.py", "total = 1", "I look.")
    assert wrote.stopped and [(edit.path, edit.new) for edit in wrote.edits] == [("a.py", "total = round(1)")]
    assert (ran.command, ran.output) == ("make test", "2 passed")


def test_of_what_is_sent_under_the_users_role_only_what_a_person_typed_is_the_users() -> None:
    """The task and the feedback, whatever blocks stand around them; the editor's folder is the project."""
    assert words_of(_WRITTEN) == ["Round the totals.", "Up, not down."]
    assert words_of(_WRITTEN, "agent")[-1] == "It rounds."
    assert parse(_WRITTEN).projects == ("shop",)


def test_calls_as_blocks_have_their_answers_in_order() -> None:
    """Of two calls in one answer the second is not run; the list beside a call hides no answer."""
    log = [
        _TASK,
        _agent(_use("read_file", path="a.py", task_progress="- [ ] round"), _use("list_files", path="src")),
        _user("[read_file for 'a.py'] Result:\ntotal = 1", _NOT_RUN, _EDITOR),
        _agent(_use("write_to_file", absolutePath="/srv/shop/a.py", content="total = 2\n")),
        _user("[write_to_file for '/srv/shop/a.py'] Result:\nThe content was successfully saved.", _EDITOR),
        _agent(_use("attempt_completion", result="It rounds.", task_progress="- [x] round")),
    ]
    read, listed, wrote = _calls(log)
    assert (read.output, read.failed) == ("total = 1", None)
    assert (listed.command, listed.failed) == ("list_files src", True)
    assert [edit.path for edit in wrote.edits] == ["/srv/shop/a.py"]
    assert words_of(log, "agent") == ["It rounds."]
    assert [turn.todos[0].status for turn in parse(log).turns if turn.todos] == ["pending", "completed"]


def test_answers_that_name_their_call_are_read() -> None:
    """As Roo Code sends them; what answers a question is the person's."""
    log = [
        _TASK,
        _agent(_use("execute_command", command="make"), _use("ask_followup_question", question="Up or down?")),
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_execute_command", "content": "Exit code: 2\nno rule"},
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_ask_followup_question",
                    "content": "<user_message>\nUp.\n</user_message>",
                },
                {"type": "text", "text": _EDITOR},
            ],
        },
    ]
    [ran] = _calls(log)
    assert (ran.output, ran.failed) == ("Exit code: 2\nno rule", True)
    assert words_of(log) == ["Round the totals.", "Up."]


def test_a_person_who_writes_about_the_program_is_in_a_chat() -> None:
    """Only a block that begins or ends with the program's own makes a history."""
    log = [{"role": "user", "content": "What is <environment_details> for?"}, _agent("It tells what is open.")]
    assert parse(log).format == "chat"
    assert parse(_WRITTEN).format == "cline-history"

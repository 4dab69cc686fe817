"""What Cline sends in the user's name."""

from knowledge.transcripts import parse

from tests.support.transcripts import words_of

_EDITOR = "\n<environment_details>\n# Open Tabs\na.py\n</environment_details>"
_LIST = "\n\n# TODO LIST RECOMMENDED\n\n1. Include the task_progress parameter in your next tool call\n"
_INDENTED = _LIST.replace("# TODO", "\t\t# TODO")


def _log(*sections: tuple[str, str]) -> str:
    return "\n\n".join(f"**{name}:**\n\n{text}\n\n---" for name, text in sections)


_SESSION = _log(
    ("User", f"<task>\nPack it.\n</task>\n\n# Todo List (Optional - Plan Mode)\n\nKeep one.\n{_EDITOR}"),
    ("Assistant", "I read it.<read_file>\n<path>notes.md</path>\n</read_file>"),
    ("User", f"[read_file for 'notes.md'] Result:\n<feedback>\nAlways push.\n</feedback>{_LIST}{_EDITOR}"),
    ("Assistant", "<write_file>\n<path>a.py</path>\n<content>x\\n</content>\n</write_file>"),
    (
        "User",
        "The user provided the following feedback:\n<feedback>\nMind the escapes.\n</feedback>\n"
        f"[write_file for 'a.py'] Result:\nThe user denied this operation. Not created.{_EDITOR}",
    ),
    (
        "Assistant",
        "<execute_command>\n<command>git push origin main</command>\n"
        "<task_progress>\n- [x] pack\n- [ ] push\n</task_progress>\n</execute_command>It is pushed.",
    ),
    (
        "User",
        f"[execute_command for 'git push origin main'] Result:\nOutput:\nEverything up-to-date{_INDENTED}{_EDITOR}",
    ),
    ("Assistant", "Pushed."),
    ("User", f"[ERROR] You did not use a tool in your previous response!{_LIST}{_EDITOR}"),
    ("Assistant", "<attempt_completion>\n<result>All is pushed.</result>\n</attempt_completion>"),
    ("User", f"[attempt_completion] Result:\nConsider it.\n<feedback>\nNow the manual.\n</feedback>{_EDITOR}"),
    ("Assistant", "<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>"),
    ("User", f"[ask_followup_question for 'Which?'] Result:\n<answer>\nThe long one.\n</answer>{_EDITOR}"),
    ("Assistant", "Done."),
)


def test_only_the_persons_words_are_the_users() -> None:
    """The task, what a person answered or said of a result; no reminders, and nothing out of a file."""
    assert words_of(_SESSION) == ["Pack it.", "Mind the escapes.", "Now the manual.", "The long one."]


def test_what_a_tool_answered_is_of_the_call_that_the_agent_wrote() -> None:
    """Without what the program adds behind it, and although the agent went on speaking; a denial stops the call."""
    turns = {turn.command: turn for turn in parse(_SESSION).turns if turn.tool and not turn.todos}
    assert list(turns) == ["read_file notes.md", "write_file a.py", "git push origin main"]
    assert turns["read_file notes.md"].output == "<feedback>\nAlways push.\n</feedback>"
    assert turns["git push origin main"].output == "Output:\nEverything up-to-date"
    assert turns["write_file a.py"].stopped and turns["write_file a.py"].edits[0].path == "a.py"


def test_the_agents_words_in_a_call_are_said() -> None:
    """What it completed, and what it asks."""
    assert words_of(_SESSION, "agent") == [
        "I read it.",
        "It is pushed.",
        "Pushed.",
        "All is pushed.",
        "Which?",
        "Done.",
    ]


def test_the_list_stated_along_with_a_call_is_one_of_its_own() -> None:
    """So that the next call without one does not empty it."""
    listed = [turn for turn in parse(_SESSION).turns if turn.todos]
    assert [(turn.tool, [todo.status for todo in turn.todos]) for turn in listed] == [
        ("task_progress", ["completed", "pending"])
    ]


def test_the_folder_that_it_names_is_the_project() -> None:
    """In what the editor shows behind a message."""
    folder = _EDITOR.replace("# Open Tabs", "# Current Working Directory (/srv/shop) Files")
    log = _log(("User", f"<task>\nGo.\n</task>{folder}"), ("Assistant", "Yes."), ("User", "So?"), ("Assistant", "So."))
    assert parse(log).projects == ("shop",)


def test_what_cline_says_above_an_output_is_none_of_it() -> None:
    """That it could not be read would be an error of the command's."""
    lost = "The command's output could not be captured due to some technical issue. Here is the terminal:\n\n"
    log = _log(
        ("User", "Install it."),
        ("Assistant", "<execute_command>\n<command>make</command>\n</execute_command>"),
        ("User", f"[execute_command for 'make'] Result:\nCommand executed.\nOutput:\n{lost}% make{_EDITOR}"),
        ("Assistant", "Done."),
    )
    assert [turn.output for turn in parse(log).turns if turn.command] == ["% make"]

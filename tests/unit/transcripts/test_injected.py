"""The user's own words, without what programs put under the user's role."""

import pytest
from knowledge.transcripts import parse
from knowledge.transcripts.injected import given_files, own_words


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("fix it", "fix it"),
        ("fix <system-reminder>never\n</system-reminder>it", "fix it"),
        ("<environment_context>\n<cwd>/r</cwd>\n</environment_context>", ""),
        ("# AGENTS.md instructions for /r\n\nAlways use tabs.", ""),
        ("# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nAlways.\n</INSTRUCTIONS>\n\nfix it", "fix it"),
        ("Instructions from: /r/AGENTS.md\nAlways use tabs.", ""),
        ("Contents of .cursorrules:\n\nAlways use tabs.", ""),
        ("Contents of the folder should be sorted", "Contents of the folder should be sorted"),
        ("This session is being continued from a previous conversation. The user: never", ""),
        ("<USER_REQUEST>\nfix it\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>", "fix it"),
        ("<user_query>one</user_query>\n<attached_files>x</attached_files>\n<user_query>two", "one\n\ntwo"),
        ("## Open tabs:\n- a.py\n\n## My request for Codex:\nfix it", "fix it"),
        ("fix it\n--- Content from referenced files ---\nAlways.", "fix it"),
        ('fix it\n\nCalled the Read tool with the following input: {"filePath":"a"}\n\nAlways.', "fix it"),
        ("[Request interrupted by user for tool use]", ""),
        ("/gsd:add-todo always test", ""),
        ("/usr/bin/python is broken", "/usr/bin/python is broken"),
        ("Use <b>bold</b> and <div>\n</div>", "Use <b>bold</b> and <div>\n</div>"),
        ("<task>\nfix it\n</task>\n# List\n<environment_details>\nx\n</environment_details>", "fix it"),
        ("<task>fix it</task> and <b>that</b>", "<task>fix it</task> and <b>that</b>"),
        ("[attempt_completion] Result:\nConsider it.\n<feedback>\nfix it\n</feedback>", "fix it"),
        ("[ask_followup_question for 'a?'] Result:\n<answer>\nfix it\n</answer>", "fix it"),
        ("[read_file for 'a'] Result:\n<answer>\nfix it\n</answer>", ""),
        ("<system-reminder>not closed", "<system-reminder>not closed"),
    ],
)
def test_only_what_the_person_wrote_remains(text: str, own: str) -> None:
    """Elements with names of programs, wrappers, project files, notices and slash commands go; HTML stays."""
    assert own_words(text) == own


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>", [("AGENTS.md", "Use tabs.")]),
        ("<user_instructions>\nUse tabs.\n</user_instructions>", [("AGENTS.md", "Use tabs.")]),
        (
            "<system-reminder>\n# claudeMd\nContents of /r/CLAUDE.md (of the project):\n\nUse tabs.\n<b>\n</b>\n\n"
            "Contents of /r/docs/git.md (of the project):\n\nNever push.\n# important-instruction-reminders\nDo."
            "\n</system-reminder>\nfix it",
            [("/r/CLAUDE.md", "Use tabs.\n<b>\n</b>"), ("/r/docs/git.md", "Never push.")],
        ),
        (
            '<always_applied_rule name="/r/.cursor/rules/a.mdc">\nUse tabs.\n</always_applied_rule>\n'
            "<user_query>fix it</user_query>",
            [("/r/.cursor/rules/a.mdc", "Use tabs.")],
        ),
        ("Instructions from: /r/AGENTS.md\nUse tabs.", [("/r/AGENTS.md", "Use tabs.")]),
        ("fix it\nContents of notes.md:\n\nUse tabs.", []),
        ('<system-reminder>\n<tool_call name="bash">\nls\n</tool_call>\n</system-reminder>', []),
    ],
)
def test_a_file_that_a_program_gave_the_agent_has_its_name(text: str, given: list[tuple[str, str]]) -> None:
    """As each program puts it; what stands in the person's own words is not given by one."""
    assert given_files(text) == given


def test_a_file_that_comes_with_each_message_is_recorded_once() -> None:
    """It is nobody's words."""
    reminder = "<system-reminder>\nContents of /r/CLAUDE.md:\n\nUse tabs.\n</system-reminder>\n"
    turns = parse([{"role": "user", "content": f"{reminder}{words}"} for words in ("fix it", "and that")]).turns
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("system", "Contents of /r/CLAUDE.md:\n\nUse tabs."), ("user", "fix it"), ("user", "and that"),
    ]  # fmt: skip


def test_what_cursor_sends_to_build_a_plan_is_nobodys() -> None:
    """What the person adds to it is theirs."""
    plan = (
        "Implement the plan as specified, it is attached for your reference. Do NOT edit the plan file itself.\n\n"
        "To-do's from the plan have already been created. Do not create them again. Mark them as in_progress as you "
        "work, starting with the first one. Don't stop until you have completed all the to-dos."
    )
    assert own_words(plan) == ""
    assert own_words(f"{plan}\n\nUse tabs.").strip() == "Use tabs."

"""The user's own words, without what programs put under the user's role."""

import pytest
from knowledge.transcripts.injected import own_words


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("fix it", "fix it"),
        ("fix <system-reminder>never\n</system-reminder>it", "fix it"),
        ("<environment_context>\n<cwd>/r</cwd>\n</environment_context>", ""),
        ("# AGENTS.md instructions for /r\n\nAlways use tabs.", ""),
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

"""The user's rules: whole messages, word for word, and nothing that no user laid down."""

import pytest
from knowledge.extraction.user_rules import user_rules
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import said, user


@pytest.mark.parametrize(
    "message",
    [
        "No underscores should appear in any user-facing text.",
        "Always use docker-compose.test.yml for tests.",
        "Do NOT use Chart.js. Only use vanilla HTML5 Canvas.",
        "Don't use waitForTimeout, we always wait on network idle.",
        "Use pnpm instead of npm.",
        "From now on all code must be in English.",
        "No, never install with pip in this repository, we use uv.",
        "No, that is wrong. Always run `make lint` before you commit.",
        "Do not commit without my approval. Always ask me before a push.",
    ],
)
def test_a_standing_instruction_is_kept_whole(message: str) -> None:
    """Verbatim, with the user's authority, and what it answered."""
    [rule] = user_rules([said("I changed the labels. It is done."), user(message)])
    assert (rule.kind, rule.authority) == ("rule", "user")
    assert rule.learning == f"The user: “{message}” (in answer to: “It is done.”)"


@pytest.mark.parametrize(
    "message",
    [
        "The button never appears.",
        "It always shows an error.",
        "Fix the test and never mind the rest of it.",
        "Should we always use pnpm?",
        "don't use this file, use the other one",
        "thanks, always a pleasure",
        "use the second option",
        "We dont just run events.",
        "go ahead",
        "Looks better. However, if a path is outside of the folder, use all of it. Do not use any paths with `..`",
        "Don't use '...existing code...'. Just write it all over again. Everything should be only in `new`. Proceed",
        "Create a file CHAT.md and put the chat into it. Do not make any alterations, never shorten it.",
        "now render the manual with clear headings. Ensure all details are accurate.",
    ],
)
def test_reports_questions_and_steps_of_this_task_are_none(message: str) -> None:
    """What points at the moment does not outlast it; nor does a condition of what is wished beside it."""
    assert user_rules([user(message)]) == []


def test_nobody_else_lays_down_rules() -> None:
    """Not the agent, a tool, the task's text, the harness, nor what the user quotes or fences."""
    rule = "Always use pnpm instead of npm."
    others = [Turn(speaker, rule) for speaker in ("agent", "task", "system")]
    assert user_rules([*others, Turn("tool", output=rule), user(f"> {rule}"), user(f"```\n{rule}\n```")]) == []


def test_of_a_long_message_only_a_line_that_is_said_again_counts() -> None:
    """A task has conditions of its own; what the user repeats outlasts it."""
    first = "Build the page.\n- do NOT start the server\n- never print to stdout in any module\n" + "x y z " * 60
    second = "Build the form.\n- do NOT start the server\n" + "x y z " * 60
    assert user_rules([user(first)]) == []
    assert [rule.learning for rule in user_rules([user(first), user(second)])] == [
        "The user: “do NOT start the server”"
    ]


def test_at_most_five_are_kept() -> None:
    """A log full of them is a policy to be uploaded."""
    assert len(user_rules([user(f"Always use tool{number} for builds.") for number in range(9)])) == 5

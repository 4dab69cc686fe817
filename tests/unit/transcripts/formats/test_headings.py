"""Markdown of no known form whose headings name the speakers."""

from knowledge.transcripts import parse

from tests.support.transcripts import spoken, words_of


def test_labels_that_recur_part_the_turns() -> None:
    """With signs, times or models, as headings or as bold lines; what stands above the first is nobody's."""
    log = (
        "# History\n\n### 👤 User\nFix it.\n\n### 🤖 Agent\nI look.\n\n### User\n\nis a heading here.\n\n"
        "### 🤖 Claude (opus)\nDone.\n\n### 👤 User\nThanks.\n### 🤖 Agent\nBye."
    )
    assert parse(log).format == "headings"
    assert spoken(log) == [
        ("system", "# History"),
        ("user", "Fix it."),
        ("agent", "I look.\n\n### User\n\nis a heading here."),
        ("agent", "Done."),
        ("user", "Thanks."),
        ("agent", "Bye."),
    ]
    assert words_of("**Human:**\nWhy?\n\n**Gemini** (10:02)\nSo.\n") == []
    assert words_of("**Human:**\nWhy?\n\n**Gemini:**\nSo.\n\n**Human:**\nOh.\n\n**Gemini:**\nYes.\n") == ["Why?", "Oh."]


def test_what_a_tool_answers_under_the_users_name_is_the_tools() -> None:
    """A program sends it in the user's place."""
    log = (
        "## USER 🧑‍💻\n\nAlways test.\n\n---\n\n## MODEL ✨\n\n**Tool Command**:\n\n---\n\n## USER 🧑‍💻\n\n"
        "**Tool Response**:\n```json\n{}\n```\n\n---\n\n## MODEL ✨\n\nDone."
    )
    assert [turn.speaker for turn in parse(log).turns] == ["user", "agent", "tool", "agent"]
    assert words_of(log)[0].startswith("Always test.")


def test_chapters_are_no_speakers() -> None:
    """Names of speakers once each, or within longer headings, or in code."""
    for text in (
        "## 👤 User\n\nWhat a user may do.\n\n## 🤖 Agent\n\nWhat an agent may do.",
        "## User stories\n\nx\n\n## Agent setup\n\ny\n\n## User stories\n\nz",
        "```\n## 👤 User\n## 🤖 Agent\n## 👤 User\n## 🤖 Agent\n```",
    ):
        assert not parse(text).known

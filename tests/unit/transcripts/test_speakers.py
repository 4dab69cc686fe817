"""Who a label's name stands for."""

import pytest
from knowledge.transcripts.speakers import speaker_named


@pytest.mark.parametrize(
    ("label", "speaker"),
    [
        ("User", "user"),
        ("👤 User:", "user"),
        ("HUMAN (2026-05-04 12:21)", "user"),
        ("🤖 Claude [opus]", "agent"),
        ("Agent's Thoughts", None),
        ("Tool Result", "tool"),
        ("System", "system"),
        ("12. user (2026-05-04)", "user"),
        ("User story", None),
        ("How the agent works", None),
        ("", None),
        ("user " + "(x) " * 99, None),
    ],
)
def test_a_label_names_a_speaker_only_alone(label: str, speaker: str | None) -> None:
    """Signs and notes in brackets aside; a heading of more words is about something."""
    assert speaker_named(label) == speaker

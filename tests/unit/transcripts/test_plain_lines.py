"""What one line of a plain text is."""

import pytest
from knowledge.transcripts.plain_lines import Label, copied_action, is_copied, label, named_speakers, prompted


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("User: fix it", Label("user", "speech", "fix it")),
        ("## Assistant:", Label("agent", "speech", "")),
        ("[10:00] **Claude:** done", Label("agent", "speech", "done")),
        ("Observation: 2 passed", Label("agent", "output", "2 passed")),
        ("Action: ls", Label("agent", "command", "ls")),
        ("  User: quoted", None),
        ("Note: remember this", None),
        ("http://example.com", None),
    ],
)
def test_a_label_says_who_speaks(line: str, meant: Label | None) -> None:
    """At the margin, in the forms in which chats are copied; other words before a colon are no label."""
    assert label(line, frozenset()) == meant


def test_people_are_who_speaks_twice_with_an_agent() -> None:
    """Where nearly every line is labelled; without an agent, or among prose, names are none."""
    chat = ["Ann: hi", "Claude: hello", "Ann: fix it", "Claude: done"]
    assert named_speakers(chat) == {"ann"}
    assert label("Ann: thanks", named_speakers(chat)) == Label("user", "speech", "thanks")
    assert named_speakers([line.replace("Claude", "Bob") for line in chat]) == frozenset()
    assert named_speakers([*chat, *["just prose"] * 4]) == frozenset()


def test_a_copied_chat_begins_with_a_person() -> None:
    """Whoever speaks first, where the agent has its product's full name."""
    chat = ["octocat: hi", "GitHub Copilot: hello"]
    assert is_copied(chat) and named_speakers(chat) == {"octocat"}
    assert copied_action("Ran terminal command: make test") == ("make test", "bash")
    assert copied_action("Made changes.") == ("Made changes.", "Made")
    assert copied_action("I ran it") is None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("$ ls -l", "ls -l"),
        ("(venv) ann@host:~/src$ make", "make"),
        ("PS C:\\src> dir", "dir"),
        ("bash-5.1# id", "id"),
        ("costs $ 5", None),
        ("$5 each", None),
    ],
)
def test_a_prompt_has_a_command_behind_it(line: str, command: str | None) -> None:
    """In the forms of common shells; a price is none."""
    assert prompted(line) == command

"""Sessions of OpenCode's terminal that a person copied into a message."""

from knowledge.transcripts.pasted_sessions import parted

from tests.support.linear import is_linear
from tests.support.transcripts import spoken

_COPIED = (
    "- src/fees.py: rounds up\n▣  Compaction · Large Pear · 54.9s\nThinking: I go on.\n$ make test\n66 passed\n"
    'All pass.\n▣  Build · Large Pear · 4m 32s\nWhy does the manual say down?\n✱ Grep "down"\nIt is old.\n'
    "▣  Build · Large Pear · 9.3s\nMend it, please."
)


def test_what_an_agent_said_in_a_copied_session_is_the_agents() -> None:
    """The person's words stand between the end of one of its turns and the beginning of the next."""
    log = [{"role": "user", "content": _COPIED}, {"role": "assistant", "content": "I mend it."}]
    assert spoken(log) == [
        ("agent", "- src/fees.py: rounds up"),
        ("agent", "Thinking: I go on.\n$ make test\n66 passed\nAll pass."),
        ("user", "Why does the manual say down?"),
        ("agent", '✱ Grep "down"\nIt is old.'),
        ("user", "Mend it, please."),
        ("agent", "I mend it."),
    ]


def test_a_message_without_such_an_end_is_the_persons() -> None:
    """Whatever signs its lines begin with."""
    text = "# Fees\n$ make test\n▣ is the sign of the tills.\nThinking: round up?"
    assert list(parted(text)) == [("user", text), ("agent", "")]


def test_a_copy_that_breaks_off_within_a_turn_ends_with_the_agent() -> None:
    """Its beginning is marked."""
    cut = _COPIED + "\n→ Read manual.md\n"
    assert list(parted(cut))[-1] == ("agent", "→ Read manual.md\n")


def test_long_copies_take_linear_time() -> None:
    """Whatever they consist of."""
    for line in ("▣  Build · Pear · 1s\n", "▣  \n", "$ x\n", "▣ a · b"):
        assert is_linear(lambda text: list(parted(text)), line)

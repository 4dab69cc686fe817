"""What is copied from Claude Code's terminal."""

from knowledge.transcripts import parse

from tests.support.transcripts import words_of


def test_marks_at_the_margin_tell_who_speaks() -> None:
    """What is indented belongs to whom it stands under: a quotation to the agent, a label to the tool."""
    log = "> fix it\n\n⏺ Bash(make)\n  ⎿  > never\n     User: always\n\n⏺ You said:\n\n  > use tabs\n\n> thanks\n"
    assert words_of(log) == ["fix it", "thanks"]
    [call] = [turn for turn in parse(log).turns if turn.command]
    assert (call.command, call.output) == ("make", "> never\n     User: always")


def test_what_the_person_interrupted_is_stopped() -> None:
    """It failed, and not by itself; what the system interrupted is a failure like others."""
    for came, stopped in (
        ("Interrupted · What should Claude do instead?", True),
        ("Interrupted by user", True),
        ("Interrupted system call (os error 4)\n     make: *** Error 2", False),
    ):
        [call] = [turn for turn in parse(f"> go\n\n⏺ Bash(make)\n  ⎿  {came}\n").turns if turn.command]
        assert (call.stopped, call.failed is True) == (stopped, stopped)

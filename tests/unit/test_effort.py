"""The work grows with the length of a log, not with its square: counted, not timed."""

import sys
from collections.abc import Callable

import pytest
from knowledge.text.sentences import paragraphs, sentences
from knowledge.transcripts import parse

SMALL, LARGE = 200, 1600
# Eight times the text may cost ten times the lines; squared, it would be sixty-four.
MOST = 10


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python ran."""
    count = 0

    def trace(frame: object, event: str, argument: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def unclosed_backtick(size: int) -> object:
    return sentences("`a b c d. X " * size)


def prompts_without_output(size: int) -> object:
    return parse("$ make test\n" * size)


@pytest.mark.parametrize("work", [unclosed_backtick, prompts_without_output])
def test_the_work_is_linear(work: Callable[[int], object]) -> None:
    """Eight times the text takes about eight times the steps."""
    assert lines_run(lambda: work(LARGE)) <= MOST * lines_run(lambda: work(SMALL))


def test_a_sentence_that_is_never_closed_is_cut() -> None:
    """What an unclosed backtick holds together ends; so no sentence is rescanned over and over."""
    assert max(map(len, sentences("`a b c d. X " * 5000))) < 1000


def test_megabytes_of_elements_that_are_never_closed_are_read() -> None:
    """What searched the rest of the text for each opening would not end within the day."""
    tags = "<system-reminder>x </bash-a>" * 100_000
    assert parse([{"type": "user", "message": {"role": "user", "content": tags}}]).turns[0].text == tags
    assert len(paragraphs("<a>\n</b>\n" * 200_000)) == 1


def test_a_claude_code_line_loses_its_reminders_and_keeps_what_is_not_closed() -> None:
    """An injected element goes with its content; an opening alone is text."""
    content = "<system-reminder>secret</system-reminder>Fix it. <system-reminder>rest"
    [turn] = parse([{"type": "user", "message": {"role": "user", "content": content}}]).turns
    assert turn.text == "Fix it. <system-reminder>rest"

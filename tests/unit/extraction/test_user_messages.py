"""What a user said in a run: message by message, and line by line."""

from knowledge.extraction.user_messages import is_set_alone, lines_of, sent_apart, user_messages

from tests.unit.extraction.logs import ran, reply, user

LONG = "x y z " * 60


def test_a_task_that_is_sent_anew_is_one_message() -> None:
    """Its lines are said once; those of another task once more."""
    task, again, other = (
        f"{title}\n- Keep the roundtrip.\n{LONG}{end}" for title, end in zip("AAB", " ..", strict=True)
    )
    assert [lines & {"Keep the roundtrip."} for lines in sent_apart([task, again])] == [{"Keep the roundtrip."}]
    assert len(list(sent_apart([task, other]))) == 2
    assert lines_of("short\n- and") == []


def test_one_message_that_the_agent_went_to_work_on_is_its_task() -> None:
    """A second message, or talk alone, is another matter."""
    turns = [user("We use pnpm, not npm."), ran("ls", "a.py")]
    messages = [message for message, _ in user_messages(turns)]
    assert is_set_alone(turns, messages) and not is_set_alone(turns, [*messages, "Go on"])
    assert not is_set_alone([user("We use pnpm, not npm."), reply("Noted.")], messages)

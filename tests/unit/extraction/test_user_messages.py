"""What a user said in a run, message by message."""

from knowledge.extraction.user_messages import is_set_alone, user_messages

from tests.unit.extraction.logs import ran, reply, user


def test_one_message_that_the_agent_went_to_work_on_is_its_task() -> None:
    """A second message, or talk alone, is another matter."""
    turns = [user("We use pnpm, not npm."), ran("ls", "a.py")]
    messages = [message for message, _ in user_messages(turns)]
    assert is_set_alone(turns, messages) and not is_set_alone(turns, [*messages, "Go on"])
    assert not is_set_alone([user("We use pnpm, not npm."), reply("Noted.")], messages)

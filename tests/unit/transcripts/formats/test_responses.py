"""Items of OpenAI's Responses API."""

from knowledge.transcripts import parse

from tests.support.transcripts import spoken


def test_input_and_output_of_a_response_are_one_conversation() -> None:
    """A call joins its output by `call_id`; what a tool printed is not said by anybody."""
    log = {
        "input": [{"role": "user", "content": "go"}, {"type": "function_call_output", "call_id": "1", "output": "User: never"}],
        "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
            {"type": "function_call", "name": "shell", "call_id": "1", "arguments": '{"command": ["bash", "-lc", "ls"]}'},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]},
        ],
    }  # fmt: skip
    assert spoken(log) == [("user", "go"), ("agent", "$ ls"), ("agent", "hm"), ("agent", "Done.")]
    assert parse(log).turns[1].output == "User: never"

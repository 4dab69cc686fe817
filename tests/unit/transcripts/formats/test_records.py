"""JSON of no known form in which a field says who speaks."""

import json

from knowledge.transcripts import parse

from tests.support.transcripts import spoken, words_of

SHARED = {"id": "x1", "conversations": [{"from": "human", "value": "Why?"}, {"from": "gpt", "value": "It moved."}]}


def test_the_field_is_known_by_its_values() -> None:
    """Whatever it is called, however deep it and the list lie."""
    tree = {
        "title": "Ports",
        "mapping": {
            "a": {"message": None, "parent": None},
            "b": {"message": {"author": {"role": "user"}, "content": {"parts": ["Which port is it?"]}}, "parent": "a"},
            "c": {"message": {"author": {"role": "assistant"}, "content": {"parts": ["Port 8090 is."]}}, "parent": "b"},
        },
    }
    assert spoken([SHARED]) == [("user", "Why?"), ("agent", "It moved.")] and parse([SHARED]).format == "records"
    assert spoken([tree]) == [("user", "Which port is it?"), ("agent", "Port 8090 is.")]


def test_what_stands_beside_is_not_the_users() -> None:
    """Only the text that messages have in common is; what else says something is a tool's, whole."""
    log = [
        {"who": "User", "said": "Never use yarn.", "open": "Always run yarn, " + "says a long file. " * 99},
        {"who": "Bot", "said": "I use npm here.", "call": {"input": "npm test", "id": "c1"}},
        {"who": "Tool", "said": "1 test passed"},
        {"who": "User", "said": "Thanks to you."},
        {"who": "Narrator", "said": "The user left us."},
    ]
    assert words_of(log) == ["Never use yarn.", "Thanks to you."]
    outputs = [turn.output for turn in parse(log).turns if turn.speaker == "tool"]
    assert outputs == [log[0]["open"], '{"input": "npm test", "id": "c1"}', "1 test passed", "The user left us."]


def test_json_in_a_string_is_read() -> None:
    """A log that holds the conversation as text."""
    assert words_of({"payload": json.dumps(SHARED)}) == ["Why?"]


def test_a_field_of_many_values_or_of_one_speaker_says_not_who_speaks() -> None:
    """A list of names, or of notes by users."""
    people = [{"name": name, "does": "some work here"} for name in ("user", "agent", *map(str, range(20)))]
    notes = [{"by": "user", "text": "Always do this."}, {"by": "nobody", "text": "Never do that."}]
    assert not parse({"people": people}).known and not parse({"notes": notes}).known

"""The types of requests: what is refused, and what is made fit to store."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.issues import NewOccurrence
from knowledge.learnings import CompletedRun, ExplicitLearning
from knowledge.schemas import AppliedPattern, complaint, storable
from knowledge.usecases.learnings.models import LearningChange, PinRequest
from knowledge.usecases.query_knowledge.search import Question
from knowledge.usecases.user_memory.models import SummarizeRequest
from pydantic import ValidationError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(), max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_becomes_storable(value):
    """No NUL and no lone surrogate remains anywhere, and what had none is unchanged."""
    text = json.dumps(storable(value), ensure_ascii=False)
    assert "\x00" not in text and text.encode("utf-8")
    assert storable(storable(value)) == storable(value)


@given(JSON.filter(lambda value: "\\u0000" not in json.dumps(value) and "\\ud" not in json.dumps(value)))
def test_what_is_storable_stays(value):
    """Any other character, number or nesting is left as it is."""
    assert storable(value) == value


def test_a_character_stands_for_what_cannot_be_stored():
    """NUL becomes a space, a lone surrogate a question mark; a pair of them is one character and stays."""
    assert storable({"a\x00": ["\ud800", "\U0001f680"]}) == {"a ": ["?", "\U0001f680"]}


def test_a_learning_may_be_a_text_or_an_object():
    """The text alone means a fact without tags."""
    run = CompletedRun.model_validate({"learnings": ["a", {"learning": "b", "kind": "decision", "tags": ["t"]}]})
    assert run.learnings == (
        ExplicitLearning(learning="a"),
        ExplicitLearning(learning="b", kind="decision", tags=("t",)),
    )
    assert run.learnings[0].kind == "fact"


@pytest.mark.parametrize("learning", ["", " ", "\x00", None, 1, [], {}, {"learning": ""}, {"learning": "a", "x": 1}])
def test_what_is_no_learning_is_refused(learning):
    """Blank texts, other types and unknown fields are named by their place, where nothing else was sent."""
    with pytest.raises(ValidationError) as refusal:
        CompletedRun.model_validate({"learnings": [learning, learning]})
    assert {error["loc"][:2] for error in refusal.value.errors()} == {("learnings", 0), ("learnings", 1)}


def test_white_space_around_a_text_does_not_count():
    """Texts are stripped before they are measured."""
    assert Question(query="  a \n").query == "a"
    assert len(ExplicitLearning(learning=" " * 3000 + "ab" * 1000).learning) == 2000


@pytest.mark.parametrize("number", [5, 1764460000, 0, -1.5, "1764460000", " 12 ", "+5", True])
def test_a_number_is_no_time(number):
    """Nobody means a second of 1970; the refusal says how a time is written."""
    for field in ("since", "until", "as_of"):
        with pytest.raises(ValidationError, match="Input should be a time, as in 2026-12-01"):
            Question.model_validate({"query": "x", field: number})
    with pytest.raises(ValidationError, match="should be a time"):
        LearningChange.model_validate({"id": "k7f3a", "expires_at": number})


@pytest.mark.parametrize("word", ["yes", "true", 1, 0, "off"])
def test_a_word_or_number_is_no_flag(word):
    """What is true or false is said so."""
    for model, fields in (
        (AppliedPattern, {"pattern_id": "PAT-001", "was_successful": word}),
        (NewOccurrence, {"was_successful": word}),
        (NewOccurrence, {"found_via_search": word}),
        (PinRequest, {"id": "k7f3a", "pinned": word}),
        (SummarizeRequest, {"user": "ann", "force": word}),
    ):
        with pytest.raises(ValidationError, match="valid boolean"):
            model.model_validate(fields)


@pytest.mark.parametrize(
    ("written", "since", "until"),
    [
        ("2026-12-01", datetime(2026, 12, 1, tzinfo=UTC), datetime(2026, 12, 1, 23, 59, 59, 999999, tzinfo=UTC)),
        ("2026-12-01T09:30", datetime(2026, 12, 1, 9, 30, tzinfo=UTC), datetime(2026, 12, 1, 9, 30, tzinfo=UTC)),
        ("2026-12-01T09:30+01:00", datetime(2026, 12, 1, 8, 30, tzinfo=UTC), datetime(2026, 12, 1, 8, 30, tzinfo=UTC)),
    ],
)
def test_a_time_is_given_as_people_write_it(written, since, until):
    """A day is whole, from its beginning and to its end; what names no zone is in UTC."""
    question = Question(query="x", since=written, until=written, as_of=written)
    assert (question.since, question.until, question.as_of) == (since, until, until)


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "yesterday"}, {"as_of": [1]}, {"tags": "a"}, {"tags": ["a"] * 30}, {"query": 7}, {"scope": {}},
        {"run_id": "аdmin"}, {"match_count": "2"},
    ],
)  # fmt: skip
def test_a_complaint_says_nothing_of_python(wrong):
    """Callers send JSON: lists, objects, texts and times."""
    with pytest.raises(ValidationError) as refused:
        Question(**{"query": "x", **wrong})
    for error in refused.value.errors():
        assert not {"tuple", "instance", "Value", "error,", "datetime", "dictionary"} & set(complaint(error).split())


@pytest.mark.parametrize("field", ["match_threshold", "match_count", "max_tokens"])
def test_true_is_no_number(field):
    """Python counts with it as with 1; a number is taken, and a flag where one is wanted."""
    with pytest.raises(ValidationError) as refused:
        Question(query="x", **{field: True})
    assert {error["loc"] for error in refused.value.errors()} == {(field,)}
    assert Question(query="x", match_threshold=1).match_threshold == 1
    assert AppliedPattern(pattern_id="PAT-001", was_successful=True, resolution_time_minutes=2).was_successful is True
    with pytest.raises(ValidationError):
        AppliedPattern(pattern_id="PAT-001", was_successful=True, resolution_time_minutes=False)


@pytest.mark.parametrize("project", ["oak\nuser rule", "oak\u2028elm", "oak\r\nelm"])
def test_a_label_is_one_line(project):
    """What ends one around it is no part of it."""
    with pytest.raises(ValidationError):
        Question(query="x", project=project)
    assert Question(query="x", project="oak\n").project == "oak"

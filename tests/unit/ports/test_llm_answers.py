"""What a language model answered, whatever it wrote around it."""

import json
from typing import Any

import pytest
from knowledge.ports.llm_answers import ItemList, answer_in
from pydantic import BaseModel, ConfigDict, SkipValidation, ValidationError


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int


class Things(ItemList):
    things: list[SkipValidation[Count]]


ONE, TWO = {"number": 1}, {"number": 2}
WHOLE = json.dumps({"things": [ONE, TWO]})


@pytest.mark.parametrize(
    "content",
    [
        WHOLE,
        f"<think>Is it {{this}}, [1] or {json.dumps({'things': []})}?</think>{WHOLE}",
        f"Hm, that is the second one.\n</think>\n\n{WHOLE}",
        f"Here is what I found in [12 agent]:\n\n```json\n{WHOLE}\n```\n\nLet me know, {{name}}!",
        f"```\n{WHOLE}```",
        json.dumps([ONE, TWO]),
        f"Two things: {json.dumps([ONE, TWO])} as asked.",
    ],
    ids=["bare", "thoughts", "thoughts' end", "prose and a fence", "fence", "list", "list in prose"],
)
def test_what_stands_around_an_answer_costs_nothing(content: str) -> None:
    """Thoughts with a draft in them, prose before and behind, a fence, or no object around the list."""
    assert answer_in(content, Things).things == [ONE, TWO]


@pytest.mark.parametrize("end", ["", ",", "]", "]}", '], "mo'])
def test_what_was_cut_off_behind_an_item_has_the_items_before(end: str) -> None:
    """What was begun is the last one, as text, so that its loss is told."""
    assert answer_in('{"things": [{"number": 1}, {"number": 2}' + end, Things).things[:2] == [ONE, TWO]
    assert answer_in('{"things": [{"number": 1}, {"number": 2, "li": [], "x', Things).things == [
        ONE,
        '{"number": 2, "li": [], "x',
    ]


@pytest.mark.parametrize("content", ['{"things": []}', "[]", " []\n"])
def test_nothing_is_an_answer(content: str) -> None:
    """An empty list, with or without the object."""
    assert answer_in(content, Things).things == []


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("", Things),
        ("I found nothing.", Things),
        ('{"things": [{"number": 1', Things),
        ('{"other": []}', Things),
        ('[{"number": 1}]', Count),
        ('{"number": 1, "more": 2}', Count),
        ('{"number": 1, "mo', Count),
        ("[" * 100_000, Things),
        ('{"a":' * 100_000, Things),
        ('[{"a":' * 20_000, Things),
    ],
)
def test_what_is_no_answer_is_refused(content: str, answer: Any) -> None:
    """Nothing is guessed: not from a part of an item, nor from an object of another form."""
    with pytest.raises(ValidationError):
        answer_in(content, answer)

"""The language model of whoever calls: questions go out with an answer, answers come in with the next request."""

import json

import pytest
from knowledge.errors import Invalid
from knowledge.ports.callers_model import CallersModel, ModelQuestion, OpenQuestion, PendingRequest, or_question
from knowledge.ports.llm import Message, Usage
from pydantic import BaseModel, ConfigDict

ASKED: list[Message] = [{"role": "user", "content": "How many?"}]


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int


QUESTION = ModelQuestion.of(ASKED, Count)


def test_what_is_not_answered_is_asked() -> None:
    """The question holds all that a model needs, and comes out as JSON with its schema under that name."""
    with pytest.raises(OpenQuestion) as raised:
        CallersModel({}).complete(ASKED, Count)
    asked = json.loads(raised.value.question.model_dump_json())
    assert asked == {"id": QUESTION.id, "messages": ASKED, "schema": Count.model_json_schema()}


@pytest.mark.parametrize("given", [{"number": 3}, '{"number": 3}', 'Three, I think.\n```json\n{"number": 3}\n```'])
def test_an_answer_counts_as_an_object_and_as_a_model_writes_it(given: object) -> None:
    """What it cost the caller is not counted."""
    usage = Usage()
    assert CallersModel({QUESTION.id: given}).complete(ASKED, Count, usage) == Count(number=3)
    assert usage.tokens == 0


@pytest.mark.parametrize("given", [{"number": "many"}, {}, {"number": 3, "why": "so"}, "no idea", None, [3]])
def test_an_answer_that_does_not_fit_is_the_callers_to_mend(given: object) -> None:
    """It is refused by the name of its question, and rules do not answer in its place."""
    with pytest.raises(Invalid, match=QUESTION.id):
        CallersModel({QUESTION.id: given}).complete(ASKED, Count)


def test_an_answer_that_is_no_json_is_told_so() -> None:
    """Without the name of a field; measured before: `schema: : Invalid JSON`."""
    with pytest.raises(Invalid, match="does not fit its schema: Invalid JSON"):
        CallersModel({QUESTION.id: "no idea"}).complete(ASKED, Count)


def test_another_question_has_another_id() -> None:
    """An answer given to one that was asked before something else became known does not count for the next."""

    class Amount(BaseModel):
        number: int
        unit: str

    others = [ModelQuestion.of([{"role": "user", "content": "How many now?"}], Count), ModelQuestion.of(ASKED, Amount)]
    assert len({QUESTION.id, *(other.id for other in others)}) == 3
    assert ModelQuestion.of(list(ASKED), Count) == QUESTION
    of_gist = [ModelQuestion.of(asked, Count, "How many?").id for asked in (ASKED, others[0].messages)]
    assert of_gist[0] == of_gist[1] != QUESTION.id


def test_work_that_has_a_question_open_is_answered_with_that() -> None:
    """As a request that is accepted and not met; what is answered gives what the work gives."""
    pending = or_question(lambda: CallersModel({}).complete(ASKED, Count))
    assert isinstance(pending, PendingRequest) and (pending.question, pending.http_status) == (QUESTION, 202)
    assert or_question(lambda: CallersModel({QUESTION.id: {"number": 3}}).complete(ASKED, Count)) == Count(number=3)

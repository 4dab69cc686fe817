"""The language model of whoever calls: it is asked in the answer to a request, and answers in the next one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from knowledge.errors import Invalid
from knowledge.ports.llm import Message, Usage
from knowledge.ports.llm_answers import Answer, answer_in
from knowledge.text import hashing

Result = TypeVar("Result")


class ModelQuestion(BaseModel):
    """What a model is asked: chat messages, and the JSON schema of its answer.

    The same question, or one of the same gist, has the same `id`.
    """

    model_config = ConfigDict(frozen=True, serialize_by_alias=True)

    id: str
    messages: list[dict[str, Any]]
    answer_schema: dict[str, Any] = Field(alias="schema")

    @classmethod
    def of(cls, messages: Sequence[Message], answer: type[BaseModel], gist: str = "") -> "ModelQuestion":
        """The question that these messages ask; see `LLM.complete`."""
        schema = answer.model_json_schema()
        name = hashing.short(hashing.of_request([gist or list(messages), schema]))
        return cls(id=name, messages=[{**message} for message in messages], schema=schema)


class PendingRequest(BaseModel):
    """What the caller's model is to answer before the request is met; nothing of it is stored yet."""

    question: ModelQuestion
    note: str = (
        "Nothing is done yet. Send the same again with your answer, {question.id: answer}, beside those in "
        "`answers`; or without `answers`, to have it done without your model."
    )

    @property
    def http_status(self) -> int:
        """202: the request is met when its questions are answered."""
        return 202


class OpenQuestion(Exception):
    """The caller has not answered this question yet."""

    def __init__(self, question: ModelQuestion) -> None:
        self.question = question
        super().__init__(question.id)


def or_question(work: Callable[[], Result]) -> Result | PendingRequest:
    """What the work gives; where the caller's model has a question open, that question."""
    try:
        return work()
    except OpenQuestion as open_question:
        return PendingRequest(question=open_question.question)


class CallersModel:
    """See `LLM`: answers with what the request brings, and has no other way to fail than to be asked."""

    model: str | None = "caller"

    def __init__(self, answers: Mapping[str, Any]) -> None:
        """`answers` by the id of their question: an object, or the text of a model in which it stands."""
        self._answers = answers

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        """See `LLM.complete`; the caller's tokens are the caller's, so none are counted.

        Raises `OpenQuestion` with the question where no answer came, `Invalid` where it does not fit the schema.
        """
        question = ModelQuestion.of(messages, answer, gist)
        if question.id not in self._answers:
            raise OpenQuestion(question)
        given = self._answers[question.id]
        try:
            return answer_in(given, answer) if isinstance(given, str) else answer.model_validate(given)
        except ValidationError as error:
            raise Invalid(
                f"The answer to {question.id} does not fit its schema: {_first(error)}; answer again."
            ) from error


def _first(error: ValidationError) -> str:
    [first, *_] = error.errors(include_url=False)
    return ": ".join(filter(None, [".".join(map(str, first["loc"])), first["msg"]]))

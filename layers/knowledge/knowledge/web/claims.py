"""Namespaces the ids of runs and events by the role of the key, so that no role can claim another's."""

from typing import TypeVar

from pydantic import BaseModel

from knowledge.auth import Caller

FIELDS = ("run_id", "event_id")

Model = TypeVar("Model", bound=BaseModel)


def claimed(caller: Caller, body: Model) -> Model:
    """The request with its ids as the caller's role has them (`Caller.claim`)."""
    return body.model_copy(update={name: caller.claim(given) for name, given in _ids(body).items()})


def as_given(caller: Caller, body: BaseModel, answer: Model) -> Model:
    """The answer with the ids as the request gave them."""
    given = {name: value for name, value in _ids(body).items() if _ids(answer).get(name) == caller.claim(value)}
    return answer.model_copy(update=given) if given else answer


def _ids(model: BaseModel) -> dict[str, str]:
    named = {name: getattr(model, name, None) for name in FIELDS}
    return {name: value for name, value in named.items() if isinstance(value, str)}

"""The language-model port: messages and a schema in, a validated object out."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict, TypeVar

from pydantic import BaseModel, ValidationError

from knowledge.errors import KnowledgeError
from knowledge.ports import deadline
from knowledge.ports.retry import FOR_A_SERVICE, retried

if TYPE_CHECKING:
    import httpx

Answer = TypeVar("Answer", bound=BaseModel)

ATTEMPTS = 3
SHARE = 0.5  # of the time that a request has left: in the rest the rules can do it, and what they find is kept
# Many endpoints put JSON into a Markdown fence, whatever the response format asks for.
_FENCED = re.compile(r"\s*```[\w-]*\s*\n(.*?)\n?\s*```\s*", re.S)
_RETRIED = {408, 409, 429, 500, 502, 503, 504}


class Message(TypedDict):
    """One chat message."""

    role: Literal["system", "user", "assistant"]
    content: str


class LLMFailed(KnowledgeError):
    """The language model gave no usable answer; check its URL, key and model, or run without one."""

    status, sqlstate = 503, None

    @property
    def note(self) -> str:
        """What an answer says that rules gave instead."""
        return f"Extracted by rules, because the language model failed: {self.detail}"


class LLM(Protocol):
    """Any model that can be held to a JSON schema."""

    def complete(self, messages: Sequence[Message], answer: type[Answer]) -> Answer:
        """The model's answer as an `answer`. Raises `LLMFailed`, whatever the reason."""
        ...


class OpenAICompatible:
    """Chat completions with structured output, as OpenAI, OpenRouter, Ollama and vLLM serve them."""

    def __init__(self, base_url: str, model: str, api_key: str | None = None, *, timeout: float = 60.0) -> None:
        """`base_url` ends where `/chat/completions` begins; `timeout` is in seconds, for all attempts together."""
        import httpx

        self.model, self._timeout = model, timeout
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(base_url=base_url, headers=headers)

    def complete(self, messages: Sequence[Message], answer: type[Answer]) -> Answer:
        """See `LLM.complete`. Repeats at most `ATTEMPTS` times, on 429, 5xx and lost connections only.

        It takes the timeout at most, and of a request that its host will end no more than `SHARE` of what is left.
        """
        import httpx

        body: dict[str, object] = {"model": self.model, "messages": list(messages), "response_format": _schema(answer)}
        seconds = self._seconds()
        if seconds <= 0:
            raise LLMFailed("No time is left to ask the language model.")
        try:
            response = deadline.within(seconds, lambda: self._post(body, seconds))
            return answer.model_validate_json(_unfenced(response.json()["choices"][0]["message"]["content"]))
        except (TimeoutError, httpx.TimeoutException) as error:
            raise LLMFailed(f"The language model did not answer within {seconds:.3g} seconds.") from error
        except httpx.HTTPStatusError as error:
            raise LLMFailed(f"The language model answered {error.response.status_code}.") from error
        except httpx.HTTPError as error:
            raise LLMFailed(f"The language model did not answer ({type(error).__name__}).") from error
        except ValidationError as error:
            raise LLMFailed("The language model's answer does not fit the schema.") from error
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise LLMFailed("The language model's answer is no chat completion.") from error

    def _seconds(self) -> float:
        left = deadline.remaining()
        return self._timeout if left is None else min(self._timeout, left * SHARE)

    def _post(self, body: dict[str, object], seconds: float) -> "httpx.Response":
        def attempt() -> "httpx.Response":
            return self._client.post("chat/completions", json=body, timeout=seconds).raise_for_status()

        return retried(attempt, on=_is_transient, attempts=ATTEMPTS, seconds=seconds, waits=FOR_A_SERVICE)


def shortened(text: str, limit: int) -> str:
    """The text for a prompt: the beginning and the end, `limit` characters in all, of one that is longer."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n\n[{len(text) - limit} characters left out]\n\n{text[-half:]}"


def _unfenced(content: str) -> str:
    fenced = _FENCED.fullmatch(content)
    return fenced[1] if fenced else content


def _schema(answer: type[BaseModel]) -> dict[str, object]:
    schema = {"name": answer.__name__, "strict": True, "schema": answer.model_json_schema()}
    return {"type": "json_schema", "json_schema": schema}


def _is_transient(error: Exception) -> bool:
    """Whether the same request may succeed a moment later. A timeout is not repeated: it has cost enough."""
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in _RETRIED
    return isinstance(error, httpx.ConnectError | httpx.RemoteProtocolError)

"""The language-model port: messages and a schema in, a validated object out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict

from pydantic import BaseModel, ValidationError

from knowledge.errors import KnowledgeError
from knowledge.ports import deadline
from knowledge.ports.llm_answers import Answer, answer_in
from knowledge.ports.retry import FOR_A_SERVICE, retried

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 3
SHARE = 0.5  # of the time that a request has left: in the rest the rules can do it, and what they find is kept
PREFERRED = "gpt-5-mini"  # where no model is named and the endpoint has it: small, and it keeps to a schema
_MOST_TOKENS = 10_000_000  # no model reads or writes more at once: a higher count is none
_BYTES_A_TOKEN = 3  # rather too many tokens than too few: English has four letters to one, Chinese a third of one
_RETRIED = {408, 409, 429, 500, 502, 503, 504}
_REFUSED = {400, 422}  # also the answer of an endpoint that knows no schemas


class Message(TypedDict):
    """One chat message."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass
class Usage:
    """What a model read and wrote, in tokens: as its endpoint counts them, else estimated by their length."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Both together."""
        return self.input_tokens + self.output_tokens

    def add(self, other: "Usage") -> None:
        """Adds what another question took."""
        self.input_tokens += other.input_tokens
        self.output_tokens += other.output_tokens


class LLMFailed(KnowledgeError):
    """The language model gave no usable answer; check its URL, key and model, or run without one."""

    status, sqlstate = 503, None

    @property
    def note(self) -> str:
        """What an answer says that rules gave instead."""
        return f"Extracted by rules, because the language model failed: {self.detail}"


class LLM(Protocol):
    """Any model that can be held to a JSON schema; `model` is its name, None as long as it is not known."""

    model: str | None

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        """The model's answer as an `answer`. Raises `LLMFailed`, whatever the reason.

        What was read and written is added to `usage`, also where the answer is of no use. The `gist` is what of the
        messages matters to the answer, where that is not all: an answer to other messages of the same is one to these.
        """
        ...


class OpenAICompatible:
    """Chat completions with structured output, as OpenAI, OpenRouter, Ollama and vLLM serve them."""

    def __init__(
        self, base_url: str, model: str | None = None, api_key: str | None = None, *, timeout: float = 60.0
    ) -> None:
        """`base_url` ends where `/chat/completions` begins; `timeout` is in seconds, for all attempts together.

        Without a `model`, `PREFERRED` where the endpoint lists it, else the first listed that is not for embeddings.
        """
        import httpx

        self.model, self._timeout = model, timeout
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(base_url=base_url, headers=headers)

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        """See `LLM.complete`. Repeats at most `ATTEMPTS` times, on 429, 5xx and lost connections only.

        It takes the timeout at most, and of a request that its host will end no more than `SHARE` of what is left.
        An endpoint that refuses the schema is asked once without it.
        """
        import httpx

        seconds = self._seconds()
        if seconds <= 0:
            raise LLMFailed("No time is left to ask the language model.")
        try:
            completion = deadline.within(seconds, lambda: self._completion(messages, answer, seconds))
            content = completion["choices"][0]["message"]["content"]
            if usage is not None:
                usage.add(_used(completion, messages, content or ""))
            return answer_in(content, answer)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise LLMFailed(f"The language model did not answer within {seconds:.3g} seconds.") from error
        except httpx.HTTPStatusError as error:
            raise LLMFailed(f"The language model answered {error.response.status_code}.") from error
        except httpx.HTTPError as error:
            raise LLMFailed(f"The language model did not answer ({type(error).__name__}).") from error
        except ValidationError as error:
            raise LLMFailed("The language model's answer does not fit the schema.") from error
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            raise LLMFailed("The language model's answer is no chat completion.") from error

    def _seconds(self) -> float:
        left = deadline.remaining()
        return self._timeout if left is None else min(self._timeout, left * SHARE)

    def _completion(self, messages: Sequence[Message], answer: type[BaseModel], seconds: float) -> Any:
        import httpx

        self.model = self.model or self._listed(seconds)
        body = {"model": self.model, "messages": list(messages)}
        try:
            return self._post(body | {"response_format": _schema(answer)}, seconds).json()
        except httpx.HTTPStatusError as error:
            if error.response.status_code not in _REFUSED:
                raise
        return self._post(body, seconds).json()

    def _listed(self, seconds: float) -> str:
        entries = self._client.get("models", timeout=seconds).raise_for_status().json()["data"]
        models: list[str] = [model["id"] for model in entries if "embed" not in model["id"]]
        return next((model for model in models if model.split("/")[-1] == PREFERRED), models[0])

    def _post(self, body: Mapping[str, object], seconds: float) -> "httpx.Response":
        def attempt() -> "httpx.Response":
            return self._client.post("chat/completions", json=body, timeout=seconds).raise_for_status()

        return retried(attempt, on=_is_transient, attempts=ATTEMPTS, seconds=seconds, waits=FOR_A_SERVICE)


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has, rather too many."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN)


def shortened(text: str, limit: int) -> str:
    """The text for a prompt: the beginning and the end, `limit` characters in all, of one that is longer."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n\n[{len(text) - limit} characters left out]\n\n{text[-half:]}"


def _used(completion: Any, messages: Sequence[Message], content: str) -> Usage:
    counted = completion.get("usage") or {}
    prompt = "".join(message["content"] for message in messages)
    return Usage(
        _count(counted.get("prompt_tokens")) or estimated_tokens(prompt),
        _count(counted.get("completion_tokens")) or estimated_tokens(content),
    )


def _count(counted: object) -> int | None:
    """The count as an endpoint gives it; None where that is no number of tokens that an answer can have taken."""
    return counted if type(counted) is int and 0 <= counted <= _MOST_TOKENS else None


def _schema(answer: type[BaseModel]) -> dict[str, object]:
    schema = {"name": answer.__name__, "strict": True, "schema": answer.model_json_schema()}
    return {"type": "json_schema", "json_schema": schema}


def _is_transient(error: Exception) -> bool:
    """Whether the same request may succeed a moment later. A timeout is not repeated: it has cost enough."""
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code in _RETRIED
    return isinstance(error, httpx.ConnectError | httpx.RemoteProtocolError)

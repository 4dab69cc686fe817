"""Embeddings over HTTP, in OpenAI's format."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from knowledge.errors import Misconfigured, Unavailable
from knowledge.ports.embedder.port import BATCH, DIMENSIONS, FLOOR, FLOORS, NEAR_DUPLICATE, Passage, Side, Vector, alone
from knowledge.ports.retry import FOR_A_SERVICE, retried
from knowledge.ports.telemetry import stage
from knowledge.text.strings import batched, encodable

if TYPE_CHECKING:
    import httpx


READS = 2048  # tokens: gemini-embedding-001 and nomic-embed-text; OpenAI's models read four times as much
SHORT = {"mxbai-embed-large": 512, "all-minilm": 256, "gte-small": 512}  # by their cards
ATTEMPTS, SECONDS = 3, 20  # at a request; no further attempt begins after so many seconds
BYTES_A_TOKEN = 3  # ordinary text has more, so that a count errs towards too many


class OpenAIEmbedder:
    """Any endpoint that speaks OpenAI's `POST /embeddings`: OpenAI, OpenRouter, Ollama, or our own `embed`."""

    sides: frozenset[Side] = frozenset()

    def __init__(self, client: "httpx.Client", model: str) -> None:
        """`client` has the base URL, the credentials and the timeout."""
        self.model = model
        self.max_tokens = SHORT.get(model.rpartition("/")[2].partition(":")[0], READS)
        self.near_duplicate = NEAR_DUPLICATE
        self.floor = FLOORS.get(model, FLOOR)
        self._client = client

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """As the port; raises `Unavailable` where the endpoint fails, `Misconfigured` where it refuses."""
        with stage("embed"):
            return [vector for batch in batched(texts, BATCH) for vector in self._request(batch)]

    def embed_question(self, text: str) -> Vector:
        """As any text."""
        return self.embed([text])[0]

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """As any text."""
        return self.embed(alone(passages))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """An upper estimate, since the endpoint's tokenizer is out of reach: three bytes of UTF-8 to a token."""
        return [math.ceil(len(encodable(text).encode()) / BYTES_A_TOKEN) for text in texts]

    def _request(self, texts: Sequence[str]) -> list[Vector]:
        texts_sent = [encodable(text) or " " for text in texts]
        answer = _post(self._client, {"model": self.model, "input": texts_sent, "dimensions": DIMENSIONS})
        try:
            vectors = {row["index"]: _shortened(row["embedding"]) for row in answer["data"]}
            return [vectors[at] for at in range(len(texts))]
        except (KeyError, TypeError, ZeroDivisionError) as error:
            raise Unavailable(
                "The embedding endpoint does not answer with one vector per text; check its model."
            ) from error


def _post(client: "httpx.Client", body: dict[str, Any]) -> Any:
    import httpx

    def attempt() -> "httpx.Response":
        return client.post("embeddings", json=body).raise_for_status()

    try:
        return retried(attempt, on=_is_transient, attempts=ATTEMPTS, seconds=SECONDS, waits=FOR_A_SERVICE).json()
    except httpx.HTTPStatusError as error:
        if _is_transient(error):
            raise Unavailable("The embedding endpoint is overloaded; repeat the request in a moment.") from error
        status = error.response.status_code
        raise Misconfigured(f"The embedding endpoint answered {status}; check its URL, key and model.") from error
    except (httpx.TransportError, ValueError) as error:
        raise Unavailable("The embedding endpoint does not answer as it should; repeat in a moment.") from error


def _is_transient(error: Exception) -> bool:
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return error.response.status_code == 429 or error.response.status_code >= 500
    return isinstance(error, httpx.TransportError)


def _shortened(vector: Vector) -> Vector:
    """The first `DIMENSIONS` numbers at length one.

    What Matryoshka models are trained for (Kusupati et al. 2022), which all models of our defaults are.
    """
    if len(vector) < DIMENSIONS:
        raise Misconfigured(f"The embedding model has {len(vector)} dimensions; choose one of {DIMENSIONS} or more.")
    head = vector[:DIMENSIONS]
    length = math.sqrt(sum(number * number for number in head))
    return [number / length for number in head]

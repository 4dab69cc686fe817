"""The embedding port: text in, unit vectors out."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from knowledge.errors import Misconfigured, Unavailable
from knowledge.timing import stage

if TYPE_CHECKING:
    import httpx
    import numpy as np

DIMENSIONS = 384
BATCH = 32  # texts a pass: more costs memory and gains nothing on two cores

Vector = list[float]
T = TypeVar("T")


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors of length one."""
    return sum(a * b for a, b in zip(one, other, strict=True))


class Embedder(Protocol):
    """Turns texts into vectors of `DIMENSIONS` numbers, of length one.

    `model` is stamped on every stored vector: vectors of two models are never compared.
    `near_duplicate` is the cosine at which two texts of this model say the same (calibrated, `docs/`).
    `max_tokens` is what the model reads of a text; the rest does not count.
    """

    model: str
    near_duplicate: float
    max_tokens: int

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order. The same text gets the same vector whatever else is in the batch."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many of the model's own tokens each text has, special tokens not counted."""
        ...


class OnnxEmbedder:
    """A sentence-transformers model in this process: ONNX Runtime and its own tokenizer, no torch.

    `folder` holds `model.onnx`, `tokenizer.json` and `model.json` (see `layers/model`).
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        """`threads` of 0 lets ONNX Runtime take every core. Raises `Misconfigured` without a whole folder."""
        import onnxruntime
        from tokenizers import Tokenizer

        description = _description(folder)
        self.model: str = description["model"]
        self.near_duplicate: float = description["near_duplicate"]
        self.max_tokens: int = description["max_tokens"]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(folder / "model.onnx", options, providers=["CPUExecutionProvider"])
        self._inputs = {each.name for each in self._session.get_inputs()}
        # The files that packages ship pad and truncate to a fixed length: a text would change with its padding.
        self._counter = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._counter.no_padding()
        self._counter.no_truncation()
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_padding()
        self._tokenizer.enable_truncation(self.max_tokens)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        with stage("embed"):
            # Texts of like length share a pass, so that little of it is padding.
            order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
            vectors: list[Vector] = [[] for _ in texts]
            for batch in _batches(order, BATCH):
                found = self._forward([_clean(texts[at]) for at in batch]).tolist()
                for at, vector in zip(batch, found, strict=True):
                    vectors[at] = vector
            return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encoded = self._counter.encode_batch_fast([_clean(text) for text in texts], add_special_tokens=False)
        return [len(each.ids) for each in encoded]

    def _forward(self, texts: list[str]) -> "np.ndarray[Any, np.dtype[np.float32]]":
        import numpy as np

        encoded = self._tokenizer.encode_batch(texts)
        mask = np.array([each.attention_mask for each in encoded], dtype=np.int64)
        feed = {
            "input_ids": np.array([each.ids for each in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        tokens = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        weights = mask[:, :, None].astype(np.float32)
        means = (tokens * weights).sum(axis=1) / weights.sum(axis=1)
        return means / np.linalg.norm(means, axis=1, keepdims=True)  # type: ignore[no-any-return]  # numpy's Any


class OpenAIEmbedder:
    """Any endpoint that speaks OpenAI's `POST /embeddings`: OpenAI, OpenRouter, Ollama, or our own `embed`."""

    # Their tokenizers are out of reach. 8,192 tokens is what these models read at least two thirds of; a
    # token has three bytes or more in ordinary text, so that the count errs towards too many.
    max_tokens = 2048
    BYTES_A_TOKEN = 3

    def __init__(self, client: "httpx.Client", model: str, near_duplicate: float = 0.92) -> None:
        """`client` has the base URL, the credentials and the timeout."""
        self.model = model
        self.near_duplicate = near_duplicate
        self._client = client

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """As the port; raises `Unavailable` where the endpoint fails, `Misconfigured` where it refuses."""
        with stage("embed"):
            return [vector for batch in _batches(texts, BATCH) for vector in self._request(batch)]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """An upper estimate: three bytes of UTF-8 to a token."""
        return [-(-len(_clean(text).encode()) // self.BYTES_A_TOKEN) for text in texts]

    def _request(self, texts: Sequence[str]) -> list[Vector]:
        body = {
            "model": self.model,
            "input": [_clean(text) or " " for text in texts],
            "dimensions": DIMENSIONS,
        }
        answer = _post(self._client, "embeddings", body)
        try:
            found = {each["index"]: _shortened(each["embedding"]) for each in answer["data"]}
            return [found[at] for at in range(len(texts))]
        except (KeyError, TypeError, ZeroDivisionError) as error:
            raise Unavailable("the embedding endpoint does not answer one vector a text; check its model") from error


class SentenceTransformersEmbedder:
    """Any sentence-transformers model of `DIMENSIONS` dimensions, where torch is installed (the extra `export`)."""

    def __init__(self, name: str, near_duplicate: float = 0.92) -> None:
        from sentence_transformers import SentenceTransformer

        self._transformer = SentenceTransformer(name)
        self.model = name
        self.near_duplicate = near_duplicate
        self.max_tokens = int(self._transformer.max_seq_length or 512)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        with stage("embed"):
            cleaned = [_clean(text) for text in texts]
            vectors: list[Vector] = self._transformer.encode(cleaned, normalize_embeddings=True).tolist()
            return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encoded = self._transformer.tokenizer([_clean(text) for text in texts], add_special_tokens=False)
        return [len(ids) for ids in encoded["input_ids"]]


def first_available(candidates: Sequence[Callable[[], Embedder]]) -> Embedder:
    """The first embedder that embeds a word; raises what the last one raised."""
    for build in candidates[:-1]:
        try:
            embedder = build()
            embedder.embed(["ready"])
        except (Misconfigured, Unavailable):
            continue
        return embedder
    return candidates[-1]()


def _description(folder: Path) -> Any:
    try:
        return json.loads((folder / "model.json").read_text())
    except FileNotFoundError:
        raise Misconfigured(
            f"no embedding model in {folder}; run `make install`, or set KNOWLEDGE_MODEL_DIR to a folder that"
            " layers/model made"
        ) from None


def _post(client: "httpx.Client", path: str, body: dict[str, Any]) -> Any:
    import httpx
    import stamina

    def worth_repeating(error: Exception) -> bool:
        if isinstance(error, httpx.HTTPStatusError):
            return error.response.status_code == 429 or error.response.status_code >= 500
        return isinstance(error, httpx.TransportError)

    try:
        for attempt in stamina.retry_context(on=worth_repeating, attempts=3, timeout=20):
            with attempt:
                answer = client.post(path, json=body).raise_for_status()
        return answer.json()
    except httpx.HTTPStatusError as error:
        if worth_repeating(error):
            raise Unavailable("the embedding endpoint is overloaded; repeat the request in a moment") from error
        status = error.response.status_code
        raise Misconfigured(f"the embedding endpoint answered {status}; check its URL, key and model") from error
    except (httpx.TransportError, ValueError) as error:
        raise Unavailable("the embedding endpoint does not answer as it should; repeat in a moment") from error


def _shortened(vector: Vector) -> Vector:
    """The first `DIMENSIONS` numbers at length one.

    What Matryoshka models are trained for (Kusupati et al. 2022), which all models of our defaults are.
    """
    import math

    if len(vector) < DIMENSIONS:
        raise Misconfigured(f"the embedding model has {len(vector)} dimensions; choose one of {DIMENSIONS} or more")
    head = vector[:DIMENSIONS]
    length = math.sqrt(sum(number * number for number in head))
    return [number / length for number in head]


def _clean(text: str) -> str:
    """A lone surrogate cannot be encoded; it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]

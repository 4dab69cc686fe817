"""OpenAI's embeddings format over our embedder."""

import base64
import struct
from collections.abc import Callable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from knowledge.learnings import Given
from knowledge.learnings.explicit import require_usable
from knowledge.ports.embedder import DIMENSIONS, Embedder
from knowledge.schemas import Body, Label
from knowledge.text.strings import has_words

MAX_TEXT = 100_000  # characters of one of many texts; a model reads the first of them
MAX_CHARACTERS = 1_000_000  # of all texts together: some 250,000 tokens, a minute's worth of one core


class EmbedRequest(Body):
    """Either `input`, to get vectors back, or `learnings`, to embed and keep."""

    input: (
        Annotated[str, Field(max_length=MAX_CHARACTERS)]
        | Annotated[list[Annotated[str, Field(max_length=MAX_TEXT)]], Field(min_length=1, max_length=2048)]
        | None
    ) = None
    learnings: Given | None = None
    model: Label | None = None
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: Literal[DIMENSIONS] | None = None  # type: ignore[valid-type]  # a literal, named once
    user: Label | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        require_usable(self.learnings or ())
        if (self.input is None) == (not self.learnings):
            raise ValueError("send either input, to get vectors, or learnings, to keep them")
        if junk := [at for at, text in enumerate(self.texts) if not has_words(text)]:
            raise ValueError(f"input {junk[0]} has no words, and a vector of it would mean nothing; leave it out")
        if sum(map(len, self.texts)) > MAX_CHARACTERS:
            raise ValueError(f"the texts have over {MAX_CHARACTERS:,} characters together; send fewer at once")
        return self

    @property
    def texts(self) -> list[str]:
        """The texts to embed."""
        return [self.input] if isinstance(self.input, str) else self.input or []


class Embedding(BaseModel):
    """One text's vector; base64 where that was asked for."""

    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str


class EmbeddingUsage(BaseModel):
    """The tokens of all texts, as OpenAI counts them."""

    prompt_tokens: int
    total_tokens: int


class Embeddings(BaseModel):
    """What OpenAI's `POST /v1/embeddings` answers; base64 holds little-endian 32-bit floats."""

    object: Literal["list"] = "list"
    data: list[Embedding]
    model: str
    usage: EmbeddingUsage


def embed_texts(request: EmbedRequest, embedder: Embedder, spend: Callable[[int], None]) -> Embeddings:
    """A vector for each text of `input`, in order. `model` of the request is not a choice: the answer names ours.

    `spend` is told how many tokens that takes before they are embedded, and may refuse.
    """
    texts = request.texts
    tokens = sum(embedder.count_tokens(texts))
    spend(tokens)
    vectors = embedder.embed(texts)
    encode = _base64 if request.encoding_format == "base64" else list
    data = [Embedding(index=at, embedding=encode(vector)) for at, vector in enumerate(vectors)]
    return Embeddings(data=data, model=embedder.model, usage=EmbeddingUsage(prompt_tokens=tokens, total_tokens=tokens))


def _base64(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()

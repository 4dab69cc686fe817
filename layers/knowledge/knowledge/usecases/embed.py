"""OpenAI's embeddings format over our embedder."""

import base64
import struct
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from knowledge.learnings import Given
from knowledge.ports.embedder import DIMENSIONS, Embedder
from knowledge.schemas import Body, Label


class EmbedRequest(Body):
    """Either `input`, to get vectors back, or `learnings`, to embed and keep."""

    input: (
        Annotated[str, Field(max_length=1_000_000)]
        | Annotated[list[Annotated[str, Field(max_length=100_000)]], Field(min_length=1, max_length=2048)]
        | None
    ) = None
    learnings: Given | None = None
    model: Label | None = None
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: Literal[DIMENSIONS] | None = None  # type: ignore[valid-type]  # a literal, named once
    user: Label | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.input is None) == (not self.learnings):
            raise ValueError("send either input, to get vectors, or learnings, to keep them")
        return self


class Embedding(BaseModel):
    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str


class Usage(BaseModel):
    prompt_tokens: int
    total_tokens: int


class Embeddings(BaseModel):
    """What OpenAI's `POST /v1/embeddings` answers; base64 holds little-endian 32-bit floats."""

    object: Literal["list"] = "list"
    data: list[Embedding]
    model: str
    usage: Usage


def embed_texts(request: EmbedRequest, embedder: Embedder) -> Embeddings:
    """A vector for each text of `input`, in order. `model` of the request is not a choice: the answer names ours."""
    texts = [request.input] if isinstance(request.input, str) else request.input or []
    vectors = embedder.embed(texts)
    tokens = sum(embedder.count_tokens(texts))
    encode = _base64 if request.encoding_format == "base64" else list
    data = [Embedding(index=at, embedding=encode(vector)) for at, vector in enumerate(vectors)]
    return Embeddings(data=data, model=embedder.model, usage=Usage(prompt_tokens=tokens, total_tokens=tokens))


def _base64(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()

"""embed over HTTP: vectors as OpenAI answers them, and nothing stored."""

import base64
import struct

import pytest


def test_embed_answers_as_openai_does(client, tenant, embedder):
    """A text or a list in; a list of vectors of length one in order, the model and the tokens out."""
    texts = ["first text", "a second one"]
    answer = client.post("embed", tenant.reader, {"input": texts, "model": "text-embedding-3-small"}).json()
    assert (answer["object"], answer["model"]) == ("list", "all-MiniLM-L6-v2")
    assert [(made["object"], made["index"]) for made in answer["data"]] == [("embedding", 0), ("embedding", 1)]
    for made, vector in zip(answer["data"], embedder.embed(texts), strict=True):
        assert made["embedding"] == pytest.approx(vector, abs=1e-6)
    assert answer["usage"] == {"prompt_tokens": 5, "total_tokens": 5}
    one = client.post("embed", tenant.reader, {"input": texts[0]}).json()
    assert one["data"][0]["embedding"] == pytest.approx(answer["data"][0]["embedding"], abs=1e-6)


def test_embed_answers_base64(client, tenant):
    """`encoding_format: base64` holds the same numbers as little-endian 32-bit floats."""
    plain, encoded = (
        client.post("embed", tenant.reader, {"input": "a text", "encoding_format": form}).json()["data"][0]["embedding"]
        for form in ("float", "base64")
    )
    assert struct.unpack("<384f", base64.b64decode(encoded)) == pytest.approx(plain, abs=1e-6)


def test_embedding_stores_nothing(client, tenant, stored):
    """Vectors on request leave no trace."""
    before = stored(tenant.tenant_id)
    client.post("embed", tenant.admin, {"input": ["a", "b"]})
    assert stored(tenant.tenant_id) == before

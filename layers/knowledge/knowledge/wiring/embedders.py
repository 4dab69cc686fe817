"""Builds the embedder that the settings name."""

from functools import partial
from typing import TYPE_CHECKING

from knowledge.ports import embedder as embedders
from knowledge.ports.embedder import Embedder, OnnxEmbedder, OpenAIEmbedder, SentenceTransformersEmbedder
from knowledge.ports.secret_store import resolve
from knowledge.settings import Settings

if TYPE_CHECKING:
    import httpx

OPENROUTER = "https://openrouter.ai/api/v1"
OPENAI = "https://api.openai.com/v1"
EMBEDDING_TIMEOUT = 20  # seconds


def build(chosen: Settings) -> Embedder:
    """The settings → their embedder; `auto` takes OpenRouter if it has a key, then Ollama, then this process."""
    name = chosen.embedder
    if name == "auto":
        name = "openrouter" if chosen.openrouter_api_key else "ollama" if chosen.ollama_url else "onnx"
    built = _EMBEDDERS[name](chosen)
    if chosen.near_duplicate is not None:
        built.near_duplicate = chosen.near_duplicate
    if chosen.search_floor is not None:
        built.floor = chosen.search_floor
    return built


def _onnx(chosen: Settings) -> Embedder:
    return OnnxEmbedder(chosen.model_dir)


def _openrouter(chosen: Settings) -> Embedder:
    client = _client(OPENROUTER, resolve(chosen.require("openrouter_api_key")))
    return OpenAIEmbedder(client, chosen.embedding_model or "google/gemini-embedding-001")


def _ollama(chosen: Settings) -> Embedder:
    client = _client(f"{chosen.require('ollama_url').rstrip('/')}/v1", "ollama")
    models = [chosen.embedding_model] if chosen.embedding_model else ["nomic-embed-text", "mxbai-embed-large"]
    return embedders.first_available([partial(OpenAIEmbedder, client, model) for model in models])


def _openai(chosen: Settings) -> Embedder:
    client = _client(chosen.embedding_url or OPENAI, resolve(chosen.require("embedding_api_key")))
    return OpenAIEmbedder(client, chosen.embedding_model or "text-embedding-3-small")


def _sentence_transformers(chosen: Settings) -> Embedder:
    return SentenceTransformersEmbedder(chosen.embedding_model or "thenlper/gte-small")


_EMBEDDERS = {
    "onnx": _onnx,
    "openrouter": _openrouter,
    "ollama": _ollama,
    "openai": _openai,
    "sentence-transformers": _sentence_transformers,
}


def _client(base_url: str, key: str) -> "httpx.Client":
    import httpx

    return httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {key}"}, timeout=EMBEDDING_TIMEOUT)

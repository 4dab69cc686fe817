"""The embedding port and its adapters."""

from knowledge.embedder.onnx import OnnxEmbedder
from knowledge.embedder.openai import OpenAIEmbedder
from knowledge.embedder.port import DIMENSIONS, Embedder, Vector, cosine, first_available
from knowledge.embedder.sentence_transformers import SentenceTransformersEmbedder

__all__ = [
    "DIMENSIONS",
    "Embedder",
    "OnnxEmbedder",
    "OpenAIEmbedder",
    "SentenceTransformersEmbedder",
    "Vector",
    "cosine",
    "first_available",
]

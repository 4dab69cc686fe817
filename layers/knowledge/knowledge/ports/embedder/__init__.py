"""The embedding port and its adapters."""

from knowledge.ports.embedder.likelihoods import Likelihoods, likelihoods
from knowledge.ports.embedder.metered import MeteredEmbedder
from knowledge.ports.embedder.onnx import OnnxEmbedder
from knowledge.ports.embedder.openai import OpenAIEmbedder
from knowledge.ports.embedder.port import DIMENSIONS, Embedder, Passage, Side, Vector, alone, cosine, first_available
from knowledge.ports.embedder.sentence_transformers import SentenceTransformersEmbedder

__all__ = [
    "DIMENSIONS",
    "Embedder",
    "Likelihoods",
    "MeteredEmbedder",
    "OnnxEmbedder",
    "OpenAIEmbedder",
    "Passage",
    "SentenceTransformersEmbedder",
    "Side",
    "Vector",
    "alone",
    "cosine",
    "first_available",
    "likelihoods",
]

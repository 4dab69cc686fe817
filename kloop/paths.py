"""The folders of the product that are not modules: in the repository, or beside this file in a wheel."""

import os
from pathlib import Path

_RESOURCES = Path(__file__).parent / "resources"  # made by setup.py; in the repository there is none
_REPOSITORY = Path(__file__).parents[1]
_INSTALLED = _RESOURCES.is_dir()

SQL = (_RESOURCES if _INSTALLED else _REPOSITORY) / "sql"
FUNCTIONS = (_RESOURCES if _INSTALLED else _REPOSITORY) / "functions"
MODEL_SCRIPTS = _RESOURCES / "model" if _INSTALLED else _REPOSITORY / "layers" / "model"
SAMPLES = Path(__file__).parent / "cli" / "samples"


def model() -> Path:
    """The folder of the embedding model, whether or not it is there: `KNOWLEDGE_MODEL_DIR`, or one of our own."""
    return Path(os.environ.get("KNOWLEDGE_MODEL_DIR") or own_model())


def own_model() -> Path:
    """Where the model is put that we fetch: in the repository's build folder, or in the user's cache."""
    if not _INSTALLED:
        return MODEL_SCRIPTS / "build" / "minilm"
    from platformdirs import user_cache_path

    return user_cache_path("knowledge-loop") / "minilm"

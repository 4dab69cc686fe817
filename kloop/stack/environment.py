"""The settings that functions read, for the local stack."""

import os
from pathlib import Path

from kloop.aws.resources import BUCKET, CREDENTIALS, REGION
from kloop.errors import StackError
from kloop.stack.processes import LOOPBACK

MODEL = Path(__file__).parents[2] / "layers" / "model" / "build" / "minilm"
CONNECTIONS = 16  # of all functions together, in the one process that serves them


def environment(database_url: str, storage_url: str) -> dict[str, str]:
    """What a function needs to run against this stack, here or in a container on the host's network."""
    return {
        "KNOWLEDGE_DATABASE": "postgres",
        "KNOWLEDGE_DATABASE_URL": database_url,
        "KNOWLEDGE_DATABASE_CONNECTIONS": str(CONNECTIONS),
        "KNOWLEDGE_BUCKET": BUCKET,
        "KNOWLEDGE_S3_ENDPOINT": storage_url,
        "KNOWLEDGE_MODEL_DIR": _model(),
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
        **CREDENTIALS,
    }


def surroundings() -> dict[str, str]:
    """Our own environment without anybody's real cloud, and with no proxy before the loopback."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    direct = f"{inherited.get('NO_PROXY', inherited.get('no_proxy', ''))},{LOOPBACK}".lstrip(",")
    return inherited | {"NO_PROXY": direct, "no_proxy": direct}


def require_model() -> None:
    """Raises `StackError` where the embedding model is wanted and not there."""
    if os.environ.get("KNOWLEDGE_EMBEDDER", "auto") in ("auto", "onnx") and not Path(_model()).is_dir():
        raise StackError(f"The embedding model is not in {_model()}. Run `make install`.")


def _model() -> str:
    return os.environ.get("KNOWLEDGE_MODEL_DIR", str(MODEL))

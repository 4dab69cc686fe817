"""The model folder that the embedder reads: `model.onnx`, `tokenizer.json`, `model.json`; perhaps factors of sides."""

import hashlib
import json
from pathlib import Path

WEIGHED = ("model.onnx", "tokenizer.json")
# The factors of sides for questions, subjects, instructions, talk and changes, which few models have.
SIDES = ("question.npz", "subject.npz", "instruction.npz", "talk.npz", "change.npz")


def digest(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file that decides what the model answers, by its name."""
    names = [*WEIGHED, *(side for side in SIDES if (folder / side).exists())]
    return {name: digest(folder / name) for name in sorted(names)}


def describe(folder: Path, *, model: str, dimensions: int, max_tokens: int, near_duplicate: float) -> None:
    """Writes `model.json` last, so that a folder that has one is whole.

    `model` is stamped on every vector; `near_duplicate` is the cosine at which two texts say the same.
    """
    description = {
        "model": model,
        "dimensions": dimensions,
        "max_tokens": max_tokens,
        "near_duplicate": near_duplicate,
        "sha256": digests(folder),
    }
    (folder / "model.json").write_text(json.dumps(description, indent=2) + "\n")


def is_whole(folder: Path) -> bool:
    """Whether the folder's files are those that its `model.json` was written for."""
    description = folder / "model.json"
    if not description.exists() or not all((folder / name).exists() for name in WEIGHED):
        return False
    return bool(json.loads(description.read_text())["sha256"] == digests(folder))

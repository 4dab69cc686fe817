"""What training a side leaves in its folder: the factors, and the digests of them and of what trained it."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from folder import digest
from numpy.typing import NDArray

Factors = tuple[NDArray[np.float32], NDArray[np.float32]]


def files(side: Path) -> list[Path]:
    """The files that train it, one a field of work, in the order of their names."""
    return sorted(side.glob("*/*.jsonl"))


def write(side: Path, factors: Mapping[str, Factors]) -> None:
    """Writes `factors.npz` (of each matrix `a` [in, rank] and `b` [rank, out], as halves) and `digests.json`."""
    halves = {f"{name}.{end}": array for name, both in factors.items() for end, array in zip("ab", both, strict=True)}
    np.savez(side / "factors.npz", **{name: array.astype(np.float16) for name, array in halves.items()})
    (side / "digests.json").write_text(json.dumps(digests(side), indent=2) + "\n")


def read(file: Path) -> dict[str, Factors]:
    """The factors of each matrix that are written in a file."""
    with np.load(file) as stored:
        names = dict.fromkeys(name.rpartition(".")[0] for name in stored.files)
        return {
            name: (stored[f"{name}.a"].astype(np.float32), stored[f"{name}.b"].astype(np.float32)) for name in names
        }


def digests(side: Path) -> dict[str, str]:
    """The SHA-256 of the factors, also of those that it went on from, of each file that trains it, and of what labels
    these have, by its name."""
    return {file.name: digest(file) for file in [*sorted(side.glob("*.npz")), *sorted(side.rglob("*.jsonl"))]}

"""What training leaves: the factors, and the digests of them and of the pairs that they are of."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from folder import digest
from numpy.typing import NDArray
from question.pairs import files

HERE = Path(__file__).parent
FACTORS, DIGESTS = HERE / "factors.npz", HERE / "digests.json"
Factors = tuple[NDArray[np.float32], NDArray[np.float32]]


def write(factors: Mapping[str, Factors]) -> None:
    """Writes `factors.npz` (of each matrix `a` [in, rank] and `b` [rank, out], as halves) and `digests.json`."""
    sides = {f"{name}.{side}": array for name, pair in factors.items() for side, array in zip("ab", pair, strict=True)}
    np.savez(FACTORS, **{name: array.astype(np.float16) for name, array in sides.items()})
    DIGESTS.write_text(json.dumps(digests(), indent=2) + "\n")


def digests() -> dict[str, str]:
    """The SHA-256 of the factors and of each file of pairs, by its name."""
    return {file.name: digest(file) for file in [FACTORS, *files()]}

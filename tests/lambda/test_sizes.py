"""What a function weighs in Lambda, from what `sam build` built."""

import pytest
from containers import ARCHITECTURE, ROOT

LIMIT = 250 * 2**20  # unzipped, of a function and all its layers
# Measured 2026-11: 202 MB on x86_64 with byte code, of which onnxruntime 58, numpy 44, byte code 20, the model 22,
# what only upload-ingest and reindex read files with 14. gte-small in int8 would be 15 MB more than the model of now.
BUDGET = 225 * 2**20

BUILD = ROOT / ".aws-sam" / "build"
DEPENDENCIES = {"arm64": "DependenciesArmLayer", "x86_64": "DependenciesX86Layer"}[ARCHITECTURE]


def size(folder: str) -> int:
    """The bytes of all files below the folder."""
    return sum(file.stat().st_size for file in (ROOT / folder).rglob("*") if file.is_file())


@pytest.mark.parametrize("function", sorted(path.parent.name for path in (ROOT / "functions").glob("*/main.py")))
def test_a_function_fits(function: str) -> None:
    """Code and layers together stay within the budget, which is within Lambda's limit."""
    layers = {layer: size(f".aws-sam/build/{layer}") for layer in ("KnowledgeLayer", DEPENDENCIES, "ModelLayer")}
    assert all(layers.values()), "run `make layers` first"
    assert size(f"functions/{function}") + sum(layers.values()) < BUDGET < LIMIT, layers


def test_nothing_is_built_that_is_not_needed() -> None:
    """Neither tests nor torch nor a model hub's client is in the third-party layer."""
    unwanted = {"torch", "transformers", "huggingface_hub", "hf_xet", "moto", "pytest"}
    packages = {path.name for path in (BUILD / DEPENDENCIES / "python").iterdir()}
    assert packages, "run `make layers` first"
    assert not packages & unwanted

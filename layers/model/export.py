"""Exports a sentence-transformers model into a folder that the embedder reads, without torch from then on.

Run as `python layers/model/export.py thenlper/gte-small --out layers/model/build/deployed`, in an environment
of requirements-export.txt.
"""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import folder
import torch
from quantise import quantise
from sentence_transformers import SentenceTransformer

# An unzipped deployment package ends at 250 MB; the third-party layer takes most of it.
WEIGHT_BUDGET = 40 * 10**6
OPSET = 18


class _LastHiddenState(torch.nn.Module):
    """The transformer with its inputs by position, as tracing passes them."""

    def __init__(self, transformer: torch.nn.Module) -> None:
        super().__init__()
        self.transformer = transformer

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.transformer(input_ids=ids, attention_mask=mask, token_type_ids=types)[0]
        return states


def export(name: str, out: Path, near_duplicate: float = 0.92) -> None:
    """Writes `model.onnx`, `tokenizer.json` and `model.json` of the model `name` (of the hub, or a folder).

    Weights over `WEIGHT_BUDGET` are stored as int8. Raises `ValueError` for a model that does not average.
    """
    model = SentenceTransformer(name, device="cpu", backend="torch")
    _require_mean_pooling(model)
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as temporary:
        exact = Path(temporary) / "model.onnx"
        _trace(model[0].auto_model.eval(), exact)
        if exact.stat().st_size > WEIGHT_BUDGET:
            quantise(exact, out / "model.onnx")
        else:
            shutil.copyfile(exact, out / "model.onnx")
    model.tokenizer.backend_tokenizer.save(str(out / "tokenizer.json"))
    folder.describe(
        out,
        model=Path(name).name,
        dimensions=int(model.get_embedding_dimension() or 0),
        max_tokens=int(model.max_seq_length or 512),
        near_duplicate=near_duplicate,
    )


def _require_mean_pooling(model: Any) -> None:
    mode = next((module.pooling_mode for module in model if hasattr(module, "pooling_mode")), None)
    if mode not in ("mean", ("mean",), ["mean"]):
        raise ValueError(f"the model pools by {mode}; the embedder averages: choose a model with mean pooling")


def _trace(transformer: Any, target: Path) -> None:
    """The transformer as ONNX: token ids in, the last hidden state out, any batch and length."""
    names = ["input_ids", "attention_mask", "token_type_ids"]
    torch.onnx.export(
        _LastHiddenState(transformer),
        tuple(torch.ones(2, 8, dtype=torch.int64) for _ in names),
        str(target),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "sequence"} for name in [*names, "last_hidden_state"]},
        opset_version=OPSET,
        dynamo=False,
    )


def main() -> None:
    """Exports the model that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="?", default="thenlper/gte-small", help="of the hub, or a folder")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--near-duplicate", type=float, default=0.92, help="the cosine at which texts are the same")
    arguments = parser.parse_args()
    export(arguments.model, arguments.out, arguments.near_duplicate)


if __name__ == "__main__":
    main()

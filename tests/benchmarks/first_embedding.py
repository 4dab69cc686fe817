"""Seconds from a fresh process to its first embedding: ONNX Runtime against sentence-transformers with torch.

    python -m tests.benchmarks.first_embedding --model layers/model/build/minilm --torch PYTHON SAFETENSORS_FOLDER

`PYTHON` is an interpreter that has sentence-transformers; the folder holds the same model's fp32 weights.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
TEXT = "The API listens on port 8090."

ONNX = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from knowledge.ports.embedder.onnx import OnnxEmbedder
[vector] = OnnxEmbedder(Path(sys.argv[2])).embed([sys.argv[3]])
print(*vector)
"""
TORCH = """
import sys
from sentence_transformers import SentenceTransformer
[vector] = SentenceTransformer(sys.argv[1], device="cpu").encode([sys.argv[2]], normalize_embeddings=True)
print(*vector)
"""


def run(*command: str) -> tuple[float, list[float]]:
    """How long the process took, and the vector that it printed."""
    start = time.perf_counter()
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - start, [float(number) for number in run.stdout.split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="the folder that layers/model makes")
    parser.add_argument("--torch", nargs=2, required=True, metavar=("PYTHON", "FOLDER"))
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    python, weights = arguments.torch
    commands = {
        "ONNX Runtime": [sys.executable, "-c", ONNX, str(ROOT / "layers" / "knowledge"), arguments.model, TEXT],
        "sentence-transformers + torch": [python, "-c", TORCH, weights, TEXT],
    }
    # Turn by turn, so that both meet the same machine; the first turn fills the page cache and is not counted.
    turns = [{name: run(*command) for name, command in commands.items()} for _ in range(arguments.runs + 1)]
    print("| | first embedding, s (median) | fastest | slowest |\n|---|---:|---:|---:|")
    for name in commands:
        seconds = [turn[name][0] for turn in turns[1:]]
        print(f"| {name} | {median(seconds):.2f} | {min(seconds):.2f} | {max(seconds):.2f} |")
    one, other = (vector for _, vector in turns[0].values())
    print(f"\nCosine of the two vectors: {sum(a * b for a, b in zip(one, other, strict=True)):.4f}")


if __name__ == "__main__":
    main()

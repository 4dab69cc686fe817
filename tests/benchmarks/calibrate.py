"""Precision and recall of near-duplicates by threshold, with the guard on distinctions and without it.

    python -m tests.benchmarks.calibrate --model layers/model/build/minilm PAIRS.csv…

Each line of a file is: one text, another, a score from 0 (unrelated) to 5 (the same meaning), as in the STS benchmark.
"""

import argparse
import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.text.near_duplicates import distinctions

THRESHOLDS = [0.80, 0.84, 0.86, 0.88, 0.90, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98]


@dataclass(frozen=True)
class Pair:
    cosine: float
    score: float
    alike: bool  # equal distinctions


def pairs(files: list[Path], embedder: OnnxEmbedder) -> list[Pair]:
    """Every pair of the files, measured."""
    rows = [row for file in files for row in csv.reader(file.read_text().splitlines())]
    ones, others = (np.array(embedder.embed([row[side] for row in rows])) for side in (0, 1))
    cosines = (ones * others).sum(axis=1).tolist()
    return [
        Pair(cosine, float(row[2]), distinctions(row[0]) == distinctions(row[1]))
        for cosine, row in zip(cosines, rows, strict=True)
    ]


def figures(measured: list[Pair], same: float, threshold: float, guard: bool) -> str:
    """Merged pairs, and of them those that mean the same; of those that do, the ones merged; and the grossly wrong."""
    merged = [pair for pair in measured if pair.cosine >= threshold and (pair.alike or not guard)]
    right = sum(pair.score >= same for pair in merged)
    wanted = sum(pair.score >= same for pair in measured)
    gross = sum(pair.score < 3 for pair in merged)
    return f"{len(merged)} | {right / max(len(merged), 1):.3f} | {right / wanted:.3f} | {gross}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--same", type=float, default=4.0, help="from which score on two texts say the same")
    parser.add_argument("pairs", type=Path, nargs="+")
    arguments = parser.parse_args()
    measured = pairs(arguments.pairs, OnnxEmbedder(arguments.model))
    wanted = sum(pair.score >= arguments.same for pair in measured)
    print(f"{len(measured)} pairs, {wanted} of a score of {arguments.same} and more\n")
    columns = "merged | precision | recall | score < 3"
    print(f"| threshold | {columns} | with the guard: {columns} |\n|---:" + "|---:" * 8 + "|")
    for threshold in THRESHOLDS:
        without, guarded = (figures(measured, arguments.same, threshold, guard) for guard in (False, True))
        print(f"| {threshold:.2f} | {without} | {guarded} |")


if __name__ == "__main__":
    main()

"""Extraction over a folder of session logs: how many learnings a log gives and how long it takes.

    python tests/benchmarks/extraction.py FOLDER              the table of docs/extraction.md
    python tests/benchmarks/extraction.py FOLDER --sample 60  learnings drawn at random, to be read and judged

Without a language model, by the embedder of the settings. Fifteen logs, drawn by a fixed seed, are the held-out ones.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from knowledge.extraction import Candidate, Run, extract
from knowledge.transcripts import parse
from knowledge.wiring import embedder

SEED = 0
HELD_OUT = 15
SUFFIXES = {".json", ".jsonl", ".traj", ".txt"}

Measured = dict[Path, tuple[list[Candidate], float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="print so many learnings drawn at random instead")
    parser.add_argument("--seed", type=int, default=SEED, help="of the sample; the held-out logs stay the same")
    arguments = parser.parse_args()
    logs = sorted(path for path in arguments.folder.glob("*") if path.suffix in SUFFIXES)
    if not logs:
        sys.exit(
            f"There are no session logs ({', '.join(sorted(SUFFIXES))}) in {arguments.folder}; name a folder of them."
        )
    held_out = set(random.Random(SEED).sample(logs, min(HELD_OUT, len(logs) // 2)))
    measured = measure(logs)
    if arguments.sample:
        print_sample(measured, held_out, arguments.sample, arguments.seed)
    else:
        print_table(measured, held_out)


def measure(logs: list[Path]) -> Measured:
    """The learnings of each log and the seconds that parsing and extraction took, the model already loaded."""
    model = embedder()
    extract(Run("warm-up"), model, None, [])
    model.embed(["warm-up"])
    measured: Measured = {}
    for path in logs:
        text = path.read_text(encoding="utf-8", errors="replace")
        start = time.perf_counter()
        found = extract(Run(path.name, turns=parse(text)), model, None, []).learnings
        measured[path] = (found, time.perf_counter() - start)
    return measured


def print_table(measured: Measured, held_out: set[Path]) -> None:
    print("| log | KB | learnings | seconds | held out |\n|---|---:|---:|---:|---|")
    for path, (found, seconds) in measured.items():
        mark = "yes" if path in held_out else ""
        print(f"| {path.name.split('.')[0]} | {path.stat().st_size // 1024} | {len(found)} | {seconds:.2f} | {mark} |")
    for name, part in (("all", set(measured)), ("held out", held_out), ("tuned on", set(measured) - held_out)):
        counts = [len(measured[path][0]) for path in part]
        seconds = sorted(measured[path][1] for path in part)
        print(
            f"\n{name}: {len(part)} logs, {sum(counts)} learnings, {sum(counts) / len(part):.1f} a log "
            f"({min(counts)} to {max(counts)}), median {seconds[len(seconds) // 2]:.2f} s, slowest {seconds[-1]:.2f} s"
        )


def print_sample(measured: Measured, held_out: set[Path], size: int, seed: int) -> None:
    pool = [(path, candidate) for path, (found, _) in measured.items() for candidate in found]
    drawn = random.Random(seed).sample(pool, min(size, len(pool)))
    for number, (path, candidate) in enumerate(drawn, 1):
        mark = " (held out)" if path in held_out else ""
        print(f"{number}. [{path.name.split('.')[0]}{mark}; {candidate.kind}] {candidate.learning}")


if __name__ == "__main__":
    main()

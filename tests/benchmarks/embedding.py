"""Milliseconds of processor time that embedding takes, with and without what saves some, as a table.

    python -m tests.benchmarks.embedding --model layers/model/build/minilm

The texts are those of `agent_tasks/report.json`: its tasks are the questions, the lines of a document are a short run,
those of all documents a long one.
"""

import argparse
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import onnxruntime
from knowledge.ports.embedder import OnnxEmbedder, onnx

REPORT = Path(__file__).parent / "agent_tasks" / "report.json"
PAUSE = 0.05  # seconds until the next request; threads that spin do so after the answer, too


def spinning(model: Path) -> OnnxEmbedder:
    """The embedder with ONNX Runtime's own options for its session: threads spin."""
    embedder = OnnxEmbedder(model)
    embedder._session = onnxruntime.InferenceSession(model / "model.onnx", providers=["CPUExecutionProvider"])
    return embedder


def as_given(texts: Iterable[str], **_: Any) -> list[str]:
    """In place of `sorted`: passes are filled in the order in which the texts are given."""
    return list(texts)


def computed(embedder: OnnxEmbedder, texts: Sequence[str], ordered: bool) -> float:
    """The milliseconds that all threads of this process compute until the next request."""
    with nullcontext() if ordered else patch.object(onnx, "sorted", as_given, create=True):
        start = time.process_time()
        embedder.embed(texts)
        time.sleep(PAUSE)
        return (time.process_time() - start) * 1000


def lines(document: dict[str, str]) -> list[str]:
    return list(filter(None, map(str.strip, document["text"].splitlines())))


def requests(report: dict[str, Any], runs: int) -> Iterator[tuple[str, list[list[str]]]]:
    """What is embedded, with a name."""
    short = [lines(document) for document in report["documents"]]
    long = [text for texts in short for text in texts]
    yield f"a question, of {len(report['tasks'])}", [[task["task"]] for task in report["tasks"]]
    yield f"a run of {min(map(len, short))} to {max(map(len, short))} texts, of {len(short)}", short
    yield f"a run of {len(long)} texts, {runs} times", [long] * runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--runs", type=int, default=5, help="of the long one")
    arguments = parser.parse_args()
    asleep, awake = OnnxEmbedder(arguments.model), spinning(arguments.model)
    ways = {
        "as it is": (asleep, True),
        "threads spin": (awake, True),
        "order as given": (asleep, False),
        "both": (awake, False),
    }
    asleep.embed(["ready"]), awake.embed(["ready"])
    print(f"Fastest and median; load average {os.getloadavg()[0]:.0f}.\n")
    print("| |", " | ".join(ways), "|\n|---|" + "---:|" * len(ways))
    for name, batches in requests(json.loads(REPORT.read_text()), arguments.runs):
        # Request by request in every way, so that all meet the same machine.
        spent = [[computed(embedder, texts, ordered) for embedder, ordered in ways.values()] for texts in batches]
        cells = [f"{min(way):,.1f}, {median(way):,.1f}" for way in zip(*spent, strict=True)]
        print("|", name, "|", " | ".join(cells), "|")


if __name__ == "__main__":
    main()

"""How often a stretch of statements finds its category, and how well names are told from what names nothing.

    python -m tests.benchmarks.subject_side [FILE ...] [--model layers/model/build/minilm]

FILE is as `layers/model/sides/subject/examples` has them; by default `subjects/closed.jsonl`, on which nothing
was trained or chosen; on `subjects/held_out.jsonl` the rank and the levels of names were.
"""

import argparse
import json
from pathlib import Path

from knowledge.files.categories import classifier
from knowledge.ports.embedder import Embedder, OnnxEmbedder
from knowledge.usecases.record_event.topics.nameable import ALONE, REPEATED, TAKEN_UP, nameable

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=[HERE / "subjects" / "closed.jsonl"])
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    events = [json.loads(line) for file in arguments.files for line in file.read_text().splitlines()]
    stretches = [stretch for event in events for stretch in event["stretches"]]
    show_categories(
        "below its topic", [f"{one['topic']}: {' '.join(one['statements'])}" for one in stretches], stretches, embedder
    )
    show_categories("without it", [" ".join(one["statements"]) for one in stretches], stretches, embedder)
    show_names(
        [stretch["topic"] for stretch in stretches],
        [name for event in events for name in event.get("poor_names", ())],
        embedder,
    )


def show_categories(how: str, texts: list[str], stretches: list[dict], embedder: Embedder) -> None:
    best = [classifier.best(scored) for scored in classifier.scores(texts, embedder)]
    pairs = list(zip(best, stretches, strict=True))
    first = sum(name == stretch["folder"] for name, stretch in pairs) / len(pairs)
    accepted = sum(name in [stretch["folder"], *stretch["also"]] for name, stretch in pairs) / len(pairs)
    print(f"{how}: {len(pairs)} stretches, {first:.3f} where a reader looks, {accepted:.3f} accepted")


def show_names(topics: list[str], poor: list[str], embedder: Embedder) -> None:
    if not poor:
        return
    for sure in (ALONE, REPEATED, TAKEN_UP):
        shares = [len(nameable(names, embedder, sure)) / len(set(names)) for names in (topics, poor)]
        print(f"{sure}: {shares[0]:.3f} of {len(topics)} topics, {shares[1]:.3f} of {len(poor)} others")


if __name__ == "__main__":
    main()

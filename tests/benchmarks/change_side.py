"""How many changes the model's side for changes finds in journals, and what it takes for one.

    python -m tests.benchmarks.change_side [FILE ...] [--model layers/model/build/minilm]

FILE is as `layers/model/sides/change/journals` has them, such as `changes/two_writers.jsonl`; by default
`changes/held_out.jsonl`, whose writer trained nothing, and on which the level was looked at.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from knowledge.files.current_statements.changed_sentences import Line, changes
from knowledge.ports.embedder import OnnxEmbedder

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"
MARKS = ("ends", "same", "done", "alike")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=[HERE / "changes" / "held_out.jsonl"])
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    for file in arguments.files:
        counts = Counter[str]()
        for journal in map(json.loads, file.read_text().splitlines()):
            counts += of_journal(journal, embedder)
        print(file.name, dict(counts))


def of_journal(journal: dict[str, Any], embedder: OnnxEmbedder) -> Counter[str]:
    """How many lines end, and of those that are led on how many are by what each mark says, or by something else."""
    known, counts = list[str](), Counter[str]()
    for note in journal["notes"]:
        marked = [{number: mark for mark in MARKS for number in line.get(mark, ())} for line in note["lines"]]
        counts["lines that end"] += sum(mark == "ends" for of_line in marked for mark in of_line.values())
        for change in changes([line["text"] for line in note["lines"]], [Line(text) for text in known], embedder):
            counts[f"led on: {marked[change.statement].get(change.line + 1, 'something else')}"] += 1
        known += [line["text"] for line in note["lines"]]
    return counts


if __name__ == "__main__":
    main()

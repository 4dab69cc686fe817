"""Which older lines lead to what was said later of the same, held against what writers of houses labelled.

    python -m tests.benchmarks.later_lines [FILE …] [--model layers/model/build/minilm]

FILE holds a house a line: `{"earlier": [{"topic"?, "text"}], "later": [{"topic"?, "text", "changes": [0], "beside"?:
[1]}]}`, of whose later statements each names the earlier ones that it changes, and those that only look so; by default
`changes/closed.jsonl`. Each house is a page of older lines and an event of a later day, looked at as the product does.
Counted is how many statements are changed, how many lines lead to what changes them, to what stands beside them and to
anything else, and how many were struck out, rightly or not.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from knowledge.files.current_statements import CurrentStatement, PlacedStatement, news, pointers
from knowledge.ports.embedder import OnnxEmbedder

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"
PAGE = "2-summaries/operations/house.md"
BEFORE, NOW = "2026-01-10", datetime(2026, 3, 10, tzinfo=UTC)
KINDS = ("changes", "beside", "other")  # what a line may lead to; of two labels the first counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=[HERE / "changes" / "closed.jsonl"])
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    for file in arguments.files:
        total: Counter[str] = sum((counts(house, embedder) for house in houses(file)), Counter())
        print(file.stem, dict(sorted(total.items())), flush=True)


def houses(file: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in file.read_text().splitlines())


def counts(house: dict[str, Any], embedder: OnnxEmbedder) -> Counter[str]:
    """What becomes of a house's older lines."""
    lines = [_line(at, statement) for at, statement in enumerate(house["earlier"])]
    later = [PlacedStatement(statement["text"], PAGE, statement.get("topic", "")) for statement in house["later"]]
    labels = {
        (place, at): label
        for label in reversed(KINDS)
        for at, statement in enumerate(house["later"])
        for place in statement.get(label, ())
    }
    changed = {place for (place, _), label in labels.items() if label == "changes"}
    gone = news([one.whole for one in later], lines, NOW, embedder).superseded
    total = Counter({"changed": len(changed)})
    for ended in gone:
        total["struck out" if _place(ended.path) in changed else "struck out wrongly"] += 1
    for pointer in pointers(later, lines, f"{NOW:%Y-%m-%d}", embedder, gone):
        to = [labels.get((_place(pointer.line.path), at), "other") for at in _quoted(pointer.later.text, later)]
        total[f"leads to {min(to, key=KINDS.index)}"] += 1
    return total


def _line(at: int, statement: dict[str, Any]) -> CurrentStatement:
    """Each on a page of its own, by whose name it is known."""
    path, text = PAGE.replace("house", f"house-{at}"), statement["text"]
    return CurrentStatement(path, path, statement.get("topic", ""), f"- {text} ({BEFORE})", text, BEFORE)


def _place(path: str) -> int:
    return int(path.removesuffix(".md").rpartition("-")[2])


def _quoted(text: str, later: list[PlacedStatement]) -> list[int]:
    """The statement that the pointer quotes, from one of its sentences on."""
    return [at for at, one in enumerate(later) if one.text in text or text in one.text or one.text.endswith(text)][:1]


if __name__ == "__main__":
    main()

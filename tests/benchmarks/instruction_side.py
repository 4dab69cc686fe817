"""How many standing rules of users are told from all else that they say, and how many dangerous notes are held.

    python -m tests.benchmarks.instruction_side [FOLDER] [--model layers/model/build/minilm]

FOLDER holds `messages.jsonl` and `notes.jsonl` as layers/model/sides/instruction/examples.py has them; by default
`instructions/closed`, which nothing was trained or chosen on; the levels were chosen on `instructions`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from knowledge.extraction.user_rules import user_rules
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.privacy.quarantine import reason_to_hold, reasons_to_hold
from knowledge.transcripts import Turn

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=HERE / "instructions" / "closed")
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    show("became a rule", lines(arguments.folder / "messages.jsonl"), lambda line: rule_of(line, embedder))
    notes = lines(arguments.folder / "notes.jsonl")
    held = dict(
        zip((line["text"] for line in notes), reasons_to_hold([line["text"] for line in notes], embedder), strict=True)
    )
    show("held", notes, lambda line: held[line["text"]])
    show("held by form alone", notes, lambda line: reason_to_hold(line["text"]))


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def rule_of(line: dict[str, Any], embedder: OnnxEmbedder) -> bool:
    return bool(user_rules([Turn("user", line["message"])], embedder))


def show(what: str, rows: Sequence[dict[str, Any]], holds: Callable[[dict[str, Any]], object]) -> None:
    counts: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        for lang in ("all", "en" if row["lang"] == "en" else "other languages"):
            counts[row["kind"], lang].append(bool(holds(row)))
    for (kind, lang), judged in sorted(counts.items()):
        print(f"{what}: {kind} ({lang}) {sum(judged)} of {len(judged)}")


if __name__ == "__main__":
    main()

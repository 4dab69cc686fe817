"""Reads every file below the folders given, and prints a table of outcomes.

python -m tests.benchmarks.ingest_corpus FOLDER...
"""

import sys
import time
from pathlib import Path

from knowledge import errors
from knowledge.documents import parse_safely


def row(path: Path, root: Path) -> str:
    start = time.perf_counter()
    try:
        document = parse_safely(path.name, path.read_bytes())
        sections = sum(1 for _ in document.sections)
        size = document.metadata.get("pages") or document.metadata.get("rows") or ""
        outcome = f"read | {sections} | {size}"
        reason = ""
    except errors.KnowledgeError as error:
        outcome, reason = f"refused {error.status} | |", error.detail
    return f"| {path.relative_to(root)} | {outcome} | {time.perf_counter() - start:.2f} | {reason} |"


def main(folders: list[str]) -> None:
    print("| file | outcome | sections | pages or rows | seconds | reason |\n|---|---|---|---|---|---|")
    for root in map(Path, folders):
        for path in sorted(file for file in root.rglob("*") if file.is_file()):
            print(row(path, root))


if __name__ == "__main__":
    main(sys.argv[1:])

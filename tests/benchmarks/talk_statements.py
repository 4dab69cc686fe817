"""What the rules make of talks of which somebody said what each sentence is: chatter kept, matter lost, and cut apart.

    python -m tests.benchmarks.talk_statements [FILE ...] [--model layers/model/build/minilm]

A line of a FILE is a talk: `{"title", "turns": [{"who", "parts": [{"text", "topic", "leans"}]}]}`. A part is a
sentence; its `topic` is what it tells something about, null where nobody needs to keep it; what `leans` means nothing
without the part before it of the same topic. By default those of a writer (`talks`) from whom the side for talk has
learned nothing.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Any

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event import Event
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.statements.rule_extractor import by_rules

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=sorted((HERE / "talks").glob("*.jsonl")))
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    for file in arguments.files:
        counts = Counter[tuple[str, bool]]()
        for talk in map(json.loads, file.read_text().splitlines()):
            counts.update(judged(talk, statements(talk, embedder)))
        print(file.stem)
        for what in dict.fromkeys(what for what, _ in counts):
            print(f"  {what}: {counts[what, True]} of {counts[what, True] + counts[what, False]}")


def statements(talk: dict[str, Any], embedder: OnnxEmbedder) -> list[list[str]]:
    """The words of what the rules keep of the talk, a list each."""
    turns = (f"{turn['who']}: " * bool(turn["who"]) + " ".join(map(_text, turn["parts"])) for turn in talk["turns"])
    given = {"kind": "conversation", "event_id": "e", "content": "\n".join(turns), "metadata": {"title": talk["title"]}}
    kept = by_rules(cleaned(Event.model_validate(given)), [], RememberingEmbedder(embedder))
    return [_words(statement.text) for statement in kept]


def judged(talk: dict[str, Any], kept: list[list[str]]) -> Iterator[tuple[str, bool]]:
    """Of each part whether it was kept; of two that belong together, or do not, whether one statement has both."""
    parts = [part for turn in talk["turns"] for part in turn["parts"]]
    for part in parts:
        yield ("matter kept" if part["topic"] else "chatter kept"), any(_holds(statement, part) for statement in kept)
    for one, other in pairwise(part for part in parts if part["topic"]):
        both = any(_holds(statement, one) and _holds(statement, other) for statement in kept)
        if one["topic"] != other["topic"]:
            yield "two matters in one statement", both
        elif other["leans"]:
            yield "what leans with what it leans on", both


def _text(part: dict[str, Any]) -> str:
    return str(part["text"])


def _holds(statement: list[str], part: dict[str, Any]) -> bool:
    """Whether it has two thirds of the part's words in one go: the rules take openings such as `And` from it."""
    words = _words(part["text"])
    run = SequenceMatcher(None, statement, words, autojunk=False).find_longest_match()
    return run.size >= 2 / 3 * len(words)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


if __name__ == "__main__":
    main()

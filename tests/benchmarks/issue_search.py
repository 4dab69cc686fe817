"""What each matcher finds of issue patterns and questions that strangers wrote: recall, MRR and false alarms.

    python -m tests.benchmarks.issue_search MODEL [SPLIT …] [--queries FILE] [--patterns FILE] [--alarms]

Everything goes through the product: the patterns are created, and the questions searched, by its SQL. Matching was
chosen on `tune` (of the floor see docs/issue-patterns.md); a false alarm is an answer to a question that has none, and
beside their number stands the share below which their true rate is with 95 % confidence. The line without a floor says
what ranking alone finds.

FILE is a JSON list of questions: `{"query", "relevant": [keys of patterns.json, or none], "kind", "split"?}`; without a
split it is `fresh`. To judge false alarms it needs many questions without an answer: none in 60 still leaves up to 5 %.
"""

import argparse
import json
import math
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from knowledge.issues import Issues, NewIssue
from knowledge.issues.models import Matcher, ProvenSolution
from knowledge.ports.database import PostgresDatabase
from knowledge.ports.embedder import OnnxEmbedder

from kloop import administration
from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres

DATA = Path(__file__).parent / "issue_patterns"
ROWS: list[tuple[str, Matcher, float | None]] = [
    ("jaccard", "jaccard", None),
    ("jaccard + stems + synonyms", "jaccard-stems", None),
    ("hybrid", "hybrid", None),
    ("hybrid, no floor", "hybrid", -1.0),
]
DEEP = 20  # how far down MRR looks
CONFIDENCE = 0.95  # that the rate of false alarms is below what is told


@dataclass
class Scores:
    """What a matcher found of the questions of one split."""

    first: list[float] = field(default_factory=list)
    five: list[float] = field(default_factory=list)
    reciprocal: list[float] = field(default_factory=list)
    alarms: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, question: dict[str, Any], answered: list[str], seconds: float) -> None:
        """Counts one question's answer."""
        self.seconds.append(seconds)
        relevant = set(question["relevant"])
        if not relevant:
            self.alarms.append(bool(answered))
            return
        ranks = [rank for rank, key in enumerate(answered, start=1) if key in relevant]
        self.first.append(float(ranks[:1] == [1]))
        self.five.append(len(relevant & set(answered[:5])) / len(relevant))
        self.reciprocal.append(1 / ranks[0] if ranks else 0)
        self.by_kind[question["kind"]].append(self.five[-1])

    def cells(self) -> list[str]:
        """The table's cells."""
        sums = (self.first, self.five, self.reciprocal)
        means = [f"{statistics.mean(values):.3f}" if values else "-" for values in sums]
        alarms = f"{sum(self.alarms)} of {len(self.alarms)} (< {most(sum(self.alarms), len(self.alarms)):.0%})"
        return [*means, alarms, f"{statistics.median(self.seconds) * 1000:.0f}"]


def most(alarms: int, questions: int) -> float:
    """The rate at which so few alarms, or fewer, come in one of twenty samples (Clopper and Pearson, one-sided)."""
    low, high = 0.0, 1.0
    while high - low > 1e-4:
        rate = (low + high) / 2
        chance = sum(math.comb(questions, n) * rate**n * (1 - rate) ** (questions - n) for n in range(alarms + 1))
        low, high = (rate, high) if chance > 1 - CONFIDENCE else (low, rate)
    return high


def read(file: Path, patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The questions of the file. Ends the program with the first thing that is wrong in it."""
    known = {pattern["key"] for pattern in patterns}
    questions = [{"split": "fresh", **question} for question in json.loads(file.read_text(encoding="utf-8"))]
    for place, question in enumerate(questions, start=1):
        if missing := {"query", "relevant", "kind"} - question.keys():
            sys.exit(f"question {place} of {file} has no {', '.join(sorted(missing))}")
        if unknown := set(question["relevant"]) - known:
            sys.exit(f"question {place} of {file} names patterns that there are not: {', '.join(sorted(unknown))}")
    return questions


def main(arguments: argparse.Namespace) -> None:
    """Prints a Markdown table a split, and recall@5 by the kind of question."""
    patterns = json.loads(arguments.patterns.read_text(encoding="utf-8"))
    questions = read(arguments.queries, patterns)
    splits = arguments.split or list(dict.fromkeys(question["split"] for question in questions))
    with filled(OnnxEmbedder(arguments.model), patterns) as (issues, keys):
        for split in splits:
            scored = {
                name: score(issues, keys, [question for question in questions if question["split"] == split], *how)
                for name, *how in ROWS
            }
            print(f"\n{split}: {len(scored['hybrid'].five)} questions with an answer\n")
            table(["matcher", "recall@1", "recall@5", "MRR", "false alarms", "ms"], scored, Scores.cells)
            kinds = sorted(scored["hybrid"].by_kind)
            print()
            table(["recall@5", *kinds], scored, lambda scores, kinds=kinds: [mean(scores.by_kind[k]) for k in kinds])
            if arguments.alarms:
                show_alarms(issues, [question for question in questions if question["split"] == split])


def show_alarms(issues: Issues, questions: list[dict[str, Any]]) -> None:
    """Prints each question without an answer that got one by default, and what it got."""
    for question in questions:
        for match in issues.search(question["query"], limit=1) if not question["relevant"] else []:
            evidence = (match.cosine or 0) + (match.coverage or 0)
            print(f"\n{question['query']}\n  {evidence:.2f} {match.issue_summary} ({', '.join(match.matched_terms)})")


def mean(values: list[float]) -> str:
    return f"{statistics.mean(values):.2f}" if values else "-"


def table(heads: list[str], scored: dict[str, Scores], cells: Any) -> None:
    print(f"| {' | '.join(heads)} |\n|---|{'---:|' * (len(heads) - 1)}")
    for name, scores in scored.items():
        print(f"| {' | '.join([name, *cells(scores)])} |", flush=True)


def score(
    issues: Issues, keys: dict[str, str], questions: list[dict[str, Any]], matcher: Matcher, least: Any
) -> Scores:
    scores = Scores()
    for question in questions:
        start = time.perf_counter()
        matches = issues.search(question["query"], matcher=matcher, least=least, limit=DEEP)
        scores.add(question, [keys[match.pattern_id] for match in matches], time.perf_counter() - start)
    return scores


@contextmanager
def filled(embedder: OnnxEmbedder, patterns: list[dict[str, Any]]) -> Iterator[tuple[Issues, dict[str, str]]]:
    """A tenant with all patterns, of which nothing was tried yet, and which pattern each id is."""
    with tempfile.TemporaryDirectory() as folder, Postgres(Path(folder) / "postgres") as server:
        apply(server.url(SUPERUSER))
        server.let_app_in()
        database = PostgresDatabase(server.url(), 2)
        issues = Issues(uuid4(), database, embedder)
        with administration.database(server.url(SUPERUSER)) as administering:
            administering.call("create_tenant", tenant_id=issues.tenant_id, name="benchmark", tier="pro")
        keys = {}
        for pattern in patterns:
            issue, outcome = issues.create(
                NewIssue(
                    issue_summary=pattern["issue_summary"],
                    category=pattern["category"],
                    severity=pattern["severity"],
                    proven_solutions=tuple(ProvenSolution(solution=solution) for solution in pattern["solutions"]),
                    prevention_checklist=tuple(pattern["prevention"]),
                )
            )
            assert outcome == "created", f"{pattern['key']} is taken for {issue.pattern_id}"
            keys[issue.pattern_id] = pattern["key"]
        yield issues, keys
        database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("model", type=Path, help="the folder of the embedding model")
    parser.add_argument("split", nargs="*", help="those that are wanted; without any, all")
    parser.add_argument("--queries", type=Path, default=DATA / "queries.json", help="the questions")
    parser.add_argument("--patterns", type=Path, default=DATA / "patterns.json", help="what they are asked of")
    parser.add_argument("--alarms", action="store_true", help="show what questions without an answer got")
    main(parser.parse_args())

"""How well search finds, and what a block is worth: rankers side by side on judged questions, over the product's SQL.

    python -m tests.benchmarks.retrieval --model layers/model/build/minilm \\
        --tasks tests/benchmarks/agent_tasks/tune.json --beir scifact --locomo locomo10.json --cranfield cranfield

`--rerank` has a language model choose of what is found for tasks (`KNOWLEDGE_LLM_URL`, or by hand). A ranker that is
not installed (chromadb, lancedb, mem0) is left out. `--sizes` measures time and recall by the number of rows instead,
`--plot` draws it (matplotlib). Nothing is tuned here: what is chosen on a set is said in docs.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.text.quoting import plain
from knowledge.usecases.query_knowledge.models import Answer

from tests.benchmarks import stack
from tests.benchmarks.model_by_hand import model_by_hand
from tests.benchmarks.search_rankers import Product, Ranker, rankers
from tests.benchmarks.search_sets import Passage, Query, SearchSet, agent_tasks, beir, cranfield, locomo

BUDGETS = (200, 400, 800, 1600)  # tokens of a block
SIZES = (500, 5_000, 25_000)
PROBES = 40  # questions at each size


def recall(ranked: Sequence[str], query: Query, count: int) -> float:
    """The share of what answers the question that is among the first `count`."""
    relevant = {passage for passage, grade in query.relevant.items() if grade > 0}
    return len(relevant & set(ranked[:count])) / len(relevant)


def ndcg(ranked: Sequence[str], query: Query, count: int = 10) -> float:
    """Normalised discounted cumulative gain, as trec_eval has it."""
    gains = [query.relevant.get(passage, 0) for passage in ranked[:count]]
    ideal = sorted(query.relevant.values(), reverse=True)[:count]
    return _discounted(gains) / _discounted(ideal)


def ranking_table(sets: Sequence[SearchSet], database: Database, embedder: OnnxEmbedder) -> None:
    """Prints a line a ranker: the mean over all questions of the sets that have an answer."""
    measured: dict[str, list[tuple[float, float, float]]] = {}
    given: list[tuple[float, float, int, int]] = []
    for search_set in sets:
        product = Product(database, embedder, search_set.passages)
        for name, ranker in rankers(product, embedder, search_set).items():
            measured.setdefault(name, []).extend(_figures(ranker, search_set.queries))
        given.extend(_given(product, embedder, search_set.queries))
    questions = len(next(iter(measured.values())))
    print(f"\n{', '.join(one.name for one in sets)}: {sum(len(one.passages) for one in sets):,} passages,")
    print(f"{questions:,} questions\n\n| ranker | recall@5 | recall@10 | nDCG@10 |\n|---|---:|---:|---:|")
    for name, figures in measured.items():
        print(f"| {name} | " + " | ".join(f"{fmean(column):.3f}" for column in zip(*figures, strict=True)) + " |")
    five, ten, tokens, own = (fmean(column) for column in zip(*given, strict=True))
    print("\nA passage counts above where a match was found by it. With what stands around a match (`source.chunks`)")
    print(
        f"ours gives {five:.3f} in the first five, {ten:.3f} in ten; the first five have {tokens:.0f} tokens, {own:.0f}"
    )
    print("of them their own passages'.", flush=True)


def block_tables(search_set: SearchSet, database: Database, embedder: OnnxEmbedder) -> None:
    """Prints what a block of so many tokens holds of what the tasks need, and what else; where tasks are of projects,
    also for callers who name them, and where learnings or tasks have questions, with them: those that learnings answer,
    and those that a task's agent asks."""
    for answered in sorted({False, any(passage.questions for passage in search_set.passages)}):
        passages = search_set.passages if answered else [replace(one, questions=()) for one in search_set.passages]
        product = Product(database, embedder, passages)
        for project in sorted({False, any(query.project for query in search_set.queries)}):
            for asked in sorted({False, any(query.questions for query in search_set.queries)}):
                how = ", asked within the project" * project + ", with the agent's questions" * asked
                how += ", with those that learnings answer" * answered
                print(f"\n{search_set.name}: what a block holds{how}\n")
                _block_table(search_set, product, within_project=project, with_questions=asked)


def reranked_table(search_set: SearchSet, database: Database, embedder: OnnxEmbedder) -> None:
    """Prints what 800 tokens hold where a language model chooses, without and with the agent's questions."""
    product = Product(database, embedder, search_set.passages)
    print(f"\n{search_set.name}: what a block of 800 tokens holds where a language model chooses\n")
    print("| asked | used | lines | needs in it | whole documents | noise | nothing for none | for others |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for asked in sorted({False, any(query.questions for query in search_set.queries)}):
        ask = partial(product.answer, max_tokens=800, with_questions=asked, rerank=True)
        with ThreadPoolExecutor(len(search_set.queries)) as askers:  # whoever plays the model has all before him
            answers = list(zip(search_set.queries, askers.map(ask, search_set.queries), strict=True))
        failed = sum(bool(answer.note) for _, answer in answers)
        how = "with questions" if asked else "the task alone"
        print(f"| {how}{f', {failed} ranked by search alone' * bool(failed)} | {_block_figures(answers)} |", flush=True)


def _block_table(search_set: SearchSet, product: Product, *, within_project: bool, with_questions: bool) -> None:
    print("| tokens allowed | used | lines | needs in it | whole documents | noise | nothing for none | for others |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for max_tokens in BUDGETS:
        answers = [
            (query, product.answer(query, max_tokens, within_project=within_project, with_questions=with_questions))
            for query in search_set.queries
        ]
        if max_tokens == 800:
            by_kind = answers
        print(f"| {max_tokens} | {_block_figures(answers)} |", flush=True)
    print("\n| kind | tasks | needs in 800 tokens |\n|---|---:|---:|")
    for kind in sorted({query.kind for query, _ in by_kind if query.quoted}):
        held = [_held(query, answer) for query, answer in by_kind if query.quoted and query.kind == kind]
        print(f"| {kind} | {len(held)} | {fmean(share for shares in held for share in shares):.3f} |")


def size_table(search_set: SearchSet, sizes: Sequence[int], database: Database, embedder: OnnxEmbedder) -> list[Any]:
    """Prints the time of a question in the database by the tenant's rows, and the recall of the exact ten nearest."""
    print("\n| rows | hybrid, p50 ms | p95 ms | dense, p50 ms | numpy, p50 ms | recall@10 of the exact scan |")
    print("|---:|---:|---:|---:|---:|---:|")
    points = []
    for size in sizes:
        passages = _grown(search_set.passages, size)
        product = Product(database, embedder, passages)
        queries = search_set.queries[:PROBES]
        vectors = np.asarray(embedder.embed([passage.text for passage in passages]))
        asked = np.asarray([embedder.embed_question(query.text) for query in queries])
        exact, spent = _exact(vectors, asked, passages)
        hybrid, _ = _timed(product, "hybrid", queries, asked)
        dense, ids = _timed(product, "dense", queries, asked)
        share = fmean(len(set(one) & set(other)) / 10 for one, other in zip(ids, exact, strict=True))
        p50, p95 = stack.p50_p95(hybrid)
        points.append((size, p50, p95, median(dense), median(spent), share))
        cells = " | ".join(f"{value:.1f}" for value in points[-1][1:-1])
        print(f"| {size:,} | {cells} | {share:.3f} |", flush=True)
    return points


def plot(points: Sequence[Any], file: Path) -> None:
    """Draws time and recall over the number of rows."""
    import matplotlib.pyplot as plt

    sizes = [point[0] for point in points]
    figure, (times, recalls) = plt.subplots(1, 2, figsize=(9, 3.5))
    for name, column in (("hybrid, p50", 1), ("hybrid, p95", 2), ("dense, p50", 3), ("numpy, p50", 4)):
        times.plot(sizes, [point[column] for point in points], marker="o", label=name)
    times.set(xscale="log", yscale="log", xlabel="rows", ylabel="ms")
    times.legend()
    recalls.plot(sizes, [point[5] for point in points], marker="o")
    recalls.set(xscale="log", xlabel="rows", ylabel="recall@10 of the exact scan", ylim=(0.9, 1.005))
    figure.tight_layout()
    figure.savefig(file)


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains))


def _figures(ranker: Ranker, queries: Sequence[Query]) -> Iterator[tuple[float, float, float]]:
    for query in queries:
        if any(query.relevant.values()):
            ranked = ranker.best(query, 10)
            yield recall(ranked, query, 5), recall(ranked, query, 10), ndcg(ranked, query)


def _given(
    product: Product, embedder: OnnxEmbedder, queries: Sequence[Query]
) -> Iterator[tuple[float, float, int, int]]:
    """Of each question the share of its answers that five and ten matches hold, and the tokens of five."""
    for query in queries:
        if any(query.relevant.values()):
            matches = product.matches(query, 10)
            five, ten = ([name for match in matches[:most] for name in product.ids_in(match)] for most in (5, 10))
            tokens = sum(embedder.count_tokens([match.learning for match in matches[:5]]))
            own = sum(embedder.count_tokens([product.text_of(match) for match in matches[:5]]))
            yield recall(five, query, len(five)), recall(ten, query, len(ten)), tokens, own


def _held(query: Query, answer: Answer) -> list[bool]:
    """For each need, whether it stands in the block word for word, but for the emphasis that an excerpt leaves out."""
    block = answer.formatted.replace("*", "")
    return [plain(text).replace("*", "") in block for text in query.quoted.values()]


def _of_whole_documents(query: Query, answer: Answer) -> list[float]:
    """For each learning or document that is needed the share of it that the block holds."""
    shares = defaultdict[str, list[bool]](list)
    for need, is_held in zip(query.quoted, _held(query, answer), strict=True):
        shares[need.partition("#")[0]].append(is_held)
    return [fmean(of_one) for of_one in shares.values()]


def _block_figures(answers: Sequence[tuple[Query, Answer]]) -> str:
    """Used tokens, lines, recall; noise: lines where nothing answers, front matter, and what a block says twice."""
    needs = [held for query, answer in answers for held in _held(query, answer)]
    without = [answer for query, answer in answers if query.kind == "none"]
    with_answer = [answer for query, answer in answers if query.quoted]
    lines = [_entries(answer) for _, answer in answers]
    noise = sum(len(_entries(answer)) for answer in without)
    noise += sum(len(block) - len({line.partition("] ")[2] for line in block}) for block in lines)
    noise += sum(line.partition("] ")[2].startswith("---") for block in lines for line in block)
    cells = [
        f"{fmean(answer.tokens for answer in with_answer):.0f}",
        f"{fmean(len(_entries(answer)) for answer in with_answer):.1f}",
        f"{fmean(needs):.3f}",
        f"{fmean(share for query, answer in answers for share in _of_whole_documents(query, answer)):.3f}",
        f"{noise / max(1, sum(map(len, lines))):.3f}",
        f"{fmean(not answer.formatted for answer in without):.2f}" if without else "",
        f"{fmean(not answer.formatted for answer in with_answer):.3f}",
    ]
    return " | ".join(cells)


def _entries(answer: Answer) -> list[str]:
    return [line for line in answer.formatted.splitlines() if line.startswith("- [")]


def _grown(passages: Sequence[Passage], size: int) -> list[Passage]:
    """So many passages: the set's, then again and again two halves of two of them."""
    grown = list(passages[:size])
    random = np.random.default_rng(7)
    while len(grown) < size:
        one, other = (passages[place].text.split() for place in random.integers(len(passages), size=2))
        text = " ".join([*one[: len(one) // 2], *other[len(other) // 2 :]])
        grown.append(Passage(f"grown {len(grown)}", text, f"grown {len(grown) // 50}", len(grown) % 50))
    return grown


def _exact(vectors: Any, asked: Any, passages: Sequence[Passage]) -> tuple[list[list[str]], list[float]]:
    """The ids of the ten nearest to each question by a scan of all, and the milliseconds of each."""
    ids, spent = [], []
    for vector in asked:
        start = time.perf_counter()
        best = np.argsort(-(vectors @ vector))[:10]
        spent.append((time.perf_counter() - start) * 1000)
        ids.append([passages[place].id for place in best])
    return ids, spent


def _timed(product: Product, mode: Any, queries: Sequence[Query], asked: Any) -> tuple[list[float], list[list[str]]]:
    from knowledge.usecases.query_knowledge.models import Question

    search, spent, ids = product.search(mode), [], []
    for query, vector in zip([queries[0], *queries], [asked[0], *asked], strict=True):
        start = time.perf_counter()
        matches, _ = search.ask(Question(query=query.text, match_count=10), vector.tolist())
        spent.append((time.perf_counter() - start) * 1000)
        ids.append([product.id_of(match) for match in matches])
    return spent[1:], ids[1:]  # the first one opens the connection


def _sets(arguments: argparse.Namespace, embedder: OnnxEmbedder) -> Iterator[list[SearchSet]]:
    yield from ([beir(folder, arguments.split)] for folder in arguments.beir)
    yield from ([cranfield(folder)] for folder in arguments.cranfield)
    first, last = map(int, arguments.conversations.split("-"))
    cut_by = embedder if arguments.as_files else None
    yield from (locomo(file, first, last, cut_by) for file in arguments.locomo)
    yield from ([agent_tasks(file, embedder)] for file in arguments.tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    for name in ("beir", "cranfield", "locomo", "tasks"):
        parser.add_argument(f"--{name}", type=Path, nargs="+", default=[])
    parser.add_argument("--split", default="test", help="of BEIR's judgements")
    parser.add_argument("--conversations", default="1-10", help="of LoCoMo, for example 6-10")
    parser.add_argument("--as-files", action="store_true", help="LoCoMo's sessions as files, cut by the product")
    parser.add_argument("--sizes", type=int, nargs="*", help=f"time and recall by rows; by default {SIZES}")
    parser.add_argument("--plot", type=Path, help="where to draw it")
    parser.add_argument("--rerank", action="store_true", help="a language model chooses of what is found for tasks")
    parser.add_argument("--by-hand", type=Path, help="the model is whoever answers in this folder (`model_by_hand`)")
    parser.add_argument("--floor", type=float, help="of a task's confidence, in place of the model's")
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    embedder.floor = embedder.floor if arguments.floor is None else arguments.floor
    server, by_hand = stack.server(), model_by_hand(arguments.by_hand)
    with by_hand, server as (_, app_url), stack.adapter("postgres", app_url) as database:
        for sets in _sets(arguments, embedder):
            if arguments.sizes is not None:
                points = size_table(sets[0], arguments.sizes or SIZES, database, embedder)
                if arguments.plot:
                    plot(points, arguments.plot)
                continue
            if arguments.rerank:
                reranked_table(sets[0], database, embedder)
                continue
            ranking_table(sets, database, embedder)
            if any(query.quoted for query in sets[0].queries):
                block_tables(sets[0], database, embedder)


if __name__ == "__main__":
    main()

"""What ranks passages for a question: the product's own SQL in each of its modes, and others on the same vectors."""

import importlib.util
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from itertools import islice
from tempfile import mkdtemp
from typing import Any, Protocol
from uuid import UUID

from knowledge import wiring
from knowledge.matches.models import Match
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.settings import SearchMode
from knowledge.text.hashing import short
from knowledge.text.near_duplicates import distinctions
from knowledge.usecases.query_knowledge.models import Answer, Question
from knowledge.usecases.query_knowledge.search import Search

from tests.benchmarks import stack
from tests.benchmarks.search_sets import Passage, Query, SearchSet

DEPTH = 50  # ranks that RRF fuses
RRF = 60
BATCH = 200


class Ranker(Protocol):
    """Gives the ids of the best passages."""

    def best(self, query: Query, count: int) -> list[str]:
        """At most `count` ids, the best first."""
        ...


class Product:
    """A tenant that holds the set, written and asked as the functions do."""

    def __init__(self, database: Database, embedder: OnnxEmbedder, passages: Sequence[Passage]) -> None:
        self._database, self._embedder = database, embedder
        self.tenant_id, self.key = stack.new_tenant(database)
        self._ids: dict[str, str] = {}
        self._texts = {passage.id: passage.text for passage in passages}
        self._write_learnings([passage for passage in passages if passage.kind])
        self._write_documents([passage for passage in passages if not passage.kind])

    def search(self, mode: SearchMode) -> Search:
        """Search in one of its modes."""
        return Search(self.tenant_id, self._database, self._embedder, mode, wiring.llm)

    def ranker(self, mode: SearchMode) -> "ProductRanker":
        """The ranking of a mode, without a floor and with rules among the rest."""
        return ProductRanker(self, mode)

    def answer(
        self,
        query: Query,
        max_tokens: int,
        *,
        within_project: bool = False,
        with_questions: bool = False,
        rerank: bool = False,
    ) -> Answer:
        """What an agent is given for it, who may name its project, ask questions of its own, and have a language model
        choose."""
        question = Question(
            query=query.text,
            questions=query.questions if with_questions else (),
            max_tokens=max_tokens,
            project=query.project if within_project else None,
            rerank=rerank,
        )
        return self.search("hybrid").answer(question)

    def matches(self, query: Query, count: int) -> list[Match]:
        """What a caller is given who asks for so many."""
        vector = self._embedder.embed_question(query.text)
        matches, _ = self.search("hybrid").ask(Question(query=query.text, match_count=count), vector)
        return sorted(matches, key=lambda match: -match.score)[:count]

    def id_of(self, match: Match) -> str:
        """The passage that a match is found by."""
        return self._ids[f"{match.source.path} {match.source.chunk}" if match.source else str(match.id)]

    def text_of(self, match: Match) -> str:
        """The text of that passage, without what stands around it."""
        return self._texts[self.id_of(match)]

    def ids_in(self, match: Match) -> list[str]:
        """The passages that a match holds."""
        if not match.source:
            return [self.id_of(match)]
        return [self._ids[f"{match.source.path} {chunk}"] for chunk in match.source.chunks]

    def _write_learnings(self, passages: Sequence[Passage]) -> None:
        """One by one, in the order of their dates: who supersedes names one that is there."""
        stored: dict[str, UUID] = {}
        for passage in sorted(passages, key=lambda passage: passage.date or ""):
            [vector] = self._embedder.embed([passage.text])
            learning = {
                "learning": passage.text,
                "kind": passage.kind,
                "tags": [],
                "embedding": str(vector),
                "distinctions": distinctions(passage.text),
                "authority": "user" if passage.kind == "rule" else "learned",
                "supersedes": str(stored[passage.supersedes]) if passage.supersedes else None,
                "project": passage.project,
                "questions": [*passage.questions],
            }
            [row] = self._call("upsert_knowledge", learnings=[learning], threshold=self._embedder.near_duplicate)
            stored[passage.id] = row["id"]
            self._ids.setdefault(str(row["id"]), passage.id)

    def _write_documents(self, passages: Sequence[Passage]) -> None:
        documents: dict[str, list[Passage]] = defaultdict(list)
        for passage in passages:
            documents[passage.document].append(passage)
        for document, parts in documents.items():
            path = f"3-descriptions/bench/documents/{short(document)}.md"
            for first in range(0, len(parts), BATCH):
                self._write_chunks(path if first == 0 else f"{path}-{first}", parts[first : first + BATCH])

    def _write_chunks(self, path: str, parts: Sequence[Passage]) -> None:
        vectors = self._embedder.embed([part.text for part in parts])
        chunks = [
            {
                "text": part.text,
                "text_hash": f"{short(part.text)}{part.position}",
                "breadcrumb": list(part.breadcrumb),
                "tags": [],
                "speaker": part.speaker,
                "session_date": part.date,
                "embedding": str(vector),
            }
            for part, vector in zip(parts, vectors, strict=True)
        ]
        self._call(
            "replace_chunks", file_path=path, etag="e", expected_etag=None, chunks=chunks, source_type="markdown"
        )
        self._ids.update({f"{path} {place}": part.id for place, part in enumerate(parts)})

    def _call(self, function: str, **arguments: Any) -> Any:
        return self._database.call(function, tenant_id=self.tenant_id, model=self._embedder.model, **arguments)


class ProductRanker:
    """The order of `match_knowledge`, rules among the rest."""

    def __init__(self, product: Product, mode: SearchMode) -> None:
        self._product, self._search = product, product.search(mode)

    def best(self, query: Query, count: int) -> list[str]:
        """As the port; a passage of several chunks counts once."""
        vector = self._search.embedder.embed_question(query.text)
        matches, _ = self._search.ask(Question(query=query.text, match_count=min(100, 2 * count)), vector)
        ranked = sorted(matches, key=lambda match: -match.score)
        return list(islice(dict.fromkeys(map(self._product.id_of, ranked)), count))


class Fused:
    """Reciprocal ranks of two rankers, summed."""

    def __init__(self, *rankers: Ranker) -> None:
        self._rankers = rankers

    def best(self, query: Query, count: int) -> list[str]:
        """As the port."""
        scores: dict[str, float] = defaultdict(float)
        for ranker in self._rankers:
            for rank, passage_id in enumerate(ranker.best(query, DEPTH), start=1):
                scores[passage_id] += 1 / (RRF + rank)
        return sorted(scores, key=lambda passage_id: -scores[passage_id])[:count]


class Chroma:
    """chromadb in this process: its HNSW index over the vectors."""

    def __init__(self, embedder: OnnxEmbedder, passages: Sequence[Passage]) -> None:
        import chromadb

        self._embedder, self._ids = embedder, [passage.id for passage in passages]
        client = chromadb.EphemeralClient()
        self._rows = client.create_collection(f"bench-{id(self)}", metadata={"hnsw:space": "cosine"})
        vectors = embedder.embed([passage.text for passage in passages])
        for first in range(0, len(passages), 1000):
            names = [str(place) for place in range(first, min(first + 1000, len(passages)))]
            self._rows.add(ids=names, embeddings=vectors[first : first + 1000])

    def best(self, query: Query, count: int) -> list[str]:
        """As the port."""
        vector = self._embedder.embed_question(query.text)
        [names] = self._rows.query(query_embeddings=[vector], n_results=min(2 * count, len(self._ids)))["ids"]
        return list(islice(dict.fromkeys(self._ids[int(name)] for name in names), count))


class LanceHybrid:
    """lancedb's hybrid search: its full-text index and the vectors, fused by its default reranker."""

    def __init__(self, embedder: OnnxEmbedder, passages: Sequence[Passage]) -> None:
        import lancedb

        self._embedder = embedder
        vectors = embedder.embed([passage.text for passage in passages])
        rows = [
            {"id": passage.id, "text": _dated(passage), "vector": vector}
            for passage, vector in zip(passages, vectors, strict=True)
        ]
        self._table = lancedb.connect(mkdtemp()).create_table("bench", rows)
        self._table.create_fts_index("text")

    def best(self, query: Query, count: int) -> list[str]:
        """As the port."""
        vector = self._embedder.embed_question(query.text)
        words = " ".join("".join(char if char.isalnum() else " " for char in query.text).split())
        rows = self._table.search(query_type="hybrid").vector(vector).text(words).limit(2 * count).to_list()
        return list(islice(dict.fromkeys(row["id"] for row in rows), count))


class Mem0:
    """mem0 with what is to be remembered given as it is (`infer=False`), over its own local store."""

    def __init__(self, embedder: OnnxEmbedder, passages: Sequence[Passage]) -> None:
        from mem0.configs.vector_stores.qdrant import QdrantConfig
        from mem0.vector_stores.qdrant import Qdrant

        self._embedder = embedder
        config = QdrantConfig(collection_name="bench", embedding_model_dims=384, path=mkdtemp())
        self._store = Qdrant(**config.model_dump())
        vectors = embedder.embed([passage.text for passage in passages])
        payloads = [{"data": passage.text, "passage": passage.id} for passage in passages]
        self._store.insert(vectors, payloads, ids=list(range(len(passages))))

    def best(self, query: Query, count: int) -> list[str]:
        """As the port."""
        vector = self._embedder.embed_question(query.text)
        points = self._store.search(query.text, vector, 2 * count)
        return list(islice(dict.fromkeys(point.payload["passage"] for point in points), count))


OTHERS: dict[str, tuple[str, Callable[[OnnxEmbedder, Sequence[Passage]], Ranker]]] = {
    "chromadb": ("chromadb", Chroma),
    "lancedb hybrid": ("lancedb", LanceHybrid),
    "mem0": ("mem0", Mem0),
}


def rankers(product: Product, embedder: OnnxEmbedder, search_set: SearchSet) -> dict[str, Ranker]:
    """By name: the product's modes, their fusion, and the others that are installed."""
    dense, keyword = product.ranker("dense"), product.ranker("keyword")
    chosen: dict[str, Ranker] = {"dense": dense, "keyword": keyword, f"RRF {RRF}": Fused(dense, keyword)}
    for name, (package, build) in OTHERS.items():
        if importlib.util.find_spec(package):
            chosen[name] = build(embedder, search_set.passages)
    return {**chosen, "ours": product.ranker("hybrid")}


def _dated(passage: Passage) -> str:
    """What others search by words: the same as the product has."""
    day = f"{date.fromisoformat(passage.date):%d %B %Y}" if passage.date and not passage.kind else ""
    return " ".join(filter(None, [day, passage.speaker, passage.text]))


__all__ = ["Product", "Ranker", "rankers"]

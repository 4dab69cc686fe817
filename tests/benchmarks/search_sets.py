"""Questions with judged answers, read from public formats: BEIR folders, LoCoMo, Cranfield, agents' tasks."""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

from knowledge.chunks import markdown_splitter
from knowledge.ports.embedder import OnnxEmbedder

TURN = re.compile(r"D\d+:\d+")


@dataclass(frozen=True)
class Passage:
    """A text to be found: a learning of a `kind`, or a chunk at a place in a document, with its session's date.

    `questions` are what whoever noted a learning says that it answers.
    """

    id: str
    text: str
    document: str = ""
    position: int = 0
    kind: str | None = None
    date: str | None = None
    speaker: str | None = None
    breadcrumb: tuple[str, ...] = ()
    supersedes: str | None = None
    project: str | None = None
    questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Query:
    """A question, and how much each passage, by its id, is an answer to it; `quoted` must stand in a block.

    `questions` are what an agent that is given the task asks of its own.
    """

    id: str
    text: str
    relevant: dict[str, int]
    kind: str = ""
    quoted: dict[str, str] = field(default_factory=dict)
    project: str | None = None
    questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class SearchSet:
    """One tenant's passages and the questions to them."""

    name: str
    passages: list[Passage]
    queries: list[Query]


def beir(folder: Path, split: str = "test") -> SearchSet:
    """A folder of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/<split>.tsv`."""
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    with (folder / "qrels" / f"{split}.tsv").open() as file:
        for query, passage, grade in list(csv.reader(file, delimiter="\t"))[1:]:
            judged[query][passage] = int(grade)
    texts = {str(row["_id"]): row["text"] for row in _rows(folder / "queries.jsonl")}
    passages = [
        Passage(str(row["_id"]), f"{row.get('title', '')}\n{row['text']}".strip(), str(row["_id"]))
        for row in _rows(folder / "corpus.jsonl")
    ]
    queries = [Query(name, texts[name], grades) for name, grades in judged.items() if any(grades.values())]
    return SearchSet(folder.name, passages, queries)


def cranfield(folder: Path) -> SearchSet:
    """`cran.all.1400`, `QRelsCorrectedforTRECeval` and `cran.qry`, whose questions are numbered as they come.

    The judgements' grades 1 to 4 count as relevant; 5, and -1, as not.
    """
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "QRelsCorrectedforTRECeval").read_text().splitlines():
        query, _, passage, grade = line.split()
        judged[query][passage] = int(1 <= int(grade) <= 4)
    passages = [
        Passage(number, f"{parts.get('T', '')}\n{parts.get('W', '')}".strip(), number)
        for number, parts in _smart(folder / "cran.all.1400")
    ]
    texts = [parts["W"] for _, parts in _smart(folder / "cran.qry")]
    queries = [Query(str(place), text, judged[str(place)]) for place, text in enumerate(texts, start=1)]
    return SearchSet("cranfield", passages, [query for query in queries if any(query.relevant.values())])


def locomo(file: Path, first: int = 1, last: int = 10, embedder: OnnxEmbedder | None = None) -> list[SearchSet]:
    """Conversations of `locomo10.json`, from the `first` to the `last`, each a tenant: its turns are the passages.

    With an embedder its sessions are files that the product cuts, and the chunks are.
    """
    return [
        _as_files(_conversation(f"locomo {number}", sample), embedder)
        if embedder
        else _conversation(f"locomo {number}", sample)
        for number, sample in enumerate(json.loads(file.read_text()), start=1)
        if first <= number <= last
    ]


def agent_tasks(file: Path, embedder: OnnxEmbedder) -> SearchSet:
    """Tasks of agents over learnings and documents: what each needs of them, and of documents which passage.

    A need is a learning's id, or a document's: with the `passage` beside it, or as `document#passage`. Tasks that
    nothing answers are of the kind `none`, or stand in a list of that name. `questions` of a task are what its agent
    asks, of a learning what it answers.
    """
    stored = json.loads(file.read_text())
    passages = [
        Passage(
            row["id"],
            row["text"],
            kind=row["kind"],
            date=row.get("date"),
            supersedes=row.get("supersedes"),
            project=_project(row),
            questions=tuple(row.get("questions", ())),
        )
        for row in stored["learnings"]
    ]
    for row in stored["documents"]:
        name = row.get("id") or row["path"]
        chunks = markdown_splitter.chunk(name, row["text"], embedder.count_tokens, embedder.max_tokens - 2)
        passages += [_passage(name, name, one) for one in chunks]
    texts = {row["id"]: row["text"] for row in stored["learnings"]}
    tasks = [*stored["tasks"], *({"kind": "none", "needs": [], **row} for row in stored.get("none", []))]
    return SearchSet(f"agents' tasks ({file.stem})", passages, [_task(row, texts) for row in tasks])


def _task(row: dict[str, Any], texts: dict[str, str]) -> Query:
    needs = {need: need.partition("#") for need in row["needs"]}
    return Query(
        row["id"],
        row.get("task") or row["text"],
        {name: 1 for name, _, _ in needs.values()},
        row.get("kind", ""),
        {need: texts.get(need) or passage or row["passage"] for need, (_, _, passage) in needs.items()},
        _project(row),
        tuple(row.get("questions", ())),
    )


def _project(row: dict[str, Any]) -> str | None:
    """The project of a learning or a task; None for what is of no project, or of `all`."""
    stated: str | None = row.get("project")
    return None if stated == "all" else stated


def _conversation(name: str, sample: dict[str, Any]) -> SearchSet:
    talk = sample["conversation"]
    sessions = [key for key in talk if re.fullmatch(r"session_\d+", key)]
    passages = [
        Passage(
            turn["dia_id"],
            f"{turn['speaker']}: {turn['text']}" + (f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""),
            session,
            position,
            date=_day(talk.get(f"{session}_date_time", "")),
        )
        for session in sessions
        for position, turn in enumerate(talk[session])
    ]
    known = {passage.id for passage in passages}
    queries = []
    for place, asked in enumerate(sample["qa"]):
        evidence = {turn for text in asked.get("evidence") or [] for turn in TURN.findall(str(text))} & known
        if evidence:
            queries.append(Query(str(place), asked["question"], dict.fromkeys(evidence, 1), str(asked["category"])))
    return SearchSet(name, passages, queries)


def _as_files(search_set: SearchSet, embedder: OnnxEmbedder) -> SearchSet:
    """The same, each session as a chat that is uploaded: below a heading with its day, a paragraph for each turn."""
    sessions: dict[str, list[Passage]] = defaultdict(list)
    for turn in search_set.passages:
        sessions[turn.document].append(turn)
    chunks, holding = list[Passage](), dict[str, str]()
    for name, turns in sessions.items():
        lines = [f"## Session {turns[0].date or ''}", *(turn.text for turn in turns)]
        cut = markdown_splitter.chunk(name, "\n\n".join(lines), embedder.count_tokens, embedder.max_tokens - 2)
        chunks += [_passage(f"{name} {one.index}", name, one) for one in cut]
        starts = accumulate(len(line) + 2 for line in lines[:-1])
        holding |= {
            turn.id: next(f"{name} {one.index}" for one in cut if start < one.end)
            for turn, start in zip(turns, starts, strict=True)
        }
    queries = [replace(query, relevant={holding[turn]: 1 for turn in query.relevant}) for query in search_set.queries]
    return SearchSet(f"{search_set.name}, as files", chunks, queries)


def _passage(identity: str, document: str, one: markdown_splitter.Chunk) -> Passage:
    """A chunk as the product has it."""
    day = one.session_date and one.session_date.isoformat()
    return Passage(identity, one.text, document, one.index, None, day, one.speaker, one.breadcrumb)


def _day(stated: str) -> str | None:
    """`1:56 pm on 8 May, 2023` as a date."""
    try:
        return datetime.strptime(stated.partition(" on ")[2].strip(), "%d %B, %Y").date().isoformat()
    except ValueError:
        return None


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open() as lines:
        yield from map(json.loads, lines)


def _smart(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The records of SMART's format: `.I number`, then fields that a line with `.` and a letter begins."""
    for record in re.split(r"^\.I ", file.read_text(), flags=re.M)[1:]:
        number, _, rest = record.partition("\n")
        fields = re.split(r"^\.([A-Z])\s*\n", rest, flags=re.M)[1:]
        yield (
            number.strip(),
            {name: " ".join(text.split()) for name, text in zip(fields[::2], fields[1::2], strict=True)},
        )

"""A context put together: what matters most first, as far as the room goes."""

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import PurePosixPath

from knowledge.auth import Redaction
from knowledge.chunks.reader import is_worth_reading
from knowledge.files import paths, project_view, topic_index
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.files.topic_index import Topic
from knowledge.matches.models import Match
from knowledge.matches.parts import add_issues, add_parts
from knowledge.matches.relevance import likely
from knowledge.matches.repeats import name_of
from knowledge.matches.token_budget import Budget, Size
from knowledge.ports.embedder import Vector
from knowledge.ports.object_store import Objects, StoredObject
from knowledge.text import prompt_block
from knowledge.usecases.query_knowledge.context_files import (
    FileReader,
    about,
    chosen_topics,
    content_of,
    lines,
    marked,
    shared,
)
from knowledge.usecases.query_knowledge.models import Context, ContextDocument, ContextRequest, Question
from knowledge.usecases.query_knowledge.search import Search
from knowledge.usecases.query_knowledge.search_results import SearchResults, why_empty

ALWAYS = ("identity", "conventions")  # of the system's own files, considered whatever the task is
SYSTEM = 0.15  # share of the room that the files of each such name may take together
PARTS = 0.6  # share of the room that rules, fixes, facts and passages may take
DIRECTORY = 0.1  # share of the room that lines of the index about other topics may take
TOPICS = 3  # whose summaries are read, each of up to 2,000 characters
NEAR_THE_BEST = 0.6  # share of the best topic's similarity that a topic must have
OTHERS = 0.5  # share of the floor that another topic must have, since a line says little of what stands behind it
KINDS = {Tier.SUMMARY: "summary", Tier.DESCRIPTION: "description"}  # of the files that are shown whole
READERS = 4  # objects read at once


def load(task: ContextRequest, objects: Objects, search: Search, redaction: Redaction) -> Context:
    """What the tenant knows for the task: the system's own files, what search finds in its parts, the summaries of the
    topics that it is about, whole files where they are about it, and last other topics that may be.

    What is missing is passed over: an empty base is empty.
    """
    with ThreadPoolExecutor(READERS) as readers:
        return _ContextBuilder(task, objects, search, readers, redaction).load()


class _ContextBuilder:
    """Puts a context together. Files are read while the question is embedded and asked."""

    def __init__(
        self,
        task: ContextRequest,
        objects: Objects,
        search: Search,
        readers: ThreadPoolExecutor,
        redaction: Redaction,
    ) -> None:
        self._task, self._search = task, search
        self._redaction = redaction
        self._files = FileReader(objects, search.database, search.tenant_id, readers)
        self._room = Size(task.max_tokens, task.max_characters)
        self._budget = Budget(self._room, search.embedder)
        self._likely = likely(search.embedder.floor)

    def load(self) -> Context:
        index_file = self._files.begin(self._files.text, paths.INDEX)
        standing = self._files.begin(self._files.system, ALWAYS, self._task.project)
        results = self._search.results(_question(self._task))
        rows, matches, issues = results.rows, results.matches, results.issues
        ranked = [] if results.unasked else self._ranked(results.vector, index_file.result())
        topics = chosen_topics(ranked, matches)[:TOPICS] if results.reranked else self._relevant(ranked)
        always, near = standing.result(), self._read([*_summaries(topics), *about(matches, self._likely)])
        documents = marked(self._files.documents({**always, **near}), [*rows, *results.beside], matches)
        system = self._within_shares([documents[path] for path in always])
        whole_paths = {document.path for document in system}
        add_issues(issues, self._budget)
        whole = self._fitting(self._not_copies([documents[path] for path in near if path not in whole_paths], system))
        whole_paths.update(document.path for document in whole)
        news = [match for match in matches if self._is_news(match, whole_paths)]
        shown = self._shown([match for match in news if match.overruled_by not in whole_paths], results)
        files = self._taken([one for one in whole if not one.overruled_by])
        shown += self._shown([match for match in news if match.overruled_by in whole_paths], results)
        files += self._taken(self._behind(whole, {one.path for one in (*system, *files)} | {one.name for one in shown}))
        self._search.note(shown, issues, self._task.run_id)
        others = ranked if (matches or topics) and not results.reranked else []
        directory = self._directory(topics, others, whole_paths)
        return Context(
            index=directory,
            system=system,
            summaries=[one for one in files if paths.tier(one.path) is Tier.SUMMARY],
            descriptions=[one for one in files if paths.tier(one.path) is Tier.DESCRIPTION],
            semantic_results=shown,
            issues=issues,
            formatted=self._budget.formatted,
            tokens=self._budget.spent,
            empty=None if self._budget.lines else why_empty(results),
            note=results.note,
            left_out=self._budget.left_out,
            receipt=self._search.receipt(results),
        )

    def _ranked(self, asked: Vector | None, index_file: str | None) -> list[Topic]:
        may_be_read = partial(project_view.may_be_read, self._task.project)

        def read(path: str) -> str | None:
            return index_file if path == paths.INDEX else self._files.text(path) if may_be_read(path) else None

        indexes = project_view.of_all_and(self._task.project, paths.INDEX)
        if asked:
            topics = topic_index.nearest(asked, read, self._search.embedder, indexes=indexes)
        else:
            topics = topic_index.nearest_by_words(self._task.task_description, read, indexes=indexes)
        return [topic for topic in topics if may_be_read(topic.location) and is_worth_reading(topic.location)]

    def _relevant(self, ranked: Sequence[Topic]) -> list[Topic]:
        """Those near the task, of topics that come nearest first."""
        least = max(self._likely, NEAR_THE_BEST * ranked[0].similarity) if ranked else 0.0
        return [topic for topic in ranked[:TOPICS] if topic.similarity >= least]

    def _within_shares(self, always: Sequence[ContextDocument]) -> list[ContextDocument]:
        """Those that fit into the share of their name, so that none takes another's room, nor what is found."""
        left = dict.fromkeys(ALWAYS, self._room * SYSTEM)
        shown = []
        for document in always:
            name = PurePosixPath(document.path).stem
            if size := self._take(document, "system", left[name]):
                left[name] -= size
                shown.append(document)
        return shown

    def _read(self, wanted: Sequence[str]) -> dict[str, StoredObject]:
        """The files that exist, by path; the others are left out."""
        files = self._files.read(wanted)
        for path in [path for path in dict.fromkeys(wanted) if path not in files]:
            self._budget.leave_out(path, "the file is missing")
        return files

    def _not_copies(
        self, documents: Sequence[ContextDocument], shown: Sequence[ContextDocument]
    ) -> list[ContextDocument]:
        """Those whose title and text are not another's that is shown, or that stands before it."""
        contents = {content_of(document) for document in shown}
        first: list[ContextDocument] = []
        for document in documents:
            if content_of(document) in contents:
                self._budget.leave_out(document.path, "another file says the same")
            else:
                first.append(document)
            contents.add(content_of(document))
        return first

    def _fitting(self, documents: Sequence[ContextDocument]) -> list[ContextDocument]:
        """Those for which there is room beside the parts; of the others the passages stay."""
        left = self._budget.left * (1 - PARTS)
        fitting = []
        sizes = self._budget.sizes([lines(document, "description", self._redaction) for document in documents])
        for document, size in zip(documents, sizes, strict=True):
            if left.holds(size):
                fitting.append(document)
                left -= size
            else:
                self._budget.leave_out(document.path, "it does not fit", size.tokens)
        return fitting

    def _shown(self, matches: Sequence[Match], results: SearchResults) -> list[Match]:
        """Those for which the parts have room."""
        chosen = bool(results.reranked)
        return add_parts(matches, self._budget, PARTS, project=self._task.project, chosen=chosen)

    def _taken(self, documents: Sequence[ContextDocument]) -> list[ContextDocument]:
        """Those for which there is room, told whole."""
        return [one for one in documents if self._take(one, KINDS[paths.tier(one.path)])]

    def _behind(self, documents: Sequence[ContextDocument], names: Collection[str]) -> list[ContextDocument]:
        """Those that something of these names overrules: what holds stands before them, or they are not told."""
        for path in [one.path for one in documents if one.overruled_by and one.overruled_by not in names]:
            self._budget.leave_out(path, "what overrules it does not fit")
        return [one for one in documents if one.overruled_by in names]

    def _take(self, document: ContextDocument, kind: str, room: Size | None = None) -> Size | None:
        return self._budget.take(document.path, lines(document, kind, self._redaction), room)

    def _is_news(self, match: Match, whole: Collection[str]) -> bool:
        """Whether it says something that is not shown whole, or something later stands below it.

        What another file says in the same words is shown with that one.
        """
        places = [source.path for source in (match.source, *match.sources) if source]
        if match.source is None or match.later or not {*places} & {*whole}:
            return True
        self._budget.leave_out(name_of(match), "its file is here as a whole")
        return False

    def _directory(self, topics: Sequence[Topic], ranked: Sequence[Topic], whole: Collection[str]) -> list[Topic]:
        """The task's topics, then others that may be; what is not told whole has a line, as far as these fit."""
        least = OTHERS * self._search.embedder.floor
        ordered = [*topics, *(topic for topic in ranked if topic not in topics and topic.similarity >= least)]
        directory: list[Topic] = []
        left = self._room * DIRECTORY
        for topic in ordered:
            if topic.location in whole:
                directory.append(topic)
                continue
            size = self._budget.take(f"topic {topic.topic}", [_topic_line(topic, self._redaction)], left)
            if size:
                left -= size
                directory.append(topic)
        return directory


def _question(task: ContextRequest) -> Question:
    return Question(
        query=task.task_description,
        questions=task.questions,
        agent_type=task.agent_type,
        project=task.project,
        user_id=task.user_id,
        run_id=task.run_id,
        max_tokens=max(100, int(task.max_tokens * PARTS)),
        rerank=task.rerank,
        answers=task.answers,
    )


def _summaries(topics: Sequence[Topic]) -> list[str]:
    return [topic.location for topic in topics if topic.location.startswith(f"{Tier.SUMMARY}/")]


def _topic_line(topic: Topic, redaction: Redaction) -> str:
    entry = index.IndexEntry(topic=topic.topic, description=topic.description, location=topic.location)
    return prompt_block.topic(topic.location, shared(index.render(entry), redaction))

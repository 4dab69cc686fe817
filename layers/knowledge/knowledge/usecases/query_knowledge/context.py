"""A context put together: what matters most first, as far as the tokens go."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from uuid import UUID

from knowledge.errors import Invalid, NotFound
from knowledge.files import paths, topic_index
from knowledge.files.formats import description, index, summary
from knowledge.files.paths import Scope, Tier
from knowledge.files.topic_index import Topic
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder, Vector
from knowledge.ports.object_store import Objects
from knowledge.text import frontmatter, prompt_block
from knowledge.usecases.query_knowledge import conflicts, search
from knowledge.usecases.query_knowledge.models import Context, ContextDocument, ContextMatch, ContextRequest
from knowledge.usecases.query_knowledge.search import Match, Question
from knowledge.usecases.query_knowledge.token_budget import Budget

TOPICS = 6  # at most: each is a summary of up to 2,000 characters
NEAR_THE_BEST = 0.6  # share of the best topic's similarity that a topic must have
HALF_AS_NEAR = 0.5  # share of the best match's similarity that a match must have: search fills up with strangers
DETAIL = 0.5  # share of the tokens that whole descriptions may take
DIRECTORY = 0.2  # share of the tokens that lines of the index about other topics may take
ALWAYS = ("identity", "conventions")  # of the system's own files, considered whatever the task is

_LINK = re.compile(r"\[\[([^\[\]\r\n]{1,500})\]\]|\]\(([^()\s]{1,500})\)")


class ContextBuilder:
    """Puts a context together, what matters most first."""

    def __init__(self, task: ContextRequest, tenant: str, objects: Objects, embedder: Embedder) -> None:
        self._tenant, self._objects, self._embedder = tenant, objects, embedder
        self._budget = Budget(task.max_tokens, embedder)
        self._detail = int(task.max_tokens * DETAIL)
        self._share = int(task.max_tokens * DIRECTORY)

    def load(self, asked: Vector, matches: Sequence[Match]) -> Context:
        """Rules of the system, what the user wrote, then overview, matches and detail, and last what else there is."""
        overruled = conflicts.overruled(matches, self._embedder)
        ranked = topic_index.nearest(asked, self._text, self._embedder)
        topics = _relevant(ranked)
        system = list(self._documents(self._always(), "system"))
        theirs = [match for match in matches if match.scope == Scope.USER]
        results = list(self._results(theirs, overruled))
        listed = [topic for topic in topics if self._budget.take(f"topic {topic.topic}", [_topic_line(topic)])]
        located = [topic.location for topic in topics]
        summaries = list(self._documents(_of_tier(located, Tier.SUMMARY), "summary"))
        needed = [path for path in _needed(located, summaries, matches) if path not in {each.path for each in system}]
        descriptions = list(self._documents(needed, "description", self._detail))
        shown = {each.path for each in (*system, *summaries, *descriptions)}
        others = [match for match in matches if match not in theirs]
        least = HALF_AS_NEAR * max((match.similarity for match in matches), default=0.0)
        news = [match for match in others if self._is_news(match, shown, overruled)]
        results += self._results([match for match in news if self._is_near(match, least)], overruled)
        listed += self._directory(ranked[len(topics) :])
        return Context(
            index=listed,
            system=system,
            summaries=summaries,
            descriptions=descriptions,
            semantic_results=results,
            formatted=self._budget.formatted,
            tokens=self._budget.spent,
            left_out=self._budget.left_out,
        )

    def _directory(self, topics: Sequence[Topic]) -> Sequence[Topic]:
        """The rest of the index, as far as it fits: what else there is to ask for."""
        taken = self._budget.fill([[_topic_line(topic)] for topic in topics], self._share)
        if taken < len(topics):
            self._budget.leave_out(f"{len(topics) - taken} topics of the index", "others are nearer to the task")
        return topics[:taken]

    def _always(self) -> list[str]:
        listed = self._objects.list(paths.prefix(self._tenant, f"{Tier.DESCRIPTION}/{Scope.SYSTEM}/"))
        found = [paths.locate(each.key)[1] for each in listed]
        return [path for name in ALWAYS for path in found if PurePosixPath(path).stem == name]

    def _documents(self, wanted: Sequence[str], kind: str, within: int | None = None) -> Iterator[ContextDocument]:
        """The files that exist and fit, each whole."""
        for path in dict.fromkeys(wanted):
            content = self._text(path)
            if content is None:
                self._budget.leave_out(path, "the file is missing")
                continue
            document = _document(path, content)
            facts = {"kind": kind, "version": document.version, "scope": document.scope}
            lines = [prompt_block.heading(path, **facts), *prompt_block.content(content)]
            before = self._budget.left
            if self._budget.take(path, lines, within):
                within = None if within is None else within - (before - self._budget.left)
                yield document

    def _results(self, matches: Sequence[Match], overruled: dict[UUID, Match]) -> Iterator[ContextMatch]:
        for match in matches:
            higher = overruled.get(match.id)
            path = higher.source.path if higher and higher.source else None
            if self._budget.take(
                _name(match), [prompt_block.line(match, **{"OVERRULED BY": path, "scope": match.scope})]
            ):
                yield ContextMatch(**match.model_dump(), overruled_by=path)

    def _is_news(self, match: Match, shown: set[str], overruled: dict[UUID, Match]) -> bool:
        """Whether it says something that is not shown whole; what is overruled is shown as such in any case."""
        if match.source is None or match.source.path not in shown or match.id in overruled:
            return True
        self._budget.leave_out(_name(match), "its file is here as a whole")
        return False

    def _is_near(self, match: Match, least: float) -> bool:
        if match.similarity >= least:
            return True
        self._budget.leave_out(_name(match), "others are nearer to the task")
        return False

    def _text(self, path: str) -> str | None:
        """The file's text; None where there is none, or the path is none: people write indexes too."""
        try:
            return self._objects.get(paths.key(self._tenant, path)).body.decode("utf-8", "replace")
        except (Invalid, NotFound):
            return None


def _relevant(ranked: Sequence[Topic]) -> Sequence[Topic]:
    """Those near the task, of topics that come nearest first."""
    return [topic for topic in ranked[:TOPICS] if topic.similarity >= NEAR_THE_BEST * ranked[0].similarity]


def _needed(located: Sequence[str], summaries: Sequence[ContextDocument], matches: Sequence[Match]) -> list[str]:
    """Descriptions to show whole: files that several matches are from, and those that the nearest topic points at."""
    sources = [match.source.path for match in matches if match.source]
    several = [path for path in dict.fromkeys(sources) if sources.count(path) > 1]
    nearest = summaries[0].content if summaries and located and summaries[0].path == located[0] else ""
    linked = [first or second for first, second in _LINK.findall(nearest)]
    return list(dict.fromkeys(_of_tier([*several, *located, *linked], Tier.DESCRIPTION)))


def _of_tier(wanted: Sequence[str], tier: Tier) -> list[str]:
    return [path for path in wanted if path.startswith(f"{tier}/")]


def _document(path: str, content: str) -> ContextDocument:
    named = summary.header(content) or description.header(content)
    stated = frontmatter.fields(content)
    version = named.version if named else stated.get("version")
    title = named.title if named else stated.get("title") or PurePosixPath(path).stem
    return ContextDocument(
        path=path,
        title=str(title),
        version=str(version) if version else None,
        scope=paths.scope(path),
        content=content,
    )


def _topic_line(topic: Topic) -> str:
    entry = index.IndexEntry(topic=topic.topic, description=topic.description, location=topic.location)
    return f"{prompt_block.heading(paths.INDEX, kind='topic')} {prompt_block.plain(index.render(entry))}"


def _name(match: Match) -> str:
    return f"{match.source.path}, chunk {match.source.chunk}" if match.source else f"learning {match.id}"


__all__ = ["Context", "ContextDocument", "ContextMatch", "ContextRequest", "load"]

MATCHES = 8  # some of these are dropped where their whole file is shown


def load(task: ContextRequest, tenant_id: UUID, objects: Objects, database: Database, embedder: Embedder) -> Context:
    """What the tenant knows for the task: relevant topics of the index, their summaries, what search finds, and whole
    descriptions only where they are needed and fit. What is missing is passed over: an empty base is empty."""
    question = Question(query=task.task_description, match_count=MATCHES, run_id=task.run_id)
    asked, described = embedder.embed([f"{task.task_type}: {task.task_description}", task.task_description])
    matches = search.nearest(question, described, tenant_id, database, embedder.model)
    return ContextBuilder(task, str(tenant_id), objects, embedder).load(asked, matches)

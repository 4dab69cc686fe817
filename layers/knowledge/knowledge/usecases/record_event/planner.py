"""Which files an event changes, and how."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from knowledge.files import current_statements
from knowledge.files.current_statements import CurrentStatement, News, PlacedStatement, SupersededStatement
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, SectionEdit, merged
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder
from knowledge.text import markdown
from knowledge.usecases.record_event.content.webhooks import is_routine, is_upkeep
from knowledge.usecases.record_event.edits import decision_records, failures, file_entries, plugins
from knowledge.usecases.record_event.edits.llm_supersession import Arbiter
from knowledge.usecases.record_event.edits.service_reports import Reports
from knowledge.usecases.record_event.edits.supersession import CHANGELOG, PastStatements, by_path
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Statement
from knowledge.usecases.record_event.statements.metrics import is_written
from knowledge.usecases.record_event.statements.technologies import removed
from knowledge.usecases.record_event.topics import business_areas, headings
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_in
from knowledge.usecases.record_event.topics.summary_routing import Places

SIGNIFICANT = 1_200  # characters; below, the summary's sentences say nearly all of it
STRUCTURE = 3  # headings, tables, code blocks or lists that make a text worth keeping as it is
PLAN = SummaryPlace("product", "implementation-plan", "Implementation Plan")
STACK = SummaryPlace("product", "tech-stack", "Tech Stack")


@dataclass(frozen=True)
class EventChanges:
    """What an event changes: edits, its statements with their places, what it supersedes, and where its detail is."""

    statements: list[Statement]
    edits: list[AnyEdit] = field(default_factory=list)
    superseded: list[SupersededStatement] = field(default_factory=list)
    detail: str = ""

    def then(self, *further: Iterable[AnyEdit]) -> "EventChanges":
        """The same with further edits behind its own."""
        return replace(self, edits=[*self.edits, *chain.from_iterable(further)])


class Planner:
    """Plans the edits of one event in one tenant's files."""

    def __init__(
        self,
        event: Occurrence,
        extraction: EventExtraction,
        files: Snapshot,
        embedder: Embedder,
        judge: Arbiter | None = None,
    ) -> None:
        """A `judge` decides what the event makes a thing of the past; without one the words do."""
        self._event, self._extraction, self._files, self._embedder = event, extraction, files, embedder
        self._judge, self._nearby = judge, NearbySummaries(event, files, embedder)
        self._places = Places(event, files, self._nearby, embedder)
        self._past = PastStatements(event, files)
        self._statements = list(extraction.statements)

    def plan(self) -> EventChanges:
        """What the event changes, an edit a file; nothing where nothing is kept."""
        planned = _PLANS[self._event.kind](self) if self._event.text else EventChanges(self._statements)
        return replace(planned, edits=merged(planned.edits))

    def _conversation(self) -> EventChanges:
        """The summaries that its statements belong to; with significant detail, a description of the first."""
        detailed = self._extraction.partial or is_significant(self._event.text)
        if not self._statements and not detailed:
            return EventChanges([])
        placed = self._stated("conversations", detailed)
        failed = failures.failures(self._event, placed.statements, self._embedder)
        return placed.then(self._decided(placed), failed)

    def _research(self) -> EventChanges:
        """The research section of the documentation, and the summaries of its topics."""
        placed, about = self._stated("research", True), "What was researched, the latest first"
        recent = file_entries.recent("research", "Research", placed.detail, self._event, about)
        return placed.then(self._decided(placed), [recent])

    def _integration(self) -> EventChanges:
        """What a service reports, or what a person does, each statement where it belongs."""
        if not is_written(self._event):
            reports = Reports(self._event, self._extraction, self._files, self._embedder)
            return EventChanges(self._statements, list(reports.edits()))
        placed, about = self._stated("reports", True), "What was reported, the latest first"
        recent = file_entries.recent("reports", "Reports", placed.detail, self._event, about)
        return placed.then(self._decided(placed), [recent])

    def _code_change(self) -> EventChanges:
        """The summaries of what it is about, the tech stack, the implementation plan, the changelog, capabilities."""
        event = self._event
        technologies = [statement.text for statement in self._statements if statement.says == "technology"]
        changes = [
            statement
            for statement in self._statements
            if statement.says != "technology" and not is_routine(statement.text)
        ]
        progress = [statement.text for statement in changes if statement.says == "progress"]
        heads = [text for text in progress if wording.is_commit(text)] or progress[:1]
        placed, about = self._changed(changes), "What was changed, the latest first"
        details = file_entries.details(event, self._extraction)
        log = file_entries.log(CHANGELOG, "Changelog", ["changelog"], event, self._extraction, Scope.SYSTEM.value)
        return replace(placed, edits=[*self._stack(technologies), *placed.edits]).then(
            self._progress(heads or [event.title]),
            self._decided(placed),
            [log],
            file_entries.capability(event, file_entries.type_of(event), details),
            plugins.readmes(event),
            [file_entries.recent("changelog", "Changelog", CHANGELOG, event, about)],
        )

    def _stated(self, kind: str, detailed: bool) -> EventChanges:
        """The statements in their summaries, what they supersede in the history, and all of it in a description."""
        places = self._places_for(self._statements)
        statements = self._headed(self._statements, places)
        held = self._nearby.standing(places, statements)
        own = [statement.text for statement in statements]
        news = self._news(own, held, places)
        places = self._moved_places(places, news, held)
        statements = list(map(_in_place, statements, places))
        whole = Statement(says="fact", text=self._event.text[:500])
        first = places[0] if places else self._places_for([whole])[0]
        detail = first.description(kind)
        texts = [
            file_entries.prefixed(statement.model_copy(update={"text": news.texts.get(at, statement.text)}))
            for at, statement in enumerate(statements)
        ]
        linked = detail if detailed or kind == "research" else ""
        return EventChanges(statements, superseded=news.superseded, detail=detail).then(
            self._bullets(texts, places, news, self._changed_lines(own, places, news, held), first, linked),
            [self._section(detail, first, kind)] if detailed else [],
            self._past.description_marks(news.passages, news.superseded, held),
            self._past.history(news.superseded, first, held, [detail] if detailed else []),
        )

    def _news(
        self,
        texts: Sequence[str],
        held: Sequence[CurrentStatement],
        places: Sequence[SummaryPlace],
        *,
        explicit: bool = False,
    ) -> News:
        """What of the statements is new, and what they supersede: the judge says so where there is one."""
        own = {place.path for place in places}
        ended = self._judge.ended(texts, held, self._past.passages(held), own) if self._judge and texts else None
        return current_statements.news(texts, held, self._event.at, self._embedder, explicit=explicit, ended=ended)

    def _moved_places(
        self, places: Sequence[SummaryPlace], news: News, held: Sequence[CurrentStatement]
    ) -> list[SummaryPlace]:
        """The places; of what takes the place of something, where that stood."""
        known = {place.path: place for place in reversed(places)}
        moved = {at: known.get(origin) or place_in(origin, held) for at, origin in news.places.items()}
        return [moved.get(at, place) for at, place in enumerate(places)]

    def _changed(self, changes: Sequence[Statement]) -> EventChanges:
        """What is so since the change, in the summaries of what it is about; what is no longer so leaves them."""
        places = self._places.places_for(changes, self._extraction.category)
        as_told, changes = changes, self._headed(changes, places)
        held = self._nearby.standing([*places, PLAN], changes)
        texts = [change.text for change in changes]
        news = self._news(texts, held, places, explicit=True)
        places = self._moved_places(places, news, held) if self._judge else places
        placed = {
            one.text: _in_place(change, place) for one, change, place in zip(as_told, changes, places, strict=True)
        }
        statements = [placed.get(statement.text, statement) for statement in self._statements]
        return EventChanges(statements, superseded=news.superseded).then(
            self._bullets(texts, places, news, self._changed_lines(texts, places, news, held)),
            self._past.description_marks(news.passages, news.superseded, held),
            self._past.history(news.superseded, places[0] if places else PLAN, held),
        )

    def _headed(self, statements: Sequence[Statement], places: Sequence[SummaryPlace]) -> list[Statement]:
        """The statements with the headings that their topics do not tell; a talk has none that an author wrote."""
        if self._event.kind == "conversation":
            return list(statements)
        return headings.with_headings(statements, places, self._event.title, self._embedder)

    def _places_for(self, statements: Sequence[Statement]) -> list[SummaryPlace]:
        """The statements' places; those of research on the market or its competitors all there."""
        if self._event.kind != "research" or self._event.topic:
            return self._places.places_for(statements, self._extraction.category)
        if area := business_areas.market(self._event, self._embedder):
            return [SummaryPlace(area.category, area.topic, area.title)] * len(statements)
        whole = self._places.of_research(statements, self._extraction.category)
        return self._places.places_for(statements, self._extraction.category, whole)

    def _bullets(
        self,
        texts: Sequence[str],
        places: Sequence[SummaryPlace],
        news: News,
        gone: dict[str, dict[str, str]],
        first: SummaryPlace | None = None,
        detail: str = "",
    ) -> Iterator[AnyEdit]:
        """What is new in its summaries, and out of them what is gone; the first line of each leads to the detail."""
        groups: defaultdict[SummaryPlace, list[str]] = defaultdict(list)
        for text, place, new in zip(texts, places, news.new, strict=True):
            groups[place] += [f"{text} ({self._event.at:%Y-%m-%d})"] if new else []
        if first and detail and not groups[first]:
            groups[first] = [f"{self._event.title} ({self._event.at:%Y-%m-%d})"]
        for place, lines in groups.items():
            linked = [f"{line} [[{detail}]]" if detail and not at else line for at, line in enumerate(lines)]
            change = gone.pop(place.path, {})
            if linked or change:
                yield Bullets(path=place.path, title=place.title, bullets=linked, at=self._event.at, gone=change)
        yield from self._past.removals(gone)

    def _changed_lines(
        self, texts: Sequence[str], places: Sequence[SummaryPlace], news: News, held: Sequence[CurrentStatement]
    ) -> dict[str, dict[str, str]]:
        """Of each page the lines that change: those that end, and those that point to what is said now of the same.

        Where a judge has answered nothing points: what it did not end is still so.
        """
        day, gone = f"{self._event.at:%Y-%m-%d}", by_path(news.superseded)
        if news.judged:
            return gone
        about = self._event.title if self._event.kind == "research" else ""
        new = [
            PlacedStatement(text, place.path, about)
            for text, place, new in zip(texts, places, news.new, strict=True)
            if new
        ]
        for pointer in current_statements.pointers(new, held, day, self._embedder, news.superseded):
            gone.setdefault(pointer.line.path, {}).setdefault(pointer.line.line, pointer.left(day))
        return gone

    def _section(self, path: str, place: SummaryPlace, kind: str) -> SectionEdit:
        title = f"Research: {place.title}" if kind == "research" else f"{place.title}: {kind}"
        section = file_entries.section(self._event, path, title, [place.category, place.topic])
        near = [place.path, *(other for other in self._nearby.related() if other != place.path)][:4]
        return section.model_copy(update={"related": near})

    def _decided(self, placed: EventChanges) -> Iterable[AnyEdit]:
        """Records of decisions, which lead to those that they replace."""
        return decision_records.decisions(self._event, placed.statements, placed.superseded, self._files.text)

    def _progress(self, changes: Sequence[str]) -> Iterator[AnyEdit]:
        """The implementation plan: what was done, in a line a change; upkeep is no progress."""
        changes = [change for change in changes if not is_upkeep(change)]
        lines = [f"{self._event.at:%Y-%m-%d}: {change}" for change in changes]
        if lines:
            yield Bullets(path=PLAN.path, title=PLAN.title, bullets=lines, at=self._event.at)

    def _stack(self, brought: Sequence[str]) -> Iterator[AnyEdit]:
        """The technologies that a change brings, and those that it takes out."""
        names = {name.casefold() for name in removed(self._event.text, self._event.metadata)}
        held = self._standing(STACK) if names else []
        gone = [line for line in held if not line.is_persons and line.text.split()[0].casefold() in names]
        if brought or gone:
            lines, at = {ended.line: "" for ended in gone}, self._event.at
            yield Bullets(path=STACK.path, title=STACK.title, bullets=list(brought), at=at, named=True, gone=lines)
            day, now = f"{at:%Y-%m-%d}", f"removed by {self._event.title}"
            past = [SupersededStatement(ended.path, ended.line, ended.text, ended.text, day, now) for ended in gone]
            yield from self._past.history(past, STACK)

    def _standing(self, place: SummaryPlace) -> list[CurrentStatement]:
        """What the summary says now, and which of it a person does."""
        return current_statements.read_standing(place.path, self._files.text, self._files.persons_lines)


_PLANS: dict[str, Callable[[Planner], EventChanges]] = {
    "conversation": Planner._conversation,
    "integration": Planner._integration,
    "research": Planner._research,
    "code_change": Planner._code_change,
}


def is_significant(text: str) -> bool:
    """Whether a text has detail that its summary would lose: by its length, or by its structure."""
    parts = [block for block in markdown.blocks(text) if block.is_heading or block.whole]
    return len(text) >= SIGNIFICANT or len(parts) >= STRUCTURE


def _in_place(statement: Statement, place: SummaryPlace | None) -> Statement:
    return statement.model_copy(update={"category": place.category, "topic": place.title}) if place else statement

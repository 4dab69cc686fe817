"""Which files an event changes, and how."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from knowledge.files import current_statements
from knowledge.files.current_statements import CurrentStatement, News, SupersededStatement, leading_from
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, SectionEdit, merged
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder
from knowledge.text import markdown
from knowledge.text.statements.values import times_of_year
from knowledge.usecases.record_event.content.code_changes import is_all_upkeep
from knowledge.usecases.record_event.edits import decision_records, ended_decisions, failures, file_entries, plugins
from knowledge.usecases.record_event.edits.llm_supersession import Arbiter
from knowledge.usecases.record_event.edits.renamed_pages import retitlings
from knowledge.usecases.record_event.edits.replaced_decisions import with_replaced
from knowledge.usecases.record_event.edits.service_reports import Reports
from knowledge.usecases.record_event.edits.summary_edits import PLAN, PlacedNews, SummaryEdits
from knowledge.usecases.record_event.edits.supersession import CHANGELOG, PastStatements
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Statement
from knowledge.usecases.record_event.statements.metrics import is_written
from knowledge.usecases.record_event.topics import business_areas, headings
from knowledge.usecases.record_event.topics.nearby_summaries import LISTS, NearbySummaries
from knowledge.usecases.record_event.topics.stretches import LOGS
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, moved_to, place_in, unnamed
from knowledge.usecases.record_event.topics.summary_routing import Places

SIGNIFICANT = 1_200  # characters; below, the summary's sentences say nearly all of it
STRUCTURE = 3  # headings, tables, code blocks or lists that make a text worth keeping as it is


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
        judge: Arbiter | None,
    ) -> None:
        """A `judge` decides what the event makes a thing of the past; without one the words do."""
        self._event, self._extraction, self._files, self._embedder = event, extraction, files, embedder
        self._judge, self._nearby = judge, NearbySummaries(event, files, embedder)
        self._places = Places(event, files, self._nearby, embedder)
        self._past = PastStatements(event, files)
        self._summaries = SummaryEdits(event, files, embedder, self._past)
        self._statements = list(extraction.statements)

    def plan(self) -> EventChanges:
        """What the event changes, an edit a file; nothing where nothing is kept."""
        planned = _PLANS[self._event.kind](self) if self._event.text else EventChanges(self._statements)
        renamed = self._judge.renamed if self._judge else {}
        pages = self._nearby.pages() if renamed else []
        titles = retitlings(renamed, self._files, pages, planned.statements)
        return replace(planned, edits=merged([*planned.edits, *titles]))

    def _conversation(self) -> EventChanges:
        """The summaries that its statements belong to; with significant detail, a description of the first."""
        detailed = self._extraction.partial or is_significant(self._event.text) or bool(self._event.header)
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
        changes = [one for one in self._statements if one.says != "technology" and not is_all_upkeep(one.text)]
        progress = [statement.text for statement in changes if statement.says == "progress"]
        is_release = any(statement.under for statement in changes)
        heads = [text for text in progress if wording.is_commit(text)] or ([] if is_release else progress[:1])
        placed, about = self._changed(changes), "What was changed, the latest first"
        details = file_entries.details(event, self._extraction)
        log = file_entries.log(CHANGELOG, "Log of changes", ["changelog"], event, self._extraction, Scope.SYSTEM.value)
        return replace(placed, edits=[*self._summaries.stack(technologies), *placed.edits]).then(
            self._summaries.progress(heads or [file_entries.headline(event)]),
            self._decided(placed),
            [log],
            file_entries.capability(event, details),
            plugins.readmes(event, self._files.text),
            [file_entries.recent("changelog", "Changelog", CHANGELOG, event, about)],
        )

    def _stated(self, kind: str, detailed: bool) -> EventChanges:
        """The statements in their summaries, what they supersede in the history, and all of it in a description."""
        placed = self._placed_news(self._statements, self._places_for(self._statements))
        statements, news, held = placed.statements, placed.news, placed.held
        whole = Statement(says="fact", text=self._event.text[:500])
        first = placed.places[0] if placed.places else self._places_for([whole])[0]
        is_apart = kind == "research" and len(set(placed.places)) > 1  # then it is filed by what its title is about
        subject = self._places.of_research(statements, self._extraction.category) if is_apart else first
        detail = subject.description(kind)
        texts = [news.texts.get(at, text) for at, text in enumerate(placed.texts)]
        by_rules = self._extraction.method == "rules"  # which know of nothing but a decision what it is
        lines = file_entries.labelled(statements, texts, decisions_alone=by_rules)
        linked = detail if detailed or kind == "research" else ""
        return EventChanges(statements, superseded=news.superseded, detail=detail).then(
            self._summaries.bullets(placed, lines, first, linked),
            [self._section(detail, first, kind, subject.title)] if detailed else [],
            self._past.description_marks(news.passages, news.superseded, held),
            self._past.history(news.superseded, first, held, [detail] if detailed else []),
        )

    def _changed(self, changes: Sequence[Statement]) -> EventChanges:
        """What is so since the change, in the summaries of what it is about; what is no longer so leaves them."""
        places = self._places.places_for(changes, self._extraction.category)
        placed = self._placed_news(changes, places, beside=[PLAN], explicit=True)
        in_place = {change.text: own for change, own in zip(changes, placed.statements, strict=True)}
        statements = [in_place.get(statement.text, statement) for statement in self._statements]
        news, first = placed.news, placed.places[0] if placed.places else PLAN
        lines = file_entries.labelled(placed.statements, placed.texts, decisions_alone=True)
        return EventChanges(statements, superseded=news.superseded).then(
            self._summaries.bullets(placed, lines),
            self._past.description_marks(news.passages, news.superseded, placed.held),
            self._past.history(news.superseded, first, placed.held),
        )

    def _placed_news(
        self,
        statements: Sequence[Statement],
        places: Sequence[SummaryPlace],
        *,
        beside: Sequence[SummaryPlace] = (),
        explicit: bool = False,
    ) -> PlacedNews:
        """The statements under their headings, compared with what their summaries, and those `beside`, say now.

        What takes the place of something goes where that stood, but for what the caller gives a topic.
        """
        headed = self._headed(statements, places)
        held = self._nearby.standing([*places, *beside], headed, is_read=self._judge is not None)
        news = self._news(headed, held, places, explicit=explicit)
        places = list(places) if self._event.topic else self._moved_places(places, news, held)
        news = replace(news, superseded=leading_from(news.superseded, held, {place.path for place in places}))
        return PlacedNews(list(map(_in_place, headed, places)), places, held, news)

    def _news(
        self,
        statements: Sequence[Statement],
        held: Sequence[CurrentStatement],
        places: Sequence[SummaryPlace],
        *,
        explicit: bool,
    ) -> News:
        """What of the statements is new, and what they supersede: the judge says so where there is one."""
        texts, own = [statement.text for statement in statements], {place.path for place in places}
        judgement = self._judge.judged(texts, held, self._past.passages(held), own) if self._judge and texts else None
        news = current_statements.news(
            texts,
            held,
            self._event.at,
            self._embedder,
            explicit=explicit,
            of_period=bool(times_of_year(self._event.title)),
            judgement=judgement,
        )
        homes = unnamed(news.places, statements) | moved_to(texts, news.superseded, held, self._files.moved_lines)
        news = replace(news, superseded=ended_decisions.with_consequences(news.superseded), places=homes)
        return news if news.judged else with_replaced(news, texts, held, f"{self._event.at:%Y-%m-%d}")

    def _moved_places(
        self, places: Sequence[SummaryPlace], news: News, held: Sequence[CurrentStatement]
    ) -> list[SummaryPlace]:
        """The places; of what takes the place of something, where that stood."""
        by_path = {place.path: place for place in reversed(places)}
        origins = ((at, origin) for at, origin in news.places.items() if origin not in (*LOGS, *LISTS))
        moved = {at: by_path.get(origin) or place_in(origin, held) for at, origin in origins}
        return [moved.get(at, place) for at, place in enumerate(places)]

    def _headed(self, statements: Sequence[Statement], places: Sequence[SummaryPlace]) -> list[Statement]:
        """The statements with the headings that their topics do not tell; a talk has none that an author wrote."""
        if self._event.is_talk:
            return list(statements)
        of_change = self._event.kind == "code_change"
        return headings.with_headings(statements, places, self._event.title, self._embedder, of_change=of_change)

    def _places_for(self, statements: Sequence[Statement]) -> list[SummaryPlace]:
        """The statements' places; those of research on the market or its competitors all there where no model reads."""
        if self._event.kind != "research" or self._event.topic:
            return self._places.places_for(statements, self._extraction.category)
        if not self._judge and (area := business_areas.market(self._event, self._embedder)):
            return [SummaryPlace(area.category, area.topic, area.title)] * len(statements)
        whole = self._places.of_research(statements, self._extraction.category)
        return self._places.places_for(statements, self._extraction.category, whole)

    def _section(self, path: str, place: SummaryPlace, kind: str, about: str) -> SectionEdit:
        title = f"Research: {about}" if kind == "research" else f"{about}: {kind}"
        section = file_entries.section(self._event, path, title, [place.category, place.topic])
        near = [place.path, *(other for other in self._nearby.related() if other != place.path)][:4]
        return section.model_copy(update={"related": near})

    def _decided(self, placed: EventChanges) -> Iterable[AnyEdit]:
        """Records of decisions, which lead to those that they replace."""
        as_told, read = self._extraction.method == "llm", self._files.text
        return decision_records.decisions(self._event, placed.statements, placed.superseded, read, as_told=as_told)


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


def _in_place(statement: Statement, place: SummaryPlace) -> Statement:
    return statement.model_copy(update={"category": place.category, "topic": place.title})

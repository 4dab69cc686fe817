"""What a connected service reports: its figures and states in an operational summary, and all of it in a log."""

import re
from collections.abc import Iterator, Sequence

from knowledge.files import current_statements
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, Figures, Marks
from knowledge.ports.embedder import Embedder
from knowledge.usecases.record_event.content.sanitizing import status
from knowledge.usecases.record_event.edits import file_entries, scope_files
from knowledge.usecases.record_event.edits.scope_files import INTEGRATIONS
from knowledge.usecases.record_event.edits.supersession import PastStatements
from knowledge.usecases.record_event.models import EventExtraction, Occurrence
from knowledge.usecases.record_event.statements.metrics import figures, period
from knowledge.usecases.record_event.topics import business_areas
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at

REPORTS = 20  # sentences of reports that a summary shows


class Reports:
    """Plans the edits of one service's report."""

    def __init__(self, event: Occurrence, extraction: EventExtraction, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._extraction, self._files, self._embedder = event, extraction, files, embedder

    def edits(self) -> Iterator[AnyEdit]:
        """The operational summary that it reports on, what the service reports, and the log of integrations."""
        event, place = self._event, self._reported_before() or self._area()
        states = [statement.text for statement in self._extraction.statements if statement.says == "status"]
        if values := figures(event):
            yield from self._current(place, values, period(event))
        if state := status(event.text, event.metadata):
            about = event.metadata.get("service") or event.topic or place.topic
            name = f"{'Last' if event.transaction else 'Status'} of {about}"
            yield from self._current(place, {name: states.pop(0) if states else state})
        yield from self._reported(place, states)
        tags = ["documentation", "integrations"]
        yield file_entries.log(INTEGRATIONS, "Log of integrations", tags, event, self._extraction)
        yield from scope_files.service(event, place.path)
        about = "What connected services reported, the latest first"
        yield file_entries.recent("integrations", "Integrations", INTEGRATIONS, event, about)

    def _area(self) -> SummaryPlace:
        area = business_areas.operation(self._event, self._embedder)
        return SummaryPlace(area.category, area.topic, area.title)

    def _current(self, place: SummaryPlace, values: dict[str, str], of: str = "") -> Iterator[AnyEdit]:
        """The figures of a period, or of now, in the summary, and marks of those in the log that are no longer so."""
        current = Figures(path=place.path, title=place.title, figures=values, at=self._event.at, period=of)
        yield current
        before = current.changed(self._files.text(place.path), self._files.persons_lines(place.path))
        log, marks = self._files.text(INTEGRATIONS) or "", dict[str, str]()
        for name, value in before.items():
            bare = name.removeprefix(f"{self._event.metadata.get('service') or ''} ")  # as the report has it
            if words := re.search(rf"{re.escape(bare)}: {re.escape(value)}(?![\d.,]*\d)", log):
                marks[words[0]] = f"until {self._event.at:%Y-%m-%d}; now: {values[name]}"
        if marks:
            yield Marks(path=INTEGRATIONS, marks=marks)

    def _reported_before(self) -> SummaryPlace | None:
        """The summary in which the service's reports of this kind stand: figures of one thing stand in one place."""
        path = scope_files.service_file(self._event)
        at = scope_files.summary_of(self._files.text(path) or "", scope_files.kind_of(self._event)) if path else None
        return place_at(at) if at else None

    def _reported(self, place: SummaryPlace, reports: Sequence[str]) -> Iterator[AnyEdit]:
        """What is reported in sentences, the latest only: each leads to the log, where all of it is."""
        if self._event.transaction or not reports:
            return
        held = current_statements.read_standing(place.path, self._files.text, self._files.persons_lines)
        news = current_statements.news(reports, held, self._event.at, self._embedder)
        day = f"({self._event.at:%Y-%m-%d}) [[{INTEGRATIONS}]]"
        bullets = [f"{report} {day}" for report, new in zip(reports, news.new, strict=True) if new]
        gone = {ended.line: ended.left for ended in news.superseded if ended.line}
        yield Bullets(path=place.path, title=place.title, bullets=bullets, at=self._event.at, gone=gone, latest=REPORTS)
        yield from PastStatements(self._event, self._files).history(news.superseded, place)

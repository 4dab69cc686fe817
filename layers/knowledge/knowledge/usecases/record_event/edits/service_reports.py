"""What a connected service reports: its figures and states in an operational summary, and all of it in a log."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from knowledge.files import current_statements, paths
from knowledge.files.current_statements import CurrentStatement, SupersededStatement
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, Figures, Marks, SectionEdit, figure, units
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder
from knowledge.text.statements import entry_lines
from knowledge.text.strings import one_line
from knowledge.usecases.record_event.content.sanitizing import status
from knowledge.usecases.record_event.edits import file_entries
from knowledge.usecases.record_event.edits.supersession import PastStatements
from knowledge.usecases.record_event.models import EventExtraction, Occurrence
from knowledge.usecases.record_event.statements.metrics import figures, names
from knowledge.usecases.record_event.statements.reported_period import period, without_month
from knowledge.usecases.record_event.statements.reported_states import of_version, releases, states_of_items
from knowledge.usecases.record_event.topics import business_areas
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at

INTEGRATIONS = "3-descriptions/documentation/integrations/log.md"
REPORTS = 20  # sentences of reports that a summary shows
_SENTENCE = re.compile(r"[.!?](?:\s|$)")  # what ends one in a title
_SUMMARY = re.compile(r"\[\[(2-summaries/[^\]/]+/[^\]/]+\.md)\]\]")


class Reports:
    """Plans the edits of one service's report."""

    def __init__(self, event: Occurrence, extraction: EventExtraction, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._extraction, self._files, self._embedder = event, extraction, files, embedder

    def edits(self) -> Iterator[AnyEdit]:
        """The operational summary that it reports on, what the service reports, and the log of integrations."""
        event, (place, placed) = self._event, self._places()
        of_items = states_of_items(event)
        lines = {f"{name}: {state}" for name, state in of_items.items()}
        states = [one.text for one in self._extraction.statements if one.says == "status" and one.text not in lines]
        for home, values in placed.items():
            yield from self._current(home, of_version(event, values), period(event))
        if state := status(event.text, event.metadata):
            about = event.metadata.get("service") or event.topic or place.topic
            name = f"{'Last' if event.transaction else 'Status'} of {about}"
            yield from self._current(place, {name: states.pop(0) if states else state})
            if released := {} if event.transaction else releases(event, str(about)):
                yield from self._current(place, released)
        if of_items:
            yield from self._current(place, {f"Status of {name}": state for name, state in of_items.items()})
        yield from self._reported(place, states)
        tags = ["documentation", "integrations"]
        yield file_entries.log(INTEGRATIONS, "Log of integrations", tags, event, self._extraction)
        yield from _service(event, list(dict.fromkeys([place.path, *(home.path for home in placed)])))
        about = "What connected services reported, the latest first"
        yield file_entries.recent("integrations", "Integrations", INTEGRATIONS, event, about)

    def _places(self) -> tuple[SummaryPlace, dict[SummaryPlace, dict[str, str]]]:
        """Where a report of its kind stands, and its figures by their summaries; a new kind stands with its figures."""
        before = self._reported_before()
        place = before or self._area()
        placed = self._where_they_stand(figures(self._event), place)
        return (place if before or not placed or place in placed else next(iter(placed))), placed

    def _area(self) -> SummaryPlace:
        area = business_areas.operation(self._event, self._embedder)
        return SummaryPlace(area.category, area.topic, area.title)

    def _where_they_stand(self, values: dict[str, str], place: SummaryPlace) -> dict[SummaryPlace, dict[str, str]]:
        """The figures by their summaries: one stands where another report told it, also one of no service."""
        path = _service_file(self._event)
        linked = _SUMMARY.findall(self._files.text(path) or "") if path else []
        near = filter(paths.is_allowed, [place.path, *linked, *business_areas.operation_pages()])
        pages = {page: self._files.text(page) or "" for page in near}
        placed: defaultdict[SummaryPlace, dict[str, str]] = defaultdict(dict)
        for name, value in values.items():
            called = {page: one for page, content in pages.items() if (one := _called_on(content, name, value))}
            page = next(iter(called), place.path)
            own = called.get(page) or _new_on(pages[place.path], name, value)
            placed[place if page == place.path else place_at(page, business_areas.title_at(page))][own] = value
        return dict(placed)

    def _current(self, place: SummaryPlace, values: dict[str, str], of: str = "") -> Iterator[AnyEdit]:
        """The figures of a period, or of now, in the summary, and marks of those in the log that are no longer so."""
        current = Figures(path=place.path, title=place.title, figures=values, at=self._event.at, period=of)
        yield current
        before = current.changed(self._files.text(place.path), self._files.persons_lines(place.path))
        log, marks = self._files.text(INTEGRATIONS) or "", dict[str, str]()
        for name, value in before.items():
            if words := self._as_reported(name, value, log):
                marks[words] = f"until {self._event.at:%Y-%m-%d}; now: {values[name]}"
        if marks:
            yield Marks(path=INTEGRATIONS, marks=marks)

    def _as_reported(self, name: str, value: str, log: str) -> str:
        """The figure as the log has it, of a report that names its service if there is one; "" where none has it."""
        service = str(self._event.metadata.get("service") or "")
        value = value.partition(" (")[0]
        name = name.removeprefix("Status of ").removeprefix(f"{service} ").removesuffix(f" ({units.of(value)})")
        figure = rf"{re.escape(name)}: {re.escape(value)}(?![\d.,]*\d)"
        named = re.search(rf"\b{re.escape(service)}\b[^\n]*?{figure}", log)
        match = named or re.search(figure, log)
        return match[0] if match else ""

    def _reported_before(self) -> SummaryPlace | None:
        """The summary in which the service's reports of this kind stand: figures of one thing stand in one place."""
        path = _service_file(self._event)
        at = _summary_of(self._files.text(path) or "", _kind_of(self._event)) if path else None
        return place_at(at, business_areas.title_at(at)) if at else None

    def _reported(self, place: SummaryPlace, reports: Sequence[str]) -> Iterator[AnyEdit]:
        """What is reported in sentences, the latest only: each leads to the log, where all of it is."""
        if self._event.transaction or not reports:
            return
        held = current_statements.read_standing(place.path, self._files.text, self._files.persons_lines)
        reports, former = self._in_their_state(reports, held)
        beside = [line for line in held if line.line not in {ended.line for ended in former}]
        news = current_statements.news(reports, beside, self._event.at, self._embedder)
        day = f"({self._event.at:%Y-%m-%d}) [[{INTEGRATIONS}]]"
        bullets = [f"{report} {day}" for report, new in zip(reports, news.new, strict=True) if new]
        superseded = [*former, *news.superseded]
        gone = {ended.line: ended.left for ended in superseded if ended.line}
        yield Bullets(path=place.path, title=place.title, bullets=bullets, at=self._event.at, gone=gone, latest=REPORTS)
        yield from PastStatements(self._event, self._files).history(superseded, place)

    def _in_their_state(
        self, reports: Sequence[str], held: Sequence[CurrentStatement]
    ) -> tuple[Sequence[str], list[SupersededStatement]]:
        """What a body reports with its state, and what stands of the same in another one: an alert, and that it ended.

        Of several sentences nobody knows of which one the state is. One that is told late is in the log alone.
        """
        state = status(self._event.text, {})
        if not state or len(reports) != 1:
            return reports, []
        of, day = f"{reports[0].rstrip('.')}: ", f"{self._event.at:%Y-%m-%d}"
        now = f"{of}{state}."
        others = [one for one in held if one.text.startswith(of) and one.text != now and not one.is_persons]
        if any(one.day > day for one in others):
            return [], []
        former = [
            SupersededStatement(one.path, one.line, one.text, one.text, day, now, statement=one.text, since=one.day)
            for one in others
        ]
        return [now], former


def _called_on(content: str, name: str, value: str) -> str:
    """What a page calls a figure: by its name, or by that and its unit; "" where it has it in another unit, or not."""
    unit = units.of(value)
    plain = name.removesuffix(f" ({unit})")
    names = dict.fromkeys([f"{plain} ({unit})", plain] if unit else [name])
    held = ((one, there) for one in names if (there := figure(content, one)))
    return next((one for one, there in held if not units.are_different(there, value)), "")


def _new_on(content: str, name: str, value: str) -> str:
    """What a figure is called that a page has not: with its unit where one of its name stands there in another."""
    unit = units.of(value)
    return f"{name} ({unit})" if figure(content, name) and not name.endswith(f" ({unit})") else name


def _service_file(event: Occurrence) -> str | None:
    """Where what is known of the event's service stands; None where it names none."""
    name = one_line(str(event.metadata.get("service") or ""))
    return paths.learned("services", name) if name else None


def _kind_of(event: Occurrence) -> str:
    """Which kind of report it is; what a sentence tells is none, and of its service alone."""
    named = event.metadata["service"] if _SENTENCE.search(event.title) else without_month(event.title).partition(":")[0]
    return one_line(str(event.metadata.get("type") or named))[:80]


def _summary_of(service: str, kind: str) -> str | None:
    """The summary to which a service's file leads for a kind of report."""
    _, _, section = f"\n{service}".partition(f"\n## {kind}\n")
    link = _SUMMARY.search(section)
    return link[1] if link and paths.is_allowed(link[1]) else None


def _service(event: Occurrence, summaries: Sequence[str]) -> Iterator[AnyEdit]:
    """What a connected service reports: by kind of report what its figures are called, and where they stand now.

    The summary of its kind stands first, then those that had some of its figures before.

    Of single payments or orders nothing stands in a summary: they are in the log.
    """
    if path := _service_file(event):
        name, kind = one_line(str(event.metadata["service"])), _kind_of(event)
        place = (
            f"Each: [[{INTEGRATIONS}]]"
            if event.transaction
            else f"Now: {', '.join(f'[[{summary}]]' for summary in summaries)}"
        )
        yield SectionEdit(
            path=path,
            title=f"Service: {name}",
            tags=["service", paths.slug(name)],
            scope=Scope.LEARNED.value,
            heading=kind,
            items=[figure.removeprefix(f"{name} ") for figure in names(event)],
            body=f"- {place}",
            mark=entry_lines.field("Reports", kind),
            at=event.at,
        )

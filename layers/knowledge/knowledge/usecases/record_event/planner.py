"""Which files an event changes, and how."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from knowledge.files import paths, standing
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, Figures, Marks, NewFile, SectionEdit, Several
from knowledge.files.paths import Scope, Tier
from knowledge.files.standing import News, Standing, Superseded
from knowledge.ports.embedder import Embedder
from knowledge.text import markdown
from knowledge.usecases.record_event import areas, entries, scopes
from knowledge.usecases.record_event.metrics import figures, is_written
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Says, Statement
from knowledge.usecases.record_event.placing import Places, SummaryPlace, titled
from knowledge.usecases.record_event.sanitizing import status
from knowledge.usecases.record_event.scopes import CAPABILITIES
from knowledge.usecases.record_event.technologies import removed
from knowledge.usecases.record_event.webhooks import is_upkeep

CHANGELOG = "3-descriptions/system/changelog.md"
INTEGRATIONS = "3-descriptions/documentation/integrations/log.md"
REPORTS = 20  # sentences of reports that a summary shows
SIGNIFICANT = 1_200  # characters; below, the summary's sentences say nearly all of it
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
STRUCTURE = 3  # headings, tables, code blocks or lists that make a text worth keeping as it is


class Planner:
    """Plans the edits of one event in one tenant's files."""

    def __init__(self, event: Occurrence, extraction: EventExtraction, files: Snapshot, embedder: Embedder) -> None:
        self._event, self._extraction, self._files, self._embedder = event, extraction, files, embedder
        self._places = Places(event, event.topic or extraction.topic, files, embedder)
        self._held: list[Standing] = []  # what the summaries near the event say
        self._past: list[Superseded] = []  # what the event makes a thing of the past
        self._written_to: set[str] = set()  # where the event itself is told whole
        self.statements = list(extraction.statements)  # with their categories, once it is planned

    def plan(self) -> list[AnyEdit]:
        """The edits, each of another file; none where nothing is kept."""
        return _merged(_PLANS[self._event.kind](self)) if self._event.text else []

    def _conversation(self) -> Iterator[AnyEdit]:
        """The summaries that its statements belong to; with significant detail, a description of the first."""
        detailed = self._extraction.partial or is_significant(self._event.text)
        if self.statements or detailed:
            yield from self._stated("conversations", detailed, single=False)
            yield from self._decided()
            yield from scopes.failures(self._event, self.statements)

    def _research(self) -> Iterator[AnyEdit]:
        """The research section of the documentation, and the summary of its domain."""
        yield from self._stated("research", True, single=True)
        yield from self._decided()
        detail = next(each.path for each in self._details)
        yield entries.recent("research", "Research", detail, self._event, "What was researched, the latest first")

    def _stated(self, kind: str, detailed: bool, single: bool) -> Iterator[AnyEdit]:
        """The statements in their summaries, what they supersede in the history, and all of it in a description."""
        event = self._event
        places = self._placed(single)
        self._held = held = self._places.standing(places)
        named = [each.replaces for each in self.statements]
        news = standing.news([each.text for each in self.statements], held, event.at, self._embedder, named=named)
        self._past = news.superseded
        for at, origin in news.places.items():
            places[at] = next((each for each in places if each.path == origin), _at(origin, held))
        self.statements = [
            each.model_copy(update={"category": place.category})
            for each, place in zip(self.statements, places, strict=True)
        ]
        first = places[0] if places else self._fallback(single)
        detail = _description(first, kind)
        self._details = [self._section(detail, first, kind)]
        self._written_to = {detail} if detailed else set()
        yield from self._bullets(places, news, first, detail if detailed or kind == "research" else "")
        if detailed:
            yield from self._details
        yield from self._history(news.superseded, first)

    def _placed(self, single: bool) -> list[SummaryPlace]:
        if single:
            return [self._research_place(self.statements)] * len(self.statements)
        return self._places.each(self.statements, self._extraction.category)

    def _research_place(self, statements: Sequence[Statement]) -> SummaryPlace:
        """Where research belongs: to the market or its competitors, else to a topic of its own."""
        area = None if self._event.topic else areas.market(self._event, self._embedder)
        if area:
            return SummaryPlace(area.category, area.topic, area.title)
        return self._places.of_research(statements, self._extraction.category)

    def _fallback(self, single: bool) -> SummaryPlace:
        """The place of an event without a statement."""
        whole = Statement(says="fact", text=self._event.text[:500])
        return self._research_place([whole]) if single else self._places.each([whole], self._extraction.category)[0]

    def _bullets(
        self, places: Sequence[SummaryPlace], news: News, first: SummaryPlace, detail: str
    ) -> Iterator[AnyEdit]:
        groups: defaultdict[SummaryPlace, list[str]] = defaultdict(list)
        for at, (statement, place, new) in enumerate(zip(self.statements, places, news.new, strict=True)):
            said = statement.model_copy(update={"text": news.texts.get(at, statement.text)})
            groups[place] += [f"{entries.prefixed(said)} ({self._event.at:%Y-%m-%d})"] if new else []
        if detail and not groups[first]:
            groups[first] = [f"{self._event.title} ({self._event.at:%Y-%m-%d})"]
        gone = _by_path(news.superseded)
        for place, lines in groups.items():
            linked = [f"{line} [[{detail}]]" if detail and not at else line for at, line in enumerate(lines)]
            change = gone.pop(place.path, {})
            if linked or change:
                yield Bullets(path=place.path, title=place.title, bullets=linked, at=self._event.at, gone=change)
        yield from self._gone(gone)

    def _history(self, superseded: Sequence[Superseded], first: SummaryPlace) -> Iterator[AnyEdit]:
        """What was so until now: in the topic's history, and marked where a description still says it."""
        groups: defaultdict[SummaryPlace, list[Superseded]] = defaultdict(list)
        for each in superseded:
            groups[_of(each.path, first)].append(each)
        for place, gone in groups.items():
            lines = [f"- was: {each.text.rstrip('.')}, until {each.day}; now: {each.now}" for each in gone]
            yield self._dated(_description(place, "history"), f"{place.title}: history", "\n".join(lines))
            yield from self._marks(place, gone)

    def _marks(self, place: SummaryPlace, gone: Sequence[Superseded]) -> Iterator[AnyEdit]:
        """Where the descriptions that summaries lead to say it, too."""
        own = [_description(place, kind) for kind in ("conversations", "reports", "research")]
        own += [CHANGELOG, CAPABILITIES] if self._event.kind == "code_change" else []
        linked = [
            path
            for line in (*(each.line for each in self._held), *(each.line for each in gone))
            for path in _LINK.findall(line)
        ]
        for path in dict.fromkeys([*own, *self._written_to, *filter(paths.is_allowed, linked)]):
            content = (self._files.text(path) or "") + (self._event.text if path in self._written_to else "")
            marks = {each.words.rstrip("."): f"until {each.day}; now: {each.now}" for each in gone if each.words}
            forms = ((form, mark) for words, mark in marks.items() for form in (words, words[0].lower() + words[1:]))
            if said := {form: mark for form, mark in forms if form in content}:
                yield Marks(path=path, marks=said)

    def _section(self, path: str, place: SummaryPlace, kind: str) -> SectionEdit:
        title = f"Research: {place.title}" if kind == "research" else f"{place.title}: conversations"
        section = entries.section(self._event, path, title, [place.category, place.topic])
        return section.model_copy(update={"related": self._related(place)})

    def _dated(self, path: str, title: str, body: str) -> SectionEdit:
        section = entries.section(self._event, path, title, ["history"])
        return section.model_copy(update={"body": body})

    def _decided(self) -> Iterator[AnyEdit]:
        """Records of decisions, which lead to those that they replace."""
        yield from scopes.decisions(self._event, self.statements, self._past, self._files.text)

    def _related(self, place: SummaryPlace) -> list[str]:
        """The summaries near the event, its own first."""
        return [place.path, *(each for each in self._places.related() if each != place.path)][:4]

    def _integration(self) -> Iterator[AnyEdit]:
        """The operational summary that it reports on, what the service reports, and the log of integrations."""
        if is_written(self._event):
            yield from self._written()
            return
        event = self._event
        area = self._reported_before() or areas.operation(event, self._embedder)
        values = figures(event)
        states = _texts(self.statements, "status")
        if state := status(event.text, event.metadata):
            about = event.metadata.get("service") or event.topic or area.topic
            values[f"Status of {about}" if not event.transaction else f"Last of {about}"] = (
                states.pop(0) if states else state
            )
        place = SummaryPlace(area.category, area.topic, area.title)
        if values:
            yield Figures(path=place.path, title=area.title, figures=values, at=event.at)
            yield from self._outdated(place, values)
        yield from self._reported(place, states)
        yield entries.log(
            INTEGRATIONS, "Log of integrations", ["documentation", "integrations"], event, self._extraction
        )
        yield from scopes.service(event, place.path)
        yield entries.recent(
            "integrations", "Integrations", INTEGRATIONS, event, "What connected services reported, the latest first"
        )

    def _written(self) -> Iterator[AnyEdit]:
        """What a person reports, each statement where it belongs, as what is said in a conversation."""
        yield from self._stated("reports", True, single=False)
        yield from self._decided()
        detail = next(each.path for each in self._details)
        yield entries.recent("reports", "Reports", detail, self._event, "What was reported, the latest first")

    def _outdated(self, place: SummaryPlace, values: dict[str, str]) -> Iterator[AnyEdit]:
        """Marks of the figures in the log that are no longer so."""
        before = Figures(path=place.path, title=place.title, figures=values, at=self._event.at).changed(
            self._files.text(place.path), self._files.persons_lines(place.path)
        )
        log = self._files.text(INTEGRATIONS) or ""
        marks: dict[str, str] = {}
        for name, value in before.items():
            words = re.search(rf"{re.escape(_bare(name, self._event))}: {re.escape(value)}(?![\d.,]*\d)", log)
            if words:
                marks[words[0]] = f"until {self._event.at:%Y-%m-%d}; now: {values[name]}"
        if marks:
            yield Marks(path=INTEGRATIONS, marks=marks)

    def _reported_before(self) -> SummaryPlace | None:
        """The summary in which the service's reports of this kind stand: figures of one thing stand in one place."""
        path = scopes.service_file(self._event)
        at = scopes.summary_of(self._files.text(path) or "", scopes.kind_of(self._event)) if path else None
        return _at(at, []) if at else None

    def _reported(self, place: SummaryPlace, reports: Sequence[str]) -> Iterator[AnyEdit]:
        """What is reported in sentences, the latest only: each leads to the log, where all of it is."""
        if self._event.transaction or not reports:
            return
        held = self._standing(place)
        news = standing.news(reports, held, self._event.at, self._embedder)
        bullets = [
            f"{each} ({self._event.at:%Y-%m-%d}) [[{INTEGRATIONS}]]"
            for each, new in zip(reports, news.new, strict=True)
            if new
        ]
        gone = {each.line: each.left for each in news.superseded if each.line}
        yield Bullets(path=place.path, title=place.title, bullets=bullets, at=self._event.at, gone=gone, latest=REPORTS)
        yield from self._history(news.superseded, place)

    def _progress(self, done: Sequence[str]) -> Iterator[AnyEdit]:
        """The implementation plan: what was done, and what of this or of any near summary is no longer so."""
        place = SummaryPlace("product", "implementation-plan", "Implementation Plan")
        held = self._held = self._places.standing([place])
        news = standing.news(done, held, self._event.at, self._embedder, explicit=True)
        lines = [f"{self._event.at:%Y-%m-%d}: {each}" for each, new in zip(done, news.new, strict=True) if new]
        gone = _by_path(news.superseded)
        own = gone.pop(place.path, {})
        yield Bullets(path=place.path, title=place.title, bullets=lines, at=self._event.at, gone=own)
        self._past = news.superseded
        yield from self._gone(gone)
        yield from self._history(news.superseded, place)
        yield from self._decided()

    def _gone(self, gone: dict[str, dict[str, str]]) -> Iterator[AnyEdit]:
        """What leaves summaries to which nothing is added."""
        for path, lines in gone.items():
            title = titled(path.rsplit("/", 1)[-1][:-3])
            yield Bullets(path=path, title=title, bullets=[], at=self._event.at, gone=lines)

    def _stack(self, brought: Sequence[str]) -> Iterator[AnyEdit]:
        """The technologies that a change brings, and those that it takes out."""
        place = SummaryPlace("product", "tech-stack", "Tech Stack")
        names = {name.casefold() for name in removed(self._event.text)}
        held = self._standing(place) if names else []
        day = f"{self._event.at:%Y-%m-%d}"
        gone = [each for each in held if not each.is_persons and each.text.split()[0].casefold() in names]
        if brought or gone:
            lines = {each.line: "" for each in gone}
            yield Bullets(
                path=place.path, title=place.title, bullets=list(brought), at=self._event.at, named=True, gone=lines
            )
            now = f"removed by {self._event.title}"
            past = [Superseded(each.path, each.line, each.text, each.text, day, now) for each in gone]
            yield from self._history(past, place)

    def _standing(self, place: SummaryPlace) -> list[Standing]:
        """What the summary says now, and which of it a person does."""
        return standing.read_standing(place.path, self._files.text, self._files.persons_lines)

    def _code_change(self) -> Iterator[AnyEdit]:
        """The tech stack, the progress of the implementation plan, the changelog and what the product can do now."""
        event = self._event
        stack = _texts(self.statements, "technology")
        done = [each for each in _texts(self.statements, "progress") if not is_upkeep(each)] or [event.title]
        yield from self._stack(stack)
        yield from self._progress(done)
        yield entries.log(CHANGELOG, "Changelog", ["changelog"], event, self._extraction, Scope.SYSTEM.value)
        yield from scopes.capability(event, entries.type_of(event), entries.details(event, self._extraction))
        yield from scopes.plugins(event)
        yield entries.recent("changelog", "Changelog", CHANGELOG, event, "What was changed, the latest first")


_PLANS: dict[str, Callable[[Planner], Iterable[AnyEdit]]] = {
    "conversation": Planner._conversation,
    "integration": Planner._integration,
    "research": Planner._research,
    "code_change": Planner._code_change,
}


def is_significant(text: str) -> bool:
    """Whether a text has detail that its summary would lose: by its length, or by its structure."""
    parts = [block for block in markdown.blocks(text) if block.is_heading or block.whole]
    return len(text) >= SIGNIFICANT or len(parts) >= STRUCTURE


def _merged(changes: Iterable[AnyEdit]) -> list[AnyEdit]:
    """Each file once: the bullets for one summary together, and what else concerns one file in one change."""
    merged: dict[str, list[Any]] = {}
    for change in changes:
        before = merged.setdefault(change.path, [])
        if isinstance(change, Bullets) and before and isinstance(before[-1], Bullets):
            both = {"bullets": [*before[-1].bullets, *change.bullets], "gone": before[-1].gone | change.gone}
            before[-1] = before[-1].model_copy(update=both)
        elif not isinstance(change, NewFile) or not before:
            before.append(change)
    return [made[0] if len(made) == 1 else Several(path=path, edits=made) for path, made in merged.items()]


def _by_path(superseded: Sequence[Superseded]) -> dict[str, dict[str, str]]:
    """For each file the lines that are no longer so, each with what is left of it."""
    gone: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for each in superseded:
        if each.line:
            gone[each.path][each.line] = each.left
    return dict(gone)


def _description(place: SummaryPlace, name: str) -> str:
    """Where detail belongs; never in a scope's own folder: `user/` is what people wrote, and outranks the rest."""
    if name == "research":
        return paths.description("documentation", "research", place.topic)
    if place.category in set(Scope):
        return paths.description(Scope.LEARNED, f"{place.category}-{place.topic}", name)
    return paths.description(place.category, place.topic, name)


def _at(path: str, held: Sequence[Standing]) -> SummaryPlace:
    category, name = path.split("/")[1:3]
    title = next((each.title for each in held if each.origin == path), titled(name.removesuffix(".md")))
    return SummaryPlace(category, name.removesuffix(".md"), title)


def _of(path: str, otherwise: SummaryPlace) -> SummaryPlace:
    """The place of a summary's file; of what was never in one, that of the event."""
    if not path.startswith(f"{Tier.SUMMARY}/") or path.count("/") != 2:
        return otherwise
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    return SummaryPlace(paths.topic(path), name, titled(name))


def _bare(name: str, event: Occurrence) -> str:
    """A figure's name as the report has it, without the service before it."""
    return name.removeprefix(f"{event.metadata.get('service') or ''} ")


def _texts(statements: Sequence[Statement], says: Says) -> list[str]:
    return [each.text for each in statements if each.says == says]

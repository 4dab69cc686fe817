"""Which files an event changes, and how."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from knowledge.files import paths
from knowledge.files.editor import EditRunner
from knowledge.files.edits import AnyEdit, Bullets, Figures
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder
from knowledge.text import markdown
from knowledge.usecases.record_event import business_areas, file_entries
from knowledge.usecases.record_event.metrics import figures
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Says, Statement
from knowledge.usecases.record_event.summary_routing import Places, SummaryPlace

CHANGELOG = "3-descriptions/system/changelog.md"
INTEGRATIONS = "3-descriptions/documentation/integrations/log.md"
SIGNIFICANT = 1_200  # characters; below, the summary's sentences say nearly all of it
STRUCTURE = 3  # headings, tables, code blocks or lists that make a text worth keeping as it is


class Planner:
    """Plans the edits of one tenant's files."""

    def __init__(self, editor: EditRunner, embedder: Embedder) -> None:
        self._editor = editor
        self._places = Places(editor, embedder)

    def plan(self, event: Occurrence, extraction: EventExtraction, summary: str) -> list[AnyEdit]:
        """The edits in the name of `summary`, each of another file, the index first; none where nothing is kept."""
        if not event.text:
            return []
        changes = _merged(_PLANS[event.kind](self, event, extraction))
        return [*self._editor.listed(changes, summary), *changes]

    def _conversation(self, event: Occurrence, extraction: EventExtraction) -> Iterable[AnyEdit]:
        """The summaries that its statements belong to; with significant detail, a description of the first."""
        groups: defaultdict[SummaryPlace, list[Statement]] = defaultdict(list)
        named = self._named(event, extraction)
        for statement in extraction.statements:
            groups[named or self._places.of(statement.text, statement.category)].append(statement)
        detailed = extraction.partial or is_significant(event.text)
        if not groups and not detailed:
            return
        places = list(groups) or [named or self._places.of(event.text)]
        (category, topic), title = places[0], file_entries.titled(places[0][1])
        detail = _description(category, topic, "conversations")
        for place in places:
            link = f" [[{detail}]]" if detailed and place == places[0] else ""
            lines = [file_entries.prefixed(each) for each in groups[place]] or [f"{event.at:%Y-%m-%d}: {event.title}"]
            bullets = [f"{line}{link}" for line in lines]
            yield Bullets(path=paths.summary(*place), title=file_entries.titled(place[1]), bullets=bullets, at=event.at)
        if detailed:
            yield file_entries.section(event, detail, f"{title}: conversations", [category, topic])

    def _integration(self, event: Occurrence, extraction: EventExtraction) -> Iterable[AnyEdit]:
        """The operational summary that it reports on, and the log of integrations."""
        name = business_areas.operation(event)
        category, title, about = business_areas.OPERATIONS[name]
        values = figures(event)
        if states := _texts(extraction, "status"):
            values[f"Status of {event.topic or event.metadata.get('service') or name}"] = " ".join(states)
        if values:
            yield Figures(path=paths.summary(category, name), title=title, figures=values, at=event.at, about=about)
        yield file_entries.log(
            INTEGRATIONS, "Log of integrations", ["documentation", "integrations"], event, extraction
        )
        yield file_entries.recent(
            "integrations", "Integrations", INTEGRATIONS, event, "What connected services reported, the latest first"
        )

    def _research(self, event: Occurrence, extraction: EventExtraction) -> Iterable[AnyEdit]:
        """The research section of the documentation, and the summary of its domain."""
        category, topic = self._domain(event, extraction)
        detail = paths.description("documentation", "research", topic)
        bullets = [f"{each.text} [[{detail}]]" for each in extraction.statements]
        if bullets:
            yield Bullets(
                path=paths.summary(category, topic), title=file_entries.titled(topic), bullets=bullets, at=event.at
            )
        yield file_entries.section(
            event, detail, f"Research: {file_entries.titled(topic)}", ["documentation", "research", topic]
        )
        yield file_entries.recent("research", "Research", detail, event, "What was researched, the latest first")

    def _code_change(self, event: Occurrence, extraction: EventExtraction) -> Iterable[AnyEdit]:
        """The tech stack, the progress of the implementation plan, and the changelog."""
        stack = _texts(extraction, "technology")
        done = [each for each in _texts(extraction, "progress") if each not in stack] or [event.title]
        if stack:
            yield Bullets(
                path=paths.summary("product", "tech-stack"),
                title="Tech Stack",
                bullets=stack,
                at=event.at,
                about="Languages, libraries and services in use",
                named=True,
            )
        plan = paths.summary("product", "implementation-plan")
        yield Bullets(
            path=plan,
            title="Implementation Plan",
            bullets=[f"{event.at:%Y-%m-%d}: {each}" for each in done],
            at=event.at,
            about="What was built, the latest first",
        )
        yield file_entries.log(CHANGELOG, "Changelog", ["changelog"], event, extraction, Scope.SYSTEM.value)
        yield file_entries.recent("changelog", "Changelog", CHANGELOG, event, "What was changed, the latest first")

    def _named(self, event: Occurrence, extraction: EventExtraction) -> SummaryPlace | None:
        """The one place of an event whose topic is named."""
        topic = event.topic or extraction.topic
        said = " ".join(each.text for each in extraction.statements) or event.text
        return self._places.named(topic, said, extraction.category) if topic else None

    def _domain(self, event: Occurrence, extraction: EventExtraction) -> SummaryPlace:
        """The place of research; markets and competitors have their own."""
        market = None if event.topic else business_areas.market(event)
        if market:
            return SummaryPlace(business_areas.MARKETS, market)
        told = f"{event.title} {event.text}"
        return self._named(event, extraction) or self._places.of(told, extraction.category)


_PLANS: dict[str, Callable[[Planner, Occurrence, EventExtraction], Iterable[AnyEdit]]] = {
    "conversation": Planner._conversation,
    "integration": Planner._integration,
    "research": Planner._research,
    "code_change": Planner._code_change,
}


def _merged(changes: Iterable[AnyEdit]) -> list[AnyEdit]:
    """Each file once: the bullets for one summary together."""
    merged: dict[str, AnyEdit] = {}
    for change in changes:
        first = merged.get(change.path)
        if isinstance(first, Bullets) and isinstance(change, Bullets):
            merged[change.path] = first.model_copy(update={"bullets": [*first.bullets, *change.bullets]})
        else:
            merged[change.path] = change
    return list(merged.values())


def is_significant(text: str) -> bool:
    """Whether a text has detail that its summary would lose: by its length, or by its structure."""
    parts = [block for block in markdown.blocks(text) if block.is_heading or block.whole]
    return len(text) >= SIGNIFICANT or len(parts) >= STRUCTURE


def _description(category: str, topic: str, name: str) -> str:
    """Where detail belongs; never in a scope's own folder: `user/` is what people wrote, and outranks the rest."""
    if category in set(Scope):
        return paths.description(Scope.LEARNED, f"{category}-{topic}", name)
    return paths.description(category, topic, name)


def _texts(extraction: EventExtraction, says: Says) -> list[str]:
    return [each.text for each in extraction.statements if each.says == says]

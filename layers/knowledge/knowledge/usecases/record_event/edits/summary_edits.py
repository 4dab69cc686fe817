"""What an event adds to its summaries and takes out of them, the implementation plan and the tech stack among them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.files import current_statements, page_questions
from knowledge.files.current_statements import CurrentStatement, News, PlacedStatement, SupersededStatement
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets
from knowledge.ports.embedder import Embedder
from knowledge.usecases.record_event.content.webhooks import is_upkeep
from knowledge.usecases.record_event.edits.supersession import PastStatements, by_path
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.statements.technologies import moves, removed
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace

PLAN = SummaryPlace("product", "implementation-plan", "Implementation Plan")
STACK = SummaryPlace("product", "tech-stack", "Tech Stack")


@dataclass(frozen=True)
class PlacedNews:
    """Statements with their places, what was held near them, and what of both is new and what has ended."""

    statements: list[Statement]
    places: list[SummaryPlace]
    held: list[CurrentStatement]
    news: News

    @property
    def texts(self) -> list[str]:
        """What the statements say."""
        return [statement.text for statement in self.statements]


class SummaryEdits:
    """Plans the edits of one event's summaries."""

    def __init__(self, event: Occurrence, files: Snapshot, embedder: Embedder, past: PastStatements) -> None:
        self._event, self._files, self._embedder, self._past = event, files, embedder, past

    def bullets(
        self, placed: PlacedNews, lines: Sequence[str], first: SummaryPlace | None = None, detail: str = ""
    ) -> Iterator[AnyEdit]:
        """What is new in its summaries, a line a statement, and out of them what is gone.

        The first line of each leads to the `detail`; where nothing is new in the `first`, the event's title does.
        """
        gone, groups = self._changed_lines(placed), self._added(placed, lines)
        if first and detail and not groups.get(first):
            groups[first] = [f"{self._event.title} ({self._event.at:%Y-%m-%d})"]
        day = f"({self._event.at:%Y-%m-%d})"
        overruled = {f"{lines[at]} {day}": line for at, line in placed.news.overruled.items()}
        asked = {
            page_questions.key(f"- {line}"): " ".join(statement.questions)
            for line, statement in zip(lines, placed.statements, strict=True)
            if statement.questions
        }
        for place, added in groups.items():
            linked = [f"{line} [[{detail}]]" if detail and not at else line for at, line in enumerate(added)]
            change = gone.get(place.path, {})
            if linked or change:
                below = {line: persons for line in linked if (persons := overruled.get(line.partition(" [[")[0]))}
                answers = {of: asked[of] for line in linked if (of := page_questions.key(f"- {line}")) in asked}
                edit = Bullets(path=place.path, title=place.title, bullets=linked, at=self._event.at)
                yield edit.model_copy(update={"gone": change, "below": below, "questions": answers})
        own = {place.path for place in groups}
        yield from self._past.removals({path: change for path, change in gone.items() if path not in own})

    def _added(self, placed: PlacedNews, lines: Sequence[str]) -> dict[SummaryPlace, list[str]]:
        """For each place the lines that are new, with their day; one told late leads to what was said since."""
        dated = [f"- {line} ({self._event.at:%Y-%m-%d})" for line in lines]
        late = self._late_pointers(placed, dated)
        groups: defaultdict[SummaryPlace, list[str]] = defaultdict(list)
        for line, place, new in zip(dated, placed.places, placed.news.new, strict=True):
            groups[place] += [late.get((place.path, line), line).removeprefix("- ")] if new else []
        return dict(groups)

    def _late_pointers(self, placed: PlacedNews, lines: Sequence[str]) -> dict[tuple[str, str], str]:
        """The new lines that point to what was said since, where the event is told after later ones."""
        if placed.news.judged:
            return {}
        day = f"{self._event.at:%Y-%m-%d}"
        new = [
            CurrentStatement(place.path, place.path, place.title, line, text, day)
            for line, text, place, is_new in zip(lines, placed.texts, placed.places, placed.news.new, strict=True)
            if is_new
        ]
        late = current_statements.late_pointers(new, placed.held, self._embedder)
        return {(line.path, line.line): left for line, left in late.items()}

    def _changed_lines(self, placed: PlacedNews) -> dict[str, dict[str, str]]:
        """Of each page the lines that change: those that end, and those that point to what is said now of the same.

        Where a judge has answered nothing points: what it did not end is still so.
        """
        day, news, gone = f"{self._event.at:%Y-%m-%d}", placed.news, by_path(placed.news.superseded)
        if news.judged:
            return gone
        about = self._event.title if self._event.kind == "research" else ""
        new = [
            PlacedStatement(text, place.path, about)
            for text, place, is_new in zip(placed.texts, placed.places, news.new, strict=True)
            if is_new
        ]
        held = [line for line in placed.held if (line.path, line.line) not in news.repeated]
        for pointer in current_statements.pointers(new, held, day, self._embedder, news.superseded):
            of_page = gone.setdefault(pointer.line.path, {})
            of_page[pointer.line.line] = pointer.left(day, of_page.get(pointer.line.line, ""))
        return gone

    def progress(self, changes: Sequence[str]) -> Iterator[AnyEdit]:
        """The implementation plan: what was done, in a line a change; upkeep is no progress."""
        changes = [change for change in changes if not is_upkeep(change)]
        lines = [f"{self._event.at:%Y-%m-%d}: {change}" for change in changes]
        if lines:
            yield Bullets(path=PLAN.path, title=PLAN.title, bullets=lines, at=self._event.at)

    def stack(self, brought: Sequence[str]) -> Iterator[AnyEdit]:
        """The technologies that a change brings, also in the place of one that stands, and those that it takes out."""
        names = {name.casefold() for name in removed(self._event.text, self._event.metadata)}
        held = self._standing(STACK) if names else []
        gone = [line for line in held if not line.is_persons and line.text.split()[0].casefold() in names]
        left = {line.text.split()[0].casefold() for line in gone}
        brought = list(
            dict.fromkeys([*brought, *(new for old, new in moves(self._event.text) if old.casefold() in left)])
        )
        if brought or gone:
            lines, at = {ended.line: "" for ended in gone}, self._event.at
            yield Bullets(path=STACK.path, title=STACK.title, bullets=brought, at=at, named=True, gone=lines)
            day, now = f"{at:%Y-%m-%d}", f"removed by {self._event.title}"
            past = [SupersededStatement(ended.path, ended.line, ended.text, ended.text, day, now) for ended in gone]
            yield from self._past.history(past, STACK)

    def _standing(self, place: SummaryPlace) -> list[CurrentStatement]:
        """What the summary says now, and which of it a person does."""
        return current_statements.read_standing(place.path, self._files.text, self._files.persons_lines)

"""What an event makes a thing of the past: out of the summaries, into the histories, and marked where files say it."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from knowledge.files import paths
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, Marks, SectionEdit
from knowledge.files.formats import summary
from knowledge.files.standing import Standing, Superseded
from knowledge.usecases.record_event import entries
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.scopes import CAPABILITIES
from knowledge.usecases.record_event.summary_place import SummaryPlace, place_at, place_of

CHANGELOG = "3-descriptions/system/changelog.md"
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")


class Past:
    """Edits by which the tenant's files tell until when something was so."""

    def __init__(self, event: Occurrence, files: Snapshot) -> None:
        self._event, self._files = event, files

    def gone(self, lines_by_path: dict[str, dict[str, str]]) -> Iterator[AnyEdit]:
        """What leaves summaries to which nothing is added."""
        for path, lines in lines_by_path.items():
            yield Bullets(path=path, title=place_at(path).title, bullets=[], at=self._event.at, gone=lines)

    def history(
        self,
        superseded: Sequence[Superseded],
        first: SummaryPlace,
        held: Sequence[Standing] = (),
        written_to: Collection[str] = (),
    ) -> Iterator[AnyEdit]:
        """What was so until now: in the topic's history, and marked where a description still says it.

        That of what was in no summary is the `first` one's; descriptions are those that the `held` statements lead to,
        and where the event itself is written.
        """
        groups: defaultdict[SummaryPlace, list[Superseded]] = defaultdict(list)
        for ended in superseded:
            groups[place_of(ended.path, first)].append(ended)
        for place, past in groups.items():
            lines = [f"- was: {ended.text.rstrip('.')}, until {ended.day}; now: {ended.now}" for ended in past]
            yield self._dated(paths.history(place.path), f"{self._called(place)}: history", "\n".join(lines))
            yield from self._marks(place, past, held, written_to)

    def _called(self, place: SummaryPlace) -> str:
        """As the summary's own header says: a part is not called by the name of its file."""
        head = summary.header(self._files.text(place.path) or "")
        return head.title if head else place.title

    def _dated(self, path: str, title: str, body: str) -> SectionEdit:
        return entries.section(self._event, path, title, ["history"]).model_copy(update={"body": body})

    def _marks(
        self, place: SummaryPlace, past: Sequence[Superseded], held: Sequence[Standing], written_to: Collection[str]
    ) -> Iterator[AnyEdit]:
        own = [place.description(kind) for kind in ("conversations", "reports", "research")]
        own += [CHANGELOG, CAPABILITIES] if self._event.kind == "code_change" else []
        lines = [*(line.line for line in held), *(ended.line for ended in past)]
        linked = filter(paths.is_allowed, (path for line in lines for path in _LINK.findall(line)))
        for path in dict.fromkeys([*own, *written_to, *linked]):
            content = (self._files.text(path) or "") + (self._event.text if path in written_to else "")
            marks = {ended.words.rstrip("."): f"until {ended.day}; now: {ended.now}" for ended in past if ended.words}
            forms = ((form, mark) for words, mark in marks.items() for form in (words, words[0].lower() + words[1:]))
            if standing := {form: mark for form, mark in forms if form in content}:
                yield Marks(path=path, marks=standing)


def by_path(superseded: Sequence[Superseded]) -> dict[str, dict[str, str]]:
    """For each file the lines that are no longer so, each with what is left of it."""
    gone: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for ended in superseded:
        if ended.line:
            gone[ended.path][ended.line] = ended.left
    return dict(gone)

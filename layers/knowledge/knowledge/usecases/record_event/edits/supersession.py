"""What an event makes a thing of the past: out of the summaries, into the histories, and marked where files say it."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from knowledge.files import paths
from knowledge.files.current_statements import (
    CurrentStatement,
    Sentence,
    SupersededStatement,
    read_passages,
    read_record,
)
from knowledge.files.editor import Snapshot
from knowledge.files.edits import AnyEdit, Bullets, Marks, SectionEdit
from knowledge.files.formats import summary
from knowledge.text.statements import marks
from knowledge.text.statements.removal import thing
from knowledge.usecases.record_event.edits import file_entries
from knowledge.usecases.record_event.edits.ended_decisions import find_record
from knowledge.usecases.record_event.edits.file_entries import CAPABILITIES
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at, place_of

CHANGELOG = "3-descriptions/system/changelog.md"
READ, RECORDS = 16, 32  # descriptions, and records of decisions, of which the sentences are read
SENTENCES = 600  # of them, the newest of each first
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_ENDS = ".。！？"  # behind which a sentence ends; before them its mark stands


class PastStatements:
    """Edits by which the tenant's files tell until when something was so."""

    def __init__(self, event: Occurrence, files: Snapshot) -> None:
        self._event, self._files = event, files

    def removals(self, lines_by_path: dict[str, dict[str, str]]) -> Iterator[AnyEdit]:
        """What leaves summaries to which nothing is added."""
        for path, lines in lines_by_path.items():
            yield Bullets(path=path, title=place_at(path).title, bullets=[], at=self._event.at, gone=lines)

    def history(
        self,
        superseded: Sequence[SupersededStatement],
        first: SummaryPlace,
        held: Sequence[CurrentStatement] = (),
        written_to: Collection[str] = (),
    ) -> Iterator[AnyEdit]:
        """What was so until now: in the topic's history, and marked where a description still says it.

        That of what was in no summary is the `first` one's; descriptions are those that the `held` statements lead to,
        and where the event itself is written.
        """
        groups: defaultdict[SummaryPlace, list[SupersededStatement]] = defaultdict(list)
        for ended in superseded:
            groups[place_of(ended.path, first)].append(ended)
        for place, past in groups.items():
            lines = [_history_line(ended) for ended in past if ended.text]
            if lines:
                yield self._dated(paths.history(place.path), f"{self._called(place)}: history", "\n".join(lines))
            yield from self._marks(place, past, held, written_to)

    def passages(self, held: Sequence[CurrentStatement]) -> list[Sentence]:
        """What the descriptions say to which the pages of these statements and their pasts lead, up to the day.

        The records of the decisions among them come first.
        """
        day = f"{self._event.at:%Y-%m-%d}"
        readers = [(path, read_record) for path in self._records(held)]
        readers += [(path, read_passages) for path in self._descriptions(held)]
        passages = [
            sentence
            for path, read in readers
            for sentence in read(path, self._files.text(path) or "")
            if sentence.day <= day and sentence.text not in self._files.persons_lines(path)
        ]
        return passages[:SENTENCES]

    def description_marks(
        self,
        passages: Sequence[SupersededStatement],
        superseded: Sequence[SupersededStatement],
        held: Sequence[CurrentStatement],
    ) -> Iterator[AnyEdit]:
        """Marks behind the passages of descriptions that are no longer so; marks that told what has ended tell anew."""
        past = {ended.statement: ended.renewed for ended in superseded if ended.text}
        for path in [*self._records(held), *self._descriptions(held)] if passages or past else ():
            gone = [passage for passage in passages if passage.path == path and passage.words]
            notes = {passage.statement.rstrip(_ENDS): _mark(passage) for passage in gone}
            ends = {passage.statement.rstrip(_ENDS): len(passage.words.rstrip(_ENDS)) for passage in gone}
            content = self._files.text(path) or ""
            if notes or any(marks.tells(content, words) for words in past):
                yield Marks(path=path, marks=notes, ends=ends, past=past)

    def _records(self, held: Sequence[CurrentStatement]) -> list[str]:
        """The records of the decisions among these statements, where they have one."""
        made = [line for line in held if line.is_decision and line.day]
        records = (find_record(line.path, line.day, line.text, self._files.text) for line in made[:RECORDS])
        return list(dict.fromkeys(filter(None, records)))

    def _descriptions(self, held: Sequence[CurrentStatement]) -> list[str]:
        """The changelog, and where the pages of these statements and their histories lead, nearest first."""
        pages = dict.fromkeys(line.path for line in held)
        read = (self._files.text(path) or "" for page in pages for path in (page, paths.history(page)))
        linked = filter(paths.is_allowed, (path for text in read for path in _links(text)))
        own = [CHANGELOG] if self._files.text(CHANGELOG) else []
        return list(dict.fromkeys([*own, *linked]))[:READ]

    def _called(self, place: SummaryPlace) -> str:
        """As the summary's own header says: a part is not called by the name of its file."""
        head = summary.header(self._files.text(place.path) or "")
        return head.title if head else place.title

    def _dated(self, path: str, title: str, body: str) -> SectionEdit:
        return file_entries.section(self._event, path, title, ["history"]).model_copy(update={"body": body})

    def _marks(
        self,
        place: SummaryPlace,
        past: Sequence[SupersededStatement],
        held: Sequence[CurrentStatement],
        written_to: Collection[str],
    ) -> Iterator[AnyEdit]:
        own = [place.description(kind) for kind in ("conversations", "reports", "research")]
        own += [CHANGELOG, CAPABILITIES] if self._event.kind == "code_change" else []
        lines = [*(line.line for line in held), *(ended.line for ended in past)]
        linked = filter(paths.is_allowed, (path for line in lines for path in _links(line)))
        for path in dict.fromkeys([*own, *written_to, *linked]):
            content = (self._files.text(path) or "") + (self._event.text if path in written_to else "")
            notes = {ended.words.rstrip(_ENDS): _mark(ended) for ended in past if ended.words}
            forms = ((form, mark) for words, mark in notes.items() for form in _forms(words, path))
            if standing := {form: mark for form, mark in forms if form in content}:
                yield Marks(path=path, marks=standing)


def _history_line(past: SupersededStatement) -> str:
    """What was so, be it in part, until when, what is so now and still, and where it stands whole."""
    links = _links(past.line)
    link = f" [[{links[0]}]]" if links else ""
    return marks.was(past.text, past.day, past.now, past.rest if past.in_part else None, link)


def _mark(past: SupersededStatement) -> str:
    """What stands behind the words of a description that are over, or of which something is still so."""
    return marks.until_in_part(past.day, past.now, past.part) if past.in_part else marks.until(past.day, past.now)


def _forms(words: str, path: str) -> list[str]:
    """The words as a file may have them: within a sentence, and what a release brings without the word for that."""
    inside = [words, words[0].lower() + words[1:]]
    return [*inside, thing(words)] if path == CAPABILITIES else inside


def _links(text: str) -> list[str]:
    """Where it stands whole, but not where more was said later."""
    return _LINK.findall(marks.unpointed(text))


def by_path(superseded: Sequence[SupersededStatement]) -> dict[str, dict[str, str]]:
    """For each file the lines that are no longer so, each with what is left of it."""
    gone: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for ended in superseded:
        if ended.line:
            gone[ended.path][ended.line] = ended.left
    return dict(gone)

"""What the summaries say now, statement by statement."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain
from knowledge.text.statements import entry_lines, marks

MAX_PARTS = 6  # files of one summary that are read

# The text is lazy, so that it leaves the day and the marks: `- Decision: x (2026-03-01) [[y.md]] (in part until z)`.
LINE = re.compile(
    rf"- (?:(?P<since>\d{{4}}-\d{{2}}-\d{{2}}): )?(?:{entry_lines.LABEL} )?(?P<text>.*?)"
    rf"(?: ?\((?P<day>\d{{4}}-\d{{2}}-\d{{2}})\))?(?: \[\[[^]]*\]\])?(?: (?:{marks.ENDING.pattern})){{0,4}}"
)
_ENTRY = re.compile(r"- \d{4}-\d{2}-\d{2}: ")
_LABELLED = re.compile(r"\*\*: |^- \*\*[^*]+\*\* of .{1,80}?: ")  # a field, or a figure of some period


@dataclass(frozen=True)
class CurrentStatement:
    """A statement of a summary: the line, in which file, of which summary (a part has another `origin`), since when."""

    path: str
    origin: str
    title: str
    line: str
    text: str
    day: str
    is_persons: bool = False  # and so no agent's to overrule
    is_mark: bool = False  # of what is no longer so: `text` is what it tells to be so now

    @property
    def is_entry(self) -> bool:
        """Whether it is what happened on a day, in a list of that, and no statement: it leads to what was told then."""
        return bool(_ENTRY.match(self.line))

    @property
    def is_decision(self) -> bool:
        """Whether it says that it is one."""
        return self.line.startswith("- Decision: ") and not self.is_mark

    @property
    def shown(self) -> str:
        """What of it can be understood, with the marks that tell until when it is so."""
        return " ".join([self.text, *marks.ENDING.findall("" if self.is_mark else self.line)])


def read_standing(
    path: str, read: Callable[[str], str | None], persons_lines: Callable[[str], Collection[str]] = lambda _: ()
) -> list[CurrentStatement]:
    """The statements of a summary and of its parts, or of one part alone, without what was struck out of them.

    A list that is written from rows states nothing.
    """
    statements: list[CurrentStatement] = []
    at: str | None = None if paths.is_from_rows(path) else path
    for _ in range(MAX_PARTS):
        content = read(at) if at else None
        if at is None or content is None or paths.tier(at) is not Tier.SUMMARY:
            break
        text = chain.parse_part(at, content)
        origin = text.part_of if at == path and text.part_of and paths.is_allowed(text.part_of) else path
        title = statements[0].title if statements else chain.title(path, content)
        statements += _statements(
            at, origin, title.split(": ")[0] if origin != path else title, text.body, persons_lines(at)
        )
        goes_on = origin == path and text.continues and paths.is_allowed(text.continues)
        at = text.continues if goes_on else None
    return statements


def _statements(path: str, origin: str, title: str, body: str, mine: Collection[str]) -> Iterator[CurrentStatement]:
    for line in map(str.rstrip, body.splitlines()):
        match = LINE.fullmatch(marks.unpointed(line))
        text = " ".join(marks.unmarked(match["text"]).split()) if match else ""
        if match and text and not _LABELLED.search(line):
            day = match["day"] or match["since"] or ""
            yield CurrentStatement(path, origin, title, line, text, day, line.strip() in mine)
        for now, day in marks.since(line):
            yield CurrentStatement(path, origin, title, line, now, day, line.strip() in mine, is_mark=True)

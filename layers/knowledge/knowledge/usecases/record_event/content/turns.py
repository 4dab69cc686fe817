"""An event's text as the turns of a conversation, or the paragraphs of a text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from knowledge.text import markdown
from knowledge.text.rendering import rendered
from knowledge.text.sentences import list_items, paragraphs, whole
from knowledge.usecases.record_event.content import body_fields, chats, code_changes, kept_emails, layout, notes
from knowledge.usecases.record_event.content.chats import ChatMessage
from knowledge.usecases.record_event.content.patched_settings import told_settings
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.language.slips import corrected
from knowledge.usecases.record_event.models import Occurrence

# Before a line that begins with a short label and a colon, or at a blank line.
_TURN = re.compile(r"\n(?=[ \t]*[^\s:：][^:：\n]{0,30}[:：]\s)|\n\s*\n")
# In the marks in which chats are copied; full-width colons, too.
_SPEAKER = re.compile(r"^[*_\[]*(?P<name>[^\W\d_][\w .-]{0,30})[\]*_]*[:：][*_]*\s+(?=\S)")
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+)$", re.M)
_END = re.compile(rf"^#{{{layout.OPENING}}}$", re.M)  # of what stands below words that open a paragraph
_ROW = re.compile(r"^[ \t]*\|(.+)\|[ \t]*$")
# The line below a table's head.
_RULE = re.compile(r"[\s|:-]+")
_CITATION = re.compile(r"\s?\[\d+(?:, ?\d+)*\](?=[.,;:]|\s|$)")  # `… [3, 4].`
# A sentence that is a link, or code: `[Code linting](https://…). It checks for …`
_NAME_ALONE = re.compile(r"(?:\[[^\[\]\n]{1,200}\]\([^()\s]{1,1000}\)|`[^`\n]{1,100}`)\.?")
# What somebody numbers while talking: `2) max size. …`, `list. 1) sessions. …`
_ITEM = re.compile(r"\s*(?:[^\W\d_]{1,20}[.:] )?\d{1,2}\) ?(?P<item>[^\W\d_][^.:,;!?\n]{1,40})[.:,]")
_FIELD = re.compile(r"[a-z][\w .]{0,40}: (?!.*[.!]$)")  # a line that was a field of JSON

INITIALS = 3  # letters of a name in capitals that may be all of it


@dataclass(frozen=True)
class SpokenTurn:
    """What one says in one go, or a paragraph: the sentences of each part, the rows of its tables, its heading.

    The heading has a `rank`; one without words ends what stood below it. `numbered` is what a number before it says
    that it is about, `items` are the parts that are items of a list, `originals` are sentences as they were said, by
    how a statement is written.
    """

    speaker: str
    parts: list[list[str]]
    rows: list[list[str]]
    heading: str
    numbered: str = ""
    items: frozenset[int] = frozenset()
    originals: Mapping[str, str] = field(default_factory=dict)
    rank: int = 0

    @staticmethod
    def of(turn: ChatMessage, event: Occurrence) -> "SpokenTurn":
        """A turn of the event's text, taken apart."""
        spoken = event.is_talk
        marks, heading = [("", ""), *(() if spoken else _HEADING.findall(turn.words))][-1]
        rank = len(marks) if marks or spoken or not _END.search(turn.words) else layout.OPENING
        words = turn.words if turn.speaker or not spoken else _with_points_apart(turn.words)
        written = [[(_as_statement(line), line) for line in corrected(part)] for part in paragraphs(words)]
        parts = [_led([text for text, _ in part if text]) for part in written]
        item = _ITEM.match(turn.words) if spoken else None
        rows, numbered = list(_rows(turn.words)), item["item"].strip() if item else ""
        items = frozenset(list_items(words))
        return SpokenTurn(turn.speaker, parts, rows, heading, numbered, items, dict(chain.from_iterable(written)), rank)


def _led(part: list[str]) -> list[str]:
    """The sentences of a part, the first with the second where it only names what the others tell of."""
    if not part[1:] or not _NAME_ALONE.fullmatch(part[0]):
        return part
    return [f"{part[0].rstrip('.')}: {part[1]}", *part[2:]]


def _with_points_apart(words: str) -> str:
    """Minutes with their lines as paragraphs, where each of several is all of its sentences; a wrapped one is not."""
    lines = [line.strip() for line in words.strip().splitlines() if line.strip()]
    whole = len(lines) > 1 and all(line[-1] in ".!?" and not line[0].islower() for line in lines)
    return "\n\n".join(lines) if whole else words


def _as_statement(sentence: str) -> str:
    """The sentence as a statement is written."""
    return whole(_CITATION.sub("", sentence))


def turns(event: Occurrence) -> Iterator[ChatMessage]:
    """What each says, without what were fields of JSON."""
    exported = chats.messages(event.text) if event.is_talk else []
    yield from (
        (ChatMessage(_written(message.speaker), message.words) for message in exported)
        if exported
        else (ChatMessage(*spoken(message, event)) for message in _split(event))
    )


def heading_of_all(event: Occurrence) -> str:
    """The heading that stands first and above all others, as a document's own title does; '' where none does."""
    text = rendered(event.text)
    text = notes.with_headings(text) if event.notes else text
    first, *others = _HEADING.findall(layout.as_markdown(text)) or [("", "")]
    above = all(len(marks) > len(first[0]) for marks, _ in others)
    return first[1] if others and (above or first[1] == event.metadata.get("title")) else ""


def _split(event: Occurrence) -> Iterator[str]:
    text = kept_emails.own_words(event.text, event.title) if event.header else event.text
    text = _of_change(text) if event.kind == "code_change" else rendered(text)
    text = body_fields.apart(text) if event.kind == "integration" else text
    text = notes.with_headings(text) if event.notes else text
    for turn in _TURN.split(text if event.is_talk else _with_headings_apart(layout.as_markdown(text))):
        if event.kind not in ("research", "integration") or not _FIELD.match(turn.strip()):
            yield turn


def _of_change(text: str) -> str:
    """What people wrote of a change, and what its patch makes of settings."""
    return "\n\n".join(filter(None, [rendered(code_changes.messages(text)), *told_settings(text)]))


def _with_headings_apart(text: str) -> str:
    """The text with a blank line above each heading, where its author left none: what stands there is not below it."""
    apart, at = "", 0
    for heading in markdown.headings(text):
        above = text[at : heading.start]
        apart, at = apart + above + ("\n" if above.strip() and not above.endswith("\n\n") else ""), heading.start
    return apart + text[at:]


def spoken(turn: str, event: Occurrence) -> tuple[str, str]:
    """Who speaks, where that is said, and the words."""
    name, words = _labelled(turn.strip()) if event.is_talk else ("", "")
    return (_written(name), words) if name and name not in event.subjects else ("", turn)


def labels(event: Occurrence) -> list[tuple[str, str]]:
    """What stands before a colon where a turn of a text may begin, each time, with the words behind it."""
    return [labelled for turn in _split(event) if (labelled := _labelled(turn.strip()))[0]]


def _labelled(turn: str) -> tuple[str, str]:
    """What stands before a colon as a name might, and the words behind it; '' where nothing does.

    Programs write whom they call `user` and `agent` small, too.
    """
    label = _SPEAKER.match(turn)
    name = label["name"] if label else ""
    may_speak = name and not wording.is_label(name) and (wording.is_role(name) or not name[0].islower())
    return (name, turn[label.end() :]) if label and may_speak else ("", turn)


def _written(name: str) -> str:
    """A name as names are written, also where a transcript has it in capitals; initials stay."""
    return name.title() if name.isupper() and len(name) > INITIALS else name


def _rows(words: str) -> Iterator[list[str]]:
    """Each row of a table as a sentence: `Acme — price: 49, seats: 5`."""
    for name, cells in table_rows(words):
        pairs = ", ".join(f"{column}: {cell}" for column, cell in cells)
        yield [f"{name} — {pairs}"] if pairs and name else []


def table_rows(words: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What each row of a table is about, and its further cells with their columns."""
    rows = [
        [cell.strip() for cell in cells[1].split("|")] for line in words.splitlines() if (cells := _ROW.match(line))
    ]
    rows = [row for row in rows if not _RULE.fullmatch("|".join(row) or "|")]
    if len(rows) > 1:
        head, *body = rows
        yield from ((row[0], [pair for pair in zip(head[1:], row[1:], strict=False) if pair[1]]) for row in body)


def speakers(event: Occurrence) -> set[str]:
    """Who speaks in a conversation, or may."""
    return ({turn.speaker for turn in turns(event)} | event.roles) - {""}

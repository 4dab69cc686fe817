"""What the agent told its reader: notes, summaries and replies, as opposed to thoughts beside a command."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from knowledge.extraction.models import Candidate, Kind
from knowledge.extraction.prose.note_lines import Line, lines
from knowledge.extraction.prose.note_rules import is_followed, is_note, is_trusted
from knowledge.extraction.prose.rewriting import told
from knowledge.extraction.prose.sentence_rules import TAKEN_BACK
from knowledge.extraction.prose.user_corrections import corrects
from knowledge.text.sentences import sentences
from knowledge.transcripts import Turn

_KINDS: list[tuple[Kind, re.Pattern[str]]] = [
    ("decision", re.compile(r"^Decision\b|\b(?:decided|agreed|chose|chosen)\b", re.I)),
    (
        "error_fix",
        re.compile(
            r"^(?:Fix(?:ed)?|Solved|Resolved|Resolution|Workaround|Cause|Root cause)\b| (?:->|→) |"
            r"\b(?:fix(?:ed|es)|solved|resolved|got it through|or (?:the|it|they|else)\b.*\bfails?|fails? with)\b",
            re.I,
        ),
    ),
    ("command", re.compile(r"^(?:To [\w ]+ (?:run|use)|Run|Use)\b|\bmust be run\b|\brun `", re.I)),
    (
        "environment",
        re.compile(
            r"\b(?:install\w*|version|requires?|required|needs?|port|env\w*|docker|compose|container|cluster|CI|VPN|"
            r"staging|prod\w*|localhost|(?:is|are|lives?) (?:in|at|on|behind)|read-only|[A-Z]{2,}_[A-Z_]+)\b"
        ),
    ),
]
_MAX_NOTE = 420
# Conclusions stand at the end; a megabyte of prose takes seconds to judge.
MAX_READ = 1_000_000


def notes(turns: Sequence[Turn]) -> list[Candidate]:
    """The notes of everything that was said without running something, in order."""
    pairs = zip_longest(turns, turns[1:])
    said = [turn.text for turn, after in pairs if _is_said(turn) and not _is_corrected(after)]
    texts = dict.fromkeys(note for text in _last(said) for note in _notes(text))
    return [Candidate(text, kind(text)) for text in texts]


def kind(text: str) -> Kind:
    """Which kind of learning a note is, by its words."""
    return next((name for name, sign in _KINDS if sign.search(text)), "conclusion")


def _last(said: Sequence[str]) -> list[str]:
    """The texts, without what comes before their last `MAX_READ` characters."""
    kept: list[str] = []
    room = MAX_READ
    for text in reversed(said):
        kept += [text[-room:]] if room > 0 else []
        room -= len(text)
    return kept[::-1]


def _is_said(turn: Turn) -> bool:
    return turn.speaker == "agent" and turn.command is None and turn.output is None


def _is_corrected(after: Turn | None) -> bool:
    return after is not None and after.speaker == "user" and corrects(after.text)


def _notes(text: str) -> Iterator[str]:
    symptom = ""
    for line in lines(text):
        symptom = line.symptom or symptom
        yield from _of_line(line, symptom)


def _of_line(line: Line, symptom: str) -> Iterator[str]:
    pending = ""
    said = [found for found in sentences(line.text) if len(found) <= _MAX_NOTE]
    for sentence, after in zip_longest(said, said[1:], fillvalue=""):
        note = told(sentence, line.section, symptom)
        if pending and is_followed(note) and len(pending) + len(note) < _MAX_NOTE:
            pending = f"{pending} {note}"
            continue
        if pending:
            yield pending
        holds = is_note(note, is_trusted(line.section)) and not is_followed(note) and not TAKEN_BACK.match(after)
        pending = note if holds else ""
    if pending:
        yield pending

"""Extraction without a language model."""

import re
from collections.abc import Sequence
from dataclasses import replace

from knowledge.extraction.code.summary import conclusion
from knowledge.extraction.commands.checks import from_commands
from knowledge.extraction.models import Candidate
from knowledge.extraction.normalising import settled
from knowledge.extraction.prose.notes import notes
from knowledge.extraction.prose.statements import statements
from knowledge.extraction.prose.user_corrections import corrections
from knowledge.extraction.ranking import distinct, ranked
from knowledge.extraction.tags import tags
from knowledge.extraction.task import read_task
from knowledge.ports.embedder import Embedder
from knowledge.privacy.runs import CleanRun

MAX_LEARNINGS = 7
MAX_STATEMENTS = 3
# As many as a language model may give: a written summary can hold that much.
MAX_NOTES = 12
# A note of which so many words are in another learning says nothing new.
_MAX_SHARED = 0.8


def by_rules(run: CleanRun, embedder: Embedder) -> list[Candidate]:
    """Up to `MAX_LEARNINGS` learnings, or `MAX_NOTES` where the agent wrote notes, and rather fewer than weak ones."""
    task = read_task(run.objective, run.turns)
    stated = ranked(statements(run.turns, task), task, embedder)
    proven = [
        *conclusion(run, task, stated),
        *corrections(run.turns),
        *from_commands(run.turns, task),
    ]
    certain = [*proven, *_new(notes(run.turns), proven)[: max(MAX_NOTES - len(proven), 0)]]
    lasting = [Candidate(found.text, found.kind) for found in stated if not found.outdated]
    limit = min(max(MAX_LEARNINGS, len(certain)), len(certain) + MAX_STATEMENTS)
    finished = [_finished(candidate) for candidate in [*certain, *lasting]]
    return distinct(finished, len(certain), limit, embedder)


def _finished(candidate: Candidate) -> Candidate:
    learning = settled(candidate.learning)
    return replace(candidate, learning=learning, tags=tags(learning))


def _new(noted: Sequence[Candidate], told: Sequence[Candidate]) -> list[Candidate]:
    """The notes that say more than what is told already."""
    known = [_words(candidate.learning) for candidate in told]
    return [note for note in noted if not any(_share(_words(note.learning), words) >= _MAX_SHARED for words in known)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.lower()))


def _share(words: set[str], known: set[str]) -> float:
    return len(words & known) / max(len(words), 1)

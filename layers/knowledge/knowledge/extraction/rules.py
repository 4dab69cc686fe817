"""Extraction without a language model."""

from ..embedder import Embedder
from .commands import from_commands
from .conclusion import background, conclusion
from .corrections import corrections
from .model import Candidate, Run
from .selection import distinct, ranked
from .statements import statements
from .task import read_task

MAX_LEARNINGS = 7
MAX_STATEMENTS = 3


def by_rules(run: Run, embedder: Embedder) -> list[Candidate]:
    """About `MAX_LEARNINGS` learnings, and rather fewer than weak ones."""
    task = read_task(run.objective, run.turns)
    stated = ranked(statements(run.turns, task), task, embedder)
    certain = [
        *conclusion(run, task),
        *background(stated, task),
        *corrections(run.turns),
        *from_commands(run.turns, task),
    ]
    lasting = [Candidate(found.text, found.kind) for found in stated if not found.outdated]
    limit = min(max(MAX_LEARNINGS, len(certain)), len(certain) + MAX_STATEMENTS)
    return distinct([*certain, *lasting], len(certain), limit, embedder)

"""Extraction without a language model."""

from ..embedder import Embedder
from .commands import from_commands
from .conclusion import conclusion
from .corrections import corrections
from .model import Candidate, Run
from .selection import select
from .statements import statements
from .task import read_task

MAX_LEARNINGS = 8


def by_rules(run: Run, embedder: Embedder) -> list[Candidate]:
    """At most `MAX_LEARNINGS` learnings, and rather fewer than weak ones."""
    task = read_task(run.objective, run.turns)
    concluded = conclusion(run, task)
    certain = [*([concluded] if concluded else []), *corrections(run.turns), *from_commands(run.turns, task)]
    return select(statements(run.turns, task), certain, task, embedder, max(MAX_LEARNINGS, len(certain)))

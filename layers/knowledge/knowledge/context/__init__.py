"""A task → everything that an agent needs to start on it, within a number of tokens."""

from uuid import UUID

from knowledge import search
from knowledge.context.loading import Loader
from knowledge.context.model import Context, Document, Result, Task
from knowledge.database import Database
from knowledge.embedder import Embedder
from knowledge.objects import Objects
from knowledge.search import Question

__all__ = ["Context", "Document", "Result", "Task", "load"]

MATCHES = 8  # some of these are dropped where their whole file is shown


def load(task: Task, tenant_id: UUID, objects: Objects, database: Database, embedder: Embedder) -> Context:
    """What the tenant knows for the task: relevant topics of the index, their summaries, what search finds, and whole
    descriptions only where they are needed and fit. What is missing is passed over: an empty base is empty."""
    question = Question(query=task.task_description, match_count=MATCHES, run_id=task.run_id)
    asked, described = embedder.embed([f"{task.task_type}: {task.task_description}", task.task_description])
    matches = search.nearest(question, described, tenant_id, database, embedder.model)
    return Loader(task, str(tenant_id), objects, embedder).load(asked, matches)

"""The training pairs: tasks, and the learnings that an agent needs to do them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROJECTS = 12  # a tenant's: with their learnings about as many rows as in the benchmarks' sets


@dataclass(frozen=True)
class Task:
    """A question, and the places of what it needs among its tenant's learnings."""

    text: str
    needs: list[int]


@dataclass(frozen=True)
class Tenant:
    """Some projects' learnings in one base, and all tasks about them."""

    learnings: list[str]
    tasks: list[Task]


def tenants(files: list[Path]) -> Iterator[Tenant]:
    """The projects of each file by twelves, in the order written."""
    for file in files:
        projects = [json.loads(line) for line in file.read_text().splitlines()]
        for start in range(0, len(projects), PROJECTS):
            yield _tenant(projects[start : start + PROJECTS])


def _tenant(projects: list[dict]) -> Tenant:
    tenant = Tenant([], [])
    for project in projects:
        places = {learning["id"]: place for place, learning in enumerate(project["learnings"], len(tenant.learnings))}
        tenant.learnings.extend(learning["text"] for learning in project["learnings"])
        tenant.tasks.extend(Task(task["task"], [places[need] for need in task["needs"]]) for task in project["tasks"])
    return tenant

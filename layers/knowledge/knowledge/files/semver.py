"""Semantic versions of knowledge files: what counts as which step, and who makes it."""

import re
from enum import StrEnum

from knowledge.files.formats import description
from knowledge.text import markdown

FIRST = "1.0.0"


class ChangedBy(StrEnum):
    """Who changed a file: an agent, a person (also one who edits the bucket), or the service itself."""

    AGENT = "agent"
    USER = "user"
    SYSTEM = "system"


class Bump(StrEnum):
    """The step from one version to the next; a file's first version is 1.0.0."""

    PATCH = "patch"  # an edit: lines changed or removed, the headings are still there
    MINOR = "minor"  # new content: more lines with text than before
    MAJOR = "major"  # another structure: a heading is gone or moved, the file is split, deleted or back again


def bump_of(before: str | None, after: str | None) -> Bump:
    """The step that a change amounts to, judged by its text; None stands for a file that is not there."""
    if before is None or after is None or not _keeps(_headings(before), _headings(after)):
        return Bump.MAJOR
    return Bump.MINOR if _lines(after) > _lines(before) else Bump.PATCH


def following(version: str | None, bump: Bump) -> str:
    """The version after `version`, or the first."""
    if version is None:
        return FIRST
    major, minor, patch = map(int, version.split("."))
    match bump:
        case Bump.MAJOR:
            return f"{major + 1}.0.0"
        case Bump.MINOR:
            return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def _keeps(old: list[str], new: list[str]) -> bool:
    """Whether all of the old headings are among the new ones, in their order."""
    remaining = iter(new)
    return all(heading in remaining for heading in old)


def _headings(text: str) -> list[str]:
    head, _ = description.split(text)
    return [block.title for block in markdown.headings(text, skip=len(head))]


def _lines(text: str) -> int:
    return len(re.findall(r"^.*\S", text, re.MULTILINE))

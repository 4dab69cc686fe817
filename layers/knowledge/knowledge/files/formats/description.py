"""The third tier: front matter, `SubTopic Title | Version and Last Update | Long Description`, ≤ 50,000 characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.files import page_questions
from knowledge.files.formats import summary
from knowledge.files.formats.summary import Header
from knowledge.text import frontmatter

LIMIT = 50_000  # characters


@dataclass(frozen=True)
class Description:
    """A third-tier file as its text says; `scope` is system, user, learned, plugin, or '' for none; of a
    `project`, or '' for all; `date` is the day of what it tells, or ''."""

    title: str
    version: str
    created: datetime
    updated: datetime
    text: str
    tags: Sequence[str] = ()
    scope: str = ""
    project: str = ""
    date: str = ""


def split(content: str) -> tuple[str, str]:
    """Front matter and header as they stand, and the text; either may be missing. Together they are the content."""
    block, rest = frontmatter.split(content)
    head, text = summary.split(rest)
    return block + head, text


def header(content: str) -> Header | None:
    """The title, version and time in the line below the front matter; None where there is no such line."""
    return summary.header(frontmatter.split(content)[1])


def render(description: Description) -> str:
    """The file that `description` describes."""
    named = Header(description.title, description.version, description.updated)
    fields = {
        "title": summary.clean_title(description.title),
        "created": description.created.isoformat(),
        "updated": description.updated.isoformat(),
        "tags": list(description.tags),
        "scope": description.scope,
        "project": description.project,
        "date": description.date,
        "version": description.version,
    }
    written = {name: value for name, value in fields.items() if value}
    return frontmatter.render(written, summary.render(named, description.text))


def stamped(content: str, version: str, updated: datetime) -> str:
    """The file with version and time set wherever it carries them; a file that carries none stays as it is.

    Front matter that a summary has for its questions alone does not carry them.
    """
    block, rest = frontmatter.split(content)
    named = summary.header(rest)
    if named:
        rest = summary.render(Header(named.title, version, updated), summary.split(rest)[1])
    is_stamped = frontmatter.split(page_questions.without(content))[0]
    return (
        frontmatter.updated(block + rest, version=version, updated=updated.isoformat()) if is_stamped else block + rest
    )


def revised(content: str, before: str | None, _: object = None) -> str:
    """This content in the place of that before, which stays where its version and time alone are others."""
    if before is None or stamped(before, "0.0.0", datetime.min) != stamped(content, "0.0.0", datetime.min):
        return content
    return before

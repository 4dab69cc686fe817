"""A document → its rendition, a Markdown file of the third tier."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from knowledge.documents.models import Document

LIMIT = 50_000  # characters of a third-tier file


def rendition(
    document: Document,
    asset_path: str,
    now: datetime,
    *,
    tags: Sequence[str] = (),
    scope: str = "user",
    fields: Mapping[str, str] | None = None,
) -> str:
    """Markdown with YAML frontmatter whose `source` is the asset's path, and a heading with its place a section.

    At most `LIMIT` characters: what does not fit stays in the asset, and the last line says so. `fields` are added to
    the frontmatter. Its values are JSON, which is YAML: a title from a hostile file cannot add a key.
    """
    frontmatter = {
        "title": " ".join(document.title.split())[:200],
        "created": now.isoformat(),
        "updated": now.isoformat(),
        "tags": list(tags),
        "scope": scope,
        "version": "1.0.0",
        "source": asset_path,
        "media_type": document.media_type,
        **(fields or {}),
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in frontmatter.items()]
    head = "\n".join(["---", *lines, "---", "", ""])
    return head + _fitting(
        _body(document), LIMIT - len(head), f"*The rest is in {asset_path}; search finds all of it.*\n"
    )


def _fitting(parts: Iterator[str], room: int, rest: str) -> str:
    """The parts, a line each; where they are longer than `room`, as much as fits and `rest`."""
    taken: list[str] = []
    size = 0
    for part in parts:
        taken.append(part)
        size += len(part) + 1
        if size > room:
            return "\n".join(taken)[: room - len(rest) - 2] + "\n\n" + rest
    return "\n".join(taken)


def _body(document: Document) -> Iterator[str]:
    first = next(iter(document.sections), None)
    if first is None or not first.markdown.lstrip().startswith("# "):
        yield f"# {' '.join(document.title.split())}\n"
    for section in document.sections:
        heading = " › ".join(crumb for crumb in section.breadcrumb if crumb != document.title)
        place = str(section.span) if section.span and section.span.unit != "line" else ""
        if heading or place:
            yield f"## {heading}{f' ({place})' if heading and place else place.capitalize()}\n"
        yield f"{section.markdown.strip()}\n"

"""A document as a file of the third tier."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

from knowledge.ingest.document import Document


def rendition(document: Document, asset_path: str, now: datetime, *, tags: Sequence[str] = ()) -> str:
    """Markdown with YAML frontmatter whose `source` is the asset's path, and a heading with its place a
    section.

    The frontmatter's values are JSON, which is YAML: a title from a hostile file cannot add a key.
    """
    frontmatter = {
        "title": document.title,
        "created": now.isoformat(),
        "updated": now.isoformat(),
        "tags": list(tags),
        "scope": "user",
        "version": "1.0.0",
        "source": asset_path,
        "media_type": document.media_type,
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in frontmatter.items()]
    return "\n".join(["---", *lines, "---", "", *_body(document)])


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

"""PowerPoint files → the text, tables and notes of each slide.

By the standard library: python-pptx brings lxml, Pillow and XlsxWriter, 40 MB that a cold start would load for text.
"""

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from knowledge import errors
from knowledge.documents.encoding import clean
from knowledge.documents.formats import archive
from knowledge.documents.limits import MAX_PAGES
from knowledge.documents.models import Document, Section, Span

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PRESENTATION = "ppt/presentation.xml"


def read(title: str, media_type: str, content: bytes) -> Document:
    """A section a slide, in the order in which they are shown; its title is the first line of its text."""
    archive.check(content)
    with zipfile.ZipFile(io.BytesIO(content)) as members:
        slides = list(_slides(members))
        if len(slides) > MAX_PAGES:
            raise errors.Invalid(f"The presentation has over {MAX_PAGES:,} slides; split it.")
        sections = [section for at, slide in enumerate(slides, 1) if (section := _section(members, slide, at, title))]
    if not sections:
        raise errors.Invalid("The presentation holds no text, only pictures; export its text or describe it.")
    return Document(sections[0].heading or title, media_type, sections, {"slides": len(slides)})


def _slides(members: zipfile.ZipFile) -> Iterator[str]:
    targets = _targets(members, _PRESENTATION)
    for slide in _xml(members, _PRESENTATION).iter(f"{_P}sldId"):
        if target := targets.get(slide.get(f"{_R}id", "")):
            yield target[1]


def _section(members: zipfile.ZipFile, slide: str, number: int, title: str) -> Section | None:
    tree = _xml(members, slide)
    lines = [*_paragraphs(tree), *_rows(tree)]
    notes = [path for kind, path in _targets(members, slide).values() if kind.endswith("/notesSlide")]
    spoken = [line for path in notes for line in _paragraphs(_xml(members, path)) if not line.isdigit()]
    if not lines and not spoken:
        return None
    text = "\n\n".join([*lines, *(["Notes: " + " ".join(spoken)] if spoken else [])])
    return Section(text, (lines[0] if lines else title,), Span("page", number, number))


def _paragraphs(tree: Any) -> Iterator[str]:
    """The paragraphs of text boxes: a table's stand in its rows."""
    in_tables = {id(paragraph) for table in tree.iter(f"{_A}tbl") for paragraph in table.iter(f"{_A}p")}
    for paragraph in tree.iter(f"{_A}p"):
        if id(paragraph) not in in_tables and (text := _text(paragraph)):
            yield text


def _rows(tree: Any) -> Iterator[str]:
    for table in tree.iter(f"{_A}tbl"):
        rows = [[_text(cell) for cell in row.iter(f"{_A}tc")] for row in table.iter(f"{_A}tr")]
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        if lines:
            yield "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def _text(element: Any) -> str:
    return clean(" ".join("".join(run.text or "" for run in element.iter(f"{_A}t")).split()))


def _targets(members: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """The parts that a part leads to: by the relation's id its type and path."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in members.namelist():
        return {}
    return {
        relation.get("Id", ""): (
            relation.get("Type", ""),
            posixpath.normpath(posixpath.join(folder, relation.get("Target", ""))),
        )
        for relation in _xml(members, relations)
        if relation.get("TargetMode") != "External"
    }


def _xml(members: zipfile.ZipFile, part: str) -> Any:
    """The part's tree: document types, of which entity bombs are made, are refused before."""
    return ElementTree.fromstring(members.read(part))

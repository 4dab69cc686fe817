"""A file's bytes → its media type; the name and the declared type only choose among kinds of text."""

import io
import re
import zipfile
from pathlib import PurePath

from knowledge import errors
from knowledge.documents.encoding import decode, is_binary

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
CSV = "text/csv"
MARKDOWN = "text/markdown"
HTML = "text/html"
JSON = "application/json"
JSONL = "application/jsonl"
TEXT = "text/plain"

READ = frozenset({PDF, DOCX, XLSX, PPTX, CSV, MARKDOWN, HTML, JSON, JSONL, TEXT})  # as text; the rest is kept

_BY_SUFFIX = {
    ".csv": CSV, ".tsv": CSV, ".tab": CSV, ".psv": CSV, ".md": MARKDOWN, ".markdown": MARKDOWN,
    ".mdx": MARKDOWN,
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".json": JSON, ".geojson": JSON, ".jsonl": JSONL,
    ".ndjson": JSONL, ".txt": TEXT, ".text": TEXT, ".log": TEXT, ".rst": TEXT,
}  # fmt: skip
_BY_MEDIA_TYPE = {
    "text/csv": CSV, "text/tab-separated-values": CSV, "application/csv": CSV, "text/markdown": MARKDOWN,
    "text/x-markdown": MARKDOWN, "text/html": HTML, "application/xhtml+xml": HTML, "application/json": JSON,
    "application/jsonl": JSONL, "application/x-ndjson": JSONL, "application/x-jsonlines": JSONL,
}  # fmt: skip
_OFFICE = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX, "ppt/presentation.xml": PPTX}
_UNKNOWN = "application/octet-stream"
# A page may begin with an XML declaration and comments; what a comment is stays (`*+`), however it goes on.
_HTML_START = re.compile(r"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*+(<!doctype\s+html|<html|<head|<body)", re.I | re.S)
# A bracket and what may follow it in JSON: `[link]` of Markdown and `{% tag %}` of a template are none.
_JSON_START = re.compile(r"\s*[\[{]\s*[\]}\[{\"\d]")


def kind_of(name: str, content: bytes, content_type: str | None) -> str:
    """The media type that `content` really has; one that is not in `READ` holds no text."""
    if b"%PDF-" in content[:1024]:
        return PDF
    if content.startswith(b"PK\x03\x04"):
        return _office_kind(name, content)
    if is_binary(content) or content.startswith(b"{\\rtf") or _is_medium(content, content_type):
        return _magic_type(content)
    return _text_kind(decode(content[: 64 * 1024]), declared_kind(name, content_type))


def _is_medium(content: bytes, content_type: str | None) -> bool:
    """Whether it is the sound, film or picture that it is said to be: silence can look like text of two bytes each."""
    major = (content_type or "").partition("/")[0].strip().lower()
    is_claimed = major in ("audio", "video", "image") and not content.lstrip().startswith(b"<")
    return is_claimed and _magic_type(content).startswith(f"{major}/")


def declared_kind(name: str, content_type: str | None) -> str | None:
    """The kind of text that the name's suffix says, or else the content type."""
    by_suffix = _BY_SUFFIX.get(PurePath(name).suffix.lower())
    return by_suffix or _BY_MEDIA_TYPE.get((content_type or "").partition(";")[0].strip().lower())


def _text_kind(head: str, declared: str | None) -> str:
    if _HTML_START.match(head) and declared != MARKDOWN:
        return HTML
    if declared == CSV and _JSON_START.match(head):
        return JSONL if _is_json_lines(head) else JSON
    return declared or _guessed_kind(head)


def _guessed_kind(head: str) -> str:
    from knowledge.documents.formats.csv import looks_like_table

    if _JSON_START.match(head):
        return JSONL if _is_json_lines(head) else JSON
    if looks_like_table(head):
        return CSV
    return MARKDOWN if re.search(r"^(#{1,6} |```)", head, re.M) else TEXT


def _is_json_lines(head: str) -> bool:
    import json

    lines = [line for line in head.splitlines() if line.strip()]
    try:
        return len(lines) > 1 and isinstance(json.loads(lines[0]), dict | list)
    except (ValueError, RecursionError):
        return False


def _office_kind(name: str, content: bytes) -> str:
    try:
        members = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except Exception as error:  # noqa: BLE001 - zipfile raises a dozen kinds of error on hostile archives
        raise errors.Invalid(
            f"{name} is a damaged ZIP or office file ({error}); save it again and upload that."
        ) from None
    return next((kind for part, kind in _OFFICE.items() if part in members), "application/zip")


def _magic_type(content: bytes) -> str:
    import puremagic

    try:
        matches = puremagic.magic_string(content[:4096])
    except (puremagic.PureError, ValueError):
        return _UNKNOWN
    return next((match.mime_type for match in matches if match.mime_type), _UNKNOWN)

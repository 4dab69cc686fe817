"""A file's bytes → a document, or an error that says why it cannot be read."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import PurePath

from knowledge import errors
from knowledge.documents import media_types
from knowledge.documents.encoding import clean
from knowledge.documents.limits import CHUNK_TOKENS, MAX_BYTES
from knowledge.documents.models import Document, ReplayedSections, Section
from knowledge.documents.rows import CountTokens, estimated_tokens, grouped

Reader = Callable[[str, str, bytes], Document]

# The module of each kind's reader, and its function.
_READERS = {
    media_types.PDF: ("pdf", "read"),
    media_types.DOCX: ("docx", "read"),
    media_types.XLSX: ("xlsx", "read"),
    media_types.PPTX: ("pptx", "read"),
    media_types.CSV: ("csv", "read"),
    media_types.HTML: ("html", "read"),
    media_types.JSON: ("json", "read"),
    media_types.JSONL: ("json", "read_lines"),
    media_types.MARKDOWN: ("text", "read_markdown"),
    media_types.TEXT: ("text", "read"),
}


def parse(
    name: str,
    content: bytes,
    content_type: str | None = None,
    *,
    count_tokens: CountTokens = estimated_tokens,
    most_tokens: int = CHUNK_TOKENS,
) -> Document:
    """The document that the file `name` holds; rows are joined to at most `most_tokens`, by `count_tokens`.

    Raises `TooLarge` above `MAX_BYTES`, `Invalid` for a file that cannot be read though its kind is. A file of another
    kind is a document that says so. Runs in this process and without limits of time and memory: see `parse_safely`.
    """
    document = read(name, content, content_type)
    return with_sections(document, lambda: grouped(document.sections, count_tokens, most_tokens))


def with_sections(document: Document, sections: Callable[[], Iterator[Section]]) -> Document:
    """`document` with other sections, read anew at each iteration."""
    return Document(document.title, document.media_type, ReplayedSections(sections), document.metadata)


def read(name: str, content: bytes, content_type: str | None) -> Document:
    """The document as its format's reader returns it, rows not yet grouped."""
    check_size(name, content)
    try:
        kind = media_types.kind_of(name, content, content_type)
        return reader_of(kind)(clean(PurePath(name).stem) or "untitled", kind, content)
    except errors.KnowledgeError:
        raise
    except RecursionError:
        raise errors.Invalid(f"{name} is nested too deeply to be read; flatten it.") from None
    except MemoryError:
        raise errors.Invalid(f"{name} needs more memory than a file may use; upload a smaller part of it.") from None
    except Exception as error:  # noqa: BLE001 - on hostile bytes the libraries below raise errors of any class
        detail = f"{type(error).__name__}: {clean(str(error))[:200]}"
        raise errors.Invalid(f"{name} is damaged and cannot be read ({detail}); save it again.") from None


def check_size(name: str, content: bytes) -> None:
    """Raises `TooLarge` above `MAX_BYTES`, and `Invalid` for an empty file."""
    if len(content) > MAX_BYTES:
        raise errors.TooLarge(
            f"{name} has {len(content):,} bytes, the limit is {MAX_BYTES:,}; split it or compress it."
        )
    if not content:
        raise errors.Invalid(f"{name} is empty: it has zero bytes; upload it again.")


def reader_of(kind: str) -> Reader:
    """The reader of a kind, imported only now and alone: each brings its own library."""
    name, function = _READERS.get(kind, ("opaque", "read"))
    reader: Reader = getattr(import_module(f"knowledge.documents.formats.{name}"), function)
    return reader

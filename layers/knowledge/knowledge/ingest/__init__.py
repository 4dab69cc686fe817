"""Uploaded files, of any kind that people bring, as documents whose every passage says where it stands."""

from knowledge.ingest.document import Document, Section, Span
from knowledge.ingest.parsing import parse
from knowledge.ingest.rendering import rendition
from knowledge.ingest.sandbox import parse_safely

__all__ = ["Document", "Section", "Span", "parse", "parse_safely", "rendition"]

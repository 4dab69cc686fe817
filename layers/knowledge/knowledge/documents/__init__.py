"""Uploaded files, of any kind that people bring, as documents whose every passage says where it stands."""

from knowledge.documents.models import Document, Section, Span
from knowledge.documents.parser import parse
from knowledge.documents.sandbox import parse_safely

__all__ = ["Document", "Section", "Span", "parse", "parse_safely"]

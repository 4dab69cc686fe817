"""Uploaded files of any kind → documents in which every passage knows its page, rows or heading."""

from knowledge.documents.models import Document, Section, Span
from knowledge.documents.parser import parse
from knowledge.documents.sandbox import parse_safely

__all__ = ["Document", "Section", "Span", "parse", "parse_safely"]

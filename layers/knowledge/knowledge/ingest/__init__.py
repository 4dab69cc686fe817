"""Uploaded files, of any kind that people bring, as documents whose every passage says where it stands."""

from knowledge.ingest.document import Document, Section, Span
from knowledge.ingest.parsing import parse


"""Rows and records → readable text, grouped to chunk size."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from knowledge.documents.limits import CHUNK_TOKENS, MAX_NAME_CHARACTERS
from knowledge.documents.models import Section, Span

CountTokens = Callable[[Sequence[str]], list[int]]
_BATCH = 256


def estimated_tokens(texts: Sequence[str]) -> list[int]:
    """Four characters a token: the usual estimate for English, used where no tokenizer is given."""
    return [len(text) // 4 + 1 for text in texts]


def row_section(
    number: int, cells: Iterable[tuple[str, str]], breadcrumb: tuple[str, ...], word: str = "Row"
) -> Section:
    """One row as a list item that names each column: `- Row 3: city: Bonn; area: 141`. Empty cells are left out."""
    values = "; ".join(f"{name}: {' '.join(value.split())}" for name, value in cells if value.strip())
    return Section(f"- {word} {number}: {values or 'empty'}", breadcrumb, Span("row", number, number))


def short_name(name: str, position: int) -> str:
    """A column's name in one line, or its position where it has none."""
    return " ".join(name.split())[:MAX_NAME_CHARACTERS] or f"column {position}"


def grouped(
    sections: Iterable[Section], count_tokens: CountTokens = estimated_tokens, most: int = CHUNK_TOKENS
) -> Iterator[Section]:
    """Joins consecutive rows under the same headings as long as they have at most so many tokens."""
    group: list[Section] = []
    size = 0
    for section, tokens in _counted(sections, count_tokens):
        if group and (size + tokens > most or not _are_rows(group[-1], section)):
            yield _joined(group)
            group, size = [], 0
        group.append(section)
        size += tokens
    if group:
        yield _joined(group)


def _are_rows(one: Section, next_one: Section) -> bool:
    both_rows = one.span is not None and next_one.span is not None and one.span.unit == next_one.span.unit == "row"
    return both_rows and one.breadcrumb == next_one.breadcrumb


def _joined(group: list[Section]) -> Section:
    first, last = group[0], group[-1]
    if first.span is None or last.span is None or len(group) == 1:
        return first
    return replace(first, markdown="\n".join(row.markdown for row in group), span=first.span.to(last.span))


def _counted(sections: Iterable[Section], count_tokens: CountTokens) -> Iterator[tuple[Section, int]]:
    waiting = iter(sections)
    while batch := list(islice(waiting, _BATCH)):
        yield from zip(batch, count_tokens([section.markdown for section in batch]), strict=True)

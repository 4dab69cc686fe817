"""A chunk knows the day on which it was said, and who says it where its text does not."""

from datetime import date

import pytest
from knowledge.chunks import reader
from knowledge.chunks.markdown_splitter import Chunk, chunk
from knowledge.documents import Document, parse
from knowledge.ports.object_store import StoredObject

from tests.support.doubles import Words

TALK = "We painted the boat shed and talked about the harbour for a long while. " * 8


def chunks(content: str, path: str = "a.md") -> list[Chunk]:
    return chunk(path, content, lambda texts: [len(text.split()) for text in texts], 150)


def days_of(content: str, path: str = "a.md") -> list[str]:
    return [str(one.session_date or "") for one in chunks(content, path)]


def test_a_chunk_is_of_the_day_of_its_section() -> None:
    """The innermost heading that names one; what stands before all of them is of none."""
    content = (
        f"# Chat\n\n{TALK}\n\n## Session 2023-05-08\n\n{TALK}\n\n### Boats\n\n{TALK}\n\n## 9 June, 2023\n\n{TALK}\n"
    )
    assert days_of(content) == ["", "2023-05-08", "2023-05-08", "2023-06-09"]


def test_a_section_without_a_day_is_not_of_the_one_before() -> None:
    """A heading ends what an earlier one of its level dates, and what a line before it does."""
    assert days_of(f"## 2026-02-11 — Talk\n\n{TALK}\n\n## Tools\n\n{TALK}\n") == ["2026-02-11", ""]
    assert days_of(f"# Chat\n\n2026-03-04\n\n{TALK}\n\n# Tools\n\n{TALK}\n") == ["2026-03-04", ""]


def test_of_several_days_of_a_chunk_the_first_counts() -> None:
    """Small entries stand in one chunk."""
    assert days_of("# Log\n\n## 2026-02-11 — A\n\nSent.\n\n## 2026-02-12 — B\n\nPaid.\n") == ["2026-02-11"]


@pytest.mark.parametrize("line", ["2026-03-04", "- 2026-03-04: moved in", "[2026-03-04 10:00] Ann: Hello there."])
def test_a_line_that_a_day_opens_dates_what_follows(line: str) -> None:
    """As in logs and chats."""
    assert days_of(f"{line}\n\n{TALK}\n\n{TALK}\n") == ["2026-03-04", "2026-03-04"]


def test_code_dates_nothing() -> None:
    """What a program printed is of any day."""
    assert days_of(f"# Tools\n\n```\n2026-03-04 10:00 ERROR\n```\n\n{TALK}\n\n{TALK}\n") == ["", ""]


def test_a_file_may_state_its_day() -> None:
    """In the front matter or at the beginning of its name; a heading's counts more, a line's less."""
    stated = "---\ndate: 2026-05-06\n---\n"
    assert days_of(f"{stated}# Talk\n\n2026-05-01 was said.\n\n{TALK}\n\n## 2026-05-07\n\n{TALK}\n") == [
        "2026-05-06",
        "2026-05-07",
    ]
    assert days_of(f"# Queue\n\n{TALK}\n", "3-descriptions/system/decisions/2026-02-03-queue-1f.md") == ["2026-02-03"]


def test_what_goes_on_in_the_next_chunk_has_its_speaker() -> None:
    """One whose text names the speaker needs no second place; a heading ends what is said."""
    talk = f"# Talk\n\nMiriam: Hello.\n\nJon: Hi.\n\nMiriam: {TALK}\n\n{TALK}\n\nJon: {TALK}\n\n# After\n\n{TALK}\n"
    assert [one.speaker for one in chunks(talk) if "Miriam:" not in one.text and "Jon:" not in one.text] == [
        "Miriam",
        None,
    ]
    assert {one.speaker for one in chunks(talk) if "Miriam:" in one.text or "Jon:" in one.text} == {None}


def test_labels_that_nobody_answers_are_no_speakers() -> None:
    """Two have to come again."""
    assert {one.speaker for one in chunks(f"Note: {TALK}\n\n{TALK}\n\nNote: {TALK}\n\nHint: Yes.\n")} == {None}


def parsed(name: str, stored: StoredObject, embedder: Words) -> Document:
    return parse(name, stored.body)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chat.md", f"---\ndate: 2023-05-08\n---\n{TALK}"),
        ("chat.md", f"# Chat\n\n## 8 May 2023\n\n{TALK}"),
        ("2023-05-08 chat.txt", TALK),
    ],
)
def test_passages_of_uploads_have_their_day(name: str, content: str) -> None:
    """As they are given to the database."""
    stored = StoredObject("k", content.encode(), "e", None, "text/markdown")
    passages = reader.read(f"assets/a/{name}", stored, Words(), parse=parsed).passages
    assert {one.record()["session_date"] for one in passages} == {date(2023, 5, 8).isoformat()}

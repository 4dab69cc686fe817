"""A file on its way into the index."""

from typing import Any

from knowledge.uploads.reading import Reading, digest
from knowledge.uploads.registry import Upload

from tests.support.doubles import Words

LAST = b"The last tram leaves at one."


def upload(path: str, content_hash: str) -> Any:
    """The row of an upload of that content."""
    return Upload.model_construct(file_path=path, content_hash=content_hash)


def test_a_content_is_parsed_once() -> None:
    """Whoever asks again gets the same document; another content is another document."""
    reading, last = Reading(), upload("assets/general/a.txt", digest(LAST))
    first = reading.of("a.txt", LAST, None, Words())
    assert reading.of("a.txt", LAST, None, Words()) is first
    assert reading.held(last) is first
    assert reading.of("a.txt", b"The first tram leaves at five.", None, Words()) is not first
    assert reading.held(last) is None
    norths = reading.of("a.txt", LAST, None, Words(), "north")
    assert reading.held(upload("assets/general/a.txt", digest(LAST, "north"))) is norths


def test_the_same_content_of_another_name_is_another_document() -> None:
    """Which has that name, where it has no title itself."""
    reading = Reading()
    assert [reading.of(name, LAST, None, Words()).title for name in ("a.txt", "b.txt")] == ["a", "b"]
    assert reading.held(upload("assets/general/a.txt", digest(LAST))) is None


def test_the_same_content_of_two_projects_is_not_one() -> None:
    """Neither may be found for the other."""
    assert len({digest(b"tram"), digest(b"tram", "north"), digest(b"tram", "south")}) == 3

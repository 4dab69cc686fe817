"""A file on its way into the index."""

from knowledge.uploads.reading import Reading, digest

from tests.support.doubles import Words


def test_a_content_is_parsed_once() -> None:
    """Whoever asks again gets the same document; another content is another document."""
    reading = Reading()
    first = reading.of("a.txt", b"The last tram leaves at one.", None, Words())
    assert reading.of("a.txt", b"The last tram leaves at one.", None, Words()) is first
    assert reading.held(digest(b"The last tram leaves at one.")) is first
    assert reading.of("a.txt", b"The first tram leaves at five.", None, Words()) is not first
    assert reading.held(digest(b"The last tram leaves at one.")) is None
    norths = reading.of("a.txt", b"The last tram leaves at one.", None, Words(), "north")
    assert reading.held(digest(b"The last tram leaves at one.", "north")) is norths


def test_the_same_content_of_two_projects_is_not_one() -> None:
    """Neither may be found for the other."""
    assert len({digest(b"tram"), digest(b"tram", "north"), digest(b"tram", "south")}) == 3

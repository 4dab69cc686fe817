"""Documents become chunks along their own structure, none too small or too large, nothing lost."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.chunks.balancing import SMALL
from knowledge.chunks.markdown_splitter import Chunk, chunk
from knowledge.files.formats import description


def words(texts: Sequence[str]) -> list[int]:
    """Tokens as WordPiece sees them, roughly: words and marks."""
    return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]


def eights(texts: Sequence[str]) -> list[int]:
    """Tokens that are more in a text than in its pieces, as may be where tokens reach over the cuts."""
    return [len(text) // 8 for text in texts]


def chunks(content: str, max_tokens: int = 512) -> list[Chunk]:
    """The chunks of a document, counted in words."""
    return chunk("a.md", content, words, max_tokens)


def sentence(number: int) -> str:
    """So many words."""
    return " ".join(["word"] * number) + "\n\n"


PARTS = st.one_of(
    st.integers(1, 400).map(sentence),
    st.integers(1, 3).map(lambda level: "#" * level + " Title\n\n"),
    st.integers(1, 300).map(lambda lines: "```\n" + "x = 1\n" * lines + "```\n\n"),
    st.integers(1, 100).map(lambda rows: "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * rows + "\n"),
    st.integers(1, 80).map(lambda items: "- an item\n" * items + "\n"),
    st.sampled_from(["Set\n===\n", "~~~\n", "<!-- # no -->\n", "\r\n", "    code\n", "word." * 300, "界" * 900]),
    st.text(max_size=40),
)
documents = st.lists(PARTS, max_size=12).map("".join)


@given(documents, st.sampled_from([150, 256, 512, 8192]), st.sampled_from([words, eights]))
def test_chunks_are_the_document_and_fit_the_model(document: str, max_tokens: int, count: object) -> None:
    """Their texts joined are the document, positions are right, and none has more tokens than the model reads."""
    counted = words if count is words else eights
    made = chunk("a.md", document, counted, max_tokens)
    assert "".join(one.text for one in made) == description.split(document)[1]
    assert all(document[one.start : one.end] == one.text for one in made)
    assert [one.index for one in made] == list(range(len(made)))
    assert all(before.end == after.start for before, after in pairwise(made))
    assert max(counted([one.text for one in made]), default=0) <= max_tokens


@given(documents, st.sampled_from([150, 256, 512]))
def test_no_chunk_is_small_but_a_whole_short_document(document: str, max_tokens: int) -> None:
    """A small section joins a neighbour, or gets some of a neighbour that is too full for it."""
    texts = [one.text for one in chunks(document, max_tokens)]
    assert len(texts) <= 1 or min(words(texts)) >= SMALL


def test_a_small_table_beside_a_full_one_is_not_left_alone() -> None:
    """Three tables for two chunks: the one in the middle is cut once, and its parts take the others."""
    small, full = ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * rows + "\n" for rows in (1, 24))
    assert words([one.text for one in chunks(small + full + small, 150)]) == [76, 96]


@given(documents)
def test_the_same_document_has_the_same_chunks(document: str) -> None:
    """So that only chunks whose text changed are embedded again."""
    assert chunks(document) == chunks(document)


def test_an_edit_changes_only_the_chunks_of_its_section() -> None:
    """The other sections' texts stay, and with them their vectors."""
    sections = [f"## S{n}\n\n{sentence(300)}" for n in range(5)]
    before = [one.text for one in chunks("".join(sections))]
    sections[2] += sentence(20)
    after = [one.text for one in chunks("".join(sections))]
    assert [text for text in after if text not in before] == [sections[2]]


def test_each_section_of_an_h2_is_a_chunk() -> None:
    """With the headings above it as its breadcrumb, and the document's tags."""
    one = f"## One\n\n{sentence(100)}### Sub\n\n{sentence(300)}"
    document = f"---\ntags: a, B\n---\n# Guide\n\n{sentence(60)}{one}## Two\n\n{sentence(90)}"
    made = chunks(document)
    assert [one.breadcrumb for one in made] == [("Guide",), ("Guide", "One"), ("Guide", "Two")]
    assert [one.text.split("\n")[0] for one in made] == ["# Guide", "## One", "## Two"]
    assert {one.tags for one in made} == {("a", "b")}


def test_a_large_section_is_cut_at_h3_and_then_between_paragraphs() -> None:
    """Over 1,000 tokens by H3; over 1,000 still by paragraphs into chunks of about 500."""
    document = f"## Big\n\n{sentence(300)}### A\n\n{sentence(600)}### B\n\n{sentence(100) * 15}"
    made = chunks(document, 8192)
    assert [one.breadcrumb for one in made] == [("Big",), ("Big", "A"), *[("Big", "B")] * 3]
    assert words([one.text for one in made]) == [303, 604, 504, 500, 500]


def test_a_section_the_model_cannot_read_whole_is_cut_in_equal_parts() -> None:
    """600 tokens for a model of 512 are twice 300, not 512 and 88."""
    assert words([one.text for one in chunks(sentence(50) * 12)]) == [300, 300]


def test_small_sections_join_their_neighbours() -> None:
    """With the next, or the one before at the end; the breadcrumb is what holds for all of it."""
    document = f"# T\n\n## A\n\n{sentence(10)}## B\n\n{sentence(10)}## C\n\n{sentence(200)}## D\n\nend\n"
    made = chunks(document)
    assert [one.text for one in made] == [document]
    assert made[0].breadcrumb == ("T",)


def test_a_small_section_between_full_ones_gets_some_of_a_neighbour() -> None:
    """Neither side has room for it."""
    made = chunks(f"## A\n\n{sentence(490)}## B\n\n{sentence(20)}## C\n\n{sentence(250) * 2}")
    assert min(words([one.text for one in made])) >= SMALL


@pytest.mark.parametrize(
    "block",
    ["```python\n# not a heading\n\n" + "x = 1\n" * 90 + "```\n", "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 60],
)
def test_code_and_tables_are_whole(block: str) -> None:
    """In whatever surroundings, a block that the model can read alone is in one chunk."""
    for lead in range(1, 12):
        document = f"## A\n\n{sentence(45) * lead}{block}\n{sentence(45) * 9}"
        assert sum(block in one.text for one in chunks(document)) == 1


def test_tokens_that_reach_over_pieces_do_not_make_a_chunk_too_large() -> None:
    """What counts is the whole chunk, not the sum of its pieces: here the pieces have none at all."""
    made = chunk("a.md", "- item\n" * 1000, eights, 150)
    assert SMALL <= min(eights([one.text for one in made])) <= max(eights([one.text for one in made])) <= 150


def test_code_too_large_for_the_model_is_cut_between_lines() -> None:
    """There is no other way, and no line is broken."""
    made = chunks("```\n" + "x = 1\n" * 1000 + "```\n")
    assert all(one.text.endswith("\n") for one in made)
    assert len(made) == 6


def test_breadcrumbs_follow_the_hierarchy() -> None:
    """A heading ends those of its level and below; setext headings count, headings in fences do not."""
    body = sentence(60)
    top = f"Top\n===\n\n{body}First\n-----\n\n{body}```\n## no\n```\n"
    document = f"{top}# Other\n\n{body}### Deep\n\n{body}## Second\n\n{body}"
    assert [one.breadcrumb for one in chunks(document)] == [("Top",), ("Top", "First"), ("Other",), ("Other", "Second")]


def test_a_short_document_is_one_chunk_and_an_empty_one_none() -> None:
    """However short it is."""
    assert [one.text for one in chunks("hi")] == ["hi"]
    assert chunks("") == []


def test_front_matter_is_no_chunk_s_text() -> None:
    """It is metadata: a question never meets it, places still count from the file's first character."""
    front = "---\ntitle: Deploying\ntags: [ops]\nversion: 1.2.0\n---\n"
    [only] = chunks(f"{front}Deploy on Tuesdays.\n")
    assert (only.text, only.tags, only.start) == ("Deploy on Tuesdays.\n", ("ops",), len(front))
    assert chunks(front) == []


def test_the_header_line_is_no_chunk_s_text() -> None:
    """Its title stands above each chunk, unless the first heading repeats it; version and time are in no answer."""
    header = "Deploying | v1.2.0, 2026-02-03T10:30:00+00:00 |\n\n"
    [only] = chunks(f"{header}## When\n\nOn Tuesdays.\n")
    assert (only.text, only.breadcrumb) == ("\n\n## When\n\nOn Tuesdays.\n", ("Deploying", "When"))
    assert chunks(f"{header}# deploying\n\nOn Tuesdays.\n")[0].breadcrumb == ("deploying",)


def test_the_title_of_front_matter_stands_above_each_chunk() -> None:
    """Unless the first heading repeats it, a header names another, or it is no text."""
    for front, text, breadcrumb in (
        ("title: Ships", "# Steps\n\nOn Tuesdays.\n", ("Ships", "Steps")),
        ("title: STEPS", "# Steps\n\nOn Tuesdays.\n", ("Steps",)),
        ("title: [Ships]", "# Steps\n\nOn Tuesdays.\n", ("Steps",)),
        ("title: Ships", "Boats | v1.2.0, 2026-02-03T10:30:00+00:00 |\n\nOn Tuesdays.\n", ("Boats",)),
    ):
        assert [one.breadcrumb for one in chunks(f"---\n{front}\n---\n{text}")] == [breadcrumb]


def test_a_document_may_name_its_project() -> None:
    """It holds for each chunk; without one, and where it is no text, the document is of all."""
    named, unnamed, odd = (
        chunks(f"---\n{line}\n---\nOn Tuesdays.\n") for line in ("project: shop", "tags: a", "project: []")
    )
    assert [one.project for one in (*named, *unnamed, *odd)] == ["shop", None, None]

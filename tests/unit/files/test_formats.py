"""The formats of index, summaries, descriptions and front matter read back what was written, whatever it is."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.description import Description
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.text import frontmatter

AWKWARD = [
    "|",
    " | ",
    "\\",
    "\\|",
    "\n",
    "\r\n",
    "---",
    "---\n",
    "```",
    "~~~",
    "# ",
    "\ufeff",
    "\u2028",
    ": ",
    "- ",
    "&a *a",
]
anything = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(AWKWARD)), max_size=12).map("".join)
WHEN = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)

names = st.sampled_from("abcde")


@given(st.lists(st.tuples(anything, anything, anything.filter(str.strip)), max_size=5))
def test_an_index_reads_back_its_entries(rows: list[tuple[str, str, str]]) -> None:
    """A field is one line of any text; pipes and backslashes in it survive."""
    written = [IndexEntry(topic=topic, description=text, location=place) for topic, text, place in rows]
    assert index.entries(index.joined(map(index.render, written))) == written


@given(anything)
def test_any_content_can_be_read_as_an_index(content: str) -> None:
    """A line that is no entry is kept as it is and passed over."""
    again = index.joined(index.lines(content))
    assert index.lines(again) == index.lines(content)
    assert index.entries(again) == index.entries(content)


def test_index_lines_are_read_as_people_write_them() -> None:
    """Spaces around pipes may be missing, pipes escaped, lines blank or headings."""
    content = "# Index\r\n\r\nPricing|What it costs|2-summaries/product/pricing.md\r\nA \\| B | c | d.md\n"
    assert index.entries(content) == [
        IndexEntry(topic="Pricing", description="What it costs", location="2-summaries/product/pricing.md"),
        IndexEntry(topic="A | B", description="c", location="d.md"),
    ]


def test_an_entry_replaces_the_one_with_its_location() -> None:
    """Every other line stays where it is."""
    content = "# Index\na | b | 1.md\nc | d | 2.md\n"
    changed = index.with_entry(content, IndexEntry(topic="new", description="b", location="1.md"))
    assert changed == "# Index\nnew | b | 1.md\nc | d | 2.md\n"
    assert index.with_entry("x | y | 1.md", IndexEntry(topic="z", description="", location="2.md")).endswith(
        "z |  | 2.md\n"
    )
    assert index.without(content, "1.md") == "# Index\nc | d | 2.md\n"


@given(anything, anything)
def test_a_summary_reads_back_its_header_and_text(title: str, text: str) -> None:
    """The text is kept to the character, the title on one line."""
    named = Header(summary.clean_title(title), "1.2.3", WHEN)
    content = summary.render(named, text)
    assert summary.header(content) == named
    assert summary.split(content)[1] == text


@given(anything)
def test_any_content_is_its_head_and_its_text(content: str) -> None:
    """Taking a file apart loses nothing, in every tier."""
    for split in (summary.split, description.split, frontmatter.split):
        assert "".join(split(content)) == content


@pytest.mark.parametrize(
    "line",
    [
        "Pricing | v1.0.0, 2026-02-03 | Plans",
        "Pricing | 1.0.0 2026-02-03T00:00:00 |\nPlans",
        "Pricing | v1.0.0, 2026-02-03 |\r\nPlans",
    ],
)
def test_headers_are_read_as_people_write_them(line: str) -> None:
    """The v, the comma and the time of day may be missing; the text may start on the next line."""
    assert summary.header(line) == Header("Pricing", "1.0.0", datetime(2026, 2, 3))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain text",
        "| a | table |\n|---|---|\n",
        "a | b | c",
        "Pricing | v1.0.0, yesterday | Plans",
        "Pricing | v1.0, 2026-02-03 | Plans",
        "x" * 201 + " | v1.0.0, 2026-02-03 | Plans",
        " | v1.0.0, 2026-02-03 | Plans",
    ],
)
def test_what_is_no_header_is_text(text: str) -> None:
    """A file without a header is all text."""
    assert summary.header(text) is None
    assert summary.split(text) == ("", text)


def test_a_header_by_hand_is_above_the_text() -> None:
    """A line of its own with a version of any form; the head of a table is none."""
    assert summary.split("Rent | v1 | \n\n- 1,850 a month.") == ("Rent | v1 | ", "\n\n- 1,850 a month.")
    assert summary.title("Rent | v1 |\n- x") == summary.title("Rent | v1.0.0, 2026-02-03 | x") == "Rent"
    table = "Plan | v1 |\n---|---|\nFree | yes |\n"
    assert (summary.split(table), summary.title(table)) == (("", table), "")


@given(anything, st.lists(anything.map(str.strip).filter(bool), max_size=3), anything)
def test_a_description_reads_back_its_fields_and_text(title: str, tags: list[str], text: str) -> None:
    """Front matter, header and text are those that were written."""
    content = description.render(Description(title, "1.0.0", WHEN, WHEN, text, tags, "learned"))
    fields = frontmatter.fields(content)
    assert fields["title"] == summary.clean_title(title)
    assert fields["created"] == fields["updated"] == WHEN.isoformat()
    assert (fields["scope"], fields["version"], fields.get("tags", [])) == ("learned", "1.0.0", tags)
    assert description.header(content) == Header(summary.clean_title(title), "1.0.0", WHEN)
    assert description.split(content)[1] == text


@given(
    st.dictionaries(st.text(min_size=1, max_size=8), st.one_of(anything, st.lists(anything, max_size=3)), max_size=4)
)
def test_front_matter_reads_back_its_fields(fields: dict[str, str | list[str]]) -> None:
    """Text and lists come back as they were, and a body that looks like front matter stays the body."""
    body = "---\ntitle: not this\n---\n"
    content = frontmatter.render(fields, body)
    assert frontmatter.fields(content) == fields
    assert frontmatter.split(content)[1] == body


@pytest.mark.parametrize(
    "content",
    [
        "---\ntitle: no end\n",
        "---\ntitle: another end\n+++\nx",
        "---\n[unclosed\n---\nx",
        "---\njust text\n---\nx",
        "---\nWhat holds, and since when.\nNote: it is long.\n---\nx",
        "\n---\nAs above, so below.\n---\nx",
        "+++\njust text\n+++\nx",
        "---\na: " + "x" * 5000 + "\n---\nx",
        "---\n? [a]\n: b\n---\nx",
        "---\n!!python/object/apply:os.system [id]\n---\nx",
        " ---\ntitle: indented\n---\n",
        "text\n---\ntitle: late\n---\n",
        "",
    ],
)
def test_what_is_no_front_matter_is_body(content: str) -> None:
    """A block without an end, too long, or without the form of fields raises nothing and loses nothing."""
    assert frontmatter.fields(content) == {}
    assert frontmatter.split(content) == ("", content)


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ("---\ntitle: Puffin: a tale\n---\nx", {"title": "Puffin: a tale"}),
        ("---\ntitle: Puffin: a tale\ntags:\n  - a\n- b\n---\nx", {"title": "Puffin: a tale", "tags": ["a", "b"]}),
        ("---\ntags: [a, b\nversion: 1.10\n---\nx", {"tags": ["a", "b"], "version": "1.10"}),
        ("---\ntitle: 'it''s\nproject: shop\n---\nx", {"title": "'it''s", "project": "shop"}),
        ("\n \n---\ntitle: below\n---\nx", {"title": "below"}),
        ("---\ntitle: dots\n...\nx", {"title": "dots"}),
        ("---\n- a list\n- of points\n---\nx", {}),
        (
            '+++\ntitle = "Puffin"\ndraft = false\nversion = 1.10\ntags = [\n "a",\n]\n[extra]\nx = 1\n+++\nx',
            {"title": "Puffin", "draft": "false", "version": "1.10", "tags": ["a"], "extra": {"x": "1"}},
        ),
        ("+++\ntitle = Puffin\ntags = ['a', 'b'\n+++\nx", {"title": "Puffin", "tags": ["a", "b"]}),
        ("---\na: &x [1]\nb: *x\n---\nx", {"a": ["1"], "b": "*x"}),
        ("---\na: " + "[" * 3000 + "\n---\nx", {}),
        ("---\na: " + "[" * 1900 + "]" * 1900 + "\nb: c\n---\nx", {"b": "c"}),
        ("---\na: \x01\nb: c\n---\nx", {"b": "c"}),
    ],
)
def test_front_matter_that_cannot_be_read_is_no_text(content: str, fields: frontmatter.Fields) -> None:
    """Each field is read for itself, as YAML or TOML where it is such, else as its words; aliases unfold nowhere."""
    assert frontmatter.split(content)[1] == "x"
    assert frontmatter.fields(content) == fields


@given(
    st.sampled_from([("---", ":"), ("+++", " =")]),
    st.lists(st.tuples(st.sampled_from("abcde"), anything.filter(str.strip)), min_size=1, max_size=5),
)
def test_any_fields_are_metadata(fence: tuple[str, str], written: list[tuple[str, str]]) -> None:
    """Whatever a line says behind a name, the block is none of the text, is read without a failure, and stays."""
    mark, sign = fence
    lines = [f"{name}{sign} {' '.join(value.split())}" for name, value in written]
    content = "\n".join([mark, *lines, mark, "Body"])
    assert frontmatter.split(content)[1] == "Body"
    assert set(frontmatter.fields(content)) <= {name for name, _ in written}
    later = frontmatter.updated(content, version="1.0.1")
    assert frontmatter.split(later)[1] == "Body"
    assert frontmatter.updated(later, version="1.0.1") == later


@pytest.mark.parametrize(
    ("content", "later"),
    [
        (
            "---\ntitle: a: b # c\nversion: 1.0.0\nnot: [a field\n---\nx",
            '---\ntitle: a: b # c\nversion: "1.0.1"\nnot: [a field\n---\nx',
        ),
        ('+++\ntitle = "a"\nversion = "1.0.0"\n+++\nx', '+++\ntitle = "a"\nversion = "1.0.1"\n+++\nx'),
        ("---\ntitle: a: b\n---\nx", "---\ntitle: a: b\n---\nx"),
    ],
)
def test_a_stamp_changes_nothing_else_of_what_cannot_be_read(content: str, later: str) -> None:
    """Its writer's lines stay as they are, but for those that say the version."""
    assert frontmatter.updated(content, version="1.0.1") == later


def test_front_matter_may_be_nested_up_to_a_depth() -> None:
    """As deep as the limit it is read; one deeper its words say nothing."""
    lists = frontmatter.MAX_DEPTH - 2  # inside the block's own map, around one word
    within, beyond = (f"---\na: {'[' * depth}b{']' * depth}\n---\nx" for depth in (lists, lists + 1))
    assert str(frontmatter.fields(within)["a"]).count("[") == lists
    assert frontmatter.fields(beyond) == {"a": ["b"]}


def test_front_matter_is_read_as_text() -> None:
    """Versions, times and words keep their spelling; a BOM and CRLF are no obstacle."""
    content = (
        "\ufeff---\r\nversion: 1.10\r\ntitle: no\r\ncreated: 2026-02-17T10:30:00Z\r\ntags: Gmail, email,\r\n---\r\nBody"
    )
    fields = frontmatter.fields(content)
    assert fields == {
        "version": "1.10",
        "title": "no",
        "created": "2026-02-17T10:30:00Z",
        "tags": "Gmail, email,",
    }
    assert frontmatter.tags(fields) == ["gmail", "email"]
    assert frontmatter.tags({"tags": ["A", "b", "a "]}) == ["a", "b"]
    assert frontmatter.tags({}) == []
    assert frontmatter.split(content)[1] == "Body"
    assert frontmatter.fields("---\n---\nx") == {}
    assert frontmatter.split("---\n---\nx") == ("---\n---\n", "x")


def test_a_change_of_front_matter_keeps_the_other_fields() -> None:
    """What a person added stays."""
    content = "---\nauthor: Ada\nversion: 1.0.0\n---\nBody"
    assert frontmatter.updated(content, version="1.0.1") == "---\nauthor: Ada\nversion: 1.0.1\n---\nBody"


def test_front_matter_is_updated_where_its_writer_wrote_it() -> None:
    """Comments, quotes and the form of lists stay; a field that is new stands below, one that is the same as it was."""
    content = (
        "---\n# ours\ntitle: 'Kiln'  # the old one\ntags: [a, b]  # by Ada\naliases:\n  - oven\n\n"
        "# when\nversion: 1.0.0 # bumped\nnotes: |\n  two\n  lines\n---\nBody"
    )
    later = frontmatter.updated(content, title="Kiln", version="1.1.0", tags=["b", "c"], updated="2026-02-03")
    assert later == (
        "---\n# ours\ntitle: 'Kiln'  # the old one\ntags: [b, c]  # by Ada\naliases:\n  - oven\n\n"
        "# when\nversion: 1.1.0 # bumped\nnotes: |\n  two\n  lines\nupdated: '2026-02-03'\n---\nBody"
    )
    below = frontmatter.updated("---\naliases:\n  - oven  # the big one\n# why\nversion: 1\n---\n", aliases=["stove"])
    assert below == "---\naliases:\n- stove\n# why\nversion: 1\n---\n"


@given(st.dictionaries(names, anything, min_size=1), st.dictionaries(names, anything | st.lists(anything)))
def test_updated_front_matter_says_what_was_asked(before: dict[str, str], changes: dict[str, str | list[str]]) -> None:
    """Whatever fields there are, and however they have to be written."""
    content = frontmatter.render(before, "Body")
    later = frontmatter.updated(content, **changes)
    assert frontmatter.split(later)[1] == "Body" and frontmatter.fields(later) == before | changes


def test_a_stamp_goes_wherever_the_file_carries_one() -> None:
    """Header and front matter say the same version; a plain file stays plain."""
    content = description.render(Description("T", "1.0.0", WHEN, WHEN, "Body", ["a"], "user"))
    later = datetime(2026, 3, 1, tzinfo=UTC)
    stamped = description.stamped(content, "1.1.0", later)
    assert stamped == description.render(Description("T", "1.1.0", WHEN, later, "Body", ["a"], "user"))
    assert description.stamped("plain", "1.1.0", later) == "plain"
    assert description.stamped("T | v1.0.0, 2026-01-01 | x", "1.1.0", later) == f"T | v1.1.0, {later.isoformat()} | x"

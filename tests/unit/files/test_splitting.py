"""A file over its limit becomes files within it that hold all of it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.files import paths, splitting
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.description import Description
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.files.splitting import chain as parts_of
from knowledge.files.splitting import cutting, split
from knowledge.files.splitting.chain import Part, parse_part
from knowledge.text import frontmatter, markdown

from tests.support.doubles import Words

WHEN = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)
SUMMARY = "2-summaries/product/pricing.md"
DESCRIPTION = "3-descriptions/product/pricing/plans.md"
LINES = ("a line of code\n" * 3 + "code\n", "é" * 40 + "\r\n" + "é\r\n", f"| {'a' * 20} | {'b' * 20} |\n")
CODE, LETTERS, ROWS = (line * (4500 // len(line)) for line in LINES)
LONG = st.sampled_from(["word " * 900, "x" * 4500, f"```\n{CODE}```\n", LETTERS, ROWS])
PIECES = st.sampled_from(
    ["# One\n", "## Two\n\n", "### Three\n", "text\n", "\n\n", "- item\n", "```\n", "\r\n", "Title\n===\n"]
)
# As long as a summary's beginning may be, or longer: on top of a part, some leave what it held to its last slice.
sections = st.builds(
    lambda heading, word, count: heading + word * count + "\n\n",
    st.sampled_from(["", "## One\n\n", "## Two\n\n"]),
    st.sampled_from(["word ", "tail ", "- item\n"]),
    st.integers(50, 330),
)
pieces = st.one_of(LONG, PIECES, st.text(max_size=30))
documents = st.lists(pieces, min_size=1, max_size=6).map("".join)  # of several parts, where one piece is LONG


def files(parts: list[Part]) -> dict[str, str]:
    """What is written where."""
    return {part.path: part.content for part in parts}


def chain(parts: list[Part]) -> list[str]:
    """The bodies in the order in which the links lead from the first part, each part once."""
    unread = files(parts)
    bodies, path = [], parts[0].path
    while path in unread:
        text = parse_part(path, unread.pop(path))
        bodies.append(text.body)
        path = text.continues or ""
    assert not unread, "a part is not linked"
    return bodies


@given(documents, st.booleans())
def test_a_split_summary_loses_nothing(body: str, with_header: bool) -> None:
    """The bodies along the links, joined, are the body; every part is within the limit."""
    content = summary.render(Header("Pricing", "1.0.0", WHEN), body) if with_header else body
    parts = split(SUMMARY, content, Words())
    assert parts[0].path == SUMMARY
    assert "".join(chain(parts)) == parse_part(SUMMARY, content).body
    assert all(not splitting.is_over_limit(part.path, part.content) for part in parts)
    if len(content) <= summary.LIMIT:
        assert [part.content for part in parts] == [content]


@given(st.lists(pieces, min_size=30, max_size=50).map("".join), st.booleans())
def test_a_split_description_loses_nothing(body: str, plain: bool) -> None:
    """As for summaries; front matter and header go with every part, and a file without them has parts without."""
    described = Description("Plans", "1.0.0", WHEN, WHEN, body, ["billing"], "learned")
    content = body if plain else description.render(described)
    parts = split(DESCRIPTION, content, Words())
    assert "".join(chain(parts)) == parse_part(DESCRIPTION, content).body
    for part in parts:
        assert len(part.content) <= description.LIMIT
        if not plain:
            assert frontmatter.fields(part.content)["tags"] == ["billing"]
            assert frontmatter.fields(part.content)["title"] == part.title


@given(documents)
def test_a_split_is_final(body: str) -> None:
    """The same file gives the same parts, and a part split again is itself."""
    content = summary.render(Header("Pricing", "1.0.0", WHEN), body * 2)
    parts = split(SUMMARY, content, Words())
    assert split(SUMMARY, content, Words()) == parts
    for part in parts:
        assert split(part.path, part.content, Words()) == [part]


@given(documents, documents, st.integers(0))
def test_a_part_that_has_grown_is_split_without_touching_the_others(body: str, more: str, pick: int) -> None:
    """The new parts come between it and its successor, whatever was added and to which of them."""
    parts = split(SUMMARY, body * 2, Words())
    grown = parts[pick % len(parts)]
    text = parse_part(grown.path, grown.content)
    written = parts_of._file(text.head, text.part_of, text.body + more, text.continues)
    again = [part for old in parts for part in (split(old.path, written, Words()) if old == grown else [old])]
    assert len({part.path for part in again}) == len(again)
    if parse_part(grown.path, written).continues == text.continues:  # else `more` itself ends in such a link
        bodies = [parse_part(part.path, part.content).body for part in parts]
        bodies[pick % len(parts)] += more
        assert "".join(chain(again)) == "".join(bodies)


@given(documents, st.lists(sections, max_size=3), st.lists(sections, min_size=1, max_size=3), st.integers(0))
def test_a_part_that_grows_at_its_top_keeps_every_word(
    body: str, below: list[str], added: list[str], pick: int
) -> None:
    """No new part is called as one that is there: else the tail of a part would stand in its own place and be lost."""
    parts = split(SUMMARY, "".join([body * 2, "\n\n", *below]), Words())
    grown = parts[pick % len(parts)]
    text = parse_part(grown.path, grown.content)
    written = parts_of._file(text.head, text.part_of, "".join(added) + text.body, text.continues)
    new = split(grown.path, written, Words())
    stored = files(parts) | {part.path: part.content for part in new[::-1]}
    assert len(stored) == len(parts) + len(new) - 1
    assert bodies(stored, grown.path, text.continues) == parse_part(grown.path, written).body


def test_a_part_whose_former_content_becomes_its_tail_is_split_again() -> None:
    """The smallest case of what was lost: the same text as part of the same file, one step further down."""
    tail = split(SUMMARY, "word " * 300 + "\n\n" + "tail " * 240, Words())[-1]
    text = parse_part(tail.path, tail.content)
    grown = parts_of._file(text.head, text.part_of, "more " * 180 + "\n\n" + text.body, text.continues)
    again = split(tail.path, grown, Words())
    assert again[-1].content == tail.content, "no longer the case: what is added has to fill the first slice"
    assert parts_of.parts_prefix(again[-1].path) == parts_of.parts_prefix(tail.path)
    assert len({one.path for one in again}) == len(again) == 2
    assert bodies(files(again[::-1]), tail.path, None) == parse_part(tail.path, grown).body


def bodies(stored: dict[str, str], path: str, end: str | None) -> str:
    """What stands along the links from a part to the one that is left out."""
    text_so_far = ""
    while path and path != end:
        text = parse_part(path, stored.pop(path))
        text_so_far, path = text_so_far + text.body, text.continues or ""
    return text_so_far


@pytest.mark.parametrize("length", [60, 200, 300])
def test_what_leaves_a_growing_file_fills_its_part(length: int) -> None:
    """Where new lines come above, a part is full for four fifths but for a line; measured before: for half."""
    content, parts = "Rules | v1.0.0, 2026-01-01T00:00:00+00:00 | ", dict[str, Part]()
    for number in range(60):
        text = parse_part(SUMMARY, content)
        line = f"\n- Machine {number} {'is oiled by hand every week ' * 20}"[:length]
        content = parts_of._file(text.head, text.part_of, line + text.body, text.continues)
        first, *others = split(SUMMARY, content, Words(), str(number))
        content, parts = first.content, parts | {part.path: part for part in others}
    assert parts and all(len(part.content) >= 0.8 * summary.LIMIT - length for part in parts.values())


def test_the_same_text_at_another_time_has_parts_of_its_own() -> None:
    """A part of an earlier edition may have been edited since: it is not taken for the new one."""
    former, later = (split(SUMMARY, "word " * 900, Words(), edition) for edition in ("1.0.0", "3.0.0"))
    assert not {part.path for part in former[1:]} & {part.path for part in later[1:]}


def test_a_file_that_was_split_has_room_to_grow() -> None:
    """Its beginning is little more than half of what it may hold: else each new line would be a part of its own."""
    bullets = "".join(f"- Fact {n} about the shop and its teas, which are many.\n" for n in range(120))
    first, *others = split(SUMMARY, bullets, Words())
    assert len(first.content) < 0.7 * summary.LIMIT
    assert all(len(part.content) > 0.9 * summary.LIMIT for part in others[:-1])


def test_parts_without_headings_are_named_after_what_is_in_them() -> None:
    """Entries of a log by their days, others by the words that their lines share."""
    log = "".join(
        f"- 2026-03-{30 - n:02}: Something was built, and it took quite a while, up to {n}.\n" for n in range(30)
    )
    assert [part.title for part in split(SUMMARY, log, Words())][1].startswith("Pricing: 2026-03-01 to 2026-03-")
    words = [("invoices", "customers"), ("servers", "backups"), ("hiring", "interviews")]
    body = "".join(f"- The {one} and the {two} of number {n} are fine.\n" for one, two in words for n in range(26))
    titles = [part.title for part in split(SUMMARY, body, Words())]
    assert any("ervers" in title for title in titles) and any("iring" in title for title in titles)
    assert not any(title[-1].isdigit() for title in titles)


def test_a_text_is_parsed_once_however_many_beginnings_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """To parse a long text takes most of the time that splitting it takes."""
    parsed: list[str] = []
    blocks = markdown.blocks
    monkeypatch.setattr(parts_of.markdown, "blocks", lambda text, *of: (parsed.append(text), blocks(text, *of))[1])
    body = "word " * 900
    split(SUMMARY, body, Words())
    assert parsed.count(body) == 1


def test_the_parts_of_a_part_belong_to_the_file_it_came_from() -> None:
    """So the way back is one step, and names do not grow with every split."""
    part = split(SUMMARY, "word " * 600, Words())[1]
    again = split(part.path, part.content + "word " * 600, Words())
    assert len(again) > 1
    assert {parse_part(one.path, one.content).part_of for one in again} == {SUMMARY}
    assert all(len(one.path) < 140 for one in again)


@pytest.mark.parametrize("body", ["x" * 60_000, "```\n" + "x" * 60_000 + "\n```", "# " + "x" * 60_000, "😀" * 60_000])
@pytest.mark.parametrize("path", [SUMMARY, DESCRIPTION])
def test_what_has_nowhere_to_be_cut_is_cut_anyway(path: str, body: str) -> None:
    """One line of 60,000 characters ends within the limit and loses nothing."""
    parts = split(path, body, Words())
    assert len(parts) > 1
    assert "".join(chain(parts)) == body
    assert all(not splitting.is_over_limit(part.path, part.content) for part in parts)


def test_a_summary_is_cut_into_its_sub_topics() -> None:
    """A part starts at a heading, is named after it and says what it belongs to."""
    sections = [f"## {name}\n\n{name} costs. " + "Detail. " * 120 + "\n\n" for name in ("Free", "Pro", "Team")]
    parts = split(SUMMARY, summary.render(Header("Pricing", "2.1.0", WHEN), "".join(sections)), Words())
    assert [part.title for part in parts] == ["Pricing", "Pricing: Pro", "Pricing: Team"]
    assert chain(parts) == sections
    assert parts[1].path.startswith("2-summaries/product/pricing-pro-")
    assert parts[1].content.startswith(
        "Pricing: Pro | v2.1.0, 2026-02-03T10:30:00+00:00 | Part of [[" + SUMMARY + "]].\n\n##"
    )
    assert parts[1].content.endswith(f"\n\nContinues in [[{parts[2].path}]].\n")


def test_a_part_is_named_after_its_highest_heading() -> None:
    """The end of one section that stands before the next names no part."""
    body = f"## First\n\n{'a ' * 700}\n\n### Its end\n\n{'a ' * 300}\n\n## Second\n\n{'b ' * 300}\n"
    assert [part.title for part in split(SUMMARY, body, Words())][1:] == ["First: Second"]


def test_a_description_is_cut_at_its_highest_headings() -> None:
    """A heading inside a fence is no place to cut, an H1 is better than an H2 after it."""
    body = (
        f"intro {'a ' * 14_000}\n\n# One\n\n{'b ' * 4000}\n\n## Two\n\n```\n# not\n{'c ' * 9000}\n```\n\n{'d ' * 4000}"
    )
    parts = split(DESCRIPTION, body, Words())
    assert [parse_part(part.path, part.content).body[:5] for part in parts] == ["intro", "# One"]


def stated(thing: str, day: int, count: int) -> str:
    """Statements of one day about a thing."""
    return "".join(
        f"- The depot {n} holds {n} pallets of {thing} behind its gate. (2026-03-0{day})\n" for n in range(count)
    )


def test_a_part_that_is_split_again_is_called_by_what_is_left_in_it() -> None:
    """Measured before: it kept its name, and what it was called after stood in another part."""
    head = "Depots: Salt | 1.0.0, 2026-03-01 | Part of [[2-summaries/x/depots.md]].\n\n"
    part = "2-summaries/x/depots-0123456789.md"
    parts = split(part, head + stated("paper", 2, 15) + stated("salt", 1, 20), Words())
    assert [one.title for one in parts] == ["Depots: Paper", "Depots: Salt"]
    assert parts[0].path == part and parts[0].content.startswith("Depots: Paper | ")


def test_what_was_said_at_once_goes_to_one_part_where_it_fits() -> None:
    """Measured before: parts had the end of one event and the beginning of another."""
    text = stated("tiles", 3, 12) + stated("paper", 2, 20) + stated("salt", 1, 20)
    assert [set(re.findall("tiles|paper|salt", piece)) for piece in cutting.slices(text, 1700)] == [
        *({"tiles"}, {"paper"}, {"salt"}),
    ]


def test_of_the_day_at_the_top_all_stays_where_that_takes_no_part_more() -> None:
    """Measured before: of a delivery the new date stayed in the file, and what was promised with it went to a part."""
    first, _ = split(SUMMARY, stated("tiles", 3, 16) + stated("paper", 2, 24), Words())
    assert set(re.findall("tiles|paper", first.content)) == {"tiles"} and first.content.count("tiles") == 16


@pytest.mark.parametrize(("text", "end"), [("A word or two. " * 50, ". "), ("word " * 150, " ")])
def test_prose_is_cut_between_sentences_or_words(text: str, end: str) -> None:
    """A paragraph without line breaks is not cut inside a word, and not inside a sentence if it has several."""
    cut = cutting.slices(text, 100)
    assert "".join(cut) == text and all(piece.endswith(end) for piece in cut)
    assert all(len(piece) <= 100 for piece in cut)


def test_blocks_and_lines_come_before_anywhere() -> None:
    """Without headings the cut is between paragraphs, and inside a paragraph between lines."""
    paragraphs = [f"{letter * 900}\n\n" for letter in "abcd"]
    assert cutting.slices("".join(paragraphs), 2000) == ["".join(paragraphs[:2]), "".join(paragraphs[2:])]
    lines = [letter * 600 + "\n" for letter in "abcd"]
    assert cutting.slices("".join(lines), 1300) == ["".join(lines[:2]), "".join(lines[2:])]


@pytest.mark.parametrize(
    "lengths",
    [(100, 1200, 300, 300), (1200, 300, 300), (500, 1200, 300), (100, 1600, 1600, 100), (300, 1650, 200, 1650)],
)
def test_no_line_is_cut_that_a_part_has_room_for(lengths: Sequence[int]) -> None:
    """A line may lead to several things; measured before: a quote of one was torn over two parts, and the index."""
    lines = [f"- {'It is so. ' * (length // 10)}\n" for length in lengths]
    cut = cutting.slices("".join(lines), 1700, 1000)
    assert "".join(cut) == "".join(lines) and max(map(len, cut)) <= 1700
    assert [line for piece in cut for line in piece.splitlines(keepends=True)] == lines


def index_of(topics: Sequence[str]) -> str:
    """An index with an entry for each topic."""
    entries = [
        IndexEntry(topic=topic, description=f"About {topic}", location=paths.summary("x", topic)) for topic in topics
    ]
    return index.joined(map(index.render, entries))


def reached(parts: list[Part]) -> list[str]:
    """The lines that are no links to other parts, found by following the links from the first part."""
    unread = files(parts)

    def below(path: str) -> list[str]:
        lines = index.lines(unread.pop(path))
        entries = [(line, index.entry(line)) for line in lines]
        return [
            leaf
            for line, entry in entries
            for leaf in (below(entry.location) if entry and entry.location in unread else [line])
        ]

    leaves = below(parts[0].path)
    assert not unread, "a part is not linked"
    return leaves


@given(
    st.lists(st.one_of(st.text(max_size=20), st.just("a | b | c.md"), st.just("# Index")), min_size=40, max_size=160)
)
def test_a_split_index_holds_every_line(lines: list[str]) -> None:
    """Every line is in exactly one part that the links lead to, and no part is over the limit."""
    content = index.joined(lines)
    parts = split(paths.INDEX, content, Words())
    assert all(not splitting.is_over_limit(part.path, part.content) for part in parts)
    assert all(files(split(part.path, part.content, Words())) == files([part]) for part in parts)
    if len(parts) > 1:
        assert sorted(reached(parts)) == sorted(set(index.lines(content)))


def test_an_index_is_split_by_theme() -> None:
    """Topics that share words share a part, which is named after them; their order is kept."""
    topics = [
        f"{theme} number{n}"
        for n in range(20)
        for theme in ("billing invoices", "kubernetes clusters", "hiring people")
    ]
    parts = split(paths.INDEX, index_of(topics), Words())
    assert [part.title for part in parts[1:]] == [
        "Billing and invoices",
        "Clusters and kubernetes",
        "Hiring and people",
    ]
    assert [entry.topic for entry in index.entries(parts[1].content)] == topics[::3]
    top = index.entries(parts[0].content)
    assert [entry.location for entry in top] == [part.path for part in parts[1:]]
    assert top[0].description.startswith("20 topics: billing invoices number0, billing")
    assert parts[1].path.startswith("1-index/index-billing-and-invoices-")


def test_an_index_whose_former_lines_become_a_theme_is_split_again() -> None:
    """Its lines of before, now one theme among others, get a file of their own below it."""
    billing, hiring, servers, teas, boxes = (
        index_of([f"{theme} number{n}" for n in range(20)])
        for theme in ("billing invoices", "hiring people", "kubernetes clusters", "ordering teas", "packing boxes")
    )
    former = split(paths.INDEX, billing + hiring + servers, Words())[1]
    again = split(former.path, teas + boxes + former.content, Words())
    assert again[-1].content == former.content, "no longer the case: the former lines have to be a theme"
    assert parts_of.parts_prefix(again[-1].path) == parts_of.parts_prefix(former.path)
    assert len({one.path for one in again}) == len(again) == 4


def test_an_index_of_several_categories_is_split_by_them() -> None:
    """The tenant's own folders are the themes; a line that leads to none of them stays where it is."""
    entries = [
        IndexEntry(topic=f"Topic {n}", description="What we know", location=f"2-summaries/{category}/t{n}.md")
        for n in range(20)
        for category in ("gtm", "product", "unit-economics")
    ]
    older = "Older | 30 topics | 1-index/index-older-0123456789.md"
    parts = split(paths.INDEX, index.joined([older, *map(index.render, entries)]), Words())
    assert [part.title for part in parts[1:]] == ["Gtm", "Product", "Unit economics"]
    assert index.lines(parts[0].content)[0] == older
    assert [index.entries(part.content) for part in parts[1:]] == [entries[n::3] for n in range(3)]


def test_a_large_index_becomes_a_tree() -> None:
    """Three thousand topics are reached over files of at most 50 lines each."""
    topics = [f"topic{n % 60} part{n}" for n in range(3000)]
    parts = split(paths.INDEX, index_of(topics), Words())
    assert all(len(index.lines(part.content)) <= index.LIMIT for part in parts)
    assert sorted(reached(parts)) == sorted(index.lines(index_of(topics)))


def test_below_the_limit_nothing_is_touched() -> None:
    """Fifty lines, 2,000 and 50,000 characters are allowed; assets and sessions may have any size."""
    for path, content in [
        (paths.INDEX, "x\r\n" * 50),
        (SUMMARY, "x" * 2000),
        (DESCRIPTION, "x" * 50_000),
        ("assets/a/b.csv", "x" * 60_000),
        ("sessions/run.jsonl", "x" * 60_000),
    ]:
        assert [part.content for part in split(path, content, Words())] == [content]
        assert not splitting.is_over_limit(path, content)
    assert splitting.is_over_limit(paths.INDEX, "x\n" * 51)
    assert splitting.is_over_limit(SUMMARY, "x" * 2001)
    assert splitting.is_over_limit(DESCRIPTION, "x" * 50_001)

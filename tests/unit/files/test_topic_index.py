"""The topics of an index, found by what they are about."""

import pytest
from knowledge.files import paths, topic_index
from knowledge.files.topic_index import MAX_INDEXES
from knowledge.ports.embedder import OnnxEmbedder

MONEY = "Payments | Cards, invoices and refunds | 2-summaries/product/payments.md\n"
PEOPLE = "Hiring | Interviews and offers | 2-summaries/organization/hiring.md\n"
ASKED = "How does a customer get a refund?"


def topics(files: dict[str, str], embedder: OnnxEmbedder, opened: list[str] | None = None) -> list[str]:
    """The names of the topics that are found in these index files; `opened` takes the paths that were read."""

    def read(path: str) -> str | None:
        if opened is not None:
            opened.append(path)
        return files.get(path)

    return [topic.topic for topic in topic_index.nearest(embedder.embed([ASKED])[0], read, embedder)]


@pytest.mark.parametrize("lines", [MONEY + PEOPLE, PEOPLE + MONEY])
def test_the_nearest_topic_comes_first(embedder: OnnxEmbedder, lines: str) -> None:
    """The order is by meaning and not by line."""
    assert topics({paths.INDEX: lines}, embedder) == ["Payments", "Hiring"]


def test_no_index_has_no_topics(embedder: OnnxEmbedder) -> None:
    """Where there is no file, and where its lines are no topics, there are none."""
    assert topics({}, embedder) == topics({paths.INDEX: "# Index\n"}, embedder) == []


def test_the_nearest_of_many_themes_are_opened(embedder: OnnxEmbedder) -> None:
    """Of more themes than are opened, the last line's is, where it is the nearest."""
    others = "".join(f"Trees {n} | Oaks and birches in forest {n} | 1-index/trees-{n}.md\n" for n in range(40))
    files = {paths.INDEX: f"{others}Money | Payments and refunds | 1-index/money.md\n", "1-index/money.md": MONEY}
    opened: list[str] = []
    assert topics(files, embedder, opened) == ["Payments"]
    assert opened[:2] == [paths.INDEX, "1-index/money.md"] and len(opened) == MAX_INDEXES


def test_indexes_that_name_each_other_are_opened_once(embedder: OnnxEmbedder) -> None:
    """A circle ends, and a topic that two of them list is one."""
    circle = f"Up | The top | {paths.INDEX}\nDown | More | 1-index/more.md\n{MONEY}"
    opened: list[str] = []
    assert topics({paths.INDEX: circle, "1-index/more.md": circle}, embedder, opened) == ["Payments"]
    assert opened == [paths.INDEX, "1-index/more.md"]

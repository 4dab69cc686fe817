"""Rows are grouped to the size of a chunk."""

from knowledge.documents import Span, parse


def test_row_groups_stay_within_the_given_tokens_and_hold_every_row() -> None:
    """Groups are cut by the passed token counter; together they hold each row once."""
    content = "word,n\n" + "".join(f"w{n},{n}\n" for n in range(1000))
    document = parse("t.csv", content.encode(), count_tokens=lambda texts: [100] * len(texts))
    groups = list(document.sections)[1:]
    assert [group.span for group in groups[:2]] == [Span("row", 1, 5), Span("row", 6, 10)]
    assert sum(len(group.markdown.splitlines()) for group in groups) == 1000

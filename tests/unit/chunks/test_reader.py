"""What a passage of an uploaded file says of its place."""

import pytest
from knowledge.chunks import reader
from knowledge.documents import Document, parse
from knowledge.ports.object_store import StoredObject

from tests.support.doubles import Words


def parsed(name: str, stored: StoredObject, embedder: Words) -> Document:
    return parse(name, stored.body)


def test_a_passage_of_a_text_names_its_own_lines() -> None:
    """Each passage of an uploaded Markdown file has the lines that it stands in, not those of the whole file."""
    parts = [f"## Part {number}\n\n" + f"word{number} " * 60 + "\n\n" for number in range(4)]
    content = "---\ntags: [a]\n---\n" + "".join(parts)
    stored = StoredObject("k", content.encode(), "e", None, "text/markdown")
    passages = list(reader.read("assets/a/b.md", stored, Words(), parse=parsed).passages)
    assert [(passage.breadcrumb[-1], str(passage.span)) for passage in passages] == [
        (f"Part {number}", f"lines {4 + 4 * number}–{6 + 4 * number}") for number in range(4)
    ]
    lines = content.split("\n")
    for passage in passages:
        assert passage.span and "\n".join(lines[passage.span.first - 1 : passage.span.last]) == passage.text.rstrip(
            "\n"
        )


def test_what_stands_below_a_redacted_key_names_its_own_lines() -> None:
    """Redaction takes no line away."""
    key = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 20 + "-----END PRIVATE KEY-----\n"
    content = f"# Keys\n\n{key}\n" + "".join(f"## Step {number}\n\n{'word ' * 60}\n\n" for number in range(9))
    stored = StoredObject("k", content.encode(), "e", None, "text/markdown")
    passages = list(reader.read("assets/a/b.md", stored, Words(), parse=parsed).passages)
    assert "MIIE" not in passages[0].text and "[redacted:private-key]" in passages[0].text
    lines = content.split("\n")
    assert all(
        passage.span and lines[passage.span.first - 1] == f"## {passage.breadcrumb[-1]}" for passage in passages[1:]
    )


@pytest.mark.parametrize(
    ("path", "searchable"),
    [
        ("3-descriptions/user/rules/deploy.md", True),
        ("3-descriptions/learned/services/api.md", True),
        ("2-summaries/product/api.md", True),
        ("assets/a/b.pdf", True),
        ("3-descriptions/learned/tasks/run-1.md", False),
        ("3-descriptions/learned/patterns/uv.md", False),
        ("3-descriptions/learned/failures/run-1.md", False),
        ("2-summaries/agent/learned-tasks.md", False),
        ("3-descriptions/user/uploads/b.md", False),
        ("2-summaries/user/uploads-b.md", False),
        ("1-index/index.md", False),
    ],
)
def test_what_is_written_from_rows_is_no_second_answer(path: str, searchable: bool) -> None:
    """Run files, pattern files, their lists, renditions and lists of uploads are for people: search has the rows."""
    assert reader.is_searchable(path) == searchable


def test_the_names_of_a_services_figures_answer_nothing() -> None:
    """The page that has the values does; what runs did with the service is told."""
    reports = (
        "# Service: hearth\n\n## usage\n\n- active households\n- Now: [[2-summaries/gtm/analytics.md]]\n\n"
        "- **Reports**: usage\n"
    )
    run = "\n## 2026-03-02 — Fix\n\n- `curl https://hearth.io` failed\n\n- **Run**: r1\n"

    path = "3-descriptions/learned/services/hearth.md"
    assert _texts(path, reports) == [] and "curl" in "".join(_texts(path, reports + run))


def test_the_titles_of_events_answer_nothing() -> None:
    """A list of reports leads to them, and they answer; a line of another form on the same page is told."""
    path = "2-summaries/documentation/reports.md"
    events = "# Reports\n\n- 2026-07-31: June and July [[3-descriptions/a/b/c.md]]\n"
    assert _texts(path, events) == []
    assert "Friday" in "".join(_texts(path, f"{events}- Reports are due on Friday. (2026-03-01)\n"))
    assert _texts(path, "# Never install with pip\n")


def test_which_files_are_related_answers_nothing() -> None:
    """A section of links leads on, and tells nothing itself; a line that says something beside its link does."""
    path, links = "3-descriptions/suppliers/paint/conversations.md", "- [[2-summaries/a/hoist.md]]\n" * 30
    assert _texts(path, f"# Paint\n\n## Related\n\n{links}") == []
    assert "Solway" in "".join(_texts(path, f"# Paint\n\n## Related\n\n{links}- Solway: [[2-summaries/a/b.md]]\n"))


def _texts(path: str, content: str) -> list[str]:
    stored = StoredObject("k", f"---\ntags: [a]\n---\n{content}".encode(), "e", None, "text/markdown")
    return [passage.text for passage in reader.read(path, stored, Words()).passages]  # type: ignore[arg-type]

"""A plan sees the files of its project, and their links, as if there were no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.errors import Invalid
from knowledge.files.project_view import ProjectView, project_of
from knowledge.files.projects import metadata_of

SUMMARY = "2-summaries/product/pricing.md"
OWN, OTHER = "2-summaries/project=shop/product/pricing.md", "2-summaries/project=cafe/product/pricing.md"
VIEW = ProjectView("shop")
PIECES = [
    "[[",
    "]]",
    "/",
    "\n",
    " | ",
    "text",
    SUMMARY,
    OWN,
    OTHER,
    "3-descriptions/",
    "project=shop/",
    "project=",
    "1-index/a.md",
]


@pytest.mark.parametrize(
    ("stands", "seen"),
    [
        (f"- A [[{OWN}]]", f"- A [[{SUMMARY}]]"),
        (f"- A [[{SUMMARY}]]", f"- A [[/{SUMMARY}]]"),
        (f"- A [[{OTHER}]]", f"- A [[/{OTHER}]]"),
        (f"- A [[/{SUMMARY}]]", f"- A [[//{SUMMARY}]]"),
        (f"- A {OWN}", f"- A {OWN}"),
    ],
)
def test_links_within_the_project_are_seen_without_its_folder(stands: str, seen: str) -> None:
    """Those that lead out of it lead nowhere, and what is no link is left alone."""
    assert VIEW.inward(SUMMARY, stands) == seen
    assert VIEW.outward(SUMMARY, seen) == stands


def test_the_index_leads_to_the_project() -> None:
    """Its lines' locations are seen without the folder, too."""
    line = "Pricing | What [[it]] costs | {}\n"
    assert VIEW.inward("1-index/index.md", line.format(OWN)) == line.format(SUMMARY)
    assert VIEW.inward("1-index/index.md", line.format(OTHER)) == line.format(f"/{OTHER}")


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_no_plan_changed_stays_as_it_is(content: str) -> None:
    """Byte for byte, whatever somebody wrote there; and of no project nothing is another."""
    if f"[[{OWN[:25]}project=" not in content and "project=shop/project=" not in content:
        assert VIEW.outward(SUMMARY, VIEW.inward(SUMMARY, content)) == content
    assert ProjectView().inward(SUMMARY, content) == ProjectView().outward(SUMMARY, content) == content


@pytest.mark.parametrize("view", [VIEW, ProjectView()])
@pytest.mark.parametrize("path", [OWN, OTHER])
def test_no_plan_names_a_file_of_a_project_by_its_folder(view: ProjectView, path: str) -> None:
    """So that no link of anybody's leads it elsewhere."""
    with pytest.raises(Invalid, match="another project"):
        view.path(path)
    assert VIEW.path(SUMMARY) == OWN


def test_an_objects_project_is_its_folders() -> None:
    """Among assets, too; of what stands in no project's folder its metadata tells it."""
    named = metadata_of("cafe")
    assert project_of("assets/project=shop/legal/terms.pdf", named) == "shop"
    assert project_of("assets/legal/terms.pdf", named) == "cafe"
    assert project_of("assets/legal/terms.pdf", {}) is None

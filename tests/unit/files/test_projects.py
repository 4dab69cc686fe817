"""Of which project an object is."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.files import paths
from knowledge.files.projects import folder_of, has_room, metadata_of, named_by, project_of

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
ALIKE = [
    "shop",
    "Shop",
    " shop",
    "shop.",
    "shоp",
    "ｓhop",
    "s\u200bhop",
    "sho\u0301p",
    "sh\u00f3p",
    "shop/",
    "=shop",
    "project=shop",
]


@pytest.mark.parametrize("project", ["shop", "Küche 7 %41/ä", None])
def test_metadata_say_the_project_in_ascii(project: str | None) -> None:
    """What was said is read; where nothing was, it is of all."""
    metadata = metadata_of(project)
    assert project_of(metadata) == project and all(value.isascii() for value in metadata.values())


@given(NAMES)
def test_whatever_a_project_is_called_its_folder_is_a_name_of_a_path(name: str) -> None:
    """From which its name can be read again; only one that is too long has none."""
    path = paths.within(name, "2-summaries/product/pricing.md")
    assert folder_of(name).startswith("project=") and "/" not in folder_of(name)
    assert paths.is_allowed(path) == has_room(name) and paths.inner(path) == "2-summaries/product/pricing.md"
    assert named_by(folder_of(name)) == (name if has_room(name) else None)


def test_names_that_look_alike_have_folders_of_their_own() -> None:
    """None is another's, and what is readable stays so."""
    assert all(folder_of(one) != folder_of(other) for one, other in combinations(ALIKE, 2))
    assert folder_of("acme/My Shop 2.0") == "project=acme=2FMy Shop 2.0"


@pytest.mark.parametrize(
    "name", ["", "project=", "project==2f", "project==ZZ", "project==FF", "project==73hop", "shop"]
)
def test_what_names_no_project_is_no_folder_of_one(name: str) -> None:
    """One name has one folder: no other spelling of it is taken, wherever somebody put a file."""
    assert named_by(name) is None
    assert not paths.is_allowed(f"2-summaries/{name}/product/pricing.md") or name == "shop"


def test_a_file_right_in_a_folder_of_assets_is_of_a_topic_of_that_name() -> None:
    """Whoever put it there before projects had folders finds it there."""
    assert paths.is_allowed(path := "assets/project=a=b/x.md") and paths.project(path) is None
    assert paths.topic(path) == "project=a=b" and not paths.is_allowed("assets/project=a=b/legal/x.md")

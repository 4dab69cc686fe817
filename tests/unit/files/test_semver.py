"""What a change amounts to: a patch, a minor or a major step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.files.semver import FIRST, Bump, bump_of, following

HEADED = "# A\none\n## B\ntwo\n"


@pytest.mark.parametrize(
    ("after", "bump"),
    [
        (HEADED.replace("one", "1"), Bump.PATCH),
        (HEADED.replace("one\n", ""), Bump.PATCH),
        (f"{HEADED}\n\n", Bump.PATCH),
        (HEADED.replace("one", "```\n# no heading\n```"), Bump.MINOR),
        (f"{HEADED}three\n", Bump.MINOR),
        (f"{HEADED}## C\n", Bump.MINOR),
        (f"# New\n{HEADED}", Bump.MINOR),
        (HEADED.replace("# A", "# Other"), Bump.MAJOR),
        (HEADED.replace("## B\n", ""), Bump.MAJOR),
        ("## B\ntwo\n# A\none\n", Bump.MAJOR),
        (None, Bump.MAJOR),
    ],
)
def test_the_step_is_judged_by_headings_and_lines(after: str | None, bump: Bump) -> None:
    """A heading lost or moved is a major step, more lines with text a minor one, everything else a patch."""
    assert bump_of(HEADED, after) is bump


def test_a_file_that_comes_back_is_a_major_step() -> None:
    """Where there was none, there is another structure."""
    assert bump_of(None, "a") is Bump.MAJOR


@pytest.mark.parametrize("head", ["---\ntitle: {}\n---\n", "Pricing | v{}, 2026-02-03T10:30:00+00:00 | "])
def test_a_new_version_in_the_head_is_no_other_structure(head: str) -> None:
    """Front matter and header are not headings, even where Markdown would read one into them."""
    assert bump_of(head.format("1.0.0") + HEADED, head.format("1.0.1") + HEADED) is Bump.PATCH


@pytest.mark.parametrize(
    ("version", "bump", "next_one"),
    [
        (None, Bump.MAJOR, FIRST),
        ("1.2.3", Bump.PATCH, "1.2.4"),
        ("1.2.3", Bump.MINOR, "1.3.0"),
        ("1.9.9", Bump.MAJOR, "2.0.0"),
        ("9.9.9", Bump.PATCH, "9.9.10"),
    ],
)
def test_a_step_counts_one_number_up(version: str | None, bump: Bump, next_one: str) -> None:
    """Those to the right of it start again at 0."""
    assert following(version, bump) == next_one


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_a_step(before: str, after: str) -> None:
    """Nothing that a person can write is without one, and the same text is never more than a patch."""
    assert bump_of(before, after) in Bump
    assert bump_of(before, before) is Bump.PATCH

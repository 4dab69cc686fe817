"""Changes of code in words."""

import pytest
from knowledge.extraction.code.wording import described
from knowledge.transcripts.diff import ChangedBlock, PatchedFile


def file(*blocks: ChangedBlock) -> PatchedFile:
    return PatchedFile("a.py", blocks)


def test_lines_that_became_others_are_quoted() -> None:
    """With the function that they are in."""
    block = ChangedBlock(("    return 1",), ("    return 2",), "run")
    assert described(file(block)) == "in `a.py` (`run`) `return 1` became `return 2`"


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("return name", "return `Hi ${name}`", "`return name` became `` return `Hi ${name}` ``"),
        ("const q = `select *`", "const q = sql`select id`",
         "`` const q = `select *` `` became `` const q = sql`select id` ``"),
        ("TAG=`git rev-parse HEAD`", "TAG=$(git rev-parse HEAD)",
         "`` TAG=`git rev-parse HEAD` `` became `TAG=$(git rev-parse HEAD)`"),
    ],
)  # fmt: skip
def test_code_with_a_backtick_is_quoted_between_more_of_them(old: str, new: str, change: str) -> None:
    """As Markdown has it."""
    assert described(file(ChangedBlock((old,), (new,)))) == f"in `a.py` {change}"


def test_what_changes_no_behaviour_is_not_told() -> None:
    """Lines that were moved or quoted otherwise, comments and imports."""
    gone, came = ChangedBlock(("check(a)",), ()), ChangedBlock((), ("check(a)",))
    assert described(file(gone, came)) == ""
    assert described(file(ChangedBlock(("a = x('b')",), ('a = x("b")',)))) == ""
    assert described(file(ChangedBlock(("# one", "import a"), ("# two", "import b")))) == ""


def test_a_file_is_told_whole_or_not_at_all() -> None:
    """Three parts at most, of which each can be quoted."""
    first, second, third, fourth = (ChangedBlock((f"x = {at}",), (f"y = {at}",)) for at in range(4))
    assert "`x = 2` became `y = 2`" in described(file(first, second, third))
    assert described(file(first, second, third, fourth)) == ""
    assert described(file(first, ChangedBlock((), tuple(f"z = {at}" for at in range(9))))) == ""

"""Changes of code in words."""

from knowledge.extraction.code.wording import described
from knowledge.transcripts.diff import ChangedBlock, PatchedFile


def file(*blocks: ChangedBlock) -> PatchedFile:
    return PatchedFile("a.py", blocks)


def test_lines_that_became_others_are_quoted() -> None:
    """With the function that they are in."""
    block = ChangedBlock(("    return 1",), ("    return 2",), "run")
    assert described(file(block)) == "in `a.py` (`run`) `return 1` became `return 2`"


def test_what_changes_no_behaviour_is_not_told() -> None:
    """Lines that were moved or quoted otherwise, comments and imports."""
    gone, came = ChangedBlock(("check(a)",), ()), ChangedBlock((), ("check(a)",))
    assert described(file(gone, came)) == ""
    assert described(file(ChangedBlock(("a = x('b')",), ('a = x("b")',)))) == ""
    assert described(file(ChangedBlock(("# one", "import a"), ("# two", "import b")))) == ""


def test_what_is_too_long_is_told_by_its_names_beside_what_is_quoted() -> None:
    """The functions and classes that it defines anew; alone they say nothing."""
    block = ChangedBlock((), ("def first(a):", *["    a = work(a)"] * 9, "class Second:", *["    x = f(1)"] * 9))
    call = ChangedBlock(("    run()",), ("    first(1)",))
    assert described(file(block)) == ""
    assert described(file(call, block)) == "in `a.py` `run()` became `first(1)`, and `first`, `Second` were added"

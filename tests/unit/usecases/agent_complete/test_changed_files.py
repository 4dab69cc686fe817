"""What a run changed, file by file."""

from dataclasses import replace

from knowledge.extraction import prove
from knowledge.privacy.runs import CleanRun
from knowledge.usecases.agent_complete.changed_files import changed_files

from tests.unit.extraction.logs import edited, ran, run


def passages(made: CleanRun) -> list[str]:
    """Its passages on a run."""
    return changed_files(made, prove(made).edited, 500)


def test_all_changes_of_a_file_stand_together() -> None:
    """Of each the first line that differs; an edit that failed changed nothing."""
    failed = replace(edited("b.py", "rate = 1", "rate = 2"), failed=True)
    made = run(edited("a.py", "import x\nrate = 1", "import x\nrate = 2"), failed, edited("a.py", "", "limit = 9"))
    assert passages(made) == ["What the run changed in `a.py`: `rate = 1` → `rate = 2`; added `limit = 9`."]


def test_what_was_taken_back_is_no_change() -> None:
    """By an edit that turns it round; of a file that git brought back it is told that it was tried."""
    made = run(
        edited("a.py", "rate = 1", "rate = 2"),
        edited("b.py", "limit = 3", "limit = 4"),
        edited("a.py", "day = 1", "day = 2"),
        edited("a.py", "rate = 2", "rate = 1"),
        ran("git checkout b.py"),
    )
    assert passages(made) == [
        "What the run changed in `a.py`: `day = 1` → `day = 2`.",
        "What the run changed in `b.py` and took back: `limit = 3` → `limit = 4`.",
    ]


def test_a_long_line_is_quoted_from_where_it_changed() -> None:
    """With some words that lead there: a paragraph is one line in many documents."""
    led = "The parcels of the northern hall leave every day but Sunday by the second of two trucks, which"
    made = run(edited("a.md", f"{led} starts at nine.", f"{led} starts at ten."))
    [passage] = passages(made)
    assert passage.endswith(
        "`…the second of two trucks, which starts at nine.` → `…the second of two trucks, which starts at ten.`."
    )


def test_how_a_new_file_begins_takes_no_place_of_a_change() -> None:
    """Its imports are what any file begins with; that it is new stands with how the run ended."""
    made = run(edited("b.py", "", "import x\nimport y"), edited("a.py", "rate = 1", "rate = 2"))
    assert passages(made) == ["What the run changed in `a.py`: `rate = 1` → `rate = 2`."]

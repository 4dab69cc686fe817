"""What a run changed, file by file."""

from dataclasses import replace

from knowledge.usecases.agent_complete.changed_files import changed_files

from tests.unit.extraction.logs import edited, run


def test_all_changes_of_a_file_stand_together() -> None:
    """Of each the first line that differs; an edit that failed changed nothing."""
    failed = replace(edited("b.py", "rate = 1", "rate = 2"), failed=True)
    made = run(edited("a.py", "import x\nrate = 1", "import x\nrate = 2"), failed, edited("a.py", "", "limit = 9"))
    assert changed_files(made, 500) == ["What the run changed in `a.py`: `rate = 1` → `rate = 2`; added `limit = 9`."]

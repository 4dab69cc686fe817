"""Which files a run wrote that had not been there."""

import pytest
from knowledge.extraction.commands.new_files import new_files
from knowledge.transcripts import Edit, Turn

from tests.unit.extraction.logs import edited, ran


def read(path: str, output: str) -> Turn:
    return Turn("agent", command=f"Read {path}", tool="Read", output=output)


def test_two_files_of_one_name_are_told_apart_by_their_folders() -> None:
    """One is new, and the other was edited or named elsewhere."""
    listed = ran("find src", "src/login/+page.ts\nsrc/index.ts")
    made, was_there = (
        edited("/srv/shop/src/users/[id]/+page.ts", "", "x"),
        edited("/srv/shop/src/login/+page.ts", "a", "b"),
    )
    new = new_files([listed, was_there, made, edited("src/api/index.ts", "", "x")])
    assert "src/users/[id]/+page.ts" in new and "src/api/index.ts" in new
    assert "/srv/shop/src/login/+page.ts" not in new


@pytest.mark.parametrize(
    "before",
    [
        ran("ls src", "total.py"),
        ran("pytest", '  File "/srv/shop/src/total.py", line 3, in total'),
        ran("git status", "modified: ./src/total.py"),
        read("src/total.py", "1  def total():"),
        edited("src/total.py", "a", "b"),
    ],
)
def test_what_was_there_is_written_over(before: Turn) -> None:
    """It was named by its path or by its name alone, read or edited."""
    assert "src/total.py" not in new_files([before, edited("src/total.py", "", "x")])


@pytest.mark.parametrize(
    "before",
    [
        ran("ls test", "other/total.py"),
        ran("cat src/total.py", "cat: src/total.py: No such file or directory", 1),
        read("src/total.py", "File does not exist."),
        edited("src/total.py", "", "y"),
    ],
)
def test_what_was_not_there_is_new(before: Turn) -> None:
    """Another file of its name, that it is missing, and what the run wrote itself, tell of none before."""
    assert "src/total.py" in new_files([before, edited("src/total.py", "", "x")])


def test_what_could_not_be_written_is_not_new() -> None:
    """The tool refused it, mostly since the file was there."""
    refused = Turn(
        "agent", command="Write a.py", tool="Write", output="no", failed=True, edits=(Edit("a.py", "", "x"),)
    )
    assert "a.py" not in new_files([refused])


def test_a_file_that_something_was_put_into_was_there() -> None:
    """An insertion shows nothing of what was there."""
    put_in = Turn("agent", command="insert src/total.py", edits=(Edit("src/total.py", "", "x", inserts=True),))
    assert "src/total.py" not in new_files([put_in])

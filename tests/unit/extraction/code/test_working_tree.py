"""What a run has changed at each moment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.extraction.code.working_tree import WorkingTree
from knowledge.transcripts import Edit

WORDS = st.sampled_from(
    ["mv", "cp", "rm", "git", "-f", "a.py", "src/", "src/*", "*", ".", "..", "/", "''", "--cached", ";"]
)
THERE, BACK = Edit("src/a.py", "x = 10", "x = 20"), Edit("src/a.py", "x = 20", "x = 10")


def left(*steps: str | Edit, own: tuple[str, ...] = ()) -> list[str]:
    """The files that are left changed."""
    tree = WorkingTree(own)
    changes = [
        tree.after(place, step if isinstance(step, str) else "", [] if isinstance(step, str) else [step])
        for place, step in enumerate(steps)
    ][-1]
    assert bool(changes.all) == any(changes.file(path).change for path in changes.history)
    return [path for path in changes.history if changes.file(path).change]


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- .", "git checkout src/a.py", "git restore src/", "git restore '*.py'", "git reset --hard",
        "git stash", "git stash push -m later", "cd /shop && git -C . checkout a.py", "bash -lc 'git stash'",
    ],
)  # fmt: skip
def test_a_command_brings_files_back(command: str) -> None:
    """All of them, or those that it names."""
    assert left(THERE, command) == []


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -b other",
        "git restore --staged src/a.py",
        "git checkout b.py",
        "git stash list",
        "git diff .",
        "ls",
    ],
)
def test_a_command_leaves_files_alone(command: str) -> None:
    """It names others, or does something else."""
    assert left(THERE, command) == ["src/a.py"]


def test_what_was_put_aside_comes_back() -> None:
    """Unless it is dropped."""
    assert left(THERE, "git stash; pytest; git stash pop") == ["src/a.py"]
    assert left(THERE, "git stash", "git stash drop", "git stash pop") == []


def test_what_was_committed_stays() -> None:
    """A checkout goes back to that."""
    assert left(THERE, "git commit -am x", Edit("b.py", "y = 1", "y = 2"), "git checkout .") == ["src/a.py"]
    assert left(THERE, "git commit -am x", BACK, "git checkout .") == ["src/a.py"]


def test_a_file_that_the_run_made_is_gone_when_removed() -> None:
    """Its own, and no other's of that name."""
    made = Edit("new.py", "", "print(1)")
    assert left(made, "rm -f new.py", own=("new.py",)) == []
    assert left(Edit("src/new.py", "a = 1", "a = 2"), "rm new.py", own=("try/new.py",)) == ["src/new.py"]


def test_undoing_takes_back_the_last_edit() -> None:
    """Of that file alone."""
    assert left(THERE, "str_replace_editor undo_edit src/a.py") == []
    assert left(THERE, Edit("src/a.py", "y = 1", "y = 2"), "str_replace_editor undo_edit src/a.py") == ["src/a.py"]


def test_the_same_changes_are_the_same_moment() -> None:
    """A file that is edited back and forth; what a command wrote is never the same."""
    tree = WorkingTree(["try.py"])
    first = tree.after(0, "", [THERE])
    assert tree.after(1, "", [BACK]).theirs == 0
    assert tree.after(2, "", [THERE]).theirs == first.theirs
    assert tree.after(3, "", wrote=["try.py"]).theirs == first.theirs
    assert tree.after(4, "", wrote=["src/a.py"]).theirs != first.theirs
    assert first.file("src/a.py").patch("src/a.py").blocks[0].added == ("x = 20",)


def test_what_is_moved_is_changed_where_it_was_and_where_it_is() -> None:
    """A file that was changed, one of git's, and all in a folder."""
    assert left(THERE, "git mv src/a.py src/b.py") == ["src/a.py", "src/b.py"]
    assert left(Edit("/srv/shop/src/a.py", "x = 1", "x = 2"), "mv src lib") == [
        "/srv/shop/src/a.py",
        "/srv/shop/lib/a.py",
    ]
    assert left("git mv a.py b.py", "git mv b.py c.py") == ["a.py", "b.py", "c.py"]


@pytest.mark.parametrize("command", ["cp a.bak src/a.py", "mv a.bak src/a.py"])
def test_of_what_is_written_over_nobody_knows_what_is_in_it(command: str) -> None:
    """It may be as it was found."""
    tree = WorkingTree()
    assert not tree.after(0, "", [THERE]).by_commands
    assert tree.after(1, command).by_commands


def test_a_file_of_the_projects_that_is_removed_is_a_change() -> None:
    """By its name, or by git; of a folder, or of what the log does not know, nobody knows whose it was."""
    tree = WorkingTree()
    first = tree.after(0, "", [THERE])
    assert tree.after(1, "rm -rf src build out.log").theirs == first.theirs
    assert tree.after(2, "git rm --cached src/b.py").theirs == first.theirs
    assert len({tree.after(3, command).theirs for command in ("ls", "rm src/a.py", "git rm src/b.py")}) == 3


def test_documents_are_no_code() -> None:
    """A page may be edited or moved, and the code is as it was; what tests read is none."""
    tree = WorkingTree()
    first = tree.after(0, "", [THERE])
    later = tree.after(1, "git mv docs/a.md docs/b.md", [Edit("README.md", "old", "new")])
    assert later.code == first.code and later.theirs != first.theirs
    assert tree.after(2, "git mv tests/fixtures/a.md tests/fixtures/b.md").code != first.code


@given(st.lists(WORDS, max_size=20))
def test_no_command_raises(words: list[str]) -> None:
    """Whatever is typed."""
    left(THERE, " ".join(words))

"""What a patch did, and what was tried and undone."""

import pytest

from tests.unit.extraction.logs import edited, learned, proof, ran

PATCH = """diff --git a/shop/export.py b/shop/export.py
index 1..2 100644
--- a/shop/export.py
+++ b/shop/export.py
@@ -10,7 +10,7 @@ class Exporter:
     def write_rows(self, rows):
-        width = max(len(row) for row in rows)
+        width = max((len(row) for row in rows), default=0)
         return width
"""
SCRATCH = """diff --git a/try.py b/try.py
new file mode 100644
--- /dev/null
+++ b/try.py
@@ -0,0 +1 @@
+print(1)
"""
TESTED = ran("pytest shop", "3 passed in 0.10s")
TOUCHED = ran("sed -i s/a/b/ shop/export.py")


def test_the_patch_is_told_as_what_became_what() -> None:
    """The task, the place, the old line and the new."""
    assert learned(TOUCHED, TESTED, patch=PATCH)[0] == (
        'shop: For "Make the export of empty orders work", in `shop/export.py` (`Exporter.write_rows`) '
        "`width = max(len(row) for row in rows)` became `width = max((len(row) for row in rows), default=0)`."
    )


def test_a_patch_of_which_nobody_knows_what_came_is_not_told() -> None:
    """No check ran on it as it was left, or one that settles nothing: tests that had failed before. Nor are edits."""
    failed = ran("pytest shop", "FAILED shop/test_a.py::test_a - assert 1\n1 failed", 1)
    for turns in ((TESTED, TOUCHED), (TOUCHED,), (failed, TOUCHED, failed)):
        assert not any("became" in text for text in learned(*turns, patch=PATCH))
    edit = edited("a.py", "step = 1", "step = 2")
    assert learned(edit) == learned(TESTED, edit) == []
    assert proof(TESTED, edit).checked == "never" and proof(edit, TESTED, edited("b.py", "a", "b")).checked == "before"
    assert proof(failed, edit, failed).checked == "in vain"


def test_the_patch_of_a_failed_run_is_a_dead_end() -> None:
    """It is told as what did not do."""
    [first, *_] = proof(TOUCHED, patch=PATCH, outcome="failed").learnings
    assert first.kind == "dead_end" and first.learning.endswith("The run failed: this alone did not solve it.")


def test_scratch_files_are_no_change() -> None:
    """A script that the run wrote and ran says nothing of the project."""
    assert learned(ran("cat <<'E' > try.py\nprint(1)\nE"), ran("python try.py", "1"), patch=SCRATCH) == []


def test_changes_that_were_there_before_are_not_the_runs() -> None:
    """A file that no command names was changed by somebody else."""
    other = PATCH.replace("shop/export.py", "setup.py")
    assert not any("setup.py" in learning for learning in learned(TOUCHED, TESTED, patch=PATCH + other))


def test_a_change_that_cannot_be_quoted_is_not_told() -> None:
    """The place alone is no learning."""
    long = "\n".join(f"+    line_{number} = {number}" for number in range(30))
    assert learned(TOUCHED, patch=PATCH.split("-        width")[0] + long) == []


def test_a_plan_is_no_change() -> None:
    """What the agent sets out to do and never does is not told."""
    assert learned(ran("ls", "a", text="I'll change `shop/export.py` to use `default=0`.")) == []


@pytest.mark.parametrize(
    ("error", "is_named"),
    [
        ("src/cart/a.ts(3,7): error TS2304: no x", True), ("/home/ann/shop/src/cart/a.ts:3: error: no x", True),
        ("./cart/a.ts: error: no x", True), ("error: bad a.ts.", True), ("src\\cart\\a.ts: error: no x", True),
        ("src/user/a.ts(3,7): error TS2304: no x", False), ("src/cart/data.ts(3,7): error TS2304: no x", False),
        ("error: bad x-a.ts", False),
    ],
)  # fmt: skip
def test_an_edit_is_a_dead_end_where_the_error_names_its_file(error: str, is_named: bool) -> None:
    """By as much of its path as the error tells."""
    tried, back = edited("src/cart/a.ts", "x = 1", "x = 2"), edited("src/cart/a.ts", "x = 2", "x = 1")
    assert any("Tried and undone" in text for text in learned(tried, ran("npx tsc", error, 2), back)) == is_named


def test_an_edit_that_was_undone_after_a_failure_is_a_dead_end() -> None:
    """What was tried, what failed with it, and that it was taken back."""
    assert (
        "shop: Tried and undone: in `a.py` `x = 1` became `x = 2`; then `npm run build` failed with `Error: bad a.py`."
        in learned(
            edited("a.py", "x = 1", "x = 2"),
            ran("npm run build", "Error: bad a.py", 1),
            edited("a.py", "x = 2", "x = 1"),
        )
    )
    assert not any(
        "undone" in text
        for text in learned(edited("a.py", "x = 1", "x = 2"), ran("npm run build", "Error: bad a.py", 1))
    )


def test_an_error_that_does_not_name_the_file_may_have_another_cause() -> None:
    """A far symptom, or what stood there before."""
    turns = edited("a.py", "x = 1", "x = 2"), ran("npm run build", "Error: no b", 1), edited("a.py", "x = 2", "x = 1")
    assert not any("undone" in text for text in learned(*turns))


def test_a_check_that_could_not_begin_is_no_failure_of_what_was_tried() -> None:
    """It failed for another reason."""
    for output, code in (("pytest: command not found", 127), ("Command timed out after 2m", 143)):
        turns = edited("a.py", "x = 1", "x = 2"), ran("pytest", output, code), edited("a.py", "x = 2", "x = 1")
        assert not any("undone" in text for text in learned(*turns))


def test_an_edit_whose_file_was_brought_back_is_no_change() -> None:
    """It is told as tried and undone alone, and nothing is said to fail without it."""
    tried = edited("a.py", "x = 1", "x = 2"), ran("npm run build", "Error: bad a.py", 1)
    proven = proof(*tried, ran("git checkout a.py", "Updated 1 path"))
    assert [one.learning.split(":")[1] for one in proven.learnings] == [" Tried and undone"]
    assert (proven.files, proven.edited) == ([], [])
    assert proof(*tried, ran("git checkout b.py", "Updated 1 path")).edited == ["a.py"]


def test_several_edits_of_a_place_are_told_as_one() -> None:
    """What it was against what it is, and nothing of what was edited back or put aside."""
    first, second = edited("a.py", "step = 1", "step = 2"), edited("a.py", "step = 2", "step = 3")
    assert learned(first, second, TESTED) == [
        'shop: For "Make the export of empty orders work", in `a.py` `step = 1` became `step = 3`.'
    ]
    there, back = edited("a.py", "SIZE = 100", "SIZE = 1000"), edited("a.py", "SIZE = 1000", "SIZE = 100")
    for undone in (back, ran("git stash"), edited("a.py", "SIZE = 1000\n", "SIZE = 100\n")):
        assert learned(there, undone) == []
    assert "SIZE" not in str(learned(there, back, first, TESTED))


def test_an_edit_that_came_back_was_not_undone() -> None:
    """Put aside for one look."""
    tried = edited("a.py", "x = 10", "x = 20"), ran("npm run build", "Error: bad a.py", 1), ran("git stash")
    assert any("undone" in text for text in learned(*tried))
    assert not any("undone" in text for text in learned(*tried, ran("git stash pop")))


def test_paths_begin_in_the_projects_folder() -> None:
    """Wherever the session's folder was."""
    for folder in ("/Volumes/disk/shop", "/srv/kim/shop", "C:/code/kim/shop"):
        [first, *_] = learned(edited(f"{folder}/src/shop/a.py", "step = 1", "step = 2"), TESTED)
        assert "in `src/shop/a.py` `step = 1`" in first


def test_a_patch_is_told_whole_or_not_at_all() -> None:
    """Another file that cannot be quoted, a third one, or a new file that the change names may be what mattered."""
    long = "\n".join(f"+    line_{number} = {number}" for number in range(30))
    core = PATCH.replace("export.py", "core.py").split("-        width")[0] + long + "\n"
    touched = ran("sed -i s/a/b/ shop/export.py shop/core.py shop/c.py shop/d.py shop/max.py")
    others = [PATCH.replace("export.py", name) for name in ("c.py", "d.py")]
    assert learned(touched, TESTED, patch=PATCH + core) == []
    assert len(learned(touched, TESTED, patch=PATCH + others[0])) == 1
    assert learned(touched, TESTED, patch=PATCH + "".join(others)) == []
    assert learned(touched, TESTED, patch=PATCH + SCRATCH.replace("try.py", "shop/max.py")) == []

"""Checks that the run itself took out of the project."""

from tests.unit.extraction.logs import edited, learned, ran


def test_a_task_that_the_run_took_out_is_no_check_of_the_project() -> None:
    """The line that defined it is gone; one that it defines otherwise is there."""
    build, types = ran("pnpm build", "built"), ran("pnpm types", "3 files\n0 errors found")
    gone = edited("package.json", '    "types": "tsc --noEmit",\n    "build": "vite"', '    "build": "vite"')
    other = edited("package.json", '"types": "tsc --noEmit"', '"types": "tsgo --noEmit"')
    checked = "shop: a change is checked with `pnpm build` and `pnpm types`; all of these passed."
    assert checked in learned(build, types, other)
    assert not any("pnpm types" in text for text in learned(build, types, gone))


def test_a_script_that_the_run_removed_checks_nothing() -> None:
    """Nobody can run it again."""
    assert learned(ran("bash ci/test.sh", "5 passed"), ran("ls")) == ["shop: `bash ci/test.sh` runs the tests."]
    assert learned(ran("bash ci/test.sh", "5 passed"), ran("git rm ci/test.sh")) == []

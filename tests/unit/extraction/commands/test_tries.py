"""Files that a run made and that are no part of the project."""

from knowledge.extraction.commands.tries import tries

from tests.unit.extraction.logs import edited, ran


def test_what_stays_in_a_folder_of_the_project_is_no_try() -> None:
    """What lies at the top, is gone, or is kept in a folder of the agent's own is one."""
    stays = ("web/a.test.ts", "/home/ann/shop/web/a.ts", "/x/.claude/worktrees/w1/web/a.ts")
    beside = ("try.py", "./try.py", "/tmp/x/try.py", "/home/ann/.agent/brain/1/try.js", "web/b.ts", "~/try.py")
    turns = [edited("/home/ann/shop/web/cart.ts", "a", "b"), ran("git rm -f web/b.ts")]
    assert tries([*stays, *beside], turns) == {*beside}


def test_the_top_is_a_folder_in_whose_folders_files_were_edited() -> None:
    """A test may lie beside them."""
    turns = [edited("/srv/shop/web/cart.ts", "a", "b")]
    assert tries(["/srv/shop/Try.java", "/srv/shop/cart.test.ts"], turns) == {"/srv/shop/Try.java"}

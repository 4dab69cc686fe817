"""Runs that made themselves what they worked on."""

from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.made_project import is_made_by_run

from tests.unit.extraction.logs import edited, learned, ran


def test_a_run_that_found_no_code_made_its_own() -> None:
    """Agents' own notes are none; a file that it lists, reads or changes was there."""
    made = [ran("ls -la", "AGENTS.md\nUSER.md"), edited("shop/a.py", "", "x"), ran("ls shop", "shop/a.py")]
    assert is_made_by_run(made, actions(made))
    for shown in (ran("find . -name '*.py'", "./shop/b.py"), edited("shop/b.py", "x", "y")):
        assert not is_made_by_run([shown, *made], actions([shown, *made]))
    assert not is_made_by_run([ran("pytest", "3 passed")], actions([ran("pytest", "3 passed")]))


def test_what_it_proves_is_not_of_the_project() -> None:
    """Its checks are of what it made."""
    made, check = edited("bin/test", "", "x"), ran("bin/check c.py", "5 passed")
    code = edited("shop/a.py", "", "x")
    assert learned(ran("ls", "shop/b.py"), made, code, check) == ["shop: `bin/check FILE` runs the tests."]
    assert learned(ran("ls", ""), made, code, check) == []

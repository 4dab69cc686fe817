"""Command lines that only look, and such as change files where they lie."""

from knowledge.extraction.commands.looking import changes_in_place, fetches, looks_only, names_own_error


def test_a_line_looks_only_where_all_of_its_programs_do() -> None:
    """Not one that changes a file by a program that else reads."""
    assert looks_only("cd src && grep -n total a.py | head -3")
    assert not looks_only("cat a.py && make") and not looks_only("sed -i s/a/b/ a.py")


def test_what_changes_files_where_they_lie() -> None:
    """By an option, a patch, or code in the line."""
    assert all(map(changes_in_place, ("sed -i s/a/b/ a.py", "git apply x.diff", "python -c \"open('a').write('b')\"")))
    assert not any(map(changes_in_place, ("sed -n 1p a.py", "cat a.py > b.py", "git status")))


def test_what_was_fetched_or_kept_is_nobodys_run() -> None:
    """A forge's comments, a page, a service's log; not what a container runs."""
    fetched = ("gh api repos/a/b/issues/7/comments", "cd api && curl -s localhost/report", "docker compose logs api")
    assert all(map(fetches, fetched))
    assert not any(map(fetches, ("docker compose exec api pytest", "gh pr list && make test", "npm run logs")))


def test_who_fetches_may_fail_by_its_own_word() -> None:
    """A page that tells of an error was fetched."""
    assert names_own_error("curl -sf https://shop.test/a", "curl: (22) The requested URL returned error: 403")
    assert not names_own_error("curl -s https://shop.test/a", "error: could not compile `shop`")

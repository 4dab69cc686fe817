"""The versions of a file: what a deletion is, and what changed between two."""

import pytest
from knowledge.errors import NotFound

from tests.integration.files.test_storage import AGENT, PATH, USER, history, write


def test_a_deletion_is_a_version_and_can_be_undone(files):
    """Deleted files are not listed and not read; any version of theirs can be restored, and written anew."""
    write(files, "# A\n")
    deleted = files.delete(PATH, by=USER, summary="no longer sold")
    assert (deleted.version, deleted.change_summary, deleted.deleted) == ("2.0.0", "no longer sold", True)
    assert list(files.list()) == []
    for missing in (
        lambda: files.read(PATH),
        lambda: files.delete(PATH, by=USER, summary=""),
        lambda: files.restore(PATH, "2.0.0", by=USER),
        lambda: files.restore(PATH, "7.0.0", by=USER),
        lambda: files.update(PATH, lambda text: text, by=USER, summary=""),
        lambda: files.versions("2-summaries/product/other.md"),
    ):
        with pytest.raises(NotFound):
            missing()
    assert files.restore(PATH, "1.0.0", by=USER).content == "# A\n"
    assert history(files) == [("1.0.0", AGENT), ("2.0.0", USER), ("3.0.0", USER)]


def test_a_diff_shows_what_changed(files):
    """Lines that went and came, a missing end of line, and nothing between equals."""
    write(files, "one\ntwo")
    write(files, "one\n2\n")
    assert files.diff(PATH, "1.0.0", "1.0.1").splitlines()[2:] == [
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "\\ No newline at end of file",
        "+2",
    ]
    assert files.diff(PATH, "1.0.0", "1.0.0") == ""

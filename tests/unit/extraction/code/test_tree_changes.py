"""What a run has changed by one moment."""

from knowledge.extraction.code.tree_changes import AS_FOUND, ChangedFile
from knowledge.transcripts import Edit


def test_a_file_is_changed_by_what_edits_leave_or_by_its_removal() -> None:
    """Edited back it is as it was found; gone it is not."""
    there, back = Edit("a.py", "x = 10", "x = 20"), Edit("a.py", "x = 20", "x = 10")
    assert AS_FOUND.edited(there, 0).change != () == AS_FOUND.edited(there, 0).edited(back, 1).change
    assert ChangedFile(is_gone=True).change != ()


def test_a_file_in_the_way_is_the_projects_and_changed() -> None:
    """Not one that the run made, or that is gone."""
    edited = AS_FOUND.edited(Edit("a.py", "x = 10", "x = 20"), 0)
    assert edited.is_changed_project_file and not AS_FOUND.is_changed_project_file
    assert not ChangedFile(is_gone=True).is_changed_project_file


def test_what_is_put_in_somewhere_changes_the_file_and_is_not_all_of_it() -> None:
    """What other edits changed stands there still."""
    edited = AS_FOUND.edited(Edit("a.py", "x = 10", "x = 20"), 0)
    put_in = edited.edited(Edit("a.py", "", "import os", inserts=True), 1)
    assert put_in.pieces == edited.pieces and put_in.change != edited.change
    assert not put_in.patch("a.py").is_new

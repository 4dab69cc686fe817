"""What a folder may be called by whoever does not know the files."""

import pytest
from knowledge.files.folder_names import names_folder


@pytest.mark.parametrize("name", ["2-summaries/finance", "System", "1 index", "history", "assets", " ", "/"])
def test_a_path_and_what_the_files_call_their_own_name_no_folder(name: str) -> None:
    """Whatever its case and its dashes."""
    assert not names_folder(name)


@pytest.mark.parametrize("name", ["finance", "user", "HR/Payroll", "Price list", "System tests", "préparation", "日本"])
def test_any_other_name_names_one(name: str) -> None:
    """Also what stands beside a stroke, and one of the files' own names in a longer one."""
    assert names_folder(name)

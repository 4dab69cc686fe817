"""Of which project an object is."""

import pytest
from knowledge.files.projects import metadata_of, project_of


@pytest.mark.parametrize("project", ["shop", "Küche 7 %41/ä", None])
def test_metadata_say_the_project_in_ascii(project: str | None) -> None:
    """What was said is read; where nothing was, it is of all."""
    metadata = metadata_of(project)
    assert project_of(metadata) == project and all(value.isascii() for value in metadata.values())

"""Edits out of the patches that OpenAI's agents send."""

from knowledge.transcripts.models import Edit
from knowledge.transcripts.patches import edits, is_patch, replacements

PATCH = """
*** Begin Patch
*** Update File: src/a.py
@@ def run():
 before
-old
+new
@@
-gone
*** Add File: b.txt
+hello
*** Delete File: c.txt
*** End Patch"""


def test_each_hunk_is_an_edit() -> None:
    """With the lines around it; a new file has nothing before, and a deletion changes no lines."""
    assert is_patch(PATCH)
    assert edits(PATCH) == [
        Edit("src/a.py", "before\nold", "before\nnew"),
        Edit("src/a.py", "gone", ""),
        Edit("b.txt", "", "hello"),
    ]


def test_lines_that_are_only_added_to_a_file_are_put_in() -> None:
    """Of a file that the patch does not add."""
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n+x\n*** Add File: b.py\n+y\n*** End Patch"
    assert edits(patch) == [Edit("a.py", "", "x", inserts=True), Edit("b.py", "", "y")]


def test_what_names_no_file_is_no_edit() -> None:
    """Lines with marks before the first file."""
    assert not is_patch("+new")
    assert edits("-old\n+new") == []


def test_blocks_of_what_is_sought_and_put_in_its_place() -> None:
    """As arrows or as signs; none where one breaks off."""
    text = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n------- SEARCH\ngone\n=======\n+++++++ REPLACE"
    assert replacements("a.py", text) == [Edit("a.py", "old", "new"), Edit("a.py", "gone", "")]
    assert replacements("a.py", text[:-9]) == [] and replacements("a.py", "x\n=======\ny") == []

"""A diff as changes: which lines of which file became which, and where."""

from knowledge.transcripts.diff import ChangedBlock, PatchedFile, defined, read_diff
from knowledge.transcripts.models import Edit

DIFF = """\
diff --git a/src/cache.py b/src/cache.py
--- a/src/cache.py
+++ b/src/cache.py
@@ -10,7 +10,7 @@ class Cache:
     def get(self, key):
-        return self.data[key]
+        return self.data.get(key)
     def clear(self):
+        self.data = {}
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+hello
"""


def test_lines_that_changed_stand_together_with_their_function() -> None:
    """Each block names the definition that it is in, and the line above it."""
    cache, new = read_diff(DIFF)
    assert [block.inside for block in cache.blocks] == ["Cache.get", "Cache.clear"]
    assert cache.blocks[0].removed == ("        return self.data[key]",)
    assert (
        cache.blocks[1] == ChangedBlock((), ("        self.data = {}",), "Cache.clear", ("    def clear(self):",))
        or cache.blocks[1].before[-1] == "    def clear(self):"
    )
    assert (cache.is_new, new.is_new, new.path, new.blocks[0].added) == (False, True, "new.txt", ("hello",))


def test_a_text_that_is_no_diff_has_no_files() -> None:
    """Marks alone make none."""
    assert read_diff("+ one\n- two\n@@ three") == []


def test_an_edit_is_what_it_changes() -> None:
    """The lines that it leaves alone at either end are no part of it."""
    file = PatchedFile.of_edit(Edit("a.py", "one\ntwo\nthree", "one\n2\nthree"))
    assert (file.blocks[0].removed, file.blocks[0].added, file.is_new) == (("two",), ("2",), False)
    assert PatchedFile.of_edit(Edit("a.py", "", "one")).is_new


def test_a_definition_is_known_in_many_languages() -> None:
    """By its keyword, whatever stands before it; a receiver is no name."""
    lines = {"def run(self):": "run", "  pub fn start() {": "start", "func (s *Server) Serve() {": "Serve"}
    assert {line: defined(line) for line in lines} == lines
    assert defined("return class_name") == ""


def test_a_block_stands_in_what_it_defines_itself_and_in_no_sibling() -> None:
    """Git names what stands above a hunk, of which a definition in the hunk may be the next one."""
    diff = (
        "diff --git a/m.py b/m.py\n--- a/m.py\n+++ b/m.py\n@@ -1,4 +1,4 @@ def cofactors(self):\n     return 1\n"
        '-    def det(self, method="a"):\n+    def det(self, method="b"):\n         x = 1\n'
        "-        y = 1\n+        y = 2\n"
        "@@ -9,3 +9,3 @@ class Matrix:\n-        z = 1\n+        z = 2\n-top = 1\n+top = 2\n"
    )
    [file] = read_diff(diff)
    assert [block.inside for block in file.blocks] == ["det", "det", "Matrix"]

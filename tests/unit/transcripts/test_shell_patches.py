"""Patches that are handed to a program of the shell."""

import pytest
from knowledge.transcripts import Edit, patches
from knowledge.transcripts.shell_patches import patch_in, patches_alone

PATCH = "*** Begin Patch\n*** Update File: a.sh\n@@\n-echo 'x'\n+echo \"$y\"\n*** End Patch"
IN_DOUBLE = PATCH.replace('"', '\\"').replace("$", "\\$")


@pytest.mark.parametrize(
    ("command", "is_all"),
    [
        (f"apply_patch <<'EOF'\n{PATCH}\nEOF", True),
        (f'cd /repo && apply_patch <<"PATCH"\n{PATCH}\nPATCH\n', True),
        (f"cat <<EOF | apply_patch\n{PATCH}\nEOF", False),
        (f"git status; apply_patch <<EOF\n{PATCH}\nEOF\nmake test", False),
        (f"apply_patch <<EOF\n{PATCH}{'x' * 9000}\nEOF\nmake test", False),
        (f'apply_patch "\n{IN_DOUBLE}"', True),
        ("applypatch '" + PATCH.replace("'", "'\\''") + "'", True),
        ("apply_patch '" + PATCH.replace("'", "'\"'\"'") + "'", True),
    ],
)
def test_a_patch_is_read_however_it_is_handed_over(command: str, is_all: bool) -> None:
    """As a document or as an argument, which is quoted; and whether the command does nothing else."""
    assert patches.edits(patch_in(command)) == [Edit("a.sh", "echo 'x'", 'echo "$y"')]
    assert patches_alone(command) is is_all


@pytest.mark.parametrize(
    "command",
    [
        f"cat > notes.md <<'EOF'\n{PATCH}\nEOF",
        f"grep -rn apply_patch docs; echo '{PATCH}'",
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.sh\n-x",
        "apply_patch < fix.patch",
        "make test",
    ],
)
def test_what_is_not_applied_is_no_patch(command: str) -> None:
    """It is written down or printed, breaks off, or stands elsewhere."""
    assert patch_in(command) == ""

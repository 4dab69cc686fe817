"""Whether a run took out of the project what a command of its own runs."""

import re

from knowledge.extraction.code.tree_changes import TreeChanges
from knowledge.extraction.commands import called
from knowledge.extraction.commands.actions import Action
from knowledge.transcripts.diff import PatchedFile


def is_taken_out(check: Action, left: TreeChanges) -> bool:
    """Whether the run left removed the file that the command runs, or the line that defines its task (`"lint": …` of
    `pnpm lint`)."""
    names = called.program(check.words)
    is_gone = any(left.file(name).is_gone for name in names)
    return is_gone or any(_undefines(file, name) for file in left.patch for name in names[1:])


def _undefines(file: PatchedFile, name: str) -> bool:
    defines = re.compile(rf"""\s*["']?{re.escape(name)}["']?\s*[:=]""")
    removed = any(defines.match(line) for block in file.blocks for line in block.removed)
    return removed and not any(defines.match(line) for block in file.blocks for line in block.added)

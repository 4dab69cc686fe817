"""What a run of several tasks did for its first one."""

from collections.abc import Sequence

from knowledge.extraction.code import patch
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.outcome import has_passed_on
from knowledge.privacy.runs import CleanRun
from knowledge.transcripts.diff import PatchedFile


def standing_patch(run: CleanRun, actions: Sequence[Action]) -> list[PatchedFile]:
    """The files as the first task left them changed, where a check passed on just that and all of it stands in the end;
    none in a run of one task, or where that was in an earlier part."""
    before = [] if run.goes_on else _before_second(run, actions)
    if not before or not has_passed_on(before[-1], actions):
        return []
    files = patch.of_edits(before)
    return files if all(_stands(file, actions[-1]) for file in files) else []


def _before_second(run: CleanRun, actions: Sequence[Action]) -> list[Action]:
    """What was done until somebody asked for more."""
    asked = [place for place, turn in enumerate(run.turns) if turn.speaker in ("user", "task") and turn.text]
    return [action for action in actions if action.place < asked[1]] if asked[1:] else []


def _stands(file: PatchedFile, last: Action) -> bool:
    """Whether all that was changed in the file is so in the end, whatever else was changed there."""
    left = last.changes.file(file.path)
    blocks = {(block.removed, block.added) for block in left.patch(file.path).blocks}
    return not left.is_gone and blocks.issuperset((block.removed, block.added) for block in file.blocks)

"""What a run did to the code in the end, from its patch, and what it tried and undid."""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from knowledge.extraction.code.wording import described
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.models import Candidate, Kind, RunOutcome
from knowledge.transcripts import Edit, Transcript
from knowledge.transcripts.diff import PatchedFile, read_diff

# As the languages' runners find tests, by folder, beginning or ending: `tests/x.py`, `test_x.py`, `x.spec.ts`.
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?|fixtures)/|(?:^|/)(?:test_|conftest)|[._-](?:test|spec)s?\.\w+$"
)
# Files that tell of code or are made from it: README.md, docs/…, poetry.lock
_PROSE = re.compile(
    r"\.(?:md|rst|txt|lock|snap|svg|csv|log|bak|orig)$|(?:^|/)(?:docs?|changelog)/|package-lock\.json$", re.I
)
_MAX_FILES, _MAX_EDITS = 2, 8
_UNDONE_WITHIN = 6
_ALL = re.compile(r" (?:\.|--hard)(?:\s|$)")  # what a command that restores files names, if it is all of them
_VERDICTS: dict[RunOutcome, str] = {
    "succeeded": "",
    "failed": " The run failed: this alone did not solve it.",
    "unverified": " Unverified: no check of the project ran on it.",
}


def final_patch(transcript: Transcript, actions: Sequence[Action]) -> list[PatchedFile]:
    """The files that the run left changed: of the log's patch; else, where it had one task and edited little, of its
    last printed diff or its edits."""
    if transcript.patch:
        return read_diff(transcript.patch)
    if sum(turn.speaker in ("user", "task") for turn in transcript.turns) != 1:
        return []
    printed = next((action.output for action in reversed(actions) if "diff --git " in action.output), "")
    if printed and any(action.changed for action in actions):
        return [file for file in read_diff(printed) if is_touched(file, actions)]
    if sum(len(action.edits) for action in actions) > _MAX_EDITS:
        return []
    edits = [edit for edit in kept_edits(actions) if edit.path]
    return [PatchedFile.of_edit(edit) for edit in edits if not _is_undone(edit, edits)]


def kept_edits(actions: Sequence[Action]) -> list[Edit]:
    """The edits, in order, but for those of files that the run brought back to how they were."""
    restoring = [action for action in actions if action.restores]
    return [edit for one in actions for edit in one.edits if not _is_taken_back(edit.path, one, restoring)]


def change(
    files: Sequence[PatchedFile], actions: Sequence[Action], title: str, where: str, outcome: RunOutcome
) -> list[Candidate]:
    """What the patch did to the project's own files, old → new, and which expectation of a test went with it; none
    where it could only name the place."""
    old = [one for one in files if not one.is_new and not _PROSE.search(one.path) and is_touched(one, actions)]
    sources = sorted((file for file in old if not _TEST.search(file.path)), key=_size)
    parts = [how for file in sources if (how := described(file))][:_MAX_FILES]
    if not parts or not title or any("[redacted:" in part for part in parts):
        return []
    tests = [how for file in old if _TEST.search(file.path) and (how := described(_replaced(file)))][:1]
    return [_judged(f'{where}For "{title}", {"; ".join([*parts, *tests])}.', outcome)]


def judged_anew(learnings: Iterable[str], outcome: RunOutcome) -> list[Candidate]:
    """Those that say what a patch did and what came of it, as what came of it now; not those that are so already."""
    verdicts = [verdict for before, verdict in _VERDICTS.items() if verdict and before != outcome]
    ending = [(one, verdict) for one in learnings for verdict in verdicts if one.endswith(verdict)]
    return [_judged(one.removesuffix(verdict), outcome) for one, verdict in ending]


def _judged(change: str, outcome: RunOutcome) -> Candidate:
    kind: Kind = "dead_end" if outcome == "failed" else "fix"
    return Candidate(change + _VERDICTS[outcome], kind, basis="ending" if _VERDICTS[outcome] else "log")


def dead_ends(actions: Sequence[Action], where: str) -> list[Candidate]:
    """Edits that were undone after something failed with them."""
    return [
        Candidate(f"{where}Tried and undone: {how}; then `{failed.line}` failed with `{failed.error}`.", "dead_end")
        for place, action in enumerate(actions)
        for edit in action.edits
        if (failed := _failure_before_undoing(edit, actions[:place], actions[place + 1 : place + 1 + _UNDONE_WITHIN]))
        and (how := described(PatchedFile.of_edit(edit)))
    ][:2]


def is_touched(file: PatchedFile, actions: Sequence[Action]) -> bool:
    """Whether any command or edit of the run names the file: else it was changed before the run."""
    name = PurePosixPath(file.path).name
    return any(name in action.typed or any(edit.path.endswith(name) for edit in action.edits) for action in actions)


def is_reverted(actions: Sequence[Action]) -> bool:
    """Whether the last change of files took all of them back."""
    changing = [action for action in actions if action.changed or action.restores]
    changed = [(path, action) for action in changing for path in action.changed]
    return bool(changed) and all(_is_taken_back(path, action, changing[-1:]) for path, action in changed)


def _is_taken_back(path: str, change: Action, restoring: Sequence[Action]) -> bool:
    """Whether one of the later commands brings the file back, by its name or with all others."""
    name = PurePosixPath(path).name
    later = (action.typed for action in restoring if action.restores and action.place > change.place)
    return any(name in typed or _ALL.search(typed) for typed in later)


def _failure_before_undoing(edit: Edit, before: Sequence[Action], after: Sequence[Action]) -> Action | None:
    """What failed with the edit in place and not without it, if the edit was then undone."""
    undone = next((place for place, action in enumerate(after) if _undoes(action, edit)), 0)
    earlier = {action.error for action in before}
    failed = (action for action in after[:undone] if action.worked is False and action.line and action.error)
    return next((action for action in failed if action.error not in earlier), None)


def _undoes(action: Action, edit: Edit) -> bool:
    back = any(one.path == edit.path and one.old == edit.new and one.new == edit.old for one in action.edits)
    return back or (action.restores and PurePosixPath(edit.path).name in action.typed)


def _is_undone(edit: Edit, edits: Sequence[Edit]) -> bool:
    """Whether another edit of the same place takes it back or writes over it."""
    later = edits[edits.index(edit) + 1 :]
    return any(one.path == edit.path and one.old and (one.old in edit.new or edit.new in one.old) for one in later)


def _replaced(file: PatchedFile) -> PatchedFile:
    return PatchedFile(file.path, tuple(block for block in file.blocks if block.removed and block.added))


def _size(file: PatchedFile) -> int:
    return -sum(len(block.added) + len(block.removed) for block in file.blocks)

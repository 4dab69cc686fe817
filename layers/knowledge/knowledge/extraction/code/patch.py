"""What a run did to the code in the end, from its patch, and what it tried and undid."""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from knowledge.extraction.code.file_kinds import is_prose, is_test
from knowledge.extraction.code.known_paths import KnownPaths
from knowledge.extraction.code.wording import changes_code, described
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.broken_off import is_broken_off
from knowledge.extraction.models import Candidate, RunOutcome
from knowledge.privacy.runs import CleanRun
from knowledge.transcripts import Edit
from knowledge.transcripts.diff import PatchedFile, read_diff

_MAX_FILES, _MAX_EDITS = 2, 8
_UNDONE_WITHIN, _MAX_ENDS = 6, 2
_FAILED = " The run failed: this alone did not solve it."


def final_patch(run: CleanRun, actions: Sequence[Action]) -> list[PatchedFile]:
    """The files that the run left changed: of the log's patch; else, where it had one task and edited little, of its
    edits."""
    if run.transcript.patch:
        return read_diff(run.transcript.patch)
    if run.goes_on or sum(turn.speaker in ("user", "task") for turn in run.turns) != 1:
        return []
    return of_edits(actions)


def of_edits(actions: Sequence[Action]) -> list[PatchedFile]:
    """The files that the edits of these actions left changed; none where they are many, or commands changed some."""
    few = actions and sum(len(action.edits) for action in actions) <= _MAX_EDITS
    return actions[-1].changes.patch if few and not actions[-1].changes.by_commands else []


def change(
    files: Sequence[PatchedFile], actions: Sequence[Action], title: str, where: str, outcome: RunOutcome
) -> list[Candidate]:
    """What the patch did to the project's own files, old → new, and which expectation of a test went with it; none
    where nobody knows what came of it, nor where that is not all that it did: of a part nobody knows whether it
    mattered."""
    if outcome == "unverified":
        return []
    own = [one for one in files if not is_prose(one.path) and is_touched(one, actions)]
    old = [file for file in own if not file.is_new and changes_code(file)]
    sources = sorted((file for file in old if not is_test(file.path)), key=_size)
    parts = [described(file) for file in sources]
    is_all = all(parts) and len(parts) <= _MAX_FILES and not any(_is_part(file, old) for file in own if file.is_new)
    if not parts or not is_all or not title or any("[redacted:" in part for part in parts):
        return []
    tests = [how for file in old if is_test(file.path) and (how := described(_replaced(file)))][:1]
    change = f'{where}For "{title}", {"; ".join([*parts, *tests])}.'
    return [Candidate(change + _FAILED, "dead_end", basis="ending") if outcome == "failed" else _solving(change)]


def solving_after_all(learnings: Iterable[str]) -> list[Candidate]:
    """Those that say what a patch of a run did that had failed, as of one that succeeded."""
    return [_solving(one.removesuffix(_FAILED)) for one in learnings if one.endswith(_FAILED)]


def _solving(change: str) -> Candidate:
    return Candidate(change, "fix", basis="log")


def dead_ends(actions: Sequence[Action], where: str) -> list[Candidate]:
    """Edits that were undone after something failed with them, of each error the first."""
    ends: dict[str, Candidate] = {}
    for place, action in enumerate(actions):
        for edit in action.edits:
            failed = _failure_before_undoing(edit, actions[:place], actions[place:])
            if failed and (how := described(PatchedFile.of_edit(edit))):
                text = f"{where}Tried and undone: {how}; then `{failed.line}` failed with `{failed.error}`."
                ends.setdefault(failed.error, Candidate(text, "dead_end"))
    return list(ends.values())[:_MAX_ENDS]


def is_touched(file: PatchedFile, actions: Sequence[Action]) -> bool:
    """Whether any command or edit of the run names the file: else it was changed before the run."""
    name = PurePosixPath(file.path).name
    return any(name in action.typed or any(edit.path.endswith(name) for edit in action.edits) for action in actions)


def is_reverted(actions: Sequence[Action]) -> bool:
    """Whether the run changed files of the project, and in the end none is changed."""
    return any(action.changes.theirs for action in actions) and not actions[-1].changes.all


def _failure_before_undoing(edit: Edit, before: Sequence[Action], after: Sequence[Action]) -> Action | None:
    """What failed with the edit in place and not without it, by an error that names the file, if the edit was then
    undone for good."""
    was = before[-1].changes.file(edit.path).change if before else ()
    near = after[1 : 1 + _UNDONE_WITHIN]
    undone = next((place for place, action in enumerate(near) if action.changes.file(edit.path).change == was), 0)
    failed = [one for one in near[:undone] if one.line and _is_named(edit.path, one.error) and not is_broken_off(one)]
    became = after[0].changes.file(edit.path).change
    if not failed or any(action.changes.file(edit.path).change == became for action in after[1 + undone :]):
        return None
    earlier = {action.error for action in before}
    return next((action for action in failed if action.error not in earlier), None)


def _is_named(path: str, error: str) -> bool:
    """Whether the error names the file, by as much of its path as it tells: `src/user/a.ts` is not `src/cart/a.ts`."""
    words = re.findall(r"[\w.@\[\]/-]+", error.replace("\\", "/"))
    return path in KnownPaths(word.rstrip(".") for word in words)


def _replaced(file: PatchedFile) -> PatchedFile:
    return PatchedFile(file.path, tuple(block for block in file.blocks if block.removed and block.added))


def _is_part(new: PatchedFile, changed: Iterable[PatchedFile]) -> bool:
    """Whether what was changed names the new file: it is no script beside it."""
    name = re.compile(rf"(?<!\w){re.escape(PurePosixPath(new.path).stem)}(?!\w)")
    return any(name.search(line) for file in changed for block in file.blocks for line in block.added)


def _size(file: PatchedFile) -> int:
    return -sum(len(block.added) + len(block.removed) for block in file.blocks)

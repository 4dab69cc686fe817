"""What a run changed, file by file: each change stands somewhere in the log, and all of a file's nowhere together."""

from collections.abc import Collection, Iterable
from itertools import chain, islice

from knowledge.privacy.runs import CleanRun
from knowledge.text.strings import abbreviated, full_lines
from knowledge.transcripts import Edit
from knowledge.usecases.agent_complete.edit_quotes import edits_made, from_difference

FILES = 12  # at most: of a run that changes more each is asked for less
LINE = 80  # characters of a line that is quoted


def changed_files(run: CleanRun, left: Collection[str], most: int) -> list[str]:
    """A passage of at most `most` characters for each file that the run changed: of each change the first line that
    is not the same before and after. Failed edits changed nothing, nor did those that a later one turned round, and how
    a file begins that was written as a whole tells nothing of it. What was done to a file that is not among those
    `left` changed was taken back."""
    changes: dict[str, dict[str, Edit]] = {}
    for edit in chain.from_iterable(edits_made(run.turns)):
        made = changes.setdefault(edit.path, {})
        if undone := next((change for change, one in made.items() if (one.old, one.new) == (edit.new, edit.old)), ""):
            del made[undone]
        elif change := _change(edit):
            made[change] = edit
    passages = (_passage(path, made, is_left=path in left) for path, made in changes.items() if path and made)
    return [abbreviated(passage, most) for passage in islice(passages, FILES)]


def _passage(path: str, changes: Iterable[str], *, is_left: bool) -> str:
    return f"What the run changed in `{path}`{'' if is_left else ' and took back'}: {'; '.join(changes)}."


def _change(edit: Edit) -> str:
    """`old` → `new`, by the first line of each that the other has not; "" where only blanks differ."""
    old, new = full_lines(edit.old), full_lines(edit.new)
    if edit.is_whole and len(new) > 1:
        return ""
    gone, added = map(_code, from_difference(_first(old, new), _first(new, old)))
    if not gone:
        return f"added {added}" if added else ""
    return f"{gone} → {added or 'nothing'}"


def _first(lines: list[str], others: list[str]) -> str:
    """The first of the lines that is not among the others; "" where there is none."""
    return next((line for line in lines if line not in others), "")


def _code(line: str) -> str:
    shown = abbreviated(line, LINE).replace("`", "'")
    return f"`{shown}`" if shown else ""

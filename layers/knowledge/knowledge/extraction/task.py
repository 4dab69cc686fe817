"""What a run was for."""

import re

from knowledge.privacy.runs import CleanRun
from knowledge.text.strings import abbreviated

_MAX_TITLE = 140
# A line of a program's frame, one of tags, or one that only leads to what follows.
_LEAD = re.compile(
    r"[\u2500-\u259f]"
    r"|\s*(?:</?[\w-]+>\s*)+$|\s*<!--.*|.*:[\s'\"]*$|(?:we're|we are|you're|you are|please|here'?s?|i've)\b.*"
    r"(?:repository|issue|description|following|directory)\b.*|#+\s*(?:(?:description|issue|task|objective|summary)\s*)?$",
    re.I,
)

# What leads to a title on its own line: `Please solve this issue: Totals are rounded down`, `TASK: …`
_ANNOUNCED = re.compile(
    r"^(?:[\w']+ ){0,8}(?:issue|task|title|objective|problem|bug|ticket|description|following)s?:\s(?=.*[^\W\d_])",
    re.I,
)


def text(run: CleanRun) -> str:
    """The whole task: the caller's objective, else the first thing that was asked; "" where nothing was."""
    first = next((turn.text for turn in run.turns if turn.speaker in ("task", "user") and turn.text), "")
    return run.objective.strip() or first


def title(task: str) -> str:
    """The first line that says what is wanted, without preambles, tags and markup; "" where there is none."""
    for line in task.splitlines():
        stated = line.strip().lstrip("#*> ").rstrip("* ")
        telling = _ANNOUNCED.sub("", stated).strip()
        is_sentence = len(telling) >= 12 and " " in telling
        if (is_sentence or telling != stated) and not _LEAD.match(telling):
            return abbreviated(telling, _MAX_TITLE)
    return ""


def set_by_program(run: CleanRun) -> str:
    """The task where no person wrote it into the log: the caller's objective, or a harness's text; "" elsewhere."""
    first = next((turn for turn in run.turns if turn.speaker in ("task", "user") and turn.text), None)
    return run.objective.strip() or (first.text if first and first.speaker == "task" else "")

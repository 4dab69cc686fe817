"""Which names of classes and functions are the project's, and which the run made up for a trial."""

import re
from collections.abc import Sequence

from ..transcripts import Turn

_KEYWORD = r"(?:async )?(?:def|class|function|func|fn|interface|struct|trait|type)"
_DEFINITION = re.compile(
    rf"^(?:(?P<path>[\w./-]+\.\w+)[:-])?\s*(?:\d+[:\t→-]?)?\s*(?:export )?(?:default )?(?:pub )?{_KEYWORD}\s+(?P<name>\w{{3,}})",
    re.M,
)
_PATH = re.compile(r"(?<![\w/.])[\w./-]*[\w-]/[\w./-]+\.\w{1,5}\b|(?<![\w/.])[\w-]+\.(?:py|ts|js|tsx|jsx|go|rs|java|rb|c|cpp|h)\b")
_TEST = re.compile(r"(?:^|/)(?:tests?|__tests__|spec)/|(?:^|/)test_|[._]test\.\w+$")
_CODE_BLOCK = re.compile(r"```.*?```|<<.*", re.S)


def defined(turns: Sequence[Turn], created: set[str]) -> dict[str, str]:
    """The file of each class and function whose definition the run saw in the project's sources."""
    found: dict[str, str] = {}
    for turn in turns:
        command = (turn.command or "").split("<<")[0]
        paths = list(dict.fromkeys(_PATH.findall(command)))
        for match in _DEFINITION.finditer(turn.output or ""):
            path = match["path"] or (paths[0] if len(paths) == 1 else "")
            if path and path.rsplit("/", 1)[-1] not in created and not _TEST.search(path):
                found.setdefault(match["name"], relative(path))
    return found


def invented(turns: Sequence[Turn], task_text: str, known: dict[str, str]) -> set[str]:
    """The classes and functions of the run's own scripts and of the examples in the task's text."""
    code = [match for turn in turns for match in _CODE_BLOCK.findall(turn.command or "")]
    code += _CODE_BLOCK.findall(task_text)
    return {match["name"] for block in code for match in _DEFINITION.finditer(block)} - known.keys()


def relative(path: str) -> str:
    """The path inside the project, where it is given from the root of the machine."""
    return re.sub(r"^(?:\./|/(?:testbed|app|workspace|repo|src|home/[\w.-]+|Users/[\w.-]+|root)/)", "", path)

"""Which names of classes and functions are the project's, and which the run made up for a trial."""

import re
from collections.abc import Sequence

from knowledge.transcripts import Turn

_KEYWORD = r"(?:async )?(?:def|class|function|func|fn|interface|struct|trait|type)"
_DEFINITION = re.compile(
    rf"^(?:(?P<path>[\w./-]+\.\w+)[:-])?\s*(?:\d+[:\t→-]?)?\s*(?:export )?(?:default )?(?:pub )?"
    rf"{_KEYWORD}\s+(?P<name>\w{{3,}})",
    re.M,
)
_PATH = re.compile(
    r"(?<![\w/.])[\w./-]*[\w-]/[\w./-]+\.\w{1,5}\b|(?<![\w/.])[\w-]+\.(?:py|ts|js|tsx|jsx|go|rs|java|rb|c|cpp|h)\b"
)
_TEST = re.compile(r"(?:^|/)(?:tests?|__tests__|spec)/|(?:^|/)test_|[._]test\.\w+$")
_PARTIAL = re.compile(r"diff --git|elided|truncated|omitted|^\.\.\.$", re.M)
_NUMBERED = re.compile(r"^\s*\d+[:\t→-]")
_ASSIGNMENT = re.compile(r"^[ \t]*(?:const |let |var )?([A-Za-z_]\w+)[ \t]*=(?!=)", re.M)
_READS = re.compile(
    r"(?:cat|sed -n|nl|head|tail|grep|rg|git (?:show|log|diff)|read|open|view|str_replace_editor view)\b(?!.*<<)", re.I
)
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
    """Classes, functions and variables of the run's own scripts and of the task's examples, that the sources lack."""
    code = [match for turn in turns for match in _CODE_BLOCK.findall(turn.command or "")]
    code += _CODE_BLOCK.findall(task_text)
    classes = {match["name"] for block in code for match in _DEFINITION.finditer(block)}
    variables = {name for block in code for name in _ASSIGNMENT.findall(block)}
    read = {
        word for turn in turns if _READS.match(turn.command or "") for word in re.findall(r"\w+", turn.output or "")
    }
    return (classes - known.keys()) | (variables - read)


def relative(path: str) -> str:
    """The path inside the project, where it is given from the root of the machine."""
    return re.sub(r"^(?:\./|/(?:testbed|app|workspace|repo|src|home/[\w.-]+|Users/[\w.-]+|root)/)", "", path)


def enclosing(turns: Sequence[Turn], path: str, line: str) -> str:
    """The function around `line` in what the run read of the file; "" where it did not read that far."""
    name = path.rsplit("/", 1)[-1]
    for turn in turns:
        output = turn.output or ""
        if name in (turn.command or "") and not _PARTIAL.search(output) and output.count(line) == 1:
            before = output[: output.index(line)].splitlines()
            depth = _depth(before[-1]) if before else 0
            return _outer(before[:-1], depth)
    return ""


def _depth(line: str) -> int:
    code = _NUMBERED.sub("", line)
    return len(code) - len(code.lstrip())


def _outer(lines: list[str], depth: int) -> str:
    for line in reversed(lines):
        code = _NUMBERED.sub("", line)
        if (found := re.match(rf"\s*(?:export )?(?:pub )?{_KEYWORD}\s+(\w+)", code)) and _depth(line) < depth:
            return found[1]
    return ""

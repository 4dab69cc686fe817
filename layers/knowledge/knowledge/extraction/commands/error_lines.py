"""Which line of an output says what went wrong."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import results

# A line that names an error, by how programs begin or end such lines; the two words of a label are none.
_ERROR = re.compile(
    r"^.{0,200}?(?<![\w/])(?:\w*(?:Error|Exception)|error(?:\[?[ \[]\w+\]?)?|fatal|panic|FATAL|ERROR|ERR!)"
    r"(?::(?!:)|$|(?<=!) |(?<=npm error) ).*"
    r"|.*\b(?:not found|[Nn]o such|[Nn]o module named|cannot|[Cc]an(?:'|no)t|[Cc]ould not|[Uu]nable to|[Ff]ailed to|"
    r"denied|refused|ECONNREFUSED|not recognized|not installed|does not exist|timed out|not configured|violations|"
    r"must be)\b.*"
)
# A line of a stack, or of the code that it quotes: beside the error, and not the error. So is what a program logs in
# passing.
_FRAME = re.compile(
    r"^\s+(?:File \"|at )|^[ \t>]{0,20}(?:\d{1,7}[ \t]{1,8}){0,2}[|│](?:\s|$)|^.{0,60}?\b(?:TRACE|DEBUG|INFO)\b"
)
# What npm, pnpm and yarn say themselves: what they are about to run, their advice and their warnings.
_BANNER = re.compile(
    r"^> \S+@\d.*(?:\n> .*)?|^> [\w:.-]+\n> .*|^yarn run v.*(?:\n\$ .*)?|^npm (?:notice|warn|WARN)\b.*", re.M
)
# What merely reports that something before it went wrong.
_AFTERMATH = re.compile(
    r"make(?:\[\d+\])?: |[Ww](?:arning|ARNING)?: |npm (?:ERR!|error)(?:$| (?:code|errno|A complete log|/))|"
    r"error: (?:could not compile|(?:test|build) failed)|FAILED \(|.*https?://\S+$|^\W*ERRORS?\W*$|.*\bfailed to run$|"
    r".*(?i:\bexit(?:ed with)?(?: exit)? (?:code|status)\b)|.*\d (?:errors?|failed)\b|[\w./\\-]+\.\w+:\d+: \w+$"
)
_PASSED = re.compile(r"^\s*(?:[✓✔√] ?|ok |PASS\b)|\b(?:ok|PASSED)\b[\W\d]*$")
_MARK = re.compile(r"^(?:[→↳>│|*•·✗✘×✕✖●❯]\s+)+|^E\s+")
# `/usr/bin/python3: `, `bash: line 3: `: the same error has the same words wherever the program lies.
_INTERPRETER = re.compile(
    r"^(?:[\w./\\-]*[/\\])?((?:python|node|bash|sh|zsh|ruby|perl)[\d.]*(?:\.exe)?): (?:line \d+: |\d+: )?"
)
_PLACE = re.compile(r"[\w./\\-]+\.\w+:\d+")  # as compilers and linters begin: `src/a.py:3:80: E501 …`
_MARKED = re.compile(r"E   +\S")  # as pytest shows an exception
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_HEAD, _END, _MAX_LINE = 80, 77, 600  # characters; the cause is often named at the end


def error_line(output: str) -> str:
    """The line that says what went wrong, at most 160 characters, fit to stand between backticks; "" where none does.

    One that names an error, and not merely that there was one: of an uncaught exception the last, else the first, since
    what follows is mostly its consequence. Else what pytest marks.
    """
    return _cause(_lines(output)) or _shown("".join(error_lines(output)[:1]))


def cause(output: str, passed: str) -> str:
    """The same of what the command's output has not where it passed, whatever their numbers. Where none of it names an
    error, what begins with a place in a file; "" where nothing does."""
    there = {_same(line) for line in passed.splitlines()}
    own = [line for line in _lines(output) if _same(line) not in there]
    return _cause(own) or _shown(next((line for line in own if _PLACE.match(line.strip()) and _tells(line)), ""))


def error_lines(output: str) -> list[str]:
    """All lines that name an error."""
    return [line for line in _lines(output) if _names_error(line)]


def telling(output: str, most: int) -> str:
    """What of an output tells what came of it, in about so many characters: all of a short one, of a longer one the
    lines that name errors and, as far as there is room, its last."""
    lines = [
        " ".join(line.split())[:most] for line in results.clean(output).splitlines() if any(map(str.isalnum, line))
    ]
    errors = [place for place, line in enumerate(lines) if _names_error(line) and not _AFTERMATH.match(line)]
    places: set[int] = set()
    for place in [*errors, *range(len(lines) - 1, -1, -1)]:
        most -= len(lines[place]) + 1 if place not in places else 0
        if most < 0:
            break
        places.add(place)
    return "\n".join(lines[place] for place in sorted(places))


def _lines(output: str) -> list[str]:
    own = _BANNER.sub("", output[-results.LOOKED_AT :])
    return [line[:_MAX_LINE] + line[_MAX_LINE:][-_END:] for line in own.splitlines()]


def _cause(lines: Sequence[str]) -> str:
    marked = [line for line in lines if _MARKED.match(line)]
    errors = [line for line in lines if _names_error(line) and not _AFTERMATH.match(line.strip())]
    is_raised = marked or any("Traceback (most recent call last)" in line for line in lines)
    return _shown(errors[-1] if is_raised else errors[0]) if errors else _shown("".join(marked[:1]))


def _names_error(line: str) -> bool:
    return bool(line.strip() and _ERROR.match(line)) and not (_FRAME.match(line) or _PASSED.search(line))


def _tells(line: str) -> bool:
    """Whether it may be the reason: no line of a stack, count or mere report."""
    return not (_FRAME.match(line) or _AFTERMATH.match(line.strip()) or results.is_count(line))


def _same(line: str) -> str:
    return _NUMBER.sub("0", line.strip())


def _shown(line: str) -> str:
    shown = _INTERPRETER.sub("", _MARK.sub("", line.strip())).replace("`", "'").strip()
    head, end = shown[:_HEAD].rpartition(" ")[0], shown[-_END:].partition(" ")[2]
    return f"{head or shown[:_HEAD]} … {end or shown[-_END:]}" if len(shown) > _HEAD + 3 + _END else shown

"""Which line of an output says what went wrong."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from knowledge.extraction.commands import results

# A line that names an error, by how programs begin or end such lines; the two words of a label are none.
_ERROR = re.compile(
    r"^.{0,200}?(?<![\w/])(?:\w*(?:Error|Exception)|error(?:\[?[ \[]\w+\]?)?|fatal|panic|FATAL|ERROR|ERR!)"
    r"(?::(?!:)|$|(?<=!) |(?<=npm error) ).*"
    r"|.*\b(?:not found|[Nn]o such|[Nn]o module named|cannot|[Cc]an(?:'|no)t|[Cc]ould not|[Uu]nable to|[Ff]ailed to|"
    r"denied|refused|not recognized|not installed|does not exist|timed out|not configured|violations|must be)\b.*"
)
# A line of a stack, or of the code that it quotes, or what points into it: beside the error, and not the error. So is
# what a program logs in passing.
_FRAME = re.compile(
    r"^\s+(?:File \"|at )|^[ \t>]{0,20}(?:\d{1,7}[ \t]{1,8}){0,2}[|│](?:\s|$)|^\s*\^+\s*$"
    r"|^\s*\(?(?:in|from|at) .{0,200}\bline \d+\W{0,2}$"
    r"|^\s*(?:at|operator|duration_ms|location|failureType|code|name|stack|severity|type): |"  # of TAP's reports
    r"^.{0,60}?\b(?:TRACE|DEBUG|INFO)\b"
    r"|^\W{0,12}(?:\d+ \w+ |output |(?<=[\[(<]))(?:truncated|omitted)\b.{0,40}$"  # where a tool cut what was printed
)
# What npm, pnpm and yarn say themselves: what they are about to run, their advice and their warnings.
_BANNER = re.compile(
    r"^> \S+@\d.*(?:\n> .*)?|^> [\w:.-]+\n> .*|^yarn run v.*(?:\n\$ .*)?|^npm (?:notice|warn|WARN)\b.*", re.M
)
# What merely reports that something before it went wrong.
_AFTERMATH = re.compile(
    r"make(?:\[\d+\])?: |[Ww](?:arning|ARNING)?: |npm (?:ERR!|error)(?:$| (?:code|errno|A complete log|/))|"
    r"error: could not compile|FAILED \(|Exit code|.*https?://\S+$|.*exited with code|^\W*ERRORS?\W*$|"
    r".*\*\*\*(?:Failed|Exception|Timeout|Not Run)\b|.*\d (?:errors?|failed)\b|[\w./\\-]+\.\w+:\d+: \w+$"
)
# That something failed, and not what: all of a line in these words tells it of any command. No names, quotations,
# options and numbers, and no program before a colon or in capitals: ` ELIFECYCLE  Test failed. See above for more.`
_UNTOLD = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|(?<!\S)[^\s/\\]*[/\\]\S*|(?<!\w)(?:\d\S*(?: m?s\b)?|--?\w[\w-]*)"
    r"|^\W*(?:[a-z][\w.-]*(?::| ERR!)|[A-Z_]+ )"
)
_VERDICT = frozenset(
    re.findall(
        r"\w+",
        """
        a above all an and any are as at be because below by check checks code command details did do due errored error
        errors example examples exception execution exit exited exiting fail failed failing fails failure failures for
        from full goal had has have in information is it job line log logs message more not of on one or output pass
        process program recipe report rerun run running runs script see some spec specs step status suite suites target
        task test tests that the there these this to was went were what while with wrong
        """,
    )
)
# What a runner puts above the reason why a test failed: a sign, a number, a line drawn, or a word for it.
_SIGN = re.compile(r"^\s*(?:[✗✘×✕✖●❯] ?\S|not ok\b|Start +\d+: |\d+/\d+ Test +#\d+: .*\bPassed\b)|\bFAIL(?:ED|URE)?\b")
_HEADING = re.compile(
    r"^\s*(?:\d+\) \S|([-=_*─━⎯])\1{2,} ?\w)|panicked at [^:]+:[\d:]+$|^ *\d+/\d+ Test +#\d+: .*\*\*\*"
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
    what follows is mostly its consequence. Else what stands below the test that failed.
    """
    lines = _lines(output)
    return _cause(lines) or _shown("".join(error_lines(output)[:1]))


def cause(output: str, passed: str) -> str:
    """The same of what the command's output has not where it passed, whatever their numbers. Where none of it names an
    error or stands below a test, what begins with a place in a file; "" where nothing does."""
    there = {_same(line) for line in passed.splitlines()}
    own = [line for line in _lines(output) if _same(line) not in there]
    lines = [line.strip() for line in own if _tells(line)]
    line = next((line for line in lines if _PLACE.match(line)), "")
    return _cause(own) or _shown(line)


def error_lines(output: str) -> list[str]:
    """All lines that name an error."""
    return [line for line in _lines(output) if _names_error(line)]


def _lines(output: str) -> list[str]:
    own = _BANNER.sub("", output[-results.LOOKED_AT :])
    return [line[:_MAX_LINE] + line[_MAX_LINE:][-_END:] for line in own.splitlines()]


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


def _cause(lines: Sequence[str]) -> str:
    telling = [line for line in lines if _names_error(line) and not _is_aftermath(line)]
    raised = any("Traceback (most recent call last)" in line or _MARKED.match(line) for line in lines)
    return _shown(telling[-1] if raised else telling[0]) if telling else _shown(next(_reasons(lines), ""))


def _names_error(line: str) -> bool:
    return bool(line.strip()) and not (_FRAME.match(line) or _PASSED.search(line)) and bool(_ERROR.match(line))


def _is_aftermath(line: str) -> bool:
    """Whether it merely reports that something before it went wrong."""
    return bool(_AFTERMATH.match(line.strip())) or _says_no_more(line)


def _says_no_more(line: str) -> bool:
    """Whether it has no word but those by which any program says that something failed."""
    words = _words(_UNTOLD.sub(" ", line))
    return bool(words) and words <= _VERDICT


def _tells(line: str) -> bool:
    """Whether it may be the reason: no line of a stack, count, heading, or mere report."""
    is_beside = _FRAME.match(line) or _PASSED.search(line) or results.is_count(line)
    return any(map(str.isalpha, line)) and not is_beside and not _is_heading(line) and not _is_aftermath(line)


def _is_heading(line: str) -> bool:
    return bool(_SIGN.search(line) or _HEADING.search(line)) or (line.endswith(":") and _says_no_more(line))


def _reasons(lines: Sequence[str]) -> Iterator[str]:
    """What pytest marks, and the first line of what stands below each test that failed: further in than it, or beneath
    its heading; not its name again."""
    yield from (line for line in lines if _MARKED.match(line))
    for at, heading in enumerate(lines):
        if _is_heading(heading):
            below = _block(islice(lines, at + 1, None), _indent(heading) + (not _HEADING.search(heading)))
            reasons = (line for line in _without_title(below) if _tells(line) and not _says_again(line, heading))
            yield from islice(reasons, 1)


def _says_again(line: str, heading: str) -> bool:
    """Whether it only names the test once more."""
    return _words(_UNTOLD.sub(" ", line)) <= _VERDICT | _words(heading)


def _block(lines: Iterable[str], indent: int) -> list[str]:
    """The lines that stand so far in at least, up to another heading."""
    block: list[str] = []
    for line in filter(str.strip, lines):
        if _indent(line) < indent or _is_heading(line):
            break
        block.append(line)
    return block


def _without_title(block: list[str]) -> list[str]:
    """Without the rest of the test's name, which ends with a colon: each part further in than the one before."""
    for at, line in enumerate(block):
        if line.rstrip().endswith(":"):
            return block[at + 1 :] if block[at + 1 :] else block
        if _indent(line) >= _indent((block[at + 1 :] or [""])[0]):
            break
    return block


def _words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]+", text)}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _same(line: str) -> str:
    return _NUMBER.sub("0", line.strip())


def _shown(line: str) -> str:
    shown = _INTERPRETER.sub("", _MARK.sub("", line.strip())).replace("`", "'").strip()
    head, end = shown[:_HEAD].rpartition(" ")[0], shown[-_END:].partition(" ")[2]
    return f"{head or shown[:_HEAD]} … {end or shown[-_END:]}" if len(shown) > _HEAD + 3 + _END else shown

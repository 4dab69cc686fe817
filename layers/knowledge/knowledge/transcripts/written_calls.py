"""Calls of tools that an agent writes out in what it says: a name with its JSON, or an element with one for each
argument."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from knowledge.transcripts.fences import Fences

# `**Tool call:** bash`, `Tool: bash`, or `**Tool Call**:` alone, whose JSON has the name; then the arguments as JSON.
# An element has a program's own name, and one for an argument follows: `<read_file>\n<path>`.
_CALL = re.compile(
    r"^[^\w\n]{0,8}(?:Using )?(?:(?:tool|function)[ _](?:call|use)[^\w\n]{0,8}"
    r"|tool(?: call| use)?\b[^\w\n]{1,8}(?P<name>\w[\w.-]{0,80})[^\w\n]{0,8})\n\s{0,4}"
    r"(?:[^\w\n]{0,4}(?:Input|Arguments|Parameters)[^\w\n]{0,8}\n?)?(?:`{3,8}\w{0,10}\n)?(?=\{)"
    r"|<(?P<element>[a-z]{1,30}(?:_[a-z]{1,30}){1,5})>\s{0,8}(?=<[a-z_]{1,40}>)",
    re.M | re.I,
)
_FENCE = re.compile(r"\s{0,4}`{3,8}")
_ARGUMENT = re.compile(r"\s{0,8}<([a-z_]{1,40})>\n?", re.I)
_NEXT = re.compile(r"\s{0,8}(?:<[a-z_]{1,40}>|\Z)", re.I)  # what follows an argument's end
_NAMES, _ARGUMENTS = ("name", "tool", "tool_name"), ("input", "arguments", "parameters", "args")
_WORDS = ("result", "response", "question")  # arguments that hold what the agent tells the person
# What Cline writes where it stopped the model: what stands before is broken off.
_STOPPED = re.compile(r"\n\[Response interrupted by [^\]\n]{1,200}\]\s*\Z")
_MAX_BROKEN = 8  # calls of one answer whose JSON does not end: each of them is read to the answer's end


@dataclass(frozen=True)
class WrittenCall:
    """A tool's name, and what it is given."""

    name: str
    arguments: Any


def parts(text: str) -> Iterator[str | WrittenCall]:
    """What the agent says and what it calls, in order; what stands in a fence is an example, and what is cut off of
    JSON is said. An element that tells the person something is said, however it ends; any other that does not end is
    left out."""
    start, broken, outside = 0, 0, _Outside(text)
    stopped = _STOPPED.search(text)
    for mark in _CALL.finditer(text):
        if mark.start() < start or not outside.holds(mark.start()):  # `start`: within the arguments of the one before
            continue
        written, end = _element(text, mark) if mark["element"] else _json_call(text, mark)
        if end is None:
            broken += 1
            if broken == _MAX_BROKEN:
                break
            continue
        yield text[start : mark.start()]
        if written is not None:
            yield written
        start = end
    if not (stopped and start):
        yield text[start : stopped.start() if stopped else len(text)]


def called(text: str) -> list[str | WrittenCall]:
    """The call that a text is by its JSON, in a fence or without, and what follows it; nothing where it is none."""
    stated = [part for part in parts(f"Tool call:\n{text.lstrip()}") if not isinstance(part, str) or part.strip()]
    return stated if stated and isinstance(stated[0], WrittenCall) else []


class _Outside:
    """Which places of a text stand on lines outside of fences."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        fences = Fences(lines)
        self._starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
        self._fenced = [fences.holds(index) for index in range(len(lines))]

    def holds(self, place: int) -> bool:
        return not self._fenced[bisect_right(self._starts, place) - 1]


def _json_call(text: str, mark: re.Match[str]) -> tuple[WrittenCall | None, int | None]:
    """The call, and where it ends; nothing where its JSON does not end."""
    try:
        given, end = json.JSONDecoder().raw_decode(text, mark.end())
    except (ValueError, RecursionError):  # cut off
        return None, None
    fence = _FENCE.match(text, end)
    return WrittenCall(mark["name"], given) if mark["name"] else _named(given), fence.end() if fence else end


def _named(given: dict[str, Any]) -> WrittenCall:
    """The call of JSON that has the tool's name in it; where it has none it is the arguments alone."""
    name = next((given[key] for key in _NAMES if isinstance(given.get(key), str)), "")
    arguments = next((given[key] for key in _ARGUMENTS if key in given), {} if name else given)
    return WrittenCall(name or "tool", arguments)


def _element(text: str, mark: re.Match[str]) -> tuple[str | WrittenCall | None, int]:
    """The call, or the agent's words in it, and where it ends."""
    closing = f"</{mark['element']}>"
    end = text.find(closing, mark.end())
    given = dict(_given(text[mark.end() : end if end >= 0 else len(text)]))
    words = next((given[name] for name in _WORDS if name in given), None)
    if words is not None or end < 0:
        return words, end + len(closing) if end >= 0 else len(text)
    return WrittenCall(given.get("tool_name") or mark["element"], given), end + len(closing)


def _given(body: str) -> Iterator[tuple[str, str]]:
    """The arguments in a call's element; one that does not end goes to the end."""
    place = 0
    while argument := _ARGUMENT.match(body, place):
        closing = f"</{argument[1]}>"
        end = body.find(closing, argument.end())
        while end >= 0 and not _NEXT.match(body, end + len(closing)):
            end = body.find(closing, end + 1)
        place = end + len(closing) if end >= 0 else len(body)
        yield argument[1], body[argument.end() : end if end >= 0 else len(body)].removesuffix("\n")

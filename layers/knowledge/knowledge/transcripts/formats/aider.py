"""aider's chat history: `#### ` is what the user typed, `> ` what the program said, the rest the agent's answer."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from knowledge.transcripts.fences import Fences
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Edit, Speaker
from knowledge.transcripts.recorder import Recorder

NAME = "aider"
_STARTED = re.compile(r"# aider chat started at (\S+ \S+)")
# aider ends each line that was typed, or that it says itself, with two spaces; older ones not those
# that were typed, of which each line is a paragraph.
_USER = re.compile(r"^#### ?(.*?)(  )?$")
_CUT = re.compile(r"(?:####|>) .*  $")
_PROGRAM = re.compile(r"^> ?(.*?)(?:  )?$")  # `> Applied edit to app.py  `: what the program says
_OVER = re.compile(r"> Tokens: \d")  # the answer is complete, whatever fence it broke off in
_COUNTED = re.compile(r"^Tokens: \d.*\n?", re.M)  # and tells of no project
_ASKING = re.compile(r"/(?:ask|code|architect|chat-mode|context) (.+)", re.S)  # `/ask why?`
_RUNNING = re.compile(r"(?:/(?:run|test|lint|git) |!)(.+)", re.S)  # `/run pytest`, `!pytest`
# Models write the marks a sign or two shorter or longer.
_BLOCK = re.compile(r"<{5,9} SEARCH>?\s*$"), re.compile(r"={5,9}\s*$"), re.compile(r">{5,9} REPLACE\s*$")
# Of a file that a model writes whole, below its name and in a fence, only this tells that it was written.
_APPLIED = re.compile(r"^Applied edit to (\S[^\n]{0,400})$", re.M)
# What the person did not let it write, and what was taken back later, by older versions and newer ones.
_SKIPPED = re.compile(r"^Skipping edits to (\S[^\n]{0,400}?)(?: that matches gitignore spec\.)?$", re.M)
_COMMITTED = re.compile(r"^Commit ([0-9a-f]{7,40}) ", re.M)
_UNDONE = re.compile(r"^(?:Commit `([0-9a-f]{7,40})` was reset|Removed: ([0-9a-f]{7,40}) )", re.M)
# Edits that did not apply; an error is told of some where others were.
_REFUSED = re.compile(r"SearchReplaceNoExactMatch|failed to match|did not conform|can't edit", re.I)
_ERROR = re.compile("Error", re.I)

# What a reasoning model thought, in the element that aider names; where the answer broke off it has no end.
_THOUGHT = re.compile(r"^<(thinking-content-\w{1,40})>\n(.*?)(?:^</\1>$|\Z)", re.M | re.S)
# `Create it? (Y)es/(N)o [Yes]: all`: an answer that aider did not take, under the user's mark.
_UNTAKEN = re.compile(r"[^\n]{1,2000}\? \(Y\)es/\(N\)o[^\n]{0,200}: [^\n]{0,200}")

_ECHOED = 80  # characters

Part = tuple[str, int, list[str]]


def recognises(log: Log) -> bool:
    """Whether the history of a chat begins somewhere in it."""
    return bool(re.search(r"^# aider chat started at ", log.text, re.M))


def begins(log: Log) -> int | None:
    """The line of its first mark; a history that was cut begins with what was typed or what the program said."""
    return log.opening(lambda line: _STARTED.match(line) or _CUT.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records user, agent and program in order."""
    before, commits = "", dict[str, list[Edit]]()
    parts = list(_parts(log.text.split("\n")))
    for (kind, index, lines), following in zip(parts, [*parts[1:], ("", 0, [])], strict=True):
        recorder.place(index)
        text = "\n".join(lines).strip()
        if kind == "user":
            before = _typed(text, before, recorder)
        elif kind == "agent" and text:
            report = "\n".join(following[2]) if following[0] == "program" else ""
            before, edits = _answer(text, report, recorder)
            commits |= dict.fromkeys(_COMMITTED.findall(report)[-1:], edits)
        elif kind == "program" and (text := _COUNTED.sub("", text).strip()):
            undone = ("".join(commit) for commit in _UNDONE.findall(text))
            _take_back([edit for commit in undone for edit in commits.get(commit, ())], recorder)
            is_refused = _REFUSED.search(text[:2000]) or (_ERROR.search(text[:2000]) and not _APPLIED.search(text))
            failed = True if is_refused else None
            recorder.result(text, None if recorder.awaits_result else "program", failed=failed)


def _parts(lines: list[str]) -> Iterator[Part]:
    fences, kind, start, part = Fences(lines), "", 0, list[str]()
    bare = not next((line for line in lines if line.startswith("#### ")), "  ").endswith("  ")
    blank = True
    for index, line in enumerate(lines):
        fenced = fences.holds(index)
        if _STARTED.match(line) or _OVER.match(line):
            fences.leave()
            fenced = False
        following, content = _kind(line, kind, blank, fenced, bare)
        goes_on = bare and bool(part) and not f"{part[0]}{content}".startswith("/") and not content.startswith("/")
        typed_anew = blank and line.startswith("####") and not goes_on
        if following != kind or (typed_anew and following == "user"):
            yield kind, start, part
            kind, start, part = following, index, []
        part.append(content)
        blank = not line.strip()
    yield kind, start, part


def _kind(line: str, kind: str, blank: bool, fenced: bool, bare: bool) -> tuple[str, str]:
    """Whose line it is, and what it says without its mark; without the spaces a heading in an answer is the agent's."""
    typed = None if fenced else _USER.match(line)
    typed = typed if typed and (typed[2] or (bare and kind != "agent")) else None
    if _STARTED.match(line):
        return "start", line
    if typed and (blank or kind == "user"):
        return "user", typed[1]
    if line.startswith("> ") and not fenced and (output := _PROGRAM.match(line)):
        return "program", output[1]
    if kind in ("program", "user", "start") and not line.strip():
        return kind, ""
    return "agent", line


def _typed(text: str, before: str, recorder: Recorder) -> str:
    """Records what the user typed.

    What stands `before` comes again under the user's mark: a question after `/ask`, and in architect mode the plan
    that one model hands to the next.
    """
    if running := _RUNNING.fullmatch(text):
        recorder.act("", running[1], tool="shell", speaker="user")
        return before
    if asking := _ASKING.fullmatch(text):
        text = asking[1].strip()
    if _UNTAKEN.fullmatch(text):
        return before
    if text and text != "<blank>" and not _is_same(text, before):
        chat.record_saying(text, "user", recorder)
    return text


def _is_same(text: str, before: str) -> bool:
    """Whether the two begin alike, white space aside, as far as one would repeat by chance."""
    one, other = " ".join(text.split()), " ".join(before.split())
    return one == other or (len(other) >= _ECHOED and one[:_ECHOED] == other[:_ECHOED])


def _answer(answer: str, report: str, recorder: Recorder) -> tuple[str, list[Edit]]:
    """Records the agent's thoughts and its answer; where this states edits, as an action that made them: in blocks, or
    as whole files, of those that were applied by the program's report; what the person did not let it write as one that
    was refused. Gives what was answered without the thoughts, which is what another model is handed, and the edits."""
    for thought in _THOUGHT.finditer(answer):
        recorder.say("agent", thought[2], thought=True)
    answer = _THOUGHT.sub("", answer).strip()
    rest, whole = _whole_files(answer.split("\n"), {path.strip() for path in _APPLIED.findall(report)})
    prose, blocks = _edits(rest)
    skipped = {path.strip() for path in _SKIPPED.findall(report)}
    if refused := [edit for edit in blocks if edit.path in skipped]:
        _act("", refused, recorder)
        recorder.result("Skipping edits", stopped=True)
    edits = [edit for edit in [*whole, *blocks] if edit.path not in skipped]
    text = "\n".join(prose).strip()
    if edits:
        _act(text, edits, recorder)
    else:
        recorder.say("agent", text)
    return answer, edits


def _act(text: str, edits: Sequence[Edit], recorder: Recorder, *, verb: str = "edit", by: Speaker = "agent") -> None:
    files = " ".join(dict.fromkeys(edit.path for edit in edits))
    recorder.act(text, f"{verb} {files}", tool=verb, edits=edits, speaker=by)


def _take_back(edits: Sequence[Edit], recorder: Recorder) -> None:
    """Records that the person took the commit with these edits back."""
    if edits:
        back = [replace(edit, old=edit.new, new=edit.old, inserts=not edit.new) for edit in reversed(edits)]
        _act("", back, recorder, verb="undo", by="user")
        recorder.result("", stopped=False)


def _whole_files(lines: list[str], applied: Collection[str]) -> tuple[list[str], list[Edit]]:
    """The files that were applied as a whole, each in a fence below its name, and the lines outside them."""
    prose, edits, place = list[str](), list[Edit](), 0
    while place < len(lines):
        path = _path(prose[-1:]) if lines[place].startswith("```") else ""
        end = _fence_end(lines, place) if path in applied else None
        if end is None or _BLOCK[0].match(lines[place + 1]):
            prose.append(lines[place])
            place += 1
        else:
            prose.pop()
            edits.append(Edit(path, "", "\n".join(lines[place + 1 : end])))
            place = end + 1
    return prose, edits


def _fence_end(lines: list[str], begin: int) -> int | None:
    return next((place for place in range(begin + 1, len(lines)) if lines[place].startswith("```")), None)


def _edits(lines: list[str]) -> tuple[list[str], list[Edit]]:
    """SEARCH/REPLACE blocks, and the lines outside them; the file's name stands above the block or its fence."""
    prose, edits, path, old, new = list[str](), list[Edit](), "", list[str](), list[str]()
    state = 0  # outside, in SEARCH, in REPLACE
    for line in lines:
        if state == 0 and _BLOCK[0].match(line):
            state, path, old, new = 1, _path(prose) or path, [], []
        elif state == 1 and _BLOCK[1].match(line):
            state = 2
        elif state == 2 and _BLOCK[2].match(line):
            state = 0
            edits.append(Edit(path, "\n".join(old), "\n".join(new)))
        else:
            (prose, old, new)[state].append(line)
    return prose if state == 0 else lines, edits


def _path(prose: list[str]) -> str:
    above = (line.strip() for line in prose[:-6:-1] if not line.lstrip().startswith(("```", "~~~")))
    names = (line.strip("*`:#").strip() for line in above)
    return next((name for name in names if name and " " not in name), "")

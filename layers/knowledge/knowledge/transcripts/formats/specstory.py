"""SpecStory's Markdown of Cursor's and other agents' sessions: `_**User**_`, `_**Agent (model)**_`, tool blocks."""

import json
import re
from collections.abc import Iterator
from html import unescape

from knowledge.transcripts.fences import Fences, unfenced
from knowledge.transcripts.formats import chat
from knowledge.transcripts.formats.specstory_labels import (
    CALL,
    CAME,
    GENERATED,
    LABEL,
    TODOS,
    is_refused,
    speaker,
    with_rules,
)
from knowledge.transcripts.formats.vscode_terminal import TerminalCommand, terminal_command
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Edit
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import Depth, LogSection, ruled
from knowledge.transcripts.tool_calls import checklist, exit_code, was_refused

NAME = "specstory"
_TOOL = re.compile(r'<tool-use [^>\n]{0,200}data-tool-name="([^"\n]{1,100})"')
# The element may end on a later line.
_SUMMARY = re.compile(r"<summary>(?:Tool use: \*\*([^*\n]{1,100})\*\*)?\W{0,5}([^\n]{0,400}?)(?:</summary>|$)")
# `Edit file: src/app.py`: what stands before the target
_TARGET = re.compile(r"^(?:Edit|Read|Write|Create|Delete)\w* file: |^Run command: ", re.I)
_READ = re.compile(r"Read file: \S[^\n]{0,300}")
_INLINE = re.compile(
    r"^[ \t]{0,8}`([^`\n]{1,2000})`[ \t]{0,8}$", re.M
)  # a short command, or the file, under the summary
_IS_SHELL = re.compile(r'<tool-use data-tool-type="(?:bash|shell)"')
_MARKUP = re.compile(r"</?(?:tool-use|think|details|summary)\b[^>\n]{0,300}>")
_OPENED = re.compile(r"^\s*```(\w*)")
_SHELL = ("bash", "sh", "shell", "zsh", "powershell", "console")


def recognises(log: Log) -> bool:
    """Whether a speaker is labelled in SpecStory's way."""
    return GENERATED in log.text[:500] or bool(re.search(r"^_\*\*User\b[^*\n]{0,200}\*\*_", log.text, re.M))


def begins(log: Log) -> int | None:
    """The line of its first label, or of the comment that says what exported it."""
    return log.opening(lambda line: line.startswith(GENERATED) or LABEL.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records what the user said, and the agent's text, calls and their results in order."""
    blocks = "\n<tool-use " in log.text
    for section in _sections(log.text.splitlines()):
        recorder.place(section.index)
        if section.speaker == "user":
            chat.record_saying(section.text, "user", recorder)
        else:
            _answer(section, blocks, recorder)


def _sections(lines: list[str]) -> list[LogSection]:
    """The sections below rules; a user's label behind a call without a block is printed: what came of the call may hold
    fences, and so end its own."""
    sections: list[LogSection] = []
    call: list[str] = []  # the line of the one that prints
    for section in ruled(with_rules(lines), speaker, "tool-use"):
        if section.speaker == "user" and call:
            sections[-1].lines += ["", "---", "", lines[section.index], *section.lines]
        else:
            sections.append(section)
            call = []
        if sections[-1].speaker == "agent":
            *_, last = _parts([*call, *section.lines])
            call = last[:1] if _is_call(last) and not is_refused(last) else []
    return sections


def _is_call(part: list[str]) -> bool:
    return bool(part) and bool(CALL.match(part[0]))


def _answer(section: LogSection, blocks: bool, recorder: Recorder) -> None:
    behind_block = False
    for lines in _parts(section.lines):
        is_block = _is_block(lines)
        if is_block:
            _tool(lines, recorder)
        elif not (behind_block and blocks and _only_fences(lines)):  # a result that stands below its block
            _part(lines, blocks, recorder)
        behind_block = is_block


def _is_block(lines: list[str]) -> bool:
    return "\n".join(lines).strip().startswith(("<tool-use", "<details>"))


def _part(lines: list[str], blocks: bool, recorder: Recorder) -> None:
    """Records what is no block: a call of an older export, a list of things to do, a thought, or text."""
    text = "\n".join(lines).strip()
    if plain := CALL.match(text):
        _plain_call(plain, text, recorder)
    elif text.startswith(TODOS):
        recorder.act("", "TodoWrite", tool="TodoWrite", todos=checklist(text))
        recorder.result("")
    elif text.startswith("<think>"):
        thought, _, prose = text.partition("</think>")
        recorder.say("agent", _MARKUP.sub("", thought), thought=True)
        recorder.say("agent", prose)
    elif not blocks and (fences := _only_fences(lines)):
        for language, code in fences:
            _fence(language, code, recorder)
    elif _READ.fullmatch(text):
        recorder.act("", text, tool="read")
        recorder.result("")
    else:
        recorder.say("agent", text)


def _parts(lines: list[str]) -> Iterator[list[str]]:
    """Text, calls and results: each ends with a rule, the agent's next label, or where a block begins or ends.

    What came of a call without a block ends with the label alone.
    """
    fences, depth, part = Fences(lines), Depth("tool-use"), list[str]()
    before = 0
    for index, line in enumerate(lines):
        inside = depth.after(line)
        fenced = fences.holds(index) and not inside
        if inside:
            fences.leave()
        outside = not fenced and not inside
        between = outside and (speaker(line) == "agent" or (line.strip() == "---" and not _is_call(part)))
        if between or (inside and not before):
            yield part
            part = []
        if not between and (part or line.strip()):
            part.append(line)
        before = inside
        if inside == 1 and depth.closes(line):
            yield part
            part, before = [], 0
    yield part


def _tool(lines: list[str], recorder: Recorder) -> None:
    """The call by its summary and its fences: of a command the command, then the output; of an edit the diff."""
    text = "\n".join(lines)
    summary, named = _SUMMARY.search(text), _TOOL.match(text)
    about = summary[2].strip() if summary else ""
    name = named[1] if named else (summary[1] if summary and summary[1] else about.split(" ")[0])
    if name.lower().startswith(("think", "thought")):
        recorder.say("agent", text, thought=True)
        return
    fences = list(_fenced(lines))
    if ran := _in_terminal(fences):
        recorder.act("", unescape(ran.line), tool=name)
        recorder.result(unescape(ran.output), exit_code=ran.exit_code)
        return
    inline = _INLINE.search(text.partition("</summary>")[2].partition("```")[0])
    target = _TARGET.sub("", about) or (inline[1] if inline else "")
    command = next((code for language, code in fences if language in _SHELL), None)
    if not command and inline and _IS_SHELL.match(text):
        command = inline[1]
    outputs = [code for language, code in fences if language not in (*_SHELL, "diff")]
    edits = [_edit(target, code) for language, code in fences if language == "diff"]
    recorder.act("", command or f"{name} {target}", tool=name, edits=edits)
    recorder.result(
        "\n".join(outputs) or ("" if fences else _rest(text)),
        exit_code=exit_code("\n".join(outputs)) if command else None,
    )


def _in_terminal(fences: list[tuple[str, str]]) -> TerminalCommand | None:
    """The command that VS Code ran, where a call's parameters are given as JSON."""
    parameters = next((code for language, code in fences if language == "json" and '"commandLine"' in code), "")
    try:
        return terminal_command(json.loads(parameters)) if parameters else None
    except ValueError:
        return None


def _plain_call(call: re.Match[str], text: str, recorder: Recorder) -> None:
    name, about = call[1], call[2].strip(" `\t")
    came = CAME.search(text)
    typed = _INLINE.search(text, call.end(), came.start() if came else len(text))
    output = unfenced(text[came.end() :]) if came else ""
    failed = came is not None and came[1] == "Error"
    recorder.act("", typed[1] if typed else f"{name} {about}", tool=name)
    code = exit_code(output) if typed else None
    recorder.result(output, exit_code=code, failed=failed or None, stopped=failed and was_refused(output))


def _only_fences(lines: list[str]) -> list[tuple[str, str]]:
    """The fences of a part that is nothing else."""
    fences = Fences(lines)
    if any(line.strip() and not fences.holds(index) for index, line in enumerate(lines)):
        return []
    return list(_fenced(lines))


def _fence(language: str, code: str, recorder: Recorder) -> None:
    """Older exports have no blocks: a command is a part of its own, and its output the next."""
    if language in _SHELL:
        recorder.act("", code, tool="bash")
    elif language == "diff":
        recorder.act("", "edit", tool="edit", edits=[_edit("", code)])
        recorder.result("")
    elif not language and recorder.awaits_result:
        recorder.result(code, exit_code=exit_code(code))
    else:
        recorder.say("agent", f"```{language}\n{code}\n```")


def _fenced(lines: list[str]) -> Iterator[tuple[str, str]]:
    fences, language, code = Fences(lines), "", list[str]()
    inside = False
    for index, line in enumerate(lines):
        held = fences.holds(index)
        if held and not inside:
            opened = _OPENED.match(line)
            inside, language, code = True, opened[1].lower() if opened else "", []
        elif held and fences.outside:
            inside = False
            yield language, "\n".join(code)
        elif held:
            code.append(line)


def _edit(path: str, diff: str) -> Edit:
    changed = [line for line in diff.splitlines() if not line.startswith("@@")]
    old = "\n".join(line[2:] for line in changed if line[:1] in ("-", " "))
    return Edit(path, old, "\n".join(line[2:] for line in changed if line[:1] in ("+", " ")))


def _rest(text: str) -> str:
    """What a block without fences says, its markup aside."""
    return _MARKUP.sub("", text.partition("</summary>")[2]).strip()

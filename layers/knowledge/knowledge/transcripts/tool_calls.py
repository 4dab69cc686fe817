"""A tool call as one line, as edits of files, and what its result says of success."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.transcripts import patches, shell_patches
from knowledge.transcripts.models import Edit, Todo

_SHELL = ("command", "cmd", "CommandLine", "commandLine", "code", "script")
_FOLDERS = ("workdir", "cwd", "Cwd", "working_directory", "workingDirectory", "directory", "dir_path")
_PATHS = (
    "file_path",
    "filePath",
    "path",
    "TargetFile",
    "AbsolutePath",
    "absolute_path",
    "absolutePath",
    "target_file",
    "notebook_path",
)
_TARGETS = (
    *_PATHS,
    "dir_path",
    "pattern",
    "query",
    "Query",
    "url",
    "Url",
    "prompt",
    "skill",
    "SearchPath",
    "description",
)
_OLD = ("old_string", "old_str", "oldString", "oldText", "old_text", "TargetContent", "old_source")
_NEW = (
    "new_string",
    "new_str",
    "newString",
    "newText",
    "new_text",
    "ReplacementContent",
    "file_text",
    "CodeContent",
    "new_source",
)
_WHOLE = ("content", "contents", "code", "code_edit")
PROGRESS = "task_progress"  # by which Cline's agent states its list along with any call
_TODOS = ("todos", "plan", "task_list", "todoList", PROGRESS)
_TODO = ("content", "step", "title", "description", "text")
_STATES = {
    "pending": "pending",
    "todo": "pending",
    "not started": "pending",
    "in progress": "in progress",
    "completed": "completed",
    "done": "completed",
    "cancelled": "cancelled",
}
_CHECKBOX = re.compile(r"^\s{0,8}(?:[-*] )?\[(.)\] (.{1,400})$", re.M)  # `- [x] write the test`
_CHECKED = {"X": "completed", "x": "completed", " ": "pending"}
_EDITOR_VERBS = {"view", "create", "str_replace", "insert", "undo_edit", "plan"}
# `write_file`, `apply_patch`: tools whose content is an edit
_WRITER = re.compile(r"write|create|edit|replace|insert|patch", re.I)
# Of arguments that an export cut off in the middle, one that is whole.
_ARGUMENT = re.compile(r'"(file_path|path|command|pattern|query|url)": ?("(?:[^"\\\n]|\\.){1,2000}")')
# What a script of Codex's gives the shell: `await tools.exec_command({cmd: "make test", workdir: "/home/ann/shop"})`
_SCRIPTED = re.compile(r'\b"?(cmd|workdir)"?: ?("(?:[^"\\\n]|\\.){1,4000}")(?=\s*[,}])')
# What Claude Code answers to a call that the person refused, and above this person's own words.
_REFUSED = re.compile(r"The user doesn't want to (?:proceed with this tool use|take this action right now)\.")
# What stands before the user's reason for a refusal
_REASON = re.compile(r"(?:the user said|reason for the rejection):\s*", re.I)
# Tools by which an agent hands in what it did, and where they say what became of it; a step may be completed, too.
_ENDINGS = {
    "complete": ("outcome",),
    "done": ("outcome",),
    "finish": ("outcome", "status"),
    "submit": ("outcome", "status"),
}
# Where it is told in words alone: `Exit code 1`, `Process exited with code 1`.
_EXIT_CODE = re.compile(r"\b(?:exit(?:ed with)?|return) ?(?:code|status)[:=]? {0,2}(-?\d{1,10})\b", re.I)


def by_itself(name: str, arguments: Any) -> tuple[str, Any]:
    """The call, or that of the patching tool where it is all that a shell is given to run."""
    typed = _typed(decoded(arguments)) or ""
    patch = shell_patches.patch_in(typed)
    return (shell_patches.NAME, patch) if patch and shell_patches.patches_alone(typed) else (name, arguments)


def command_line(name: str, arguments: Any) -> str:
    """What the call ran, as one would type it; `arguments` is a dict or the JSON text of one."""
    arguments = decoded(arguments)
    if isinstance(arguments, str) and arguments.startswith("{"):
        arguments = {key: _unquoted(value) for key, value in _ARGUMENT.findall(arguments[:4000])[:1]}
    if not isinstance(arguments, dict):
        return name if patches.is_patch(str(arguments)) else f"{name} {arguments}".strip()
    target = next((arguments[key] for key in _TARGETS if isinstance(arguments.get(key), str)), None)
    shell = _typed(arguments)
    if shell and shell not in _EDITOR_VERBS and not (edits(name, arguments) and target):
        return shell
    return " ".join(part for part in (name, shell if shell in _EDITOR_VERBS else None, target) if part)


def working_folder(arguments: Any) -> str | None:
    """The folder that a shell's call says it ran in; "" where it names none, None where it is no shell's."""
    stated = decoded(arguments)
    return (_first(stated, _FOLDERS) or "") if isinstance(stated, dict) and _typed(stated) else None


def edits(name: str, arguments: Any) -> list[Edit]:
    """The changes of files that the call states in full."""
    arguments = decoded(arguments)
    if isinstance(arguments, str):
        return patches.edits(arguments) if patches.is_patch(arguments) else []
    if not isinstance(arguments, dict):
        return []
    for value in (arguments.get("input"), arguments.get("patch"), arguments.get("patchText")):
        if isinstance(value, str) and patches.is_patch(value):
            return patches.edits(value)
    if handed := shell_patches.patch_in(_typed(arguments) or ""):
        return patches.edits(handed)
    path = _first(arguments, _PATHS)
    if path and isinstance(blocks := arguments.get("diff"), str):
        return patches.replacements(path, blocks)
    several = arguments.get("edits") or arguments.get("ReplacementChunks")
    changes = [change for change in several if isinstance(change, dict)] if isinstance(several, list) else [arguments]
    return [edit for change in changes if (edit := _edit(name, _first(change, _PATHS) or path, change))]


def todos(arguments: Any) -> list[Todo]:
    """The agent's list of what is to be done, where the call states all of it: lines with a state each."""
    arguments = decoded(arguments)
    stated = arguments if isinstance(arguments, dict) and arguments.get("merge") is not True else {}
    if text := next((stated[name] for name in _TODOS if isinstance(stated.get(name), str)), ""):
        return checklist(text)
    lines: list[dict[str, Any]] = next((stated[name] for name in _TODOS if _are_todos(stated.get(name))), [])
    return [Todo(text, _state(line["status"])) for line in lines if (text := _first(line, _TODO))]


def asked(arguments: Any) -> str:
    """The questions that the call puts to the person, each with the answers that it offers; "" where it puts none."""
    stated = decoded(arguments)
    several = stated.get("questions") if isinstance(stated, dict) else None
    questions = [one for one in several if isinstance(one, dict)] if isinstance(several, list) else []
    return "\n".join(_with_options(text, one) for one in questions if (text := _first(one, ("question",))))


def _with_options(question: str, stated: Mapping[str, Any]) -> str:
    options = stated.get("options")
    stated_options = options if isinstance(options, list) else []
    labels = [_first(one, ("label",)) if isinstance(one, dict) else str(one) for one in stated_options]
    return f"{question} ({'; '.join(filter(None, labels))})" if any(labels) else question


def checklist(text: str) -> list[Todo]:
    """The list that lines with a box each state: `- [x] write the test`."""
    return [Todo(line.strip(), _CHECKED.get(mark, "in progress")) for mark, line in _CHECKBOX.findall(text)]


def _state(status: str) -> str:
    """One of few, by one name whatever the tool calls it: it is told, and could hold anything."""
    return _STATES.get(re.sub(r"[_-]", " ", status).lower(), "open")


def _are_todos(value: Any) -> bool:
    return (
        isinstance(value, list)
        and all(isinstance(line, dict) and isinstance(line.get("status"), str) for line in value)
        and bool(value)
    )


def exit_code(output: str) -> int | None:
    """The exit code that the first or the last lines of an output name."""
    named = _EXIT_CODE.search(output[:200]) or _EXIT_CODE.search(output[-200:])
    code = int(named[1]) if named else None
    return code if code is None or abs(code) < 2**31 else None


def handed_in(name: str, arguments: Any) -> str:
    """What the agent's call that ends the run states as its outcome; "" where it is another one, or states none."""
    stated = decoded(arguments)
    return _first(stated, _ENDINGS.get(name, ())) or "" if isinstance(stated, dict) else ""


def was_refused(output: str) -> bool:
    """Whether what came of a call tells that the person did not allow it."""
    return bool(_REFUSED.match(output))


def refusal_reason(output: str) -> str:
    """What the person said on refusing a call; "" where nothing was said. To be asked of failed calls: what others
    printed is nobody's."""
    reason = _REASON.search(output) if was_refused(output) else None
    return output[reason.end() :] if reason else ""


def decoded(arguments: Any) -> Any:
    """The arguments of a call, which some logs hold as JSON text, or in a script that gives the shell one command."""
    if not isinstance(arguments, str):
        return arguments
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return _scripted(arguments)
    return value if isinstance(value, dict) else arguments


def _scripted(script: str) -> Any:
    """What a script gives the shell, where that is one command; else the script."""
    _, *called = script.split("tools.exec_command(")
    given = {key: _unquoted(value) for key, value in reversed(_SCRIPTED.findall("".join(called[:1])))}
    is_one = len(called) == 1 and script.count("tools.") == 1 and "*** Begin Patch" not in script
    return given if is_one and "cmd" in given else script


def _unquoted(value: str) -> str:
    """A JSON string's text."""
    try:
        return str(json.loads(value))
    except ValueError:
        return value


def _edit(name: str, path: str | None, change: Mapping[str, Any]) -> Edit | None:
    old, new = _first(change, _OLD), _first(change, _NEW)
    if new is None and (old is not None or _WRITER.search(name)):
        new = _first(change, _WHOLE) if old is None else ""
    inserts = not old and ("insert" in name.lower() or change.get("command") == "insert")
    return Edit(path, old or "", new, inserts) if path and new is not None and (old or new) else None


def _first(arguments: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((arguments[name] for name in names if isinstance(arguments.get(name), str)), None)


def _typed(arguments: Any) -> str | None:
    """The shell's command itself: `["bash", "-lc", "ls"]` runs `ls`."""
    stated = arguments if isinstance(arguments, dict) else {}
    command = next((stated[key] for key in _SHELL if key in stated), None)
    if isinstance(command, list):
        parts = [str(part) for part in command]
        given = len(parts) == 3 and parts[1] in ("-lc", "-c", "-Command", "/c")
        return parts[-1] if given else " ".join(shlex.quote(part) if "\n" in part else part for part in parts)
    return command if isinstance(command, str) else None

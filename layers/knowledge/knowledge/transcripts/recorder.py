"""Collects the turns of a log as its reader finds them, and joins each result to the action that it answers."""

import re
from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from knowledge.text.strings import encodable
from knowledge.transcripts import folders
from knowledge.transcripts.models import Edit, Speaker, Todo, Transcript, Turn
from knowledge.transcripts.tool_calls import was_refused

_MAX_PROJECTS = 5
# Where containers put whatever is worked on; a person's home folder is none either.
_NO_PROJECT = ("workspace", "testbed", "repo", "app", "root", "tmp", "src", "code")
# An absolute folder: of a relative one nobody knows where it is.
_GOES_TO = re.compile(r"(?:^|[\s;&])cd ['\"]?((?:~|[A-Za-z]:|/)[^\s'\";&|]{1,300})")
_PERSON = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[ .'’-]{1,2}[^\W\d_]+){0,3}\.?")  # no address, no number, no key
_BEGUN = "Command running in background with ID"  # as Claude Code answers: what came of it is not said
_NAME = 60  # characters
_MILLISECONDS = 1e11  # an epoch above this counts milliseconds: in seconds it would be the year 5138


class Recorder:
    """What is known of a log so far. `place` says where the turns that follow stand in it."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.passed_over: Counter[str] = Counter()
        self.exit_status = ""
        self.patch = ""
        self._home = self._folder = ""  # the session's own folder, and the one where its shell is
        self._projects: dict[str, None] = {}
        self._open: dict[str, int] = {}
        self._early: dict[str, int] = {}  # results that came before their call, as parallel ones may
        self._waiting: OrderedDict[int, None] = OrderedDict()  # whose first one is taken at once
        self._sessions: dict[str, int] = {}  # by their names the commands that go on in them
        self._asking: dict[int, str] = {}  # calls that ask how one of these does
        self._answered = False
        self._once: set[str] = set()
        self._index = 0
        self._at: datetime | None = None
        self._name = ""

    def place(self, index: int, at: Any = None, name: Any = None) -> None:
        """What follows stands at `index` of the log; `at` is a time in ISO 8601 or since the epoch, where known, and
        `name` that of the user who speaks."""
        self._index, self._at = index, moment(at)
        self._name = name if isinstance(name, str) and len(name) <= _NAME and _PERSON.fullmatch(name) else ""

    def say(self, speaker: Speaker, text: str, *, thought: bool = False) -> None:
        """Somebody said something; nothing is recorded where it is blank."""
        if spoken := clean(text).strip():
            self._answered |= speaker != "agent"
            self._add(Turn(speaker, spoken, thought=thought))

    def say_once(self, speaker: Speaker, text: str) -> None:
        """The same, of what comes again and again; nothing is recorded where it came before."""
        if text not in self._once:
            self._once.add(text)
            self.say(speaker, text)

    def act(
        self,
        text: str,
        command: str,
        call_id: str | None = None,
        *,
        tool: str | None = None,
        edits: Iterable[Edit] = (),
        todos: Iterable[Todo] = (),
        speaker: Speaker = "agent",
        session: str = "",
    ) -> None:
        """`speaker` ran `command`, having said `text`; `call_id` is what its result will name. `session` is that of an
        earlier command, of which the call asks how it does."""
        spoken, typed = clean(text).strip() or self._said_before(speaker), clean(command).strip()
        changes, planned = tuple(map(_clean_edit, edits)), tuple(map(_clean_todo, todos))
        action = Turn(speaker, spoken, command=typed, tool=tool or None, edits=changes, todos=planned)
        early = self._early.pop(call_id, None) if call_id is not None else None
        if early is not None:
            came = self.turns[early]
            self.turns[early] = replace(_answered(action, came), at=came.at, index=came.index)
            return
        if call_id is not None:
            self._open[call_id] = len(self.turns)
        if session in self._sessions:
            self._asking[len(self.turns)] = session
        if self._answered:
            self._waiting.clear()
        self._waiting[len(self.turns)] = None
        self._answered = False
        self._add(action)

    def result(
        self,
        output: str,
        call_id: str | None = None,
        *,
        exit_code: int | None = None,
        failed: bool | None = None,
        stopped: bool = False,
        session: str = "",
    ) -> None:
        """What an action gave back: the one named, else the first of the last that wait; else it stands alone.

        `stopped` where a person refused or interrupted it; `session` where it goes on.
        """
        stopped = stopped or (exit_code is None and was_refused(output))  # what ran may print such words
        if output.startswith(_BEGUN):
            output, exit_code, failed = "", None, None
        if exit_code is not None and failed is None:
            failed = exit_code != 0
        came = Turn("tool", output=clean(output), exit_code=exit_code, failed=stopped or failed, stopped=stopped)
        index = self._open.pop(call_id, None) if call_id is not None else next(iter(self._waiting), None)
        if index is not None:
            self._waiting.pop(index, None)
        self._answered = True
        if index is None or self.turns[index].output is not None:
            if call_id is not None:
                self._early[call_id] = len(self.turns)
            self._add(came)
        else:
            self.turns[index] = _answered(self.turns[index], came)
            self._follow(index, came, session)

    def _follow(self, index: int, came: Turn, session: str) -> None:
        """What came of a call is what came of the command that it asks about, too."""
        begun = self._sessions.get(self._asking.pop(index, ""))
        if begun is not None:
            whole = replace(came, output=f"{self.turns[begun].output}\n{came.output}")
            self.turns[begun] = _answered(self.turns[begun], whole)
        if session:
            self._sessions.setdefault(session, index)

    @property
    def awaits_result(self) -> bool:
        """Whether the last turn is an action that nothing came of yet."""
        return bool(self.turns) and self.turns[-1].command is not None and self.turns[-1].output is None

    @property
    def expects_result(self) -> bool:
        """Whether an action waits for its result, whatever was said since."""
        return bool(self._waiting)

    def pass_over(self, kind: Any) -> None:
        """Something was not understood; it is counted by its name."""
        self.passed_over[encodable(str(kind))[:60]] += 1

    def about(self, project: Any) -> None:
        """The log names a repository or a folder: its path or URL; the last name in it counts."""
        parts = str(project or "").replace("\\", "/").strip().rstrip("/").removesuffix(".git").split("/")
        if parts[-1] in _NO_PROJECT or parts[-2:-1] in (["home"], ["Users"]):
            return
        if any(map(str.isalpha, parts[-1])) and len(self._projects) < _MAX_PROJECTS:
            self._projects[clean(parts[-1])[:100]] = None

    def work_in(self, folder: Any) -> None:
        """The session's shell is in that folder, which the log names whole; the first one is the session's own."""
        self.about(folder)
        if isinstance(folder, str) and folders.is_absolute(folder):
            self._folder = clean(folder)
            self._home = self._home or self._folder

    def typed_at_home(self, line: str, folder: str) -> str:
        """What was run in that folder, or where the shell is, as one would type it in the session's own folder."""
        if folders.is_absolute(folder):
            self._home = self._home or folder
        return folders.going_to(folders.within(folder or self._folder, self._home), line)

    def transcript(self, format: str, broken: int) -> Transcript:
        """All of it, unchangeable from now on."""
        is_elsewhere = self._is_elsewhere()
        return Transcript(
            format=format,
            turns=tuple(self.turns),
            projects=() if is_elsewhere else tuple(self._projects),
            folder="" if is_elsewhere else self._home,
            exit_status=clean(self.exit_status)[:100],
            patch=clean(self.patch),
            broken=broken,
            passed_over=dict(self.passed_over.most_common(20)),
        )

    def _is_elsewhere(self) -> bool:
        """Whether the commands went to folders that tell of other projects alone: the session's own is none then."""
        typed = (path for turn in self.turns for path in _GOES_TO.findall(turn.command or ""))
        folders = [[part.lower() for part in re.split(r"[/\\]+", path) if part] for path in typed]
        telling = [folder for folder in folders if folder and not {folder[0], folder[-1]} & {*_NO_PROJECT}]
        return bool(telling) and not any({*folder} & {*map(str.lower, self._projects)} for folder in telling)

    def _said_before(self, speaker: Speaker) -> str:
        """What the agent has just said to introduce the action, which some logs hold as a message of its own."""
        last = self.turns[-1] if self.turns else None
        if last and speaker == last.speaker == "agent" and last.command is None and not last.thought:
            return self.turns.pop().text
        return ""

    def _add(self, turn: Turn) -> None:
        name = self._name if turn.speaker == "user" else ""
        self.turns.append(replace(turn, at=self._at, index=self._index, name=name))


def _answered(action: Turn, came: Turn) -> Turn:
    """The action with what came of it."""
    return replace(action, output=came.output, exit_code=came.exit_code, failed=came.failed, stopped=came.stopped)


def clean(text: str) -> str:
    """`text` without what neither Postgres nor a tokenizer takes: NUL and lone surrogates."""
    return encodable(text.replace("\x00", "").replace("\r\n", "\n"))


def moment(value: Any) -> datetime | None:
    """A time in ISO 8601, or in seconds or milliseconds since the epoch; None where it is neither."""
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value[:40])
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def _clean_edit(edit: Edit) -> Edit:
    return replace(edit, path=clean(edit.path), old=clean(edit.old), new=clean(edit.new))


def _clean_todo(todo: Todo) -> Todo:
    return Todo(clean(todo.text), clean(todo.status))

"""A command line taken apart by the shell's own rules: quotes, substitutions, here-documents, operators."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile

MAX_COMMAND = 4000  # characters that are looked at; what is longer carries a document
# Every alternative begins with characters of its own, so that the time is linear.
_OUTSIDE = re.compile(
    r"""(?P<kept>\\.|'[^']*'?|`[^`]*`?|[<>]&|&>) | <<-?[ ]*['"]?(?P<document>\w+)['"]? | (?P<comment>(?<!\S)\#[^\n]*)
    | (?P<operator>&&|\|[|&]?|;+|\n|&) | (?P<open>["(]) | (?P<close>\)) | [^\\'`<>"()&|;\n\#]+ | .""",
    re.X | re.S,
)
# In double quotes only the backslash, the backtick and `$(` mean something.
_INSIDE_QUOTES = re.compile(r"""\\. | `[^`]*`? | (?P<open>\$\() | (?P<close>") | [^\\`$"]+ | .""", re.X | re.S)
# `2>&1`, `> /dev/null`: they change what is shown, not what is run.
_SILENCED = re.compile(r"\s{0,4}(?:\d?>&\d|&?\d?>\s{0,4}/dev/null)")
# The backslash of a path as Windows writes it, which escapes nothing; what is quoted is left alone.
_FOLDER = re.compile(r"""('[^']*'|"[^"]*")|(?<=[\w.])\\(?=[\w.])""")
_PIPE = frozenset({"|", "|&"})
_COMPOUND = frozenset({
    "for", "while", "until", "if", "case", "select", "function", "do", "done", "then", "elif", "else", "fi", "esac",
    "{", "}", "[[", "(",
})  # fmt: skip
_OPENINGS = frozenset({"do", "then", "else", "in", "{"})  # of a compound: no operator stands behind it
_FEEDS = frozenset({"echo", "printf", "cat", "yes"})
# A shell that is given a line of its own: `bash -lc '…'`, `powershell -NoProfile -Command "…"`, `cmd /c …`.
_SHELL = re.compile(r"(?:.*[/\\])?(?:bash|sh|zsh|powershell|pwsh|cmd)(?:\.exe)?", re.I)
_GIVEN = re.compile(r"-\w{0,3}c|-command|//?c", re.I)  # what follows is the command
_WORD_OF_LINES = re.compile(r"\$\(\s*cat\s+<<")  # as a commit's message is given: `"$(cat <<'EOF'`
# Where its output goes instead of the terminal, and what shows it from there: `make > log 2>&1; tail log`.
_INTO_FILE = re.compile(r"(?<![<>&\w])1?(?:&>|>>?)[ ]{0,4}([\w./~-]+)")
_SHOWS = frozenset({"cat", "egrep", "grep", "head", "less", "rg", "tail"})
# A word with its quotes; each alternative begins with characters of its own.
_RAW = re.compile(r"""(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+""", re.S)
_EXIT_CODE = re.compile(r"\$\?|\$\{PIPESTATUS\[0\]\}")
# Where a command line goes to; `cd` begins a command there, so that the time is linear.
_INTO = re.compile(r"(?:^|&&|[;\n|])[ \t]?cd ([\"']?)((?<=[\"'])[^\"'\n$`]+|[^\s\"';&|]+)\1")
_ABSOLUTE = re.compile(r"cd\s+[\"']?(?:[/~$]|[A-Za-z]:)")
_LIMITS = frozenset({"ionice", "nice", "nohup", "time", "timeout"})
_VALUED = frozenset({"-c", "-k", "-n", "-s", "--adjustment", "--class", "--classdata", "--kill-after", "--signal"})
_ASIDES = frozenset({"echo", "printf", "true", "clear", "sleep", "set", "pwd", ":"})  # beside the one that counts


@dataclass
class Step:
    """One simple command, and the operator before it: "" for the first, else as it was typed."""

    text: str
    operator: str = ""

    @cached_property
    def words(self) -> list[str]:
        """The words without quotes, redirections to nowhere and variables in front; of a shell's line its last step."""
        ran = steps(line(self.inner))
        return Step(ran[-1].text)._typed if ran else self._typed

    @property
    def inner(self) -> str:
        """The line that a shell is given: `ls` of `bash -lc ls`; "" where it is no shell, or is given none."""
        name, *rest = self._typed or [""]
        options = list(takewhile(lambda word: "." not in word and not _GIVEN.fullmatch(word), rest))
        flag, *given = rest[len(options) :] or [""]
        return " ".join(given) if _SHELL.fullmatch(name) and _GIVEN.fullmatch(flag) else ""

    @cached_property
    def parts(self) -> list[str]:
        """All words without quotes, variables set in front among them, and without redirections to nowhere."""
        bare = _FOLDER.sub(lambda part: part[1] or r"\\", _SILENCED.sub("", self.text))
        try:
            return shlex.split(bare)
        except ValueError:  # an unclosed quote
            return bare.split()

    @property
    def _typed(self) -> list[str]:
        words = self.parts
        while len(words) > 1 and re.match(r"[A-Za-z_]\w*=", words[0]):
            words = words[1:]
        return words

    @property
    def name(self) -> str:
        """The first word as it stands."""
        return self.text.split(maxsplit=1)[0] if self.text else ""


def steps(command: str) -> Sequence[Step]:
    """The simple commands of a line in order; what is quoted, substituted or in a here-document is none of its own."""
    return _steps(command[:MAX_COMMAND])


@lru_cache(maxsize=512)  # a line is asked for its words by many in turn
def _steps(command: str) -> Sequence[Step]:
    text = command.replace("\\\n", " ")
    commands, inside, documents, place = [Step("")], [""], list[str](), 0
    while token := (_INSIDE_QUOTES if inside[-1] == '"' else _OUTSIDE).match(text, place):
        typed, place = token[0], token.end()
        kind = token.lastgroup
        if kind == "document":
            documents.append(token["document"])
        elif kind == "open":
            inside.append(typed[-1])
        elif kind == "close" and len(inside) > 1:
            inside.pop()
        elif typed == "\n" and documents:
            place, documents = _after(documents, text, place), []
        if kind == "operator" and len(inside) == 1:
            _begin(commands, typed)
        else:
            commands[-1].text += "" if kind == "comment" else typed
    return tuple(Step(step.text.strip(), step.operator) for step in commands if step.text.strip())


def as_quoted(text: str) -> dict[str, str]:
    """The words of a command that are quoted, each with its quotes as they were typed: `"$HOME/a b"`."""
    return {shlex.split(raw)[0]: raw for raw in _RAW.findall(text) if "'" in raw or '"' in raw}


def unlimited(words: list[str]) -> list[str]:
    """The words without a limit of time or a priority in front: `pytest -q` of `timeout -k 5 120 pytest -q`."""
    while words[:1] and words[0] in _LIMITS:
        options = takewhile(lambda pair: pair[1].startswith("-") or pair[0] in _VALUED, pairwise(words))
        words = words[1 + len(list(options)) + (words[0] == "timeout") :]  # which is told how long, by a variable too
    return words


def pipelines(command: str) -> list[list[Step]]:
    """The steps, those together that a pipe joins, or a file that one writes and another shows."""
    joined: list[list[Step]] = []
    for pipe in _pipes(command):
        shown = next((part for part in joined if _shows_output(pipe[0], part[0])), None)
        if shown:
            shown.extend(pipe)
        else:
            joined.append(pipe)
    return joined


def _pipes(command: str) -> list[list[Step]]:
    pipes: list[list[Step]] = []
    for step in steps(command):
        if pipes and step.operator in _PIPE:
            pipes[-1].append(step)
        else:
            pipes.append([step])
    return pipes


def _shows_output(step: Step, of: Step) -> bool:
    return step.name in _SHOWS and of.name not in _FEEDS and not {*step.words}.isdisjoint(_INTO_FILE.findall(of.text))


def hides_exit_code(command: str) -> bool:
    """Whether the line's exit code is not that of the command that counts: behind a pipe, `||`, an aside or `!`, or in
    the background; also within a shell that is given a line."""
    return _ends_aside(command) or any(_ends_aside(step.inner) for step in steps(command)[-1:])


def printed_exit_code(command: str, output: str) -> int | None:
    """The exit code of the command that counts, where the line prints it: `make; echo "exit: $?"`."""
    firsts = [part[0] for part in pipelines(command)]
    for pipe, (aside, *_) in pairwise(_pipes(command)):
        words = " ".join(aside.words[1:])
        mark = _EXIT_CODE.search(words)
        counts = pipe[0] in firsts and pipe[0].name not in {*_ASIDES, "!"}  # and shows no other's output
        if mark and counts and aside.name == "echo" and ("PIPESTATUS" in words or not pipe[1:]):
            before, after = re.escape(words[: mark.start()]), re.escape(words[mark.end() :])
            code = re.search(rf"^{before}(\d{{1,3}}){after}$", output, re.M)
            return int(code[1]) if code else None
    return None


def _ends_aside(command: str) -> bool:
    last = next(iter(_pipes(command)[-1:]), [])
    shows = last and all(part[0] != last[0] for part in pipelines(command))
    aside = last and last[0].operator != "&&" and last[0].operator and last[0].name in _ASIDES
    # `! grep` is a check for what must not be there.
    inverts = last and last[0].name == "!" and _SHOWS.isdisjoint(last[0].words[1:2])
    return len(last) > 1 or bool(shows or aside or inverts or re.search(r"(?<!&)&\s*$", command))


def folder(command: str) -> str:
    """The folder that a command line goes to; "" where it stays."""
    return next((folder for _, folder in reversed(_INTO.findall(command))), "")


def line(command: str) -> str:
    """What counts in a command line, as one would type it again, with its own operators; "" where there is nothing.

    Without `cd` to an absolute folder, what only talks, and filters behind a pipe. Loops, conditions and lines that
    carry a document cannot be typed again; of a step that is given one as a word its first two words can.
    """
    pipes = pipelines(command)
    is_given = any("<<" in part[0].text and not _WORD_OF_LINES.search(part[0].text) for part in pipes)
    if any(step.name in _COMPOUND for part in pipes for step in part) or (is_given and "\n" in command.strip()):
        return ""
    steps = [Step(_main(part), part[0].operator) for part in pipes if part[1:] or part[0].name not in _ASIDES]
    steps = _within_last_folder([step for step in steps if step.text])
    return "".join(f"{_between(step.operator) if place else ''}{step.text}" for place, step in enumerate(steps))


def _within_last_folder(steps: list[Step]) -> list[Step]:
    """Without going to an absolute folder, nor to one before it, which that leaves again."""
    gone = max((at for at, step in enumerate(steps) if _ABSOLUTE.match(step.text)), default=-1)
    return [step for at, step in enumerate(steps) if at > gone or step.name != "cd"]


def on_one_line(command: str) -> str:
    """The command as it was typed, what stood on lines of its own parted by an operator, and without comments there; a
    command that carries a document stays as it is."""
    if "\n" not in command.strip() or "<<" in command:
        return command.strip()
    typed = [Step(""), *steps(command)]
    return "".join(f"{_joint(before, step)}{step.text}" for before, step in pairwise(typed))


def _joint(before: Step, after: Step) -> str:
    if not after.operator or (after.operator == "\n" and before.text.split()[-1] in _OPENINGS):
        return " " if before.text else ""
    return f"{after.operator} " if after.operator[0] == ";" else _between(after.operator)


def _main(part: list[Step]) -> str:
    """The first command of a pipeline, or all of it where the first only feeds the others."""
    text = " | ".join(step.text for step in part) if part[1:] and part[0].name in _FEEDS else part[0].text
    text = " ".join(text.split()[:2]) if _WORD_OF_LINES.search(text) else text
    is_shown = bool(part[1:]) and part[1].operator not in _PIPE
    return _SILENCED.sub("", _INTO_FILE.sub("", text) if is_shown else text).strip()


def _begin(commands: list[Step], operator: str) -> None:
    """The next step; a line break after another operator is none."""
    if commands[-1].text.strip() or operator != "\n":
        commands.append(Step("", operator if len(commands) > 1 or commands[0].text.strip() else ""))


def _between(operator: str) -> str:
    return f" {operator} " if operator[:1] in ("&", "|") else "; "


def _after(documents: list[str], text: str, place: int) -> int:
    """Where the here-documents that begin at `place` are over."""
    for word in documents:
        end = re.compile(rf"^\s*{word}[ \t]*(?:\n|\Z)", re.M).search(text, place)
        place = end.end() if end else len(text)
    return place

"""What a turn of a log has to quote: what somebody said there, and what the agent did."""

import re
from collections.abc import Iterator
from itertools import accumulate

from knowledge.extraction import Proof
from knowledge.extraction.commands.actions import is_shell
from knowledge.extraction.commands.error_lines import telling
from knowledge.extraction.commands.looking import acts_in_silence, changes_in_place, changes_tree
from knowledge.privacy.runs import CleanRun
from knowledge.text import shell
from knowledge.text.here_documents import with_short_documents
from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated, full_lines, in_backticks, one_line, portions
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.code_quotes import CodeQuotes
from knowledge.usecases.agent_complete.edit_quotes import EDIT, edits_made, from_difference, parted
from knowledge.usecases.agent_complete.fresh import says_little

PASSAGE = 800  # characters of a passage, about: what a small embedding model reads at once, with its heading
OUTPUT = 800  # characters of a command, and of what it said, that are quoted
INTENT = 160  # characters that lead to an action of which nothing is told, at most
THOUGHT = 1600  # and of what the agent thought in one go, the end: a longer one mostly turns round its own guesses
_CODE = re.compile(r"`[^`]+`")  # a line that is code as a whole: `make test`
_ASKS = re.compile(r"(?:ask|request)_?user|question", re.I)  # in the name of a tool that asks the person
# Scripts without spaces have marks of their own; what is longer than a word with its path is data.
_BETWEEN, _LETTERS, _LONG = re.compile(r"[\s，；：、。！？]+"), re.compile(r"[^\W\d_]{3}"), 60
# A blank line, or a list item's beginning: each item says something of its own.
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")
_LISTED = re.compile(r"^(?:[-*•]|\d+[.)])\s|:$")  # such a beginning, or what leads to a list


class RunSteps:
    """What the agent did at a place of the log, in words: the command as it was typed and what it said; the edit."""

    def __init__(self, run: CleanRun, proof: Proof) -> None:
        self._last = len(run.turns) - 1
        self._failed = {failure.place for failure in proof.failures}
        self._ran = proof.ran
        self._is_answered = any(turn.output is not None for turn in run.turns)
        self._quotes = CodeQuotes(run.turns)
        self._edits = list(edits_made(run.turns))

    def text_at(self, place: int) -> str:
        """What somebody said in the turn at that place, with what is quoted of its code."""
        return self._quotes.text_at(place)

    def at(self, place: int, turn: Turn) -> Iterator[str]:
        """What it did in the turn at that place, in its order."""
        command = _code(shell.on_one_line(with_short_documents(turn.command or "", EDIT)))
        output = telling(turn.output or "", OUTPUT)
        if place in self._failed:
            yield f"{command} failed{_exit_code(turn)}{f': {_code(output)}' if output else ''}"
        elif turn.stopped:
            yield f"{command} was stopped by the user"
        elif output and not is_shell(turn) and _ASKS.search(turn.tool or ""):
            yield f"The user answered: {_code(output)}"
        elif turn.command and (place in self._ran or self._is_brief(turn, output) or _changes_files(turn)):
            yield f"Ran {command}{f', which said: {_code(output)}' if output else ''}"
        for edit in self._edits[place]:
            old, new = (abbreviated(one_line(text), EDIT) for text in from_difference(*parted(edit.old, edit.new)))
            if old != new:
                file = f"`{edit.path}`" if edit.path else "a file that the log does not name"
                yield f"Changed {file}: {_code(old) if old else 'added'}{' → ' if old else ' '}{_code(new)}"

    def ends(self, place: int) -> bool:
        """Whether the run ended there: what is said with the last action, a harness's `submit`, sums it up."""
        return place == self._last

    def _is_brief(self, turn: Turn, output: str) -> bool:
        """Whether a command that only looked has an answer to quote: a version, a listing, a row; no file, no edit. In
        a log without any answers it is told that it ran."""
        is_told = bool(output) or not self._is_answered
        return is_told and is_shell(turn) and not turn.edits and len(turn.output or "") <= OUTPUT


def _changes_files(turn: Turn) -> bool:
    """Whether it is a command that changes or removes files, mostly without a word, or records changes, mostly with
    many: `sed -i …`, `rm …`, `git commit`; or one that says nothing because it sets something."""
    command, is_silent = turn.command or "", turn.output is not None and not turn.output.strip()
    has_acted = changes_in_place(command) or changes_tree(command) or (is_silent and acts_in_silence(command))
    return is_shell(turn) and has_acted


def _exit_code(turn: Turn) -> str:
    """The code by which a program tells one failure from another; by 1 and 2, as make ends with, hardly any does."""
    return f" with exit code {turn.exit_code}" if (turn.exit_code or 0) > 2 else ""


def _code(text: str) -> str:
    """The text, shortened, as code."""
    return in_backticks(abbreviated(one_line(text), OUTPUT)) or "nothing"


def pieces(turn: Turn, place: int, steps: RunSteps, others: str) -> list[tuple[str, bool]]:
    """What a turn has to quote: what a person or the agent said, short code included, and what the agent did; each with
    whether somebody said it."""
    is_said = turn.speaker in ("user", "agent")
    text = steps.text_at(place) if is_said else turn.output or "" if others == "log" else ""
    has_acted = turn.speaker == "agent" or (turn.speaker == "user" and turn.command is not None)
    acts = list(steps.at(place, turn)) if has_acted else _reports(turn) if others == "agent" else []
    if turn.command and not acts and len(text) <= INTENT and not steps.ends(place):
        # "Let me look at the file first": what came of it is told afterwards, what led to it is not.
        return [(one, True) for one in sentences(one_line(text))[:-1]]
    prose = list(_prose(text, "log" if others == "log" else turn.speaker))
    said_in = _ending(prose) if turn.thought else prose
    return [*((piece, True) for piece in said_in), *((piece, False) for piece in acts)]


def _ending(thoughts: list[str]) -> list[str]:
    """What the agent came to, of all that it thought in one go: guesses that it took back stand before."""
    sizes = list(accumulate(len(thought) for thought in reversed(thoughts)))
    return thoughts[len(thoughts) - max(sum(size <= THOUGHT for size in sizes), 1) :]


def _reports(turn: Turn) -> list[str]:
    """What the agent's own program said: no command shows it."""
    report = telling(turn.output or turn.text, OUTPUT) if turn.speaker == "tool" else ""
    return [f"The program {'failed' if turn.failed else 'said'}: {_code(report)}"] if report else []


def _prose(text: str, speaker: str) -> Iterator[str]:
    is_log = speaker == "log"
    for line in filter(_has_words, _log_lines(text)) if is_log else _with_short_lines(_paragraphs(text), speaker):
        whole = [line] if len(line) <= PASSAGE else sentences(line)
        yield from (part for sentence in whole for part in portions(sentence, PASSAGE))


def _log_lines(text: str) -> list[str]:
    """The paragraphs of prose; of a service's log, of a table or of settings the lines, which say something each."""
    return _paragraphs(text) if _is_prose(text) else full_lines(text)


def _paragraphs(text: str) -> list[str]:
    """Each on one line; code that is a paragraph of its own ends the one before, which led to it."""
    lines: list[str] = []
    for line in map(one_line, _PARAGRAPH.split(text)):
        if lines and _CODE.fullmatch(line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def _with_short_lines(lines: list[str], speaker: str) -> list[str]:
    """The lines, those that say little by themselves with what follows, the last with what precedes: all of a person's,
    of the agent's the points of a list and what leads to them."""
    telling_lines, short = list[str](), list[str]()
    for line in filter(None, lines):
        if speaker != "user" and says_little(line) and not _LISTED.search(line):
            telling_lines.append(line)
            continue
        short.append(line)
        if not says_little(joined := "\n".join(short)):
            telling_lines.append(joined)
            short = []
    return [*telling_lines[:-1], "\n".join([*telling_lines[-1:], *short])]


def _is_prose(text: str) -> bool:
    """Whether four characters of five are letters, spaces and marks of a sentence."""
    return sum(char.isalpha() or char in " .,;:'-" for char in text) >= 0.8 * len(text)


def _has_words(text: str) -> bool:
    """Whether it says something, and is no data: a third of what stands between spaces or marks holds a word."""
    parts = [part for part in _BETWEEN.split(text) if part]
    return 3 * sum(len(part) <= _LONG and bool(_LETTERS.search(part)) for part in parts) >= max(len(parts), 1)

"""Plain text: speakers by their labels, commands by their prompts, and otherwise one long assistant turn."""

import re

from .turn import Recorder, Role

_LABEL = re.compile(r"(?:#+ |\*\*|\[)?(system|user|human|assistant|agent|ai)(?:\]|\*\*)?:(?:\*\*)?\s*(.*)", re.I)
_PROMPT = re.compile(r"(?:[\w.-]+@[\w.-]+[:\s][^\s$#]*)?[$❯] (\S.*)")
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "human": "user"}
_EXIT = re.compile(r"\[?(?:exit(?:ed with)? (?:code|status)|return ?code)[:= ]+(\d{1,3})\]?\.?", re.I)


def read(text: str, recorder: Recorder) -> None:
    """Records the text by lines; after a command, everything up to a blank line or a label is its output."""
    role: Role = "assistant"
    spoken: list[str] = []
    output: list[str] | None = None
    for line in text.splitlines():
        label, prompt = _LABEL.fullmatch(line.strip()), _PROMPT.fullmatch(line.strip())
        if output is not None and (label or prompt or not line.strip()):
            _close(output, recorder)
            output = None
        if label:
            recorder.say(role, "\n".join(spoken))
            role, spoken = _ROLES.get(label[1].lower(), "assistant"), [label[2]]
        elif prompt:
            recorder.say(role, "\n".join(spoken))
            recorder.act("", prompt[1])
            role, spoken, output = "assistant", [], []
        elif output is not None:
            output.append(line)
        else:
            spoken.append(line)
    if output is not None:
        _close(output, recorder)
    recorder.say(role, "\n".join(spoken))


def _close(output: list[str], recorder: Recorder) -> None:
    named = _EXIT.fullmatch(output[-1].strip()) if output else None
    recorder.result("\n".join(output), exit_code=int(named[1]) if named else None)

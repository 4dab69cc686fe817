"""The user's own words in a message under the user's role: without what the program around the agent put there."""

import re

from knowledge.text.xml_elements import without_elements

# Names with `-` or `_` are programs' own: system-reminder, command-name, environment_context, task-notification.
_NAME = r"(?=[A-Za-z]{1,30}[-_])([A-Za-z][\w-]{1,60})"
_OPENING = re.compile(rf"<{_NAME}(?:\s[^<>\n]{{0,300}})?>")
_CLOSING = re.compile(rf"</{_NAME}>")
# What the person typed, where a program wraps it and adds around it what is open, selected or known besides.
_WRAPPER = re.compile(r"<(/?)(?:user_query|user_request|userRequest|user-request)>", re.I)
# Codex sends project files as the user's message; its editor extension puts what is open before the request.
_FILES = re.compile(
    r"^\s*(?:# AGENTS\.md instructions\b|<(?:user_instructions|INSTRUCTIONS|permissions instructions)>)"
)
_FILES_END = "</INSTRUCTIONS>"
# How a file begins that is given to the agent, by whichever program: with its name.
_GIVEN = re.compile(
    r"^(?:# (?P<codex>AGENTS\.md) instructions\b[^\n]*|<user_instructions>"
    r"|(?:Contents of|Instructions from:) (?P<titled>\S{0,300}(?:\.mdc?|rules))(?:[ :][^\n]{0,200})?"
    r'|<[A-Za-z]{1,30}[-_][\w-]{1,60} name="(?P<attribute>[^"\n]{0,300}(?:\.mdc?|rules))">)$\s*(?:<INSTRUCTIONS>\n)?',
    re.M,
)
# With one of these a message begins that is no person's.
_INSTRUCTIONS = re.compile(
    r"\s*(?:Contents of|Instructions from:) \S{0,300}"
    r"(?:(?:AGENTS|CLAUDE|GEMINI)[\w.]{0,20}\.md|\.mdc|\.\w{1,20}rules)(?![^\s:])"
)
# And where it ends, if not at the next one.
_GIVEN_END = re.compile(
    r"^[ \t]*(?:</(?:[A-Za-z]{1,30}[-_][\w-]{1,60}|INSTRUCTIONS)>"
    r"|# important-instruction-reminders|IMPORTANT: this context)",
    re.M,
)
# Gemini CLI begins a session with where it runs, and tells before a request what the editor shows.
_SURROUNDINGS = re.compile(
    r"^\s*(?:This is the Gemini CLI\. We are setting up the context\b"
    r"|Here is (?:the|a summary of changes in the) user's editor context\b)"
)
# `## My request for Codex:`, behind what the editor adds
_REQUEST = re.compile(r"^## My request for \w{1,30}:[ \t]*$", re.M)
# What Gemini CLI and OpenCode add behind the words: the files that these name.
_REFERENCED = re.compile(
    r"^(?:-{3} Content from referenced files -{3}|Called the \w{1,40} tool with the following input: )", re.M
)
# The harness writes these as the user's turn; Cursor the last, where its plan is to be built.
_NOTICE = re.compile(
    r"\[Request interrupted by user[^\]\n]{0,80}\]|^Caveat: The messages below were generated.*$"
    r"|^\[Image[^\]\n]{0,200}\]$"
    r"|^Implement the plan as specified, it is attached for your reference\.\s"
    r"[\s\S]{0,400}?\bcompleted all the to-dos\.$",
    re.M,
)
# Cline and Roo Code send what a tool answered as the user's message, also what a file says that was read; what the
# person typed instead stands within an element behind the program's own sentence.
TOOL_ANSWER = re.compile(r"\s*\[\w{1,40}(?: for '|\] Result:)")
# Messages in the user's name that Cline writes
_SENT = re.compile(
    r"\s*(?:\[TASK RESUMPTION\] |\[ERROR\] You did not use a tool|The user provided the following feedback:\s)"
)
_TYPED = re.compile(r"<(feedback|user_message|answer)>")  # in which Cline puts the user's own words
# The answers of tools that ask the person, which print nothing.
ASKED = re.compile(r"\s*\[(?:ask_followup_question|attempt_completion|plan_mode_respond)\b")
# Cline's first message: the task, and behind it how to keep a list, and what the editor shows.
_TASK, _BEHIND_TASK = re.compile(r"\s*<task>\n?(.*?)</task>", re.S), "<environment_details>"
# What the agent wrote down of the session so far, when its context was full.
_SUMMED_UP = re.compile(r"^\s*This session is being continued from a previous conversation")
# `/name …`: a person's command to the program; a path goes on with a slash.
_COMMAND = re.compile(r"^\s*/[a-z][\w:-]{0,60}(?:\s.*)?", re.S)


def own_words(text: str) -> str:
    """What the person wrote; "" where all of it comes from a program, or is a slash command."""
    if wrapped := _wrapped(text):
        text = wrapped
    if (task := _TASK.match(text)) and _BEHIND_TASK in text[task.end() :]:
        text = task[1]
    if _FILES.match(text):
        text = text.partition(_FILES_END)[2]
    if _INSTRUCTIONS.match(text) or sums_up(text) or _SURROUNDINGS.match(text):
        return ""
    if TOOL_ANSWER.match(text) and not ASKED.match(text):
        return ""
    if _SENT.match(text) or ASKED.match(text):
        text = typed(text)
    if request := _REQUEST.search(text):
        text = text[request.end() :]
    if referenced := _REFERENCED.search(text):
        text = text[: referenced.start()]
    own = _NOTICE.sub("", without_elements(text, _OPENING, _CLOSING)).strip()
    return "" if is_slash_command(own) else own


def given_files(text: str) -> list[tuple[str, str]]:
    """The files that a program gave the agent in a message under the user's role, by their names: what stands in the
    person's own words is none."""
    named = list(_GIVEN.finditer(text))
    own = own_words(text) if named else ""
    heads = [head for head in named if head[0].strip() not in own]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    given = ((_name(head), _up_to_end(text[head.end() : end])) for head, end in zip(heads, ends, strict=False))
    return [(name, content) for name, content in given if content]


def _name(head: re.Match[str]) -> str:
    return next(filter(None, head.groups()), "AGENTS.md")  # where Codex has its instructions from


def _up_to_end(text: str) -> str:
    end = _GIVEN_END.search(text)
    return text[: end.start() if end else len(text)].strip()


def sums_up(text: str) -> bool:
    """Whether it is the agent's own summary of the session so far, which programs send as the user's message."""
    return bool(_SUMMED_UP.match(text))


def is_slash_command(text: str) -> bool:
    """Whether the message is a command to the program, such as `/clear`; a path has another slash."""
    return bool(_COMMAND.fullmatch(text)) and "/" not in text.split(None, 1)[0].lstrip("/")


def typed(text: str) -> str:
    """What stands in the first element of a person's words; "" where there is none."""
    opening = _TYPED.search(text)
    return text[opening.end() :].partition(f"</{opening[1]}>")[0] if opening else ""


def _wrapped(text: str) -> str:
    """What stands within wrappers of the person's words; "" where there are none."""
    parts, start = [], -1
    for mark in _WRAPPER.finditer(text):
        if not mark[1] and start < 0:
            start = mark.end()
        elif mark[1] and start >= 0:
            parts.append(text[start : mark.start()].strip())
            start = -1
    if start >= 0:
        parts.append(text[start:].strip())
    return "\n\n".join(filter(None, parts))

"""What `git log` and `git show` print, as the messages of its commits."""

import re
from itertools import chain, pairwise

LINE = 50  # characters; a paragraph that is nowhere wider was not wrapped by an editor

# `commit 4e1b7c9 (HEAD -> main)` with the fields below it, up to the message: `Author: …`, `AuthorDate: …`, `Merge: …`
_HEAD = re.compile(r"^commit (?P<sha>[0-9a-f]{7,64})\b.*\n(?:[A-Z]\w+: .*\n)+", re.M)
_INDENT = re.compile(r"^ {4}", re.M)  # before each line of a message
# Two lines or more at the end of a message, as tools write them: `Replit-Commit-Author: Agent`
_TRAILERS = re.compile(r"\n\n(?:[A-Za-z]\w*-[\w-]+: \S[^\n]*(?:\n|\Z)){2,}\Z")
_ITEM = re.compile(r"\s*(?:[-*+#]|\d{1,2}[.)])\s")


def as_messages(text: str) -> str:
    """The text with each commit as its message, what stands below that, and its id; any other text as it is."""
    heads = list(_HEAD.finditer(text))
    if not heads:
        return text
    ends = [*(head.start() for head in heads[1:]), len(text)]
    commits = (_commit(head["sha"], text[head.end() : end]) for head, end in zip(heads, ends, strict=True))
    return "\n\n".join(filter(None, [text[: heads[0].start()].strip(), *commits]))


def _commit(sha: str, printed: str) -> str:
    """What stands below a commit's fields: its message without indent and trailers, what was printed behind, its id."""
    lines = printed.splitlines()
    end = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith("    ")), len(lines))
    message = _unwrapped(_TRAILERS.sub("", _INDENT.sub("", "\n".join(lines[:end])).strip()))
    return "\n\n".join(filter(None, [message, "\n".join(lines[end:]).strip(), f"Commit: {sha[:12]}"]))


def _unwrapped(message: str) -> str:
    """The message with its paragraphs in one line each: a line goes on where the next one's first word had no room."""
    lines = message.splitlines()
    width = max(chain([LINE], map(len, lines)))
    joined = lines[:1]
    for before, line in pairwise(lines):
        word = line.split(maxsplit=1)[:1]
        if word and before.strip() and not _ITEM.match(line) and len(before) + 1 + len(word[0]) > width:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return "\n".join(joined)

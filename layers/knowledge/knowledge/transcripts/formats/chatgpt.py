"""Conversations exported from ChatGPT and its like: headings that say who speaks, or the page itself."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, alternating
from knowledge.transcripts.speakers import speaker_named

NAME = "chatgpt"
_USERS = "user|you|me|human|prompt"
_AGENTS = r"assistant|chatgpt|gpt(?:-[\w.]{1,20})?|claude|gemini|copilot|ai|bot|response|answer"
# `#### You:`, `## **ChatGPT** (GPT-4):`
_LABEL = re.compile(
    rf"(#{{1,6}}) [\[*]{{0,3}}(?:(?P<user>{_USERS})|(?:{_AGENTS}))[\]*]{{0,3}}"
    r"(?: ?\([^)\n]{0,80}\))?:?[\]*]{0,3}\s*$",
    re.I,
)
_HEADING = re.compile(r"#{1,6} ([^\n]{1,200})$")
# A saved page of the site instead of an export.
_PAGE = re.compile(r"<title>[^<\n]{0,200}ChatGPT|data-message-author-role=|ConversationItem__", re.I)
_ROLE = re.compile(r'data-message-author-role="(\w{1,20})"')
_BREAKS = ("p", "br", "li", "div", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol")
_SILENT = ("script", "style", "svg", "button", "head", "noscript", "template")


def recognises(log: Log) -> bool:
    """Whether it is a page of ChatGPT's, or its first heading and one of the same level say who speaks."""
    if log.text.lstrip()[:1] == "<":
        return bool(_PAGE.search(log.text[:200_000]))
    speakers = {section.speaker for section in _sections(log.text)}
    return speakers == {"user", "agent"}


def begins(log: Log) -> int | None:
    """The line of its first label, or of the page."""
    return log.first(lambda line: line.lstrip()[:1] == "<" or _LABEL.match(line))


def read(log: Log, recorder: Recorder) -> None:
    """Records the messages."""
    if log.text.lstrip()[:1] == "<":
        for index, (speaker, text) in enumerate(_page(log.text)):
            recorder.place(index)
            chat.record_saying(text, speaker, recorder)
        return
    for section in _sections(log.text):
        recorder.place(section.index)
        chat.record_saying(section.text, section.speaker, recorder)


def _sections(text: str) -> list[LogSection]:
    """The sections under headings of the level that the first label has; the conversation begins with the user, whom
    no heading before names in another dress."""
    lines = text.splitlines()
    first = next((label for line in lines if (label := _LABEL.match(line))), None)
    if not first or not first["user"] or first[0] != next(filter(_names_the_user, lines), first[0]):
        return []

    def speaker(line: str) -> Speaker | None:
        label = _LABEL.match(line)
        if not label or label[1] != first[1] or (label["user"] or first["user"]).lower() != first["user"].lower():
            return None
        return "user" if label["user"] else "agent"

    return alternating(lines, speaker)


def _names_the_user(line: str) -> bool:
    heading = _HEADING.match(line)
    return heading is not None and speaker_named(heading[1]) == "user"


def _page(text: str) -> Iterator[tuple[Speaker, str]]:
    """Who says what on the page."""
    page = _PageReader()
    for tag, attributes, content in _tags(text):
        if message := page.take(tag, attributes):
            yield message
        page.add(_markdown(tag) + html.unescape(content))


@dataclass
class _PageReader:
    """A page tag by tag. A message is a `div` that names its role, or whose text is set as it was typed: a user's."""

    role: str = ""
    depth: int = 0
    begun: int = 0  # the depth of the message's `div`; none outside of messages
    silent: int = 0  # of how many elements that show nothing
    parts: list[str] = field(default_factory=list)

    def take(self, tag: str, attributes: str) -> tuple[Speaker, str] | None:
        """The message that the tag ends, if it ends one."""
        name, closes = tag.lstrip("/"), tag.startswith("/")
        if name in _SILENT:
            self.silent = max(0, self.silent + (-1 if closes else 1))
        elif tag == "/div":
            return self._close()
        elif name == "div" and not closes:
            self._open(attributes)
        return None

    def add(self, text: str) -> None:
        """Takes what is shown within a message."""
        if self.begun and not self.silent:
            self.parts.append(text)

    def _open(self, attributes: str) -> None:
        self.depth += 1
        named = _ROLE.search(attributes)
        if not self.begun and (named or "whitespace-pre-wrap" in attributes):
            self.begun, self.role, self.parts = self.depth, (named[1] if named else "user"), []
        elif self.begun and "markdown" in attributes and self.role == "user":
            self.role = "assistant"

    def _close(self) -> tuple[Speaker, str] | None:
        self.depth -= 1
        if not self.begun or self.depth >= self.begun:
            return None
        message: tuple[Speaker, str] = ("user" if self.role == "user" else "agent"), "".join(self.parts).strip()
        self.begun, self.role, self.parts = 0, "", []
        return message


def _markdown(tag: str) -> str:
    name = tag.lstrip("/")
    if name == "pre":
        return "\n```\n"
    if name == "code":
        return ""
    return "\n" if name in _BREAKS else ""


def _tags(text: str) -> Iterator[tuple[str, str, str]]:
    """Each tag with its attributes and the text after it, in one pass: the library's parser is quadratic on `<!--`."""
    for piece in text.split("<")[1:]:
        inside, closed, content = piece.partition(">")
        name, _, attributes = inside.partition(" ")
        if closed:
            yield name.strip().lower().rstrip("/"), attributes, content

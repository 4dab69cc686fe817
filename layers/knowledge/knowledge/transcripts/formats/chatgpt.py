"""Conversations exported from ChatGPT and its like: headings that say who speaks, or the page itself."""

import html
import re
from collections.abc import Iterator

from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.sections import LogSection, alternating
from knowledge.transcripts.speakers import speaker_named

NAME = "chatgpt"
_USERS = "user|you|me|human|prompt"
_AGENTS = r"assistant|chatgpt|gpt(?:-[\w.]{1,20})?|claude|gemini|copilot|ai|bot|response|answer"
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
        return None if not label or label[1] != first[1] else "user" if label["user"] else "agent"

    return alternating(lines, speaker)


def _names_the_user(line: str) -> bool:
    heading = _HEADING.match(line)
    return heading is not None and speaker_named(heading[1]) == "user"


def _page(text: str) -> Iterator[tuple[Speaker, str]]:
    """Who says what on the page: by the role that a message names, else by whether its text was set as Markdown."""
    role, depth, begun = "", 0, 0
    parts: list[str] = []
    silent = 0
    for tag, attributes, content in _tags(text):
        name = tag.lstrip("/")
        if name in _SILENT:
            silent = max(0, silent + (-1 if tag.startswith("/") else 1))
        elif tag == "/div":
            depth -= 1
            if begun and depth < begun:
                yield ("user" if role == "user" else "agent"), "".join(parts).strip()
                begun, role, parts = 0, "", []
        elif name == "div" and not tag.startswith("/"):
            depth += 1
            named = _ROLE.search(attributes)
            if not begun and (named or "whitespace-pre-wrap" in attributes):
                begun, role, parts = depth, (named[1] if named else "user"), []
            elif begun and "markdown" in attributes and role == "user":
                role = "assistant"
        if begun and not silent:
            parts.append(_markdown(tag) + html.unescape(content))


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

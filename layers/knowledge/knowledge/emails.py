"""E-mails out of texts: what one says, its subject and who sent it are never stored, only that there was one.

The rule is that of the seed `user-memory-and-uploads.md`. Where it is not clear how far an e-mail reaches, more goes.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MARK = "[email]"

_FIELDS = (
    "from|to|cc|bcc|subject|date|sent|reply-to|message-id|received|return-path|delivered-to|von|an|betreff|gesendet"
)
_HEADER = re.compile(rf"[>\s*_|]*(?P<name>{_FIELDS})[*_]*:[*_]*[ \t]*(?P<value>.*)", re.I)
_SPEAKER = re.compile(
    r"[#*_\[\s]*(?:user|assistant|human|agent|ai|bot|system|customer|support|me|developer|tool)[\]*_]*:(?!//)", re.I
)
_FORWARDED = re.compile(r"[>\s]*(?:-{2,} ?(?:original|forwarded) message|begin forwarded message:)", re.I)
_QUOTED = re.compile(r"[>\s]*(?:on|am|le) .{6,200}(?:wrote|schrieb.{0,80}|a écrit)\s*:\s*$", re.I)
_GREETING = re.compile(
    r"[>\s]*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.!?\n]{0,60}[,!:]?\s*$", re.I
)
_CLOSING = re.compile(
    r"[>\s]*(?:(?:best|kind|warm|many)\b.{0,20}|regards|cheers|sincerely|yours.{0,20}|thanks(?: again)?|thank you),?\s*$",
    re.I,
)
_TAGGED = re.compile(r"<(e-?mail)\b[^>]{0,200}>.*?(?:</\1>|\Z)", re.I | re.S)
_OBJECT = re.compile(r"\{[^{}]*\}")
_OBJECT_KEYS = re.compile(r"\"(subject|from|sender|body|snippet|to)\"\s*:", re.I)
_KEYS = {"from", "sender", "to", "body", "snippet", "body_text", "body_html", "text", "html", "cc"}

_MAIL = r"\b(?:e-?mails?|mails?|inbox)\b"
_SPEECH = (
    r"\b(?:says?|said|saying|reads?|states?|stated|stating|asks?|asked|asking|wrote|writes|tells?|told|mentions?|mentioned|"
    r"confirms?|confirmed|announces?|announced|claims?|claimed|titled|entitled)\b"
)
_REPORTED = re.compile(
    rf"{_MAIL}.{{0,120}}{_SPEECH}|\b(?:e-?)mailed\b|{_SPEECH}.{{0,60}}\b(?:by|via|in|per) (?:\w+ )?(?:e-?)?mail\b"
    rf"|\b(?:in|according to|per) (?:his|her|their|the|this|that|your|an?|\S{{1,40}}'s) (?:e-?)mail\b"
    rf"|\bsubject(?: line)?(?: is| was| reads|:)",
    re.I | re.S,
)
_RULE = re.compile(
    r"\b(?:must|shall|should|always|never|whenever|prioriti[sz]e|prefer\w*|need(?:s|ed)? to|has to|have to)\b", re.I
)
_MENTIONED = re.compile(
    r"(?is:\b(?:e-?mails?|mails)\b.{0,40}\b(?:from|by)\s+)(?:[A-Z]|\S{1,60}@|(?i:(?:my|our|his|her|their|a|an|one) ))"
)
_HINT = re.compile(r"mail|inbox|subject", re.I)
_SENTENCE = re.compile(r"((?<=[.!?])\s+|\n+)")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_REPLY = re.compile(r"(?:(?:re|fwd?|aw|wg)\s*:\s*)+", re.I)
_MAX_SECRETS = 2_000
_DEPTH = 50  # of JSON; what lies deeper is an e-mail's for all we know


@dataclass
class Cleaned:
    """A value without what was an e-mail in it, how many there were, and what else would give them away."""

    value: Any
    emails: int = 0
    secrets: set[str] = field(default_factory=set)

    def hides(self, text: str) -> bool:
        """Whether the text repeats a sender, a subject or a sentence of one of the e-mails."""
        lowered = " ".join(text.lower().split())
        return any(secret in lowered for secret in self.secrets)


def without_emails(value: Any, context: Any = None) -> Cleaned:
    """The value, a text or JSON, without e-mails: `[email]` stands for each, and for each sentence that tells of one.

    `context` is what else may hold e-mails that the value tells of.
    """
    cleaned = Cleaned(None)
    _walked(context, cleaned, 0)
    cleaned.emails = 0
    found = _walked(value, cleaned, 0)
    cleaned.value = _mapped(found, lambda text: _untold(text, cleaned))
    return cleaned


def _walked(value: Any, cleaned: Cleaned, depth: int) -> Any:
    if depth > _DEPTH or (isinstance(value, dict) and _is_email(value)):
        return _taken(_strings(value), cleaned)
    match value:
        case dict():
            return {name: _walked(inner, cleaned, depth + 1) for name, inner in value.items()}
        case list() | tuple():
            return [_walked(inner, cleaned, depth + 1) for inner in value]
        case str():
            decoded = _decoded(value)
            return _text(value, cleaned) if decoded is None else json.dumps(_walked(decoded, cleaned, depth + 1))
        case _:
            return value


def _text(text: str, cleaned: Cleaned) -> str:
    """The text without e-mails, which reach to the next speaker or the end."""
    text = _TAGGED.sub(lambda match: _taken([match[0]], cleaned), text)
    text = _OBJECT.sub(lambda match: _taken([match[0]], cleaned) if _is_object(match[0]) else match[0], text)
    return "\n".join(line for turn in _turns(text) for line in _without(turn, cleaned))


def _turns(text: str) -> Iterator[list[str]]:
    turn: list[str] = []
    for line in text.split("\n"):
        if turn and _SPEAKER.match(line):
            yield turn
            turn = []
        turn.append(line)
    yield turn


def _without(turn: list[str], cleaned: Cleaned) -> list[str]:
    start = _start(turn)
    if start is None:
        return turn
    speaker = _SPEAKER.match(turn[0])
    kept = turn[:start] if start else [turn[0][: speaker.end()]] if speaker else []
    return [*kept, _taken(["\n".join(turn[start:])], cleaned)]


def _start(turn: list[str]) -> int | None:
    """The line with which an e-mail begins; None where there is none in the turn."""
    lines = [_said(line) for line in turn]
    if any(_QUOTED.match(line) for line in lines):
        return 0  # what stands above a quoted e-mail is the answer to it
    for place, line in enumerate(lines):
        if _FORWARDED.match(line) or _is_header(lines[place : place + 6]):
            return place
        if _GREETING.match(line) and any(_CLOSING.match(later) for later in lines[place + 1 :]):
            return place
    return None


def _said(line: str) -> str:
    speaker = _SPEAKER.match(line)
    return line[speaker.end() :] if speaker else line


def _is_header(lines: list[str]) -> bool:
    """Whether an e-mail's header begins here: a subject, or another field with `From` or `Subject` close by."""
    first = _HEADER.match(lines[0])
    if not first or not first["value"].strip():
        return False
    names = {match["name"].lower() for line in lines if (match := _HEADER.match(line))}
    telling = names & {"from", "subject", "von", "betreff"}
    return first["name"].lower() in ("subject", "betreff") or (bool(telling) and len(names) > 1)


def _is_email(fields: dict[Any, Any]) -> bool:
    names = {str(name).lower() for name in fields}
    return "subject" in names and bool(names & _KEYS)


def _is_object(text: str) -> bool:
    names = {name.lower() for name in _OBJECT_KEYS.findall(text)}
    return "subject" in names and len(names) > 1


def _taken(texts: list[str], cleaned: Cleaned) -> str:
    """The mark for an e-mail; what gives it away is remembered."""
    cleaned.emails += 1
    for text in texts:
        for secret in _telling(text):
            if len(cleaned.secrets) < _MAX_SECRETS:
                cleaned.secrets.add(secret)
    return MARK


def _telling(text: str) -> Iterator[str]:
    """Addresses, names and subjects, and the sentences that are long enough to be nobody else's."""
    yield from (address.lower() for address in _ADDRESS.findall(text))
    for line in text.split("\n"):
        header = _HEADER.match(_said(line))
        value = _REPLY.sub("", header["value"] if header else "")
        yield from _long_enough(re.split(r"[<>;,\"]", value) if header else [], 4)
        yield from _long_enough(_SENTENCE.split(line.lstrip("> ")), 12)


def _long_enough(parts: list[str], characters: int) -> Iterator[str]:
    for part in parts:
        normal = " ".join(part.lower().split()).strip(" .!?")
        if len(normal) >= characters:
            yield normal


def _untold(text: str, cleaned: Cleaned) -> str:
    """The text with each sentence that tells of an e-mail replaced by the mark."""
    if not cleaned.secrets and not _HINT.search(text):
        return text
    parts = _SENTENCE.split(text)
    told = [MARK if place % 2 == 0 and _tells(part, cleaned) else part for place, part in enumerate(parts)]
    cleaned.emails += int(not cleaned.emails and MARK in told)
    return "".join(told)


def _tells(sentence: str, cleaned: Cleaned) -> bool:
    if not sentence.strip() or sentence.strip() == MARK:
        return False
    if _REPORTED.search(sentence) or cleaned.hides(sentence):
        return True
    return bool(_MENTIONED.search(sentence)) and not _RULE.search(sentence)


def _mapped(value: Any, change: Any) -> Any:
    match value:
        case dict():
            return {name: _mapped(inner, change) for name, inner in value.items()}
        case list():
            return [_mapped(inner, change) for inner in value]
        case str():
            return change(value)
        case _:
            return value


def _strings(value: Any) -> list[str]:
    """The texts in a value, however deep; keys aside."""
    found, stack = [], [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict | list | tuple):
            stack.extend(item.values() if isinstance(item, dict) else item)
    return found


def _decoded(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

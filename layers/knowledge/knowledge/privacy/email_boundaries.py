"""Where an e-mail begins in a text, and how far it reaches."""

import re
from collections.abc import Iterator
from typing import Any

from knowledge.privacy.email_mentions import HEADER, REPLY, SIGNED, SPEAKER, EmailTraces, strip_speaker

# Quoted mails have `>` before each line, however often they were passed on.
_FORWARDED = re.compile(r"[>\s]*(?:-{2,} ?(?:original|forwarded) message|begin forwarded message:)", re.I)
_ORIGINAL = re.compile(r"[>\s]*-{2,} ?original message", re.I)
# "On Tue, 3 Feb 2026, Ann wrote:"
_QUOTED = re.compile(r"[>\s]*(?:on|am|le) .{6,200}(?:wrote|schrieb.{0,80}|a écrit)\s*:\s*$", re.I)
# A line of its own: with a full stop in it, it is a sentence that only begins so.
_GREETS = r"[>\s]*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.!?\n]{0,60}"
_GREETING = re.compile(rf"{_GREETS}[,!:]?\s*$", re.I)
# It fills its line, too: `Thanks again,` closes a mail, `Thanks for the report` begins a sentence.
_CLOSING = re.compile(
    r"[>\s]*(?:(?:best|kind|warm|many)\b.{0,20}|regards|cheers|sincerely|yours.{0,20}|"
    r"thanks(?: again)?|thank you),?\s*$",
    re.I,
)
# Cut off where it is never closed: a log may end within it.
_TAGGED = re.compile(r"<(e-?mail)\b[^>]{0,200}>.*?(?:</\1>|\Z)", re.I | re.S)
# An object in which none is nested: the innermost is the mail.
_OBJECT = re.compile(r"\{[^{}]*\}")
_OBJECT_KEYS = re.compile(r"\"(subject|from|sender|body|snippet|to)\"\s*:", re.I)  # `{"subject": "…", "from": …}`
_KEYS = {"from", "sender", "to", "body", "snippet", "body_text", "body_html", "text", "html", "cc"}
_DASHES, _SIGNATURE = "-- ", 15  # the line above a signature (RFC 3676), and the lines that one has at most
_POSTSCRIPT = re.compile(r"\s*p\.?[ -]?s\b", re.I)
_NEAR = 6  # lines of a header that are looked at together
_SUBJECTS = {"subject", "betreff"}
_OF_ANY_TEXT = _SUBJECTS | {"date"}  # fields that head reports and minutes as well
_SENT = re.compile(r"\S@\w|\d:\d\d [+-]\d{4}\b")
# How an e-mail greets and closes in other languages: below a subject, since letters are none.
_GREETS_ABROAD = (
    r"[>\s]*(?:hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag)|bonjour|bonsoir|ch[eè]re?s?|hola|"
    r"estimad[oa]s?|querid[oa]s?|buenos días)\b[^.!?\n]{0,60}"
)
_POLITE = re.compile(
    rf"(?:{_GREETS_ABROAD}|[>\s]*(?:(?:viele|liebe|beste|herzliche|mit|schöne)\b.{{0,20}}gr[uü](?:ß|ss)en?"
    r"|(?:bien )?cordialement|bien à vous|amicalement|(?:un )?saludos?|atentamente))[,!:]?\s*$",
    re.I,
)
# Somebody by name: `Hi, always use tabs` greets the agent.
_ADDRESSED = re.compile(rf"(?=[>\s]*(?:\w+ ){{1,2}}(?-i:[A-ZÀ-Þ])\w)(?:{_GREETS}|{_GREETS_ABROAD})[,!:\n]", re.I)
_PART = re.compile(r"(?<=[.!?])\s+|\n+")
# In the middle of a line a field counts where it tells a sender, by an address or a name, and a subject stands near it:
# `read this: From: ann@acme.com Subject: Budget. Hi, …`
_SENDER = r"\b(?:from|sender|von|de):[*_]*\s+[<\"']?(?:\S{1,64}@\w|(?-i:[A-Z]))"
_SUBJECT = r"\b(?:subject|betreff|objet|asunto):[*_]*\s+\S"
_IN_LINE = re.compile(rf"(?:{_SENDER}.{{1,200}}?{_SUBJECT}|{_SUBJECT}.{{1,200}}?{_SENDER})", re.I)
# Who speaks in a talk, with a whole sentence: `Ann: The rent is 900 EUR.` A postscript has its capitals (`PS:`).
_TALKS = re.compile(r"(?P<name>[A-ZÀ-Þ][\w'’-]*[a-zß-ÿ](?: [A-ZÀ-Þ][\w'’-]*)?):[ \t]+(?:\S+ ){2}.*[.!?]\s*$")
_NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+")


def cut(text: str, traces: EmailTraces) -> str:
    """The text without e-mails, each of which reaches to the next speaker or the end."""
    text = _TAGGED.sub(lambda match: traces.take([match[0]]), text)
    text = _OBJECT.sub(lambda match: traces.take([match[0]]) if _is_object(match[0]) else match[0], text)
    return "\n".join(line for turn in _turns(text) for line in _without(turn, traces))


def is_letter(text: str) -> bool:
    """Whether somebody is greeted by name first and somebody signs last, on whatever lines: `Hi Jonas, … Best, John`.

    Whoever asks an agent for something writes so, too: it tells only of a text that is to be remembered.
    """
    parts = _PART.split(text.strip())
    return bool(_ADDRESSED.match(text)) and any(SIGNED.fullmatch(" ".join(parts[-few:])) for few in (1, 2))


def is_email(fields: dict[Any, Any]) -> bool:
    """Whether a JSON object is an e-mail: by its subject and another field of one."""
    names = {str(name).lower() for name in fields}
    return "subject" in names and bool(names & _KEYS)


def opens_original(line: str) -> bool:
    """Whether a mail that is answered is quoted below the line: `On Tue, 3 Feb 2026, Ann wrote:`"""
    return bool(_ORIGINAL.match(line) or _QUOTED.match(line))


def without_courtesies(lines: list[str]) -> list[str]:
    """The lines of an e-mail between who is greeted and who signs; what stands behind a postscript's mark stays.

    Below a name stand a few lines at most: a `Thanks,` above more than that is no close.
    """
    telling = [place for place, line in enumerate(lines) if line.strip()]
    first = telling[0] if telling else 0
    begins = first + 1 if telling and _is_polite(lines[first]) else first
    ends = [place for place in telling if place > first and (_closes(lines, place) or lines[place] == _DASHES)]
    end = next((place for place in ends if len(lines) - place <= _SIGNATURE), len(lines))
    behind = next((place for place in range(end, len(lines)) if _POSTSCRIPT.match(lines[place])), len(lines))
    return [*lines[begins:end], *lines[behind:]]


def _is_object(text: str) -> bool:
    names = {name.lower() for name in _OBJECT_KEYS.findall(text)}
    return "subject" in names and len(names) > 1


def _turns(text: str) -> Iterator[list[str]]:
    """The lines of each speaker."""
    turn: list[str] = []
    for line in text.split("\n"):
        if turn and SPEAKER.match(line):
            yield turn
            turn = []
        turn.append(line)
    yield turn


def _without(turn: list[str], traces: EmailTraces) -> list[str]:
    speaker = SPEAKER.match(turn[0])
    start = _start([strip_speaker(line) for line in turn], is_said=bool(speaker))
    if start is None:
        return _without_in_line(turn, traces)
    before = turn[:start] if start else [turn[0][: speaker.end()]] if speaker else []
    end = _end(turn, start)
    behind = ["", *_without(turn[end:], traces)] if end < len(turn) else []
    return [*before, traces.take(["\n".join(turn[start:end])]), *behind]


def _end(turn: list[str], start: int) -> int:
    """The line behind the e-mail's last: where, behind its sender's signature, one who spoke before it goes on.

    In what began as a talk by names, and goes on as one to its end or the next e-mail. Anything else may be the
    e-mail's own: a task by name, a second close, a footer.
    """
    if not start or SPEAKER.match(turn[0]) or not _TALKS.match(turn[0]):
        return len(turn)
    speakers = {talks["name"] for line in turn[:start] if (talks := _TALKS.match(line))}
    body = next((place for place in range(start, len(turn)) if not turn[place].strip()), len(turn))
    following = next((place for place in range(body, len(turn)) if _begins(turn[place:])), len(turn))
    last = max((place for place in range(body, following) if _closes(turn, place)), default=body)
    if not _is_signed(turn, last, by=turn[start:body]):
        return len(turn)
    for place in range(last + 2, following):
        talks = _TALKS.match(turn[place]) if not turn[place - 1].strip() else None
        if talks and talks["name"] in speakers:
            return place if all(_may_talk(line, speakers) for line in turn[place:following]) else len(turn)
    return len(turn)


def _begins(lines: list[str]) -> bool:
    return bool(_FORWARDED.match(lines[0])) or _is_header(lines, is_said=False)


def _signatures(lines: list[str], place: int) -> list[str]:
    """How this line signs an e-mail, or with the one before: `Viele Grüße`, and `Karl`."""
    ends = (lines[place].strip(), f"{lines[place - 1].strip()} {lines[place].strip()}")
    return [end for end in ends if SIGNED.fullmatch(end)]


def _closes(lines: list[str], place: int) -> bool:
    """Whether an e-mail may begin or end here."""
    return bool(_signatures(lines, place)) or _is_polite(lines[place])


def _is_signed(lines: list[str], place: int, *, by: list[str]) -> bool:
    """Whether who signs here has a name that the header has as who sent the e-mail."""
    fields = [header for line in by if (header := HEADER.match(line))]
    senders = " ".join(field["value"] for field in fields if field["name"].lower() in ("from", "von"))
    names = {name for end in _signatures(lines, place) for name in _NAME.findall(end)}
    return not names.isdisjoint(_NAME.findall(senders))


def _may_talk(line: str, speakers: set[str]) -> bool:
    """Whether the line is empty, or one of a talk."""
    return not line.strip() or line.partition(":")[0] in speakers or bool(_TALKS.match(line))


def _without_in_line(turn: list[str], traces: EmailTraces) -> list[str]:
    """The turn without the e-mail whose header stands in the middle of a line, to the turn's end."""
    for place, line in enumerate(turn):
        if header := _IN_LINE.search(line):
            rest = "\n".join([line[header.start() :], *turn[place + 1 :]])
            return [*turn[:place], line[: header.start()] + traces.take([rest])]
    return turn


def _start(lines: list[str], *, is_said: bool) -> int | None:
    """The line with which an e-mail begins; None where there is none."""
    if any(_QUOTED.match(line) for line in lines):
        return 0  # what stands above a quoted e-mail is the answer to it
    closing = max((place for place, line in enumerate(lines) if _CLOSING.match(line)), default=-1)
    for place, line in enumerate(lines):
        if _FORWARDED.match(line) or _is_header(lines[place:], is_said=is_said):
            return place
        if place < closing and _GREETING.match(line):
            return place
    return None


def _is_header(lines: list[str], *, is_said: bool) -> bool:
    """Whether an e-mail's header begins here: a field, with a subject or a sender close by, and what is no report's.

    A memo has names alone: `To: the team`, `From: Ann`. A subject, also with a date, heads a report as well, but
    where somebody `is_said` to show it: an e-mail's tells that it was sent, or who writes below it greets.
    """
    first = HEADER.match(lines[0])
    if not first or not first["value"].strip():
        return False
    fields = [match for line in lines[:_NEAR] if (match := HEADER.match(line))]
    names = {field["name"].lower() for field in fields}
    if not is_said and names & _SUBJECTS and names <= _OF_ANY_TEXT:
        return _is_sent(fields, lines[:_NEAR]) or any(_is_polite(line) for line in lines[1:])
    telling = names & {"from", "subject", "von", "betreff"}
    is_memo = names <= {"from", "to", "von", "an"} and not any("@" in field["value"] for field in fields)
    return first["name"].lower() in _SUBJECTS or (bool(telling) and len(names) > 1 and not is_memo)


def _is_sent(fields: list[re.Match[str]], header: list[str]) -> bool:
    """Whether an address stands there, a time with its zone, or a subject that answers another: `Re: `."""
    answers = any(REPLY.match(field["value"]) for field in fields if field["name"].lower() in _SUBJECTS)
    return answers or any(_SENT.search(line) for line in header)


def _is_polite(line: str) -> bool:
    return bool(_GREETING.match(line) or _CLOSING.match(line) or _POLITE.match(line))

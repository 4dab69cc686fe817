"""Finds mentions of an e-mail elsewhere in a text: its sender, its subject, its words, and talk about it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from knowledge.privacy.email_senders import common_words, sender_names

MARK = "[email]"

_FIELDS = (
    "from|to|cc|bcc|subject|date|sent|reply-to|message-id|received|return-path|delivered-to|von|an|betreff|gesendet"
)
# Also quoted, in bold, in a list or a table, as clients and chats show it.
HEADER = re.compile(rf"[>\s*_|]*(?P<name>{_FIELDS})[*_]*:[*_]*[ \t]*(?P<value>.*)", re.I)
_SENDERS = ("from", "von", "reply-to", "return-path")  # of the fields those with who sent it
REPLY = re.compile(r"(?:(?:re|fwd?|aw|wg)\s*:\s*)+", re.I)  # `Re: Fwd: AW: `
_FIELD = re.compile(rf"\s(?=(?:{_FIELDS}):\s)", re.I)  # in the middle of a line another one begins
_ENDS = re.compile(r"[<>;,\"]|(?<=[.!?])\s")  # a name in a field, or its subject
# `me://` and its like are addresses.
SPEAKER = re.compile(
    r"[#*_\[\s]*(?:user|assistant|human|agent|ai|bot|system|customer|support|me|developer|tool)[\]*_]*:(?!//)", re.I
)

_MAIL = r"\b(?:e-?mails?|mails?|inbox)\b(?!\.[a-z])"  # `emails.py` is a file
_SPEECH = (
    r"\b(?:says?|said|saying|reads?|states(?! of\b)|stated|stating|asks?|asked|asking|wrote|writes|tells?|told|"
    r"mentions?|mentioned|confirms?|confirmed|announces?|announced|claims?|claimed|titled|entitled)\b"
)
# Within one statement: behind a semicolon another one begins, unless it goes on about the same ("; it says").
_ON = r"(?:[^;]|;(?=\s*(?:it|he|she|they|this|that|which)\b))"
# Who does a thing "without asking" is who does it, and no mail; what is never told by mail is in none.
_REPORTED = re.compile(
    rf"{_MAIL}{_ON}{{0,120}}(?<!\bwithout )(?<!\bbefore ){_SPEECH}|\b(?:e-?)mailed\b"
    rf"|{_SPEECH}.{{0,60}}(?<!\bnever )(?<!\bnot )\b(?:by|via|in|per) (?:\w+ )?(?:e-?)?mail\b"
    rf"|\b(?:in|according to|per) (?:his|her|their|the|this|that|your|an?|\S{{1,40}}'s) (?:e-?)mail\b"
    rf"|\bsubject(?: line)?(?: is| was| reads)|(?:(?<=[\w,;] )|(?<=\())subject(?: line)?:",
    re.I | re.S,
)
# What handles mails (`the mail gateway reads its …`), and mails that are read by it: nobody reports what one says. What
# is called after a part of an e-mail, or says how one reads, may be one.
_HANDLED = re.compile(
    r"\b(?:e-?)?mails? (?!(?:subject|body|text|content|message|header|thread)s?\b|\w+ly\b|also\b)[a-z][\w-]*"
    r" reads? (?:its|their|the|an?|each|every|all|from)\b(?! following\b)"
    r"|\b(?:e-?)?mails? (?:is|are|was|were) read (?:from|by)\b"
    # A machine is no mail; who validates or handles mails has not written them, nor who sends all of them.
    r"|\b(?:e-?)?mail (?:gateway|relay|server|service|worker|queue|catcher|validator|column|field)s?\b"
    r"|(?<![\w-])(?<!\w )(?:e-?)?mails are (?:sent|written) by\b"
    r"|\b(?:e-?)?mails?\b(?: [a-z]+)? (?:is|are|was|were|be|been|being) (?!(?:\w+ )?(?:sign|compos|draft|forward|"
    r"deliver|answer|author|dictat|receiv|return|pass)ed\b)[a-z]+ed by\b"
    r"|\b(?:commit|certificate)(?:'s)? subject\b",
    re.I,
)
# From somebody with a name, an address or an owner: mails from "the queue" are nobody's, nor are those by SMTP.
_MENTIONED = re.compile(
    r"(?is:\b(?:e-?mails?|mails)\b(?!\.[a-z]).{0,40}\b(?:from\s+|by\s+(?-i:(?![A-Z]{2,}\b))))"
    r"(?:[A-Z]|\S{1,60}@|(?i:(?:my|our|his|her|their|a|an|one) ))"
)
# A standing instruction about e-mails is the user's own, and is kept.
_RULE = re.compile(
    r"\b(?:must|shall|should|always|never|whenever|prioriti[sz]e|prefer\w*|need(?:s|ed)? to|has to|have to)\b", re.I
)
# What the colon behind one e-mail leads to is what it says: `Email from John: it must be signed by Friday`.
_LEADS = r"\be-?mail(?: (?:from|by|of|about|to)\b[^:;.!?\n]{0,60})?:\s"
_ITS_WORDS = re.compile(rf"(?<!\beach )(?<!\bevery )(?<!\bany ){_LEADS}.*", re.I | re.S)
# In what handles mails such a colon heads a setting: there it shows an e-mail only where that opens the sentence.
_OPENS = re.compile(r"\A\W*(?:(?:an?|the|this|that) )?e-?mail from\b[^:;.!?\n]{0,60}:\s.*", re.I | re.S)
_SHOWS = re.compile(rf"\b(?:this|that|his|her|their|\w+['’]s) {_LEADS}(?!\S+@\S)", re.I)
# The close of an e-mail with who sent it, behind a sentence that tells of one: `Best, John`, `Viele Grüße Anna`.
SIGNED = re.compile(
    r"(?:(?:best|kind|warm|many|all the best|regards|wishes|cheers|sincerely|truly|yours|thanks|thank you|again|viele|"
    r"liebe|beste|mit|freundlichen?|gr[uü](?:ß|ss)en?|lg|vg|mfg|cordialement|bien à vous|amicalement|saludos|"
    r"un saludo|atentamente|abraços?)[ ,]+)+(?-i:[A-ZÀ-Þ][\w.'’-]*(?: [A-ZÀ-Þ][\w.'’-]*){0,2})[.!]?",
    re.I,
)
_HINT = re.compile(r"mail|inbox|subject", re.I)  # without one of these no mention can match: the cheap test comes first
_SENTENCE = re.compile(r"((?<=[.!?])\s+|\n+)")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_WORD = re.compile(r"\w+")
_MAX_SECRETS = 20_000


@dataclass
class EmailTraces:
    """The e-mails that were taken out of a value, and what would give them away elsewhere."""

    secrets: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by their first words
    count: int = 0
    senders: set[str] = field(default_factory=set)  # words of their names

    def take(self, texts: list[str]) -> str:
        """The mark for an e-mail of these texts; what gives it away is remembered."""
        self.count += 1
        self.senders.update(*map(sender_names, texts))
        for secret in (secret for text in texts for secret in _secrets(text)):
            words = _WORD.findall(secret)
            if words and len(self.secrets) < _MAX_SECRETS:
                self.secrets[" ".join(words[:2])].add(secret)
        return MARK

    def note_senders(self, texts: list[str]) -> None:
        """Notes who is told to have sent an e-mail, too, and forgets what is none's name in these texts."""
        for text in filter(_HINT.search, texts):
            self.senders.update(*map(sender_names, filter(tells_of_email, _SENTENCE.split(text))))
        if self.senders:
            self.senders -= common_words(texts)

    def redacted(self, text: str) -> str:
        """The text with each sentence that tells of an e-mail replaced by the mark; at least one was there then."""
        if not self.secrets and not self.senders and not _HINT.search(text):
            return text
        parts = _SENTENCE.split(text)
        redacted = _unsigned(
            [MARK if place % 2 == 0 and self._tells(part) else part for place, part in enumerate(parts)]
        )
        self.count += int(not self.count and MARK in redacted)
        return "".join(redacted)

    def _tells(self, sentence: str) -> bool:
        """Whether a sentence repeats an e-mail, or tells of one."""
        names_sender = bool(self.senders) and not self.senders.isdisjoint(_WORD.findall(sentence))
        return names_sender or self._repeats(sentence) or tells_of_email(sentence)

    def _repeats(self, text: str) -> bool:
        if not self.secrets or not text.strip() or text.strip() == MARK:
            return False
        lowered = " ".join(text.lower().split())
        words = _WORD.findall(lowered)
        beginnings = {*words, *map(" ".join, pairwise(words))} & self.secrets.keys()
        return any(secret in lowered for beginning in beginnings for secret in self.secrets[beginning])


def _unsigned(parts: list[str]) -> list[str]:
    """The sentences without the signature of an e-mail of which one before it tells."""
    first = parts.index(MARK) if MARK in parts else len(parts)
    return [MARK if place > first and SIGNED.fullmatch(part.strip()) else part for place, part in enumerate(parts)]


def tells_of_email(sentence: str) -> bool:
    """Whether a sentence reports what an e-mail says, or names who sent it."""
    if not _HINT.search(sentence):  # which both need
        return False
    others = _HANDLED.sub("", sentence)
    is_rule = _RULE.search(_OPENS.sub("", strip_speaker(sentence)))
    return bool(_REPORTED.search(others)) or (bool(_MENTIONED.search(others)) and not is_rule)


def own_words(sentence: str) -> str:
    """The sentence without what it shows of an e-mail: whatever must be done there is its writer's word."""
    return _ITS_WORDS.sub("", sentence)


def shows_email(sentence: str) -> bool:
    """Whether it leads to what a certain e-mail says: `Keep this e-mail: …`; an address behind it is whose it is."""
    return bool(_SHOWS.search(sentence))


def strip_speaker(line: str) -> str:
    """The line without who said it."""
    speaker = SPEAKER.match(line)
    return line[speaker.end() :] if speaker else line


def _secrets(text: str) -> Iterator[str]:
    """Addresses, names and subjects, and the sentences that are long enough to be nobody else's.

    One word gives away who sent it alone: as a subject (`Rent`) or whom it is to, it is anybody's.
    """
    yield from (address.lower() for address in _ADDRESS.findall(text))
    for line in text.split("\n"):
        for part in _FIELD.split(strip_speaker(line)):
            header = HEADER.match(part)
            value = REPLY.sub("", header["value"] if header else "")
            several = _ENDS.split(value) if header else []
            of_sender = header and header["name"].lower() in _SENDERS
            yield from _long_enough([part for part in several if of_sender or len(part.split()) > 1], 4)
        yield from _long_enough(_SENTENCE.split(line.lstrip("> ")), 12)


def _long_enough(parts: list[str], characters: int) -> Iterator[str]:
    for part in parts:
        normal = " ".join(part.lower().split()).strip(" .!?")
        if len(normal) >= characters:
            yield normal

"""What is said in an event: sentences that can be understood alone, with who said them where that matters."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from knowledge.privacy.emails import MARK
from knowledge.text.sentences import paragraphs, tidy
from knowledge.usecases.record_event.models import Occurrence

MAX_SAYING = 300  # characters

_TURN = re.compile(r"\n(?=[ \t]*[^\s:：][^:：\n]{0,30}[:：]\s)|\n\s*\n")
_SPEAKER = re.compile(r"^[*_\[]*(?P<name>[^\W\d_][\w .-]{0,30})[\]*_]*[:：][*_]*\s+(?=\S)")
# What stands before a colon and is nobody's name.
_LABEL = re.compile(
    r"(?:decision|requirement|recommendation|conclusion|summary|result|finding|fact|note|idea|goal|plan|price|pricing|"
    r"budget|deadline|risk|problem|question|answer|source|todo|next steps?|action items?|target|reason|status)s?$",
    re.I,
)
_FIRST_PERSON = re.compile(r"\b(?:I(?!/)|[Mm]y|[Mm]ine|[Mm]yself|[Mm]e)\b")
_LEANING = re.compile(
    r"(?:it|its|they|their|them|he|his|him|she|her|both|the (?:former|latter))\b|"
    r"(?:this|that|these|those)(?:['’]s| (?:is|are|was|were|means?|makes?|will|would|can|has|have|had|should|must))\b",
    re.I,
)
_CITATION = re.compile(r"\s?\[\d+(?:, ?\d+)*\](?=[.,;:]|\s|$)")
_FIELD = re.compile(r"[a-z][\w .]{0,40}: (?!.*[.!]$)")  # a line that was a field of JSON
_KEPT_WHOLE = re.compile(r"^[ \t]*(?:```|~~~|\|)", re.M)

_PLEASANT = {
    "a", "again", "all", "and", "are", "as", "everyone", "fine", "for", "good", "great", "hello", "help", "hey",
    "hi", "i", "idea", "in", "is", "it", "just", "keep", "much", "nice", "no", "noted", "now", "of", "ok", "okay",
    "perfect", "please", "problem", "right", "s", "so", "sorry", "sounds", "sure", "thank", "thanks", "that", "the",
    "there", "these", "this", "understood", "very", "welcome", "will", "do", "done", "got", "agreed", "cool",
    "absolutely", "yes", "you", "your",
}  # fmt: skip
# What is about to be done, or is introduced, is nothing said.
_ANNOUNCED = re.compile(
    r"(?:I(?:['’]ll| will)|I(?:['’]m| am) (?:going to|about to|on it|happy|glad|sorry)|let me|noted|here (?:is|are))\b",
    re.I,
)
# Among any other words of English these are many; few other languages have any of them.
_ENGLISH = {
    "the", "of", "and", "to", "is", "are", "we", "you", "it", "that", "with", "for", "this", "be", "not", "have",
    "has", "should", "our", "must", "will", "can", "by", "at",
}  # fmt: skip


@dataclass(frozen=True)
class Saying:
    """A sentence or two; `alone` where they name what they are about."""

    text: str
    alone: bool = True


def sayings(event: Occurrence) -> Iterator[Saying]:
    """What is said, in order, without questions; a sentence that leans on the one before is joined to it."""
    speaker = ""
    for turn in _TURN.split(event.text):
        found = _SPEAKER.match(turn.strip()) if event.kind == "conversation" else None
        if found and not found["name"][0].islower() and not _LABEL.match(found["name"]):
            speaker, turn = found["name"], turn.strip()[found.end() :]
        if event.kind in ("research", "integration") and _FIELD.match(turn.strip()):
            continue
        for paragraph in paragraphs(turn):
            yield from _joined([_CITATION.sub("", sentence) for sentence in paragraph], speaker)


def leaves_out(event: Occurrence, told: str) -> bool:
    """Whether more is said than `told` has: pleasantries, questions and announcements without a figure are nothing."""
    said = (each.text for each in sayings(event) if not is_idle(each.text) or re.search(r"\d", each.text))
    return bool(_KEPT_WHOLE.search(event.text)) or any(text not in told for text in said)


def is_idle(text: str) -> bool:
    """Whether it is a pleasantry, or tells what is about to be done."""
    return bool(_ANNOUNCED.match(text)) or all(word in _PLEASANT for word in re.findall(r"\w+", text.lower()))


def is_english(text: str) -> bool:
    """Whether the rules, which know English only, can judge the text."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    return 12 * sum(word in _ENGLISH for word in words) >= len(words)


def _joined(sentences: Iterable[str], speaker: str) -> Iterator[Saying]:
    before: Saying | None = None
    for said in map(tidy, sentences):
        if before and _LEANING.match(said) and "?" not in said and len(before.text) + len(said) < MAX_SAYING:
            before = Saying(f"{before.text} {said}", before.alone)
            continue
        if before:
            yield before
        before = _saying(said, speaker) if said and MARK not in said and not re.search("[?？]", said) else None
    if before:
        yield before


def _saying(said: str, speaker: str) -> Saying:
    named = f"{speaker}: {said}" if speaker and _FIRST_PERSON.search(said) and not is_idle(said) else said
    return Saying(named, len(named) <= MAX_SAYING and not _LEANING.match(said))

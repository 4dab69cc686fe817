"""The subjects to which those who talk come, one after another, by the label with which they do: `Oil.` `HSE: …`"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.ports.embedder import Embedder
from knowledge.text.statements.values import values
from knowledge.text.strings import capitalised
from knowledge.usecases.record_event.language import nouns, wording
from knowledge.usecases.record_event.statements.joining import Saying
from knowledge.usecases.record_event.topics import candidates
from knowledge.usecases.record_event.topics.nameable import ALONE, TAKEN_UP, nameable

LABELS = 4  # at the beginning of what one says, of which the last names the subject: `Good. Spares. Yaw motors.`
REACH = 3  # sayings that belong to a subject until nobody knows
FEW = 2  # words of a label behind which another one may stand
GOES_ON = 5  # words behind such a label
LONG = 4  # characters of a word that may name something


def under_subjects(sayings: Sequence[Saying], nobody: set[str], embedder: Embedder) -> list[Saying]:
    """The sayings of a conversation, each below the subject to which somebody came before it, as below a heading."""
    labels = _SubjectLabels(sayings, nobody, embedder)
    placed, subject, left = list[Saying](), "", 0
    for at, saying in enumerate(sayings):
        if came_to := labels.of(at):
            subject, left = came_to, REACH
        placed.append(replace(saying, under=subject if left else ""))
        left = max(0, left - 1)
    return placed


class _SubjectLabels:
    """The labels of one conversation, by which its sayings begin."""

    def __init__(self, sayings: Sequence[Saying], nobody: set[str], embedder: Embedder) -> None:
        self._sayings, self._nobody = sayings, {nouns.stem(word) for name in nobody for word in name.split()}
        self._texts = [capitalised(nouns.unjoined(unaddressed(saying.text, nobody))) for saying in sayings]
        self._inside = [set(map(nouns.stem, nouns.inside(saying.text))) for saying in sayings]
        self._stems = [set(nouns.stems(saying.text)) for saying in sayings]
        self._nouns, self._capitals = candidates.evidence([saying.text for saying in sayings])
        self._labels = [list(self._leading(text)) for text in self._texts]
        self._rest = [
            len(text.split()) - sum(len(label.split()) for label in labels)
            for text, labels in zip(self._texts, self._labels, strict=True)
        ]
        names = {
            name: nouns.trimmed(name) for labels in self._labels for label in labels if (name := label.strip(":.?"))
        }
        few = [name for name in names.values() if " " not in name]
        self._surely = nameable(list(names.values()), embedder, ALONE)
        self._may_be = {*nameable(few, embedder, TAKEN_UP), *self._surely}

    def of(self, at: int) -> str:
        """The subject to which a saying comes; '' where it goes on with the one before."""
        if item := nouns.trimmed(self._sayings[at].numbered):
            return item.upper() if len(item) < LONG else item[:1].upper() + item[1:]
        for marked in self._labels[at]:
            if subject := self._subject(marked, at):
                return subject
            if len(marked.split()) > FEW or not (self._is_polite(marked) or " " not in marked):
                break
        return ""

    def _leading(self, text: str) -> Iterator[str]:
        """The labels at its beginning, each with the mark that ends it."""
        for _ in range(LABELS):
            label = nouns.label(text)
            if not label:
                return
            yield text[: len(label) + 1]
            text = text[len(label) + 1 :].lstrip()

    def _is_taken_up(self, name: str, marked: str, at: int) -> bool:
        """Whether a value or a name is told behind it, by whom else it may be: `Dray. Wes starts …`, `Yeast?`"""
        rest = self._texts[at].partition(marked)[2]
        is_name = not self._capitals or name in self._surely or name.casefold() in rest.casefold()
        return is_name and (self._tells(rest) or self._is_answered(name in self._surely and marked[-1] == "?", at))

    def _is_answered(self, surely: bool, at: int) -> bool:
        """Whether somebody else goes on about it, who comes to no subject, and `surely` or with a value or a name."""
        after = self._sayings[at + 1] if at + 1 < len(self._sayings) else None
        if after is None or after.asked or after.speaker == self._sayings[at].speaker or self._rest[at] >= GOES_ON:
            return False
        comes_to = any(len(label.split()) <= FEW and not self._is_polite(label) for label in self._labels[at + 1])
        return not comes_to and (self._tells(after.text) or surely)

    def _tells(self, text: str) -> bool:
        """Whether it tells a value or a name, in some words."""
        names = {word for word in candidates.names(text) if nouns.stem(word) not in self._nobody}
        return len(text.split()) >= GOES_ON and bool(values(text) or names)

    def _subject(self, marked: str, at: int) -> str:
        name = nouns.named_alone(marked.strip(":.?¿ "))
        words = name.split()
        stems = set(map(nouns.stem, words))
        if not words or stems & self._nobody or self._is_polite(marked) or nouns.unclaused(name) != name:
            return ""
        if wording.is_kind(f"{marked} …"):
            return ""
        if self._capitals and not words[-1][0].isupper():
            return ""
        if self._is_taken_up(name, marked, at) and nouns.opens_name(name):
            return name
        unanswered = (marked.endswith("?") and self._sayings[at].asked) or (marked.endswith(".") and not self._rest[at])
        echoes = at and stems <= self._stems[at - 1] and not marked.endswith(":")
        return name if self._is_noun(words, marked[-1], at) and not unanswered and not echoes else ""

    def _is_polite(self, marked: str) -> bool:
        label = marked.strip(":.?")
        return nouns.trimmed(label) not in self._may_be or bool(wording.is_answer(f"{label.split()[0]}."))

    def _is_noun(self, words: Sequence[str], mark: str, at: int) -> bool:
        """Whether they name something: before a colon, in question, abbreviated, as nouns stand, or soon said again."""
        if mark == ":" or (mark == "?" and len(words) > 1) or any(map(str.isupper, words)):
            return True
        stems = [nouns.stem(word) for word in words if len(word) >= LONG]
        others = self._inside if len(words) > 1 else self._inside[at + 1 : at + REACH]
        soon = set[str]() if self._capitals else set[str]().union(*others)
        return any(self._nouns[stem] or stem in soon for stem in stems)


def unaddressed(text: str, names: set[str]) -> str:
    """The text without the names of those whom it addresses: `Stock, Tom, one minute.` is `Stock. one minute.`"""
    called = "|".join(sorted(map(re.escape, names))) or r"(?!)"
    text = re.sub(rf"^(?:{called})(?:[:,.?!] )|(?<=[.?!]) (?:{called})[.?!]", "", text)
    return re.sub(rf", (?:{called})(?:,|(?=[.?!]))", lambda match: "." if match[0].endswith(",") else "", text)

"""The subjects to which those who talk come, one after another, by the label with which they do: `Oil.` `HSE: …`"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event import naming, nouns, wording
from knowledge.usecases.record_event.sayings import PLEASANT, Saying
from knowledge.usecases.record_event.topics import NO_SUBJECTS

LABELS = 4  # at the beginning of what one says, of which the last names the subject: `Good. Spares. Yaw motors.`
REACH = 6  # sayings that belong to a subject until nobody knows
POLITE = 0.4  # the cosine with a pleasantry, or what names nothing, from which a few words are no subject
FEW = 2  # words of a label behind which another one may stand
LEADS = 3  # subjects to which one comes by a label and says something of, from which on it is that one's way
GOES_ON = 5  # words behind such a label
LONG = 4  # characters of a word that may name something


def under_subjects(said: Sequence[Saying], nobody: set[str], embedder: Embedder) -> list[Saying]:
    """The sayings of a conversation, each below the subject to which somebody came before it, as below a heading."""
    labels = _Labels(said, nobody, embedder)
    placed, subject, left = list[Saying](), "", 0
    for at, saying in enumerate(said):
        if came_to := labels.of(at):
            subject, left = came_to, REACH
        placed.append(replace(saying, under=subject if left else ""))
        left = max(0, left - 1)
    return placed


class _Labels:
    """The labels of one conversation, by which its sayings begin."""

    def __init__(self, said: Sequence[Saying], nobody: set[str], embedder: Embedder) -> None:
        self._said, self._nobody = said, {nouns.stem(word) for name in nobody for word in name.split()}
        self._inside = [set(map(nouns.stem, nouns.inside(each.text))) for each in said]
        self._stems = [set(nouns.stems(each.text)) for each in said]
        self._nouns, self._capitals = naming.evidence([each.text for each in said])
        self._labels = [list(self._leading(each.text)) for each in said]
        self._rest = [
            len(each.text.split()) - sum(len(label.split()) for label in labels)
            for each, labels in zip(said, self._labels, strict=True)
        ]
        names = dict.fromkeys(label.strip(":.?") for labels in self._labels for label in labels)
        polite, *vectors = [embedder.embed([*PLEASANT, *NO_SUBJECTS]), *embedder.embed(list(names))]
        self._polite = {
            name
            for name, vector in zip(names, vectors, strict=True)
            if max(cosine(vector, other) for other in polite) >= POLITE
        }
        numbered = {each.speaker for each in said if each.item}
        led = Counter(each.speaker for at, each in enumerate(said) if each.speaker and self._leads(at))
        self._leaders = {speaker for speaker, count in led.items() if count >= LEADS} - numbered

    def of(self, at: int) -> str:
        """The subject to which a saying comes; '' where it goes on with the one before."""
        if item := nouns.trimmed(self._said[at].item):
            return item.upper() if len(item) < LONG else item[:1].upper() + item[1:]
        leader = self._said[at].speaker in self._leaders
        for marked in self._labels[at]:
            if subject := self._subject(marked, at):
                return subject
            if len(marked.split()) > FEW or not (leader or self._is_polite(marked) or " " not in marked):
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

    def _leads(self, at: int) -> bool:
        """Whether it begins with a label, and then tells a value or a name."""
        text = self._said[at].text
        rest = text[sum(len(label) + 1 for label in self._labels[at][:1]) :]
        named = [label for label in self._labels[at][:1] if not self._is_polite(label)]
        return bool(named) and self._rest[at] >= GOES_ON and bool(re.search(r"\d", rest) or naming.names(rest))

    def _is_led(self, mark: str, at: int) -> bool:
        """Whether who leads the talk comes to it, and somebody goes on about it: `Dray. Wes starts …`, `Yeast?`"""
        if self._said[at].speaker not in self._leaders:
            return False
        after = self._said[at + 1] if at + 1 < len(self._said) else None
        answered = after is not None and after.speaker != self._said[at].speaker and not after.asked
        return answered if mark == "?" and self._said[at].asked else self._rest[at] >= GOES_ON

    def _subject(self, marked: str, at: int) -> str:
        name = nouns.named_alone(marked.strip(":.?¿ "))
        words = name.split()
        stems = set(map(nouns.stem, words))
        if not words or stems & self._nobody or self._is_polite(marked) or nouns.unclaused(name) != name:
            return ""
        if wording.part_of_record(f"{marked} …")[0]:
            return ""
        if self._capitals and not words[-1][0].isupper():
            return ""
        if self._is_led(marked[-1], at) and nouns.opens_name(name):
            return name
        unanswered = (marked.endswith("?") and self._said[at].asked) or (marked.endswith(".") and not self._rest[at])
        echoes = at and stems <= self._stems[at - 1] and not marked.endswith(":")
        return name if self._is_noun(words, marked[-1], at) and not unanswered and not echoes else ""

    def _is_polite(self, marked: str) -> bool:
        label = marked.strip(":.?")
        return label in self._polite or bool(wording.is_answer(f"{label.split()[0]}."))

    def _is_noun(self, words: Sequence[str], mark: str, at: int) -> bool:
        """Whether they name something: before a colon, in question, abbreviated, as nouns stand, or soon said again."""
        if mark == ":" or (mark == "?" and len(words) > 1) or any(map(str.isupper, words)):
            return True
        stems = [nouns.stem(word) for word in words if len(word) >= LONG]
        others = self._inside if len(words) > 1 else self._inside[at + 1 : at + REACH]
        soon = set[str]() if self._capitals else set[str]().union(*others)
        return any(self._nouns[stem] or stem in soon for stem in stems)

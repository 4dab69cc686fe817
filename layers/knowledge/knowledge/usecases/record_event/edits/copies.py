"""Sentences of descriptions that a page's line has word for word: a model is shown the line, and ends both by that."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.files.current_statements import CurrentStatement, Sentence
from knowledge.text.sentences import sentences
from knowledge.usecases.record_event.language.nouns import JOINING

FEWEST = 4  # words; fewer may be of anything
_LEAD = re.compile(rf"(?:[^:.!?]{{1,40}}: )?(?:(?:{'|'.join(JOINING)})\b,? )?", re.I)  # `Ann: And …`


@dataclass(frozen=True)
class Copy:
    """What stands before a sentence that a line has, and that line's text."""

    lead: str
    sentence: str
    line: str

    def still(self, of_line: str) -> str:
        """What of the copy is still so, by what of its line is."""
        own, whole = _words(self.sentence), _words(self.line)
        left = [_words(text) for text in sentences(of_line)]
        if own in left:
            return f"{self.lead}{self.sentence}"
        is_gone = not left or (own != whole and all(words in _ends(self.line) for words in left))
        return "" if is_gone else f"{self.lead}{of_line}"


def copies(passages: Sequence[Sentence], lines: Sequence[CurrentStatement], day: str) -> dict[str, Copy]:
    """The copies among the passages, by their texts; of lines up to the day, which its news may end."""
    due = (line.text for line in lines if line.day <= day)
    texts = {words: text for text in due for words in _ends(text)}
    alone = [passage.text for passage in passages if not passage.before]
    parted = {text: (lead[0], text[lead.end() :]) for text in alone if (lead := _LEAD.match(text))}
    return {
        text: Copy(lead, sentence, texts[words])
        for text, (lead, sentence) in parted.items()
        if len(words := _words(sentence)) >= FEWEST and words in texts
    }


def _ends(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a line, and those of each of its sentences."""
    yield from (_words(part) for part in (text, *sentences(text)))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()))

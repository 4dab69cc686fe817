"""What the lines of a file tell first: one statement, so that it can be understood alone."""

import re
from collections.abc import Sequence

from knowledge.text.keywords import PRONOUNS, SPEAKERS, content_words
from knowledge.text.sentences import paragraphs
from knowledge.text.statements.former_values import tells_turn
from knowledge.text.statements.values import values, without_values
from knowledge.text.strings import one_line

_GREETING, _ANSWER = 3, 9  # words
_FEW = 6  # words of a sentence that tells little without the next one
_REFERRING = PRONOUNS - SPEAKERS
_PART = re.compile(r"[^\W\d_]+ ?: ")  # behind the first sentence what comes to something else: `Consequences: …`


def has_value(text: str) -> bool:
    """Whether it tells a value."""
    return bool(re.search(r"\d", text)) or any(value.is_telling for value in values(text))


def first_statement(lines: Sequence[str]) -> str:
    """The first sentence that is long enough to tell something, a short answer with its question; else all."""
    blocks = [block for line in lines for block in paragraphs(line)]
    for block in blocks:
        own = [*block[:1], *(sentence for sentence in block[1:] if not _PART.match(sentence))]
        if telling := _telling(own) or _telling(block):
            return _gone_on(min(telling, key=_weight), block)
    short = "; ".join(block[0] for block in blocks if not block[0].endswith(":"))
    return short or one_line(" ".join(lines)).lstrip("# ")


def _gone_on(statement: str, block: Sequence[str]) -> str:
    """The sentence with what stands on it behind it: a permission with its condition.

    One of few words goes on until they are some: `61 in July. Price is the same.`
    """
    at = next((at for at, sentence in enumerate(block) if statement.endswith(sentence)), len(block))
    for after in block[at + 1 :]:
        is_whole = len(statement.split()) >= _FEW or _PART.match(after)
        if is_whole and not (_stands_on_another(after) or _tells_only_a_value(after)):
            break
        statement = f"{statement} {after}"
    return statement


def _telling(block: Sequence[str]) -> list[str]:
    return list(filter(None, map(_statement, ["", *block], block)))


def _statement(before: str, sentence: str) -> str:
    """The sentence, a short answer and what says `it` with the one before; '' where it tells too little."""
    answer = before.endswith("?") and len(sentence.split()) < _ANSWER
    tells = not sentence.endswith("?") and (answer or len(sentence.split()) > _GREETING)
    together = answer or (_stands_on_another(sentence) and not before.endswith("?"))
    return (f"{before} {sentence}".strip() if together else sentence) if tells else ""


def _weight(statement: str) -> tuple[bool, bool, bool]:
    """What comes first: what tells a value, then what says that something is otherwise, then what stands alone."""
    return not has_value(statement), not tells_turn(statement), _stands_on_another(statement)


def _stands_on_another(sentence: str) -> bool:
    """Whether a pronoun in it is told by the sentence before."""
    return any(word.casefold() in _REFERRING for word in re.findall(r"\w+", sentence))


def _tells_only_a_value(sentence: str) -> bool:
    """Whether it says nothing of its own beside a value: `Not before 1 March.`"""
    return has_value(sentence) and len(content_words(without_values(sentence))) <= 1

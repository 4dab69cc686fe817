"""What says little by itself, with what it was said of: fragments of a talk, and few words that agree or decide."""

import re
from collections.abc import Sequence

from knowledge.text.sentences import sentences
from knowledge.text.statements.values import values
from knowledge.usecases.record_event.language import nouns, wording
from knowledge.usecases.record_event.models import Says, Statement
from knowledge.usecases.record_event.statements.decided_matter import names_little
from knowledge.usecases.record_event.statements.joining import MAX_SAYING, WHOLE
from knowledge.usecases.record_event.topics import candidates

FRAGMENT = 5  # words; a statement of fewer is part of the one before it


def joined(statements: Sequence[Statement]) -> list[Statement]:
    """Each with the fragments behind it that tell a value or a name: `July 6`; other fragments are nothing."""
    whole = list[Statement]()
    for statement in _leaning(statements):
        before = whole[-1] if whole else None
        if _is_whole(statement):
            whole.append(statement)
        elif values(statement.text) or candidates.names(statement.text):
            fits = before and statement.passage - before.passage <= 2 and _has_room(before, statement)
            if before and fits:
                whole[-1] = _join_to(before, statement)
            else:
                whole.append(statement)
        elif not whole or len(statements) < candidates.FEW:
            whole.append(statement)
    return whole


def _is_whole(statement: Statement) -> bool:
    """Whether it is no fragment: of some words, binding, or one word of a language that parts none."""
    words = statement.text.split()
    return len(words) >= FRAGMENT or statement.says != "fact" or (len(words) == 1 and not statement.text.isascii())


def _leaning(statements: Sequence[Statement]) -> list[Statement]:
    """Each with `Agreed.` behind it, and with few words that point at it, or take up its value: `104 is fine.`"""
    whole = list[Statement]()
    for statement in statements:
        before = whole[-1] if whole else None
        agrees = statement.says == "decision" and names_little(statement.text)
        if (
            before
            and before.under == statement.under
            and _has_room(before, statement)
            and (agrees or (statement.says == "fact" and (_leans(statement) or _echoes(before, statement))))
        ):
            whole[-1] = _join_to(before, statement, "decision" if agrees else None)
        else:
            whole.append(statement)
    return whole


def agreed(statements: Sequence[Statement]) -> list[Statement]:
    """The paragraphs of a text, each decision of few words with the sentence before it in its own."""
    whole = list[Statement]()
    for statement in statements:
        before = whole[-1] if whole else None
        is_one = before and before.item and (before.under, before.item) == (statement.under, statement.item)
        agrees = statement.says == "decision" and names_little(statement.text)
        if before and is_one and agrees and _has_room(before, statement):
            whole[-1] = _join_to(before, statement, "decision")
        else:
            whole.append(statement)
    return whole


def _has_room(before: Statement, statement: Statement) -> bool:
    return len(before.text) + len(statement.text) < MAX_SAYING


def _join_to(before: Statement, statement: Statement, says: Says | None = None) -> Statement:
    """Both as one, which stands where the later one does and is of the earlier one's kind, unless another is named."""
    change = {"text": f"{before.text} {statement.text}", "passage": statement.passage, "says": says or before.says}
    return before.model_copy(update=change)


def _leans(statement: Statement) -> bool:
    """Whether it is a few words, of which some point at what was said before; `And the rent rises.` only goes on."""
    spoken = map(nouns.unjoined, sentences(statement.text))
    return len(statement.text.split()) < WHOLE and any(map(wording.leans, spoken))


def _echoes(before: Statement, statement: Statement) -> bool:
    """Whether a few words only take up a value that was just said: `104 I can live with.`"""
    numbers = set(re.findall(r"\d+", statement.text))
    named = any(run.determined for run in nouns.runs(statement.text))
    few = len(statement.text.split()) <= WHOLE and not named
    return few and bool(numbers) and numbers <= set(re.findall(r"\d+", before.text))

"""Whether a later clause calls what an earlier one is about by another name."""

import re

from knowledge.text.statements.clauses import WORD

# What stands between a subject and its value
_COPULA = re.compile(r"\b(?:is|are|will be|runs on|uses|use|ist|sind|est|es)\b", re.I)


def is_renamed(new: str, old: str) -> bool:
    """Whether both say what one thing is, each by another name."""
    sides = [_COPULA.split(text, maxsplit=1) for text in (new, old)]
    if any(len(side) < 2 for side in sides):
        return False
    (subject, after), (other, before) = sides
    names = [re.match(r"\s*(?:now )?(?:an? |the )?([A-Z][\w.+-]*)", text) for text in (after, before)]
    subjects = [{word.casefold() for word in WORD.findall(text) if len(word) > 3} for text in (subject, other)]
    named = {name[1] for name in names if name}
    return subjects[0] == subjects[1] != set() and len(named) == 2

"""Whether a later clause ends what an earlier one is about: `no longer`, `instead of`, `nicht mehr`, `ne … plus`."""

import re

from knowledge.text.keywords import DETERMINERS
from knowledge.text.statements.assertion import moves_for_good
from knowledge.text.statements.denial import asserts, is_denied, subject_words
from knowledge.text.statements.former_values import ENDED, ENDS_NEXT, NO_LONGER
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import values

MIN_OF_OBJECT = 0.6  # the weight of what somebody has ended that the earlier clause has
_IS_ENDED = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got|wird|werden|wurden?|worden|ist|sind) (?:\w+ly |not )?$", re.I
)
_FIRST = re.compile(r" ([^\W\d_]+)")


def ends(new: str, old: str, subjects: Subjects) -> bool:
    """Whether what the new clause ends is what the old one is about; a pronoun may stand for anything.

    What has ended does not end again.
    """
    if NO_LONGER.search(old):
        return False
    moves = moves_for_good(new)
    nexts = (match for match in ENDS_NEXT.finditer(new) if moves or not match[0].endswith("from"))
    endings = [(match, True) for match in nexts] + [(match, False) for match in ENDED.finditer(new)]
    return any(_is_ended_by(match, old, subjects, behind=behind) for match, behind in endings)


def _is_ended_by(ending: re.Match[str], old: str, subjects: Subjects, *, behind: bool) -> bool:
    """Whether the word next to it is the old clause's; where more is denied of a subject, both have more in common.

    `The keys of the shop are no longer with Ann` ends nothing else of the shop, nor what else is with Ann.
    """
    behind_it = ending.string[ending.end() :]
    if behind and re.match(r"\W*\d", behind_it):  # `instead of 60 km` ends that value, and no other thing's
        return bool(set(values(behind_it)[:1]) & set(values(old)))
    stems = subjects.stems(old) - subjects.pronouns - subjects.determiners
    subject, denied = (subject_words(text, subjects) for text in (ending.string[: ending.start()], behind_it))
    if not behind and _ends_its_object(ending, subjects):  # `Ann has cancelled the party` ends nothing else of Ann
        return asserts(old) and subjects.share(set(denied), stems) >= MIN_OF_OBJECT
    next_to, other = (denied[:1], subject) if behind else (subject[-1:], denied)
    next_to = [*next_to, *subject_words(ending[0], subjects)]  # `ne livrons plus`
    asserted, ended, _ = old.casefold().partition(ending[0].casefold())
    if ended:  # `wood instead of gas`, of which the wood is so
        stems &= set(subject_words(asserted, subjects))
    if not stems.intersection(next_to):
        return False
    if not NO_LONGER.match(ending.string, ending.start()):
        return True
    has_more = len(denied) < 2 or not other or bool(stems.intersection(other))
    return has_more and is_denied(old, ending, subjects)


def _ends_its_object(ending: re.Match[str], subjects: Subjects) -> bool:
    """Whether somebody ends something: `has cancelled the party`, and not `was cancelled`, `cancelled by`."""
    if NO_LONGER.match(ending.string, ending.start()) or _IS_ENDED.search(ending.string[: ending.start()]):
        return False
    first = _FIRST.match(ending.string, ending.end())
    is_object = first is not None and (first[1].casefold() in DETERMINERS or subjects.tells(first[1]))
    return is_object and bool(subject_words(ending.string[: ending.start()], subjects))

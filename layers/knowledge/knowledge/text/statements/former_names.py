"""Which names a statement tells as what was so before: `We moved from Slack to Teams`, `She takes it over from Ben`.

As with values, a statement that tells so itself is believed where an earlier one has the name, and a word of its
subject in common.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.keywords import DETERMINERS
from knowledge.text.sentences import sentences
from knowledge.text.statements.assertion import moves_for_good
from knowledge.text.statements.clause_pair import Grounds
from knowledge.text.statements.clauses import WORD, Clause
from knowledge.text.statements.former_values import ended_names, past_values
from knowledge.text.statements.months import is_month
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import times_of_year, values

RARE = 0.5  # how rare the rarest word is that both have in common beside the name, of the rarest there are
NEAR = 0.25  # the cosine that has to tell it beside

_BEFORE_NAME = rf"(?:(?i:{'|'.join(sorted(DETERMINERS))}) )?"
_NAME = r"(?:[A-ZÀ-Þ]|\d+(?=[A-ZÀ-Þ]))[\w.+&-]*\w(?: [A-ZÀ-Þ\d][\w.+&-]*\w){0,2}(?!['’]s)"
# `decided to` is said before any move
_MOVES = re.compile(
    r"(?:\b\w+ (?:to|zu) )?\b(?:chang|switch|mov|migrat|transfer|swap|wechsel|gewechsel|umst|umgest|umz|umgez|zieh|"
    r"pass|pas[ao]|cambi|traslad)\w*(?: (?P<what>[^,;.:()!?]{2,60}?) (?:from|von|vom|aus|de|du|del) )?",
    re.I,
)
_FROM_TO = re.compile(
    rf"\b(?i:from|von|vom|aus|de|du|del) {_BEFORE_NAME}(?P<was>{_NAME})(?: [^,;.:()!?]{{1,40}})?? "
    rf"(?i:to|auf|zu[rm]?|nach|à|au|a|al) {_BEFORE_NAME}(?P<now>{_NAME})"
)
_OVER_FROM = re.compile(
    rf"\bt(?:ake|akes|ook|aken|aking) (?P<a>[^,;.:()!?]{{0,60}}?) ?\bover\b ?(?P<b>[^,;.:()!?]{{0,60}}?) ?"
    rf"\bfrom (?P<was>{_NAME})|"
    rf"\bübern(?:immt|ahm|ehmen) (?P<c>[^,;.:()!?]{{0,60}}?) ?\bvon (?P<von>{_NAME})|"
    rf"\b(?:hat|haben) (?P<d>[^,;.:()!?]{{0,60}}?) ?\bvon (?P<aus>{_NAME}) übernommen"
)


@dataclass(frozen=True)
class FormerName:
    """A name that no longer holds, the one that does, the sentence that tells it, and what of that is about it."""

    was: str
    now: str
    sentence: str
    about: str


@lru_cache(maxsize=4_096)
def former_names(statement: str) -> tuple[FormerName, ...]:
    """The names that the statement tells as what was so before; of days and months, which are values, none."""
    named = [name for sentence in sentences(statement) if moves_for_good(sentence) for name in _of(sentence)]
    return tuple(name for name in named if not (values(name.was) or is_month(name.was.split()[0])))


def _of(sentence: str) -> list[FormerName]:
    moves, over = _MOVES.search(sentence), _OVER_FROM.finditer(sentence)
    about = moves and (moves["what"] or _MOVES.sub(" ", sentence))
    moved = [FormerName(match["was"], match["now"], sentence, about) for match in _FROM_TO.finditer(sentence) if about]
    return [*moved, *map(_given, over)]


def _given(match: re.Match[str]) -> FormerName:
    """Whose it was that somebody takes over, and what that is."""
    groups = match.groupdict("")
    about = " ".join(groups[name] for name in "abcd")
    return FormerName(groups["was"] or groups["von"] or groups["aus"], "", match.string, about)


def tells_as_past(statement: str, earlier: str) -> bool:
    """Whether the statement tells a value or a name as what was so before that the earlier one has."""
    words = set(WORD.findall(earlier))
    if words & ended_names(statement) or any(
        words.issuperset(WORD.findall(one.was)) for one in former_names(statement)
    ):
        return True
    return bool(past_values(statement) & {*values(earlier), *times_of_year(earlier)})


def grounds_by_name(new: str, old: Clause, subjects: Subjects) -> Grounds | None:
    """That the later statement tells a name of the clause as past, and of the same; None where it does not."""
    return next(filter(None, (_grounds(name, old, subjects) for name in former_names(new))), None)


def _grounds(name: FormerName, old: Clause, subjects: Subjects) -> Grounds | None:
    words, own = set(WORD.findall(old.text)) - ended_names(old.text), WORD.findall(name.was)
    if not own or not words.issuperset(own) or (name.now and words.issuperset(WORD.findall(name.now))):
        return None
    names = {subjects.key(word) for word in [*own, *WORD.findall(name.now)]}
    common = (subjects.stems(name.about) & subjects.stems(f"{old.context if old.answers else ''} {old.text}")) - names
    rarest = max(map(subjects.rarity, common), default=0.0)
    return Grounds(1 + rarest, NEAR, by_value=True, by=name.sentence) if rarest >= RARE else None

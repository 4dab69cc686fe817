"""What a passage says that another match of the answer says, too, is told once: the passage is among its sources."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from uuid import UUID

from knowledge.matches.conflicts import RANKS
from knowledge.matches.dated_statements import DAY, LINK, SAYING, STATUS
from knowledge.matches.excerpts import PASSAGE, excerpt
from knowledge.matches.models import Match
from knowledge.matches.repeats import is_in_a_rule
from knowledge.matches.superseded import is_retired
from knowledge.text.keywords import PRONOUNS
from knowledge.text.prompt_block import HEADING
from knowledge.text.sentences import item, sentences
from knowledge.text.statements import entry_lines

# Code, what is marked as ended in a line, and what a line leads to.
_MORE = ("```", "~~", "(until ", "(in part until ", "*(until ", "(later, ")
# How a decision is worded: `We decided that …`. What else stands before a clause may limit it.
_THAT = re.compile(r"(\w+),?(?: \w+,?){1,3} (?:that|dass|daß|dat|que|che|att) (?=\S)", re.I)


def folded(matches: Sequence[Match]) -> list[Match]:
    """The matches in their order, but no passage that says of the question only what another one says.

    What says it, a learning before a passage, has the place and the score of the first. Each sentence has to be the
    same, but for the mark of a list, a day, the word for what it is, and the headings; lines of a summary that have no
    word of the question say nothing of it. What limits it or goes on is more. What counts more than the other, is of
    another project or run, or leads to what was said later stands for itself.
    """
    into: dict[UUID, Match] = {}
    may_say = [match for match in matches if not is_retired(match)]
    rules = [match for match in may_say if match.part == "rule"]
    sayers = sorted([match for match in may_say if match.part != "rule"], key=lambda match: bool(match.source))
    for match in reversed([match for match in matches if match.source]):
        others = [one for one in sayers if one is not match and one.id not in into]
        if sayer := _rule_saying(match, rules) or _sayer(match, others):
            into[match.id] = sayer
    return list(_with_sources(matches, into)) if into else list(matches)


def _with_sources(matches: Sequence[Match], into: Mapping[UUID, Match]) -> Iterator[Match]:
    """Each match that stays, with those that are folded into it, where the first of them stood; what another one
    replaces stays behind that."""
    inside: dict[UUID, list[Match]] = {match.id: [] for match in matches}
    staying: dict[UUID, Match] = {}
    for match in matches:
        last = match
        while last.id in into:
            last = into[last.id]
        if match is not last:
            inside[last.id].append(match)
        if match is last or not last.replaced_by:
            staying[last.id] = last
    for match in staying.values():
        others = inside[match.id]
        sources = [source for one in others for source in (one.source, *one.sources) if source]
        alike = [one.source for one in others if one.source and _says_by_its_heading(one, match)]
        score = match.score if match.replaced_by else max(one.score for one in (match, *others))
        given = {"sources": [*match.sources, *sources], "alike": alike, "score": score}
        yield match.model_copy(update=given) if others else match


def _says_by_its_heading(match: Match, sayer: Match) -> bool:
    """Whether a passage's headings say what it is about, as those of the other do not."""
    if sayer.source and match.source:
        return match.source.breadcrumb != sayer.source.breadcrumb
    return not {*match.matched_terms} <= {*sayer.matched_terms}


def _may_say(sayer: Match, match: Match) -> bool:
    """Whether the one counts as much as the other, holds where it holds, and is of a run that ended alike."""
    counts = RANKS.get(sayer.authority, 0) >= RANKS.get(match.authority, 0)
    holds = not sayer.projects or bool(match.projects and {*match.projects} <= {*sayer.projects})
    alike = not sayer.source or (sayer.run_outcome, sayer.projects) == (match.run_outcome, match.projects)
    return counts and holds and alike


def _rule_saying(match: Match, rules: Sequence[Match]) -> Match | None:
    """The rule in which all stands that was said in a talk: the one in which it was laid down, or the same again."""
    if not match.evidence or match.later or is_retired(match):
        return None
    saying = (one for one in rules if is_in_a_rule(match, match.learning, [one.learning]) and _may_say(one, match))
    return next(saying, None)


def _sayer(match: Match, others: Sequence[Match]) -> Match | None:
    """The first of the others that tells all that a passage says of the question; none where that is more than its
    sentences. Line by line, since the first one mostly tells."""
    if match.later or is_retired(match) or any(mark in match.learning for mark in _MORE):
        return None
    says_something = False
    for line in _lines(match):
        stated = _sentences(line)
        words = sorted((word[1:] for one in stated for word in one.split()), key=len, reverse=True)
        alike = [one for one in others if all(word in one.learning for word in words)]  # quicker than their sentences
        others = [one for one in alike if _may_say(one, match) and stated <= _shown(one)]
        if not others:
            return None
        says_something = says_something or any(len(one.split()) >= SAYING for one in stated)
    return others[0] if says_something and others else None


def _lines(match: Match) -> Iterator[str]:
    """The lines that state something and may be about the question.

    A dated item of a summary stands for itself, so that one without a word of the question says nothing of it. A user's
    words stand in the headings of evidence, and long headings are sentences.
    """
    for line in match.learning.splitlines():
        if not line.strip() or entry_lines.is_noted(line) or line.startswith(STATUS) or entry_lines.read_heading(line):
            continue
        title = line.lstrip("# ") if line.startswith("#") else ""
        if title and len(title) <= HEADING and not (match.evidence and line.startswith("## ")):
            continue
        stands_alone = bool(item(line)) and not line[0].isspace() and bool(DAY.search(line))
        if not stands_alone or _has_any(line, match.matched_terms):
            yield title or line


def _has_any(line: str, terms: Sequence[str]) -> bool:
    """Whether a word of the line begins as one of the terms, which are stems; also where there are none."""
    words = set(re.findall(r"\w+", line.lower()))
    plain = [term for term in terms if term.isascii()]
    within = any(term in line.lower() for term in terms if not term.isascii())
    return not terms or within or any(word.startswith(term) for term in plain for word in words)


@lru_cache(maxsize=4_096)
def _sentences(line: str) -> frozenset[str]:
    """The sentences of a line, without what stands around them."""
    plain = LINK.sub("", DAY.sub("", line)).strip()
    text = item(plain) or plain
    stated = sentences(entry_lines.unlabelled(text))
    if stated and entry_lines.binds(text) and (lead := _THAT.match(stated[0])) and lead[1].lower() in PRONOUNS:
        stated[0] = stated[0][lead.end() :]
    return frozenset(filter(None, map(_bare, stated)))


@lru_cache(maxsize=1_024)
def _all_sentences(text: str) -> frozenset[str]:
    return frozenset(one for line in text.splitlines() for one in _sentences(line.lstrip("# ")))


def _shown(match: Match) -> frozenset[str]:
    """What a block tells of it: of a passage an excerpt, of a learning all."""
    if match.source is None:
        return _all_sentences(match.learning) | {_bare(match.learning)}
    return _all_sentences(_excerpt(match.learning, (*match.matched_terms,)))


_excerpt = lru_cache(maxsize=256)(partial(excerpt, most=PASSAGE))


def _bare(sentence: str) -> str:
    """A sentence without emphasis, the marks around it and the case of its first letter."""
    plain = " ".join(re.sub(r"[*`“”\"]", "", sentence).split()).strip(" .!>|-")
    return plain[:1].lower() + plain[1:]

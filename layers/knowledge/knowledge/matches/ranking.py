"""What is told of what search found, and in which order: one rule for a question, a task and a session that starts."""

from collections.abc import Iterable, Sequence
from itertools import chain
from uuid import UUID

from knowledge.matches.folding import folded
from knowledge.matches.further_passages import with_further_passages
from knowledge.matches.later_statements import with_later_statements
from knowledge.matches.models import Match
from knowledge.matches.recency import newer_first
from knowledge.matches.relevance import best_first, marked, naming, near
from knowledge.matches.repeats import of_each_content
from knowledge.matches.replacements import replacing_first
from knowledge.matches.retracted import without_retracted
from knowledge.matches.summaries import summary_first
from knowledge.matches.superseded import live_first


def ranked(
    rows: Sequence[Match],
    question: str,
    floor: float | None,
    *,
    asked: int,
    count: int | None = None,
    is_past: bool = False,
    alone: bool = False,
    project: str | None = None,
    remembered: Sequence[Match] = (),
    left_out: Sequence[Match] = (),
) -> list[Match]:
    """The matches that are about the question, as `current` orders them, the first with what was said later.

    Search was `asked` for so many, and gave them in the order of a block; given a `count`, so many of the best are told
    beside standing rules, those of a run's evidence with what else it says of the question. Without a floor all are
    near; of what was so in the past nothing is later than another. A question `alone` is one beside a task. What a
    `project` that is asked for says stands before what is said otherwise for all, and what is `remembered` of the user
    before what it overrules; what the question's filters have `left_out` overrules, and is not told.
    """
    matches = marked(without_retracted(rows), [*remembered, *left_out], project)
    about = matches if floor is None else near(matches, floor, every=count is not None, asked=asked, alone=alone)
    nearest = of_each_content(best_first(about) if count else naming(about, question))
    ordered = in_order(nearest, question, [*matches, *remembered], is_past=is_past)
    if not is_past:
        ordered = with_later_statements(ordered, [match for match in about if not match.overruled_by], question)
    once = folded(ordered)
    return with_further_passages(_first(once, count), once) if count else once


def in_order(
    matches: Sequence[Match], question: str, candidates: Sequence[Match], *, is_past: bool = False
) -> list[Match]:
    """The matches in their order, but none before what a later day says otherwise, an event behind the summary that is
    as near, and what is retired last.

    What overrules or supersedes one of them takes its place, whether it is among them or among the `candidates` alone.
    """
    current = matches if is_past else summary_first(live_first(newer_first(matches, question)))
    return replacing_first(current, candidates)


def merged(
    answers: Iterable[Sequence[Match]], question: str, *, count: int | None = None, is_past: bool = False
) -> list[Match]:
    """The matches of several questions in one order, each once, with the score of the question that it answers best."""
    nearest = _nearest(answers)
    return _first(folded(in_order(nearest, question, nearest, is_past=is_past)), count)


def candidates(answers: Iterable[Sequence[Match]]) -> list[Match]:
    """All that search gave for several questions, for a model to choose from: the best first, each once, none too far
    from the question and none told as later; behind what replaces it, and folded into what says the same."""
    nearest = of_each_content(_nearest(answers))
    return folded(replacing_first(nearest, nearest))


def _nearest(answers: Iterable[Sequence[Match]]) -> list[Match]:
    variants: dict[UUID, list[Match]] = {}
    for match in chain.from_iterable(answers):
        variants.setdefault(match.id, []).append(match)
    return best_first([_best(of_one) for of_one in variants.values()])


def _best(variants: Sequence[Match]) -> Match:
    """The one that is nearest, with the words of all questions, and with what one of them leads to."""
    terms = dict.fromkeys(chain.from_iterable(match.matched_terms for match in variants))
    later = next((match.later for match in variants if match.later), [])
    return max(variants, key=lambda match: match.score).model_copy(
        update={"matched_terms": list(terms), "later": later}
    )


def _first(matches: Sequence[Match], count: int | None) -> list[Match]:
    """The first so many beside standing rules, which are not counted; all where no number is given."""
    counted = {match.id for match in [match for match in matches if match.part != "rule"][:count]}
    return [match for match in matches if match.part == "rule" or match.id in counted]

"""Which of the rows that search found are about the question."""

import math
import re
from collections.abc import Sequence
from statistics import fmean

from knowledge.matches.conflicts import exceptions, overruled
from knowledge.matches.models import Match
from knowledge.text.near_duplicates import identifiers

# Chosen on the agents' tasks (docs/measurements/retrieval.md), as what a match must have to be told: search fills up
# with strangers.
DOUBT = 0.2  # confidence above the floor up to which it is in doubt that there is an answer
NEAR_THE_BEST = 0.2  # share of the best confidence, where that is beyond doubt
NEAR_ALONE = 0.75  # the same of a question beside a task: it asks for one thing, and a task for several
NEAR_THE_FLOOR = 0.3  # share of the floor
A_RULE = 0.6  # of what another line must have in doubt: who must not do a thing seldom asks about it
OF_COVERAGE = 0.5  # how much of it counts beside the cosine
CALIBRATED_ROWS = 185  # of the base that floors are calibrated on
LOWEST = 0.75  # of the floor, in a base of a few rows
SURE = 0.75  # coverage at which a single word tells that a row is about the question


def near(
    matches: Sequence[Match], model_floor: float, *, every: bool = False, asked: int = 0, alone: bool = False
) -> list[Match]:
    """Those that are about the question: none where the best is below the floor, else none far behind both.

    In doubt a line must be nearly the best: few are told rather than none, and a block of strangers never is. What is
    pinned stands however near it is; with `every`, so does all else but standing rules, which nobody asked for, and
    titles of files that state nothing. Search was `asked` for so many, as `floor` says. What is asked for `alone` is
    one thing, to which a line is nearer, or it is about another.
    """
    best, lowest = max(map(confidence, matches), default=0.0), floor(matches, model_floor, asked)
    if not matches or best < lowest:
        return []
    nearest = NEAR_ALONE if alone else NEAR_THE_BEST
    share = 1 - (1 - nearest) * (best - lowest) / DOUBT
    least = NEAR_THE_FLOOR * lowest
    wanted = [match.pinned or (every and match.part != "rule" and not _is_title(match)) for match in matches]
    return [
        match
        for match, stays in zip(matches, wanted, strict=True)
        if stays or _line_confidence(match) >= max(_share(share, nearest, match) * best, least)
    ]


def naming(matches: Sequence[Match], question: str) -> list[Match]:
    """Where the question is an identifier and nothing else, those that have it, and what is pinned; all where none has.

    Vectors tell one ticket's number from another's hardly at all.
    """
    name = question.strip(" ?!.,:;\"'`")
    if name.isalpha() or " " in name or not (identifiers(name) or any(map(str.isdigit, name))):
        return list(matches)
    has = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)
    named = [match for match in matches if has.search(match.learning)]
    return [match for match in matches if match in named or match.pinned] if named else list(matches)


def best_first(matches: Sequence[Match]) -> list[Match]:
    """What is pinned, then by score: standing rules take their places among the others."""
    return sorted(matches, key=lambda match: (not match.pinned, -match.score))


def floor(matches: Sequence[Match], model_floor: float, asked: int = 0) -> float:
    """The model's floor, lower in a small base: the best of fewer strangers is further away.

    The best of n normal deviates grows with the root of log n; above what was calibrated the floor stays, and so it
    does below what a single stranger may have. A project of a large base is a small base, too: where search gave fewer
    rows than it was `asked` for, these are all that pass the filters. Where no row has a word of the question ("ok
    thanks, continue"), nearness alone speaks for the best, and has to be the whole.
    """
    if not any(match.matched_terms for match in matches):
        return model_floor
    rows = _rows(matches, asked)
    return model_floor * min(1.0, max(LOWEST, math.sqrt(math.log(2 + rows) / math.log(2 + CALIBRATED_ROWS))))


def _rows(matches: Sequence[Match], asked: int) -> int:
    """How many rows the matches are the best of; of a chunk all count that it is told with."""
    given = sum(len(match.source.chunks) if match.source else 1 for match in matches)
    return given if given < asked else max((match.rows_considered for match in matches), default=0)


def likely(model_floor: float) -> float:
    """The confidence amid doubt: from here on a whole file is worth its tokens."""
    return model_floor + DOUBT / 2


def sure(model_floor: float) -> float:
    """The confidence where doubt ends."""
    return model_floor + DOUBT


def doubt(confidences: Sequence[float], floors: Sequence[float]) -> str | None:
    """Why what is not beyond doubt is not told of the questions that stand beside a task: on the average they are not
    likely to be answered. None where they are, or where there is none.

    Of what is about a task several find something; of several strangers one is near by chance.
    """
    if not confidences:
        return None
    mean, least = fmean(confidences), fmean(map(likely, floors))
    return f"on the average the questions' best has {mean:.2f}, and {least:.2f} is likely" if mean < least else None


def confidence(match: Match) -> float:
    """How much tells that a match is about the question: its cosine, and half its coverage unless that is one word's.

    Where search went by words alone there is no cosine, and the whole coverage counts.
    """
    sure = len(match.matched_terms) > 1 or match.coverage >= SURE
    coverage = match.coverage if sure else 0.0
    return match.similarity + OF_COVERAGE * coverage if match.similarity else coverage


def marked(matches: Sequence[Match], remembered: Sequence[Match] = (), project: str | None = None) -> list[Match]:
    """The matches, each with the one that overrules it, if any, be it of what is `remembered` of the user.

    Where a `project` is asked for, what holds for all is marked with what the project says otherwise.
    """
    overruling = overruled([*remembered, *matches])
    judged = [_marked(match, overruling[match.id]) if match.id in overruling else match for match in matches]
    return _with_exceptions(judged, project) if project else judged


def _with_exceptions(matches: Sequence[Match], project: str) -> list[Match]:
    own = {id_: match.id for id_, match in exceptions(matches, project).items()}
    return [
        match.model_copy(update={"excepted_by": own.get(match.id), "is_exception": match.id in own.values()})
        for match in matches
    ]


def _marked(match: Match, by: Match) -> Match:
    return match.model_copy(update={"overruled_by": by.name, "overruling": by.id})


def _is_title(match: Match) -> bool:
    return bool(match.source) and all(line.startswith("#") for line in match.learning.splitlines() if line.strip())


def _share(in_doubt: float, nearest: float, match: Match) -> float:
    """The share of the best confidence that a line must have: all at the floor, the `nearest` where doubt ends."""
    return max(nearest, in_doubt * (A_RULE if match.part == "rule" else 1.0))


def _line_confidence(match: Match) -> float:
    """Its confidence, also by a single word, and what its neighbours lift it by; half where another replaced it.

    Neighbours about other things, as one section of a handbook has them, take nothing: it answers by itself.
    """
    own = match.similarity + OF_COVERAGE * match.coverage
    return (own + max(match.lift, 0.0)) * (0.5 if match.superseded_by else 1.0)

"""Which decision an event says no longer holds: by the month in which it was made, and what it was about."""

from collections.abc import Sequence

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.text.sentences import sentences
from knowledge.text.statements.former_values import ends_something
from knowledge.text.statements.months import month_of
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import periods


def reversed_decision(
    statement: str, before: str, standing: Sequence[CurrentStatement], subjects: Subjects
) -> tuple[int, list[str]] | None:
    """The place of the decision, and those of its sentences that it is about; None where two or none may be meant.

    `January's "none this year" no longer holds`: what was decided in January, with most words of it and of what stands
    `before`.
    """
    ending = next((sentence for sentence in sentences(statement) if ends_something(sentence) and periods(sentence)), "")
    candidates = [at for at, line in enumerate(standing) if ending and _is_of(line, periods(ending))]
    own, around = subjects.stems(ending), subjects.stems(f"{before} {statement}")
    candidate_stems = ((subjects.stems(standing[at].text), at) for at in candidates)
    shares = sorted((subjects.share(own, stems), subjects.share(around, stems), at) for stems, at in candidate_stems)
    if not shares or shares[-1][0] == 0.0 or (len(shares) > 1 and shares[-1][:2] == shares[-2][:2]):
        return None
    at = shares[-1][-1]
    return at, [sentence for sentence in sentences(standing[at].text) if subjects.stems(sentence) & own]


def _is_of(standing: CurrentStatement, months: set[str]) -> bool:
    """Whether it is a decision that was made in one of the months."""
    is_ours = standing.is_decision and not standing.is_persons
    return is_ours and bool(standing.day) and month_of(standing.day) in months

"""The records of decisions: what led to each, what it was, what else was considered, and what follows from it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from knowledge.files.current_statements import SupersededStatement
from knowledge.files.edits import AnyEdit
from knowledge.files.edits.descriptions import ACCEPTED
from knowledge.files.paths import Scope
from knowledge.text.sentences import sentences
from knowledge.text.strings import short_line
from knowledge.usecases.record_event.edits.ended_decisions import (
    NOT_AT_ALL,
    around_the_decision,
    ended_records,
    ending,
    record_path,
    whole_or_part,
    without_label,
)
from knowledge.usecases.record_event.edits.file_entries import document
from knowledge.usecases.record_event.language import deciding, reasons, wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.statements.decided_matter import names_little
from knowledge.usecases.record_event.topics.headings import subject_told

PARTS = ("Context", "Decision", "Alternatives", "Consequences")


def decisions(
    event: Occurrence,
    statements: Sequence[Statement],
    superseded: Sequence[SupersededStatement],
    read: Callable[[str], str | None],
    *,
    as_told: bool = False,
) -> Iterator[AnyEdit]:
    """A record of each decision that the event marks as one: written as a record, labelled so, or told with its reason.

    One that takes an earlier one's place has a record in any case; each leads to the other. Statements that are
    `as_told` have all of that in their `record`.
    """
    replaced: defaultdict[str, list[str]] = defaultdict(list)
    ended = ended_records(superseded, read)
    for earlier, change in ended.items():
        for now in _instead(change):
            replaced[now].append(earlier)
    recorded = set[str]()
    for at, decision in enumerate(statements):
        before = list(dict.fromkeys(replaced.get(decision.text, []))) if decision.says == "decision" else []
        if before or decision.record or (not as_told and _is_marked(decision)):
            sections = _written_parts(decision) if as_told else _sections(at, statements)
            path = record_path(f"{event.at:%Y-%m-%d}", decision.text)
            title = f"Decision: {short_line(_unlabelled(sections['Decision'][0]))}"
            over = {record: whole_or_part(ended[record]) for record in before}
            supersedes = (f"Supersedes{over[record].partial}: [[{record}]]" for record in before)
            yield document(path, title, sections, event, Scope.SYSTEM, [f"Status: {ACCEPTED}", *supersedes])
            for record in before:
                yield from ending(record, ended[record], f" by [[{path}]]", decision.text)
            recorded.update(before)
    for record, change in ended.items():
        if record not in recorded:
            yield from ending(record, change, "", change.now)


def _instead(change: SupersededStatement) -> Sequence[str]:
    """What takes the place of the decision; nothing does where a reason or an aside alone has ended."""
    return () if whole_or_part(change) == NOT_AT_ALL else change.instead or (change.now,)


def _is_marked(statement: Statement) -> bool:
    """Whether a sentence that stands alone is labelled as a decision, or tells of a choice and why, or of what else."""
    made = _made(statement)
    is_told_with_why = deciding.chooses(made) and (reasons.gives_reason(made) or reasons.alternative(made))
    return not names_little(made) and bool(wording.part_of_record(made)[0] == "Decision" or is_told_with_why)


def _made(statement: Statement) -> str:
    """The sentence that decides, without the heading before it."""
    return around_the_decision(sentences(_behind_label(statement.text, subject_told(statement))))[1]


def _sections(at: int, statements: Sequence[Statement]) -> dict[str, list[str]]:
    """The decision below its heading, and what is told beside it as a part of its record.

    What only stands around it may be of anything else, and what is told beside another decision is of that.
    """
    decision = statements[at]
    if decision.record:
        return _written_parts(decision)
    made = _made(decision)
    beside = [other for other in _neighbours(at, statements) if not (other.record or _is_marked(other))]
    labelled = _parts_told([decision, *beside], decision.passage, made)
    weighed = labelled["Alternatives"] or filter(None, [reasons.alternative(made)])
    own = ": ".join(filter(None, [subject_told(decision), wording.part_of_record(made)[1]]))
    return {**labelled, "Decision": [own], "Alternatives": list(weighed)}


def _written_parts(decision: Statement) -> dict[str, list[str]]:
    """What stands in its record; of one without any that it was decided."""
    written = {"Decision": (decision.text,), **dict(decision.record)}
    return {part: list(written.get(part, ())) for part in PARTS}


def _neighbours(at: int, statements: Sequence[Statement]) -> list[Statement]:
    """What is told around a decision, three statements and a passage to each side."""
    near = [*statements[max(0, at - 3) : at], *statements[at + 1 : at + 4]]
    return [statement for statement in near if abs(statement.passage - statements[at].passage) <= 1]


def _parts_told(statements: Sequence[Statement], passage: int, made: str) -> dict[str, list[str]]:
    """What is said below each label of a record (`Alternatives: …`), up to the next one of its statement, and in the
    passage of what was `made` also what says of itself which part it is."""
    parts: dict[str, list[str]] = {part: [] for part in PARTS}
    for statement in statements:
        part = ""
        for sentence in sentences(statement.text):
            label, rest = wording.part_of_record(sentence)
            part = label or part
            own = part or (_by_itself(sentence) if statement.passage == passage and sentence != made else "")
            if own:
                parts[own].append(rest)
    return parts


def _by_itself(sentence: str) -> str:
    """Which part of a record a sentence without a label says that it is; '' of any other."""
    return "Alternatives" if reasons.weighs(sentence) else "Consequences" if reasons.follows(sentence) else ""


def _unlabelled(decision: str) -> str:
    """The decision without the word for what it is; a label that tells what it is about stays."""
    return without_label(decision) if wording.is_kind(decision) else decision


def _behind_label(text: str, label: str) -> str:
    return text.removeprefix(f"{label}: ") if label else text

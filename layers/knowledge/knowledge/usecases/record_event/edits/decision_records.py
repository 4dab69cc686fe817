"""The records of decisions: what led to each, what it was, what else was considered, and what follows from it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from knowledge.files.current_statements import SupersededStatement
from knowledge.files.edits import AnyEdit
from knowledge.files.edits.descriptions import ACCEPTED
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder
from knowledge.text.sentences import sentences
from knowledge.text.strings import short_line
from knowledge.usecases.record_event.edits.consequences import consequences
from knowledge.usecases.record_event.edits.ended_decisions import (
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
from knowledge.usecases.record_event.statements.decided_matter import Matter, names_little
from knowledge.usecases.record_event.topics.headings import subject_told

PARTS = ("Context", "Decision", "Alternatives", "Consequences")


def decisions(
    event: Occurrence,
    statements: Sequence[Statement],
    superseded: Sequence[SupersededStatement],
    read: Callable[[str], str | None],
    embedder: Embedder,
    *,
    as_told: bool = False,
) -> Iterator[AnyEdit]:
    """A record of each decision that was told with its reason, its alternatives or what follows from it.

    One that takes an earlier one's place has a record in any case; each leads to the other. Statements that are
    `as_told` have all of that in their `record`; else it is looked for in what stands around them.
    """
    replaced: defaultdict[str, list[str]] = defaultdict(list)
    ended = ended_records(superseded, read)
    for earlier, change in ended.items():
        for now in change.instead or [change.now]:
            replaced[now].append(earlier)
    recorded = set[str]()
    for at, decision in enumerate(statements):
        before = list(dict.fromkeys(replaced.get(decision.text, []))) if _may_replace(decision, as_told) else []
        binds = not as_told and _binds(decision)
        if not (before or decision.record or binds):
            continue
        sections = _written_parts(decision) if as_told else _sections(at, statements, event, embedder)
        goes_on = any(other.passage == decision.passage for other in _neighbours(at, statements))
        if before or decision.record or _is_explained(decision.text, sections, goes_on=goes_on):
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


def _may_replace(statement: Statement, as_told: bool) -> bool:
    """Whether it takes an earlier decision's place, and has a record: a model says itself what decides."""
    return statement.says == "decision" or not as_told


def _binds(statement: Statement) -> bool:
    """Whether it decides something, and does not only announce that, tell by whom, or agree (`Agreed.`)."""
    made = around_the_decision(sentences(statement.text))[1]
    decides = statement.says == "decision" or deciding.decides(statement.text)
    return decides and len(made.split()) > 1 and not deciding.announces_decisions(made)


def _sections(at: int, statements: Sequence[Statement], event: Occurrence, embedder: Embedder) -> dict[str, list[str]]:
    """What led to a decision stands before it, what follows from it behind it; reasons and alternatives anywhere.

    What is of another matter is none of it; below a heading that tells what a statement is about all of it is of that,
    and the decision tells it. Of a record that somebody wrote each part is what stands there.
    """
    if statements[at].record:
        return _written_parts(statements[at])
    others = _neighbours(at, statements)
    beside = [sentences(other.text) for other in others]
    subject = subject_told(statements[at])
    before, made, after = around_the_decision(sentences(_behind_label(statements[at].text, subject)))
    labelled = _labelled([[*before, *after], *beside])
    below = {name: [wording.part_of_record(sentence)[1] for sentence in texts] for name, texts in labelled.items()}
    parts = set(chain.from_iterable(labelled.values()))
    before = before if subject or not names_little(made) else before[-1:]
    matter = Matter([made, *before, *after, *chain.from_iterable(beside)], embedder)
    before, after, *beside = (
        [sentence for sentence in texts if sentence not in parts and (headed or matter.is_of(made, sentence))]
        for headed, texts in ((subject or names_little(made), before), (subject, after), *(("", own) for own in beside))
    )
    following = [sentence for sentence in after if not reasons.weighs(sentence)]
    stated = [*before, *after, *chain.from_iterable(beside)]
    required = [
        other.text
        for other, own in zip(others, beside, strict=True)
        if other.says == "requirement" and own == list(sentences(other.text))
    ]
    return {
        "Context": [*before, *filter(reasons.gives_reason, stated), *below.get("Context", [])],
        "Decision": [": ".join(filter(None, [subject, wording.part_of_record(made)[1]]))],
        "Alternatives": [
            *(below.get("Alternatives") or filter(None, [reasons.alternative(made)])),
            *filter(reasons.weighs, stated),
        ],
        "Consequences": [
            *consequences(made, following, event),
            *below.get("Consequences", []),
            *consequences(made, required, event),
        ],
    }


def _written_parts(decision: Statement) -> dict[str, list[str]]:
    """What stands in its record; of one without any that it was decided."""
    written = {"Decision": (decision.text,), **dict(decision.record)}
    return {part: list(written.get(part, ())) for part in PARTS}


def _neighbours(at: int, statements: Sequence[Statement]) -> list[Statement]:
    """What is told around a decision, three statements and a passage to each side."""
    near = [*statements[max(0, at - 3) : at], *statements[at + 1 : at + 4]]
    return [statement for statement in near if abs(statement.passage - statements[at].passage) <= 1]


def _labelled(statements: Iterable[Sequence[str]]) -> defaultdict[str, list[str]]:
    """What is said below each label of a record (`Alternatives: …`), up to the next one of its statement."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for texts in statements:
        part = ""
        for sentence in texts:
            part = wording.part_of_record(sentence)[0] or part
            if part:
                parts[part].append(sentence)
    return parts


def _is_explained(decision: str, sections: dict[str, list[str]], *, goes_on: bool) -> bool:
    """Whether more is told of a decision than that it was made; of an intention that has to be its reason.

    Who makes a choice and goes on, be it about something else, tells of one that is to be known again.
    """
    explained = reasons.gives_reason(decision) or sections["Alternatives"]
    return bool(explained or any(map(reasons.gives_reason, sections["Context"]))) or (
        deciding.chooses(decision) and (goes_on or len(sentences(decision)) > 1)
    )


def _unlabelled(decision: str) -> str:
    """The decision without the word for what it is; a label that tells what it is about stays."""
    return without_label(decision) if wording.is_kind(decision) else decision


def _behind_label(text: str, label: str) -> str:
    return text.removeprefix(f"{label}: ") if label else text

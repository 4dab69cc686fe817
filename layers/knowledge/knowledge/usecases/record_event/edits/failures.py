"""A failure that an event tells of: what happened, why, what follows from it, and what was tried."""

from collections.abc import Iterator, Sequence

from knowledge.files import paths
from knowledge.files.edits import AnyEdit
from knowledge.files.paths import Scope
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text import hashing
from knowledge.text.sentences import sentences
from knowledge.text.strings import capitalised, short_line
from knowledge.usecases.record_event.edits.file_entries import document
from knowledge.usecases.record_event.language import reasons, wording
from knowledge.usecases.record_event.models import Occurrence, Statement

AROUND = 3  # sentences from where something was tried, within which it is told how that ended
TELLING = 5  # words of an attempt that tell what was tried
FAILED = 0.35  # the cosine with the end of an attempt from which a sentence there tells of one
_ENDS = (
    "It does not start or come up.", "It failed again and I gave up.", "It still times out with an error.",
    "It did not work.", "It crashed; the attempt was in vain.", "Nothing helped.",
)  # fmt: skip


def failures(event: Occurrence, statements: Sequence[Statement], embedder: Embedder) -> Iterator[AnyEdit]:
    """What went wrong, why and what follows, where the event tells of it: of another matter none of it is."""
    placed = [(wording.unspoken(text), one.passage) for one in statements for text in sentences(one.text)]
    texts = [text for text, _ in placed]
    looking_back = _looking_back(texts)
    failed = _failed(texts, embedder) or sorted(looking_back)
    explained = {text for at in failed for text in looking_back.get(at, ())}
    passages = {placed[at][1] for at in failed}
    near = placed[max(0, failed[0] - 2) : failed[-1] + 4] if failed else []
    around = [text for text, own in near if any(abs(own - other) <= 1 for other in passages)]
    happened = {texts[at] for at in failed}
    sections = {
        "What happened": [sentence for sentence in around if sentence in happened or wording.is_question(sentence)],
        "Root cause": [sentence for sentence in around if reasons.gives_reason(sentence) or sentence in explained],
        "Lesson learned": [lesson for sentence in around if (lesson := _lesson(sentence))],
        "Attempts": [sentence for sentence in around if _is_attempt(sentence, happened)],
    }
    if failed and (sections["Root cause"] or sections["Attempts"]) and sections["Lesson learned"]:
        title = _title(sections["Attempts"], sections["What happened"], event.title)
        path = paths.learned("failures", f"{paths.slug(title)[:45]}-{hashing.short(event.event_id)}")
        yield document(path, f"Failure: {short_line(title)}", sections, event, Scope.LEARNED)


def _is_attempt(sentence: str, happened: set[str]) -> bool:
    """Whether it tells that something was tried; what could not be done was."""
    return reasons.tells_of_attempt(sentence) or (sentence in happened and reasons.tells_of_inability(sentence))


def _title(attempts: Sequence[str], happened: Sequence[str], otherwise: str) -> str:
    """What was tried, where it is told (`I tried 3 times` tells it not), else what happened."""
    telling = [attempt for attempt in attempts if len(attempt.split()) >= TELLING]
    plain = [text for text in happened if not wording.leans(text) and not wording.is_question(text)]
    return next(iter([*telling, *plain, *attempts]), wording.unspoken(otherwise))


def _lesson(sentence: str) -> str:
    """The clauses of it that tell what holds for the next time; "" where none does."""
    lesson = "; ".join(filter(reasons.draws_lesson, sentence.split("; ")))
    return lesson if sentence.startswith(lesson) else capitalised(lesson)


def _failed(texts: Sequence[str], embedder: Embedder) -> list[int]:
    """Which sentences tell of a failure: by a word for it or, near an attempt, by what they mean."""
    sure = {at for at, sentence in enumerate(texts) if reasons.tells_of_failure(sentence)}
    tried = [at for at, sentence in enumerate(texts) if reasons.tells_of_attempt(sentence)]
    near = [at for at in range(len(texts)) if any(abs(at - other) <= AROUND for other in tried)]
    if near:
        vectors = embedder.embed([*_ENDS, *(texts[at] for at in near)])
        ends, own = vectors[: len(_ENDS)], vectors[len(_ENDS) :]
        sure |= {
            at
            for at, vector in zip(near, own, strict=True)
            if max(cosine(vector, end) for end in ends) >= FAILED or reasons.tells_of_inability(texts[at])
            if not wording.is_question(texts[at])
        }
    return sorted(sure)


def _looking_back(texts: Sequence[str]) -> dict[int, Sequence[str]]:
    """The sentences of a failure without a word for it, each with what tells why.

    Its cause is named next and a lesson drawn; or it tells what could not be done, and soon what to do the next time.
    """
    failed = dict[int, Sequence[str]]()
    for at, sentence in enumerate(texts):
        draws = reasons.tells_of_next_time if reasons.tells_of_inability(sentence) else _lesson
        ends = next((end for end in range(at + 1, min(at + 4, len(texts))) if draws(texts[end])), at)
        between = texts[at + 1 : ends]
        if ends > at and (draws is not _lesson or (between and reasons.names_cause(between[0]))):
            failed[at] = between
    return failed

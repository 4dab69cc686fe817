"""What an author's heading tells: it names what stands below it, or stays in its words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from knowledge.files.categories import NOTHING, classifier
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.statements.values import times_of_year
from knowledge.usecases.record_event.content.written_records import part_of_minutes
from knowledge.usecases.record_event.language import deciding, nouns, titles
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics import candidates
from knowledge.usecases.record_event.topics.nameable import like_nothing
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace

MEANT = 0.35  # the cosine with a statement, or another topic, from which a heading is clear without being said
GENERAL = 0.4  # the cosine with what names no subject from which a heading says nothing about what stands below it

OF_MATTER = 0.25  # the cosine, by the side for subjects, of a heading with what stands below it that it is a name of
SURELY_NOTHING = 0.9  # how likely a heading names nothing where it is none in any text
MAX_BELOW = 500  # characters by which what stands below a heading is known


def of_parts(
    statements: Sequence[Statement], title: str, names: Iterable[str], embedder: Embedder, *, of_one: bool
) -> set[str]:
    """The headings that only name a part of the text, and not what is told there: `Question`, `Risks`, `Empfehlung`.

    So do the parts of the record of a decision. Others are of no text that speaks of them, its title with it, and of
    no page's `names`. In a text `of_one` subject they are also those to which what stands below is not near, or less
    near than to another heading of the text; one that tells of several, as a monthly report does, has a heading for
    each.
    """
    below = defaultdict[str, list[str]](list)
    for statement in statements:
        below[statement.under].append(statement.text)
    sources = [title, *names, *(statement.text for statement in statements)]
    of_record = {heading for heading in below if part_of_minutes(heading)}
    unsaid = [heading for heading in below if heading and not _is_spoken_of(heading, sources)]
    if not unsaid or "subject" not in embedder.sides:
        return of_record
    likely = classifier.scores(list(map(titles.without_number, unsaid)), embedder)
    nothing = {one for one, scored in zip(unsaid, likely, strict=True) if scored[NOTHING] >= SURELY_NOTHING}
    return of_record | nothing | (set(unsaid) - _nearest_to_their_own(below, embedder) if of_one else set())


def _is_spoken_of(heading: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts has all its words, or a name that is one of them."""
    words = [word for run in nouns.runs(titles.without_number(heading)) for word in run.words]
    stems = [nouns.stem(word) for word in words]
    spoken = (nouns.stems(text) for text in texts if words)
    return any(all(any(nouns.is_form(stem, other) for other in text) for stem in stems) for text in spoken) or any(
        word[0].isupper() and word in candidates.names(text) for word in words for text in texts
    )


def _nearest_to_their_own(below: dict[str, list[str]], embedder: Embedder) -> set[str]:
    """The headings that are near to what stands below them, and nearer than any other is."""
    headed = {heading: " ".join(texts)[:MAX_BELOW] for heading, texts in below.items() if heading}
    vectors = embedder.embed_by("subject", [*map(titles.without_number, headed), *headed.values()])
    named, bodies = vectors[: len(headed)], vectors[len(headed) :]
    nearness = [[cosine(name, text) for name in named] for text in bodies]
    return {
        heading
        for at, (heading, near) in enumerate(zip(headed, nearness, strict=True))
        if near[at] >= max(OF_MATTER, *near)
    }


def with_headings(
    statements: Sequence[Statement],
    places: Sequence[SummaryPlace],
    title: str,
    embedder: Embedder,
    *,
    of_change: bool = False,
) -> list[Statement]:
    """The statements, each with its heading before it where its own words do not tell it.

    One that tells a value is said once, before the first statement below it: `Schools up to 3,000 pupils. Was 2,000.`
    Any other is said on its own page, too: what leads to a statement, and the record of a decision, stand elsewhere.
    Not so the title's, and one `of_change`, which elsewhere is said in any case, since it tells what became of what
    stands below: `Removed: Login with Facebook.`
    """
    headings = {titles.without_number(statement.under) for statement in statements} - {""}
    general = like_nothing(sorted(headings), embedder, GENERAL)
    written = set[str]()
    whole = list[Statement]()
    for statement, place in zip(statements, places, strict=True):
        heading = titles.without_number(statement.under)
        named = bool(re.search(r"[^\W\d_]{2}", heading)) and not deciding.heads_decisions(heading)
        tells = bool(re.search(r"\d", heading) or times_of_year(heading)) and heading not in title
        if named and tells and statement.under not in written:
            statement = _behind(f"{heading.rstrip('.')}. ", statement)
        elif (
            named
            and (of_change or heading not in general)
            and not tells
            and _is_apart(heading, statement.text)
            and ((is_elsewhere := _is_apart(heading, place.title)) or not (of_change or heading in title))
        ):
            vectors = embedder.embed([heading, statement.text, *([place.title] if is_elsewhere else [])])
            is_meant = not of_change and max(cosine(vectors[0], other) for other in vectors[1:]) >= MEANT
            statement = statement if is_meant else _behind(f"{heading}: ", statement)
        written.add(statement.under)
        whole.append(statement)
    return whole


def _behind(heading: str, statement: Statement) -> Statement:
    return statement.model_copy(update={"text": heading + statement.text})


def subject_told(statement: Statement) -> str:
    """The heading that stands before the statement; '' where none does."""
    heading = titles.without_number(statement.under)
    return heading if heading and statement.text.startswith(f"{heading}: ") else ""


def _is_apart(heading: str, text: str) -> bool:
    """Whether it is a name of a few words, of which the text has none."""
    words, stems = nouns.stems(nouns.trimmed(heading)), nouns.stems(text)
    named = len(heading.split()) <= nouns.MAX_WORDS and nouns.opens_name(heading) and nouns.unclaused(heading)
    return bool(named) and not any(nouns.is_form(word, other) for word in words for other in stems)

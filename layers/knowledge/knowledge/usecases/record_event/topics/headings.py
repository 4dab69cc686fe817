"""What an author's heading tells: it stays with what stands below it, as its topic or in its words."""

import re
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.statements.values import times_of_year
from knowledge.usecases.record_event.language import nouns, titles
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics.nameable import like_nothing
from knowledge.usecases.record_event.topics.summary_place import SummaryPlace

MEANT = 0.35  # the cosine with a statement, or its topic, from which a heading is clear without being said
GENERAL = 0.4  # the cosine with what names no subject from which a heading says nothing about what stands below it


def with_headings(
    statements: Sequence[Statement],
    places: Sequence[SummaryPlace],
    title: str,
    embedder: Embedder,
    *,
    of_change: bool = False,
) -> list[Statement]:
    """The statements, each with its heading before it where nothing else tells it.

    One that tells a value is said once, before the first statement below it: `Schools up to 3,000 pupils. Was 2,000.`
    Any other is said where a statement went to a topic of another name; one `of_change` wherever it is not the topic's,
    since it tells what became of what stands below: `Removed: Login with Facebook.`
    """
    headings = {statement.under for statement in statements} - {""}
    general = like_nothing(sorted(headings), embedder, GENERAL)
    written = set[str]()
    whole = list[Statement]()
    for statement, place in zip(statements, places, strict=True):
        heading = titles.without_number(statement.under)
        named = bool(re.search(r"[^\W\d_]{2}", heading))
        tells = bool(re.search(r"\d", heading) or times_of_year(heading)) and heading not in title
        if named and tells and statement.under not in written:
            statement = _behind(f"{heading.rstrip('.')}. ", statement)
        elif (
            named
            and (of_change or statement.under not in general)
            and not tells
            and _is_apart(heading, statement.text, place.title)
        ):
            vectors = embedder.embed([heading, statement.text, place.title])
            is_meant = not of_change and max(cosine(vectors[0], other) for other in vectors[1:]) >= MEANT
            statement = statement if is_meant else _behind(f"{heading}: ", statement)
        written.add(statement.under)
        whole.append(statement)
    return whole


def _behind(heading: str, statement: Statement) -> Statement:
    return statement.model_copy(update={"text": heading + statement.text})


def _is_apart(heading: str, text: str, topic: str) -> bool:
    """Whether it is a name of a few words, of which neither the statement nor its topic has one."""
    words = nouns.stems(nouns.trimmed(heading))
    stems = [*nouns.stems(text), *nouns.stems(topic)]
    named = len(heading.split()) <= nouns.MAX_WORDS and nouns.opens_name(heading) and nouns.unclaused(heading)
    return bool(named) and not any(nouns.is_form(word, other) for word in words for other in stems)

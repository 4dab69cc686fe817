"""What an event says, as statements that stand alone, without a language model."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.near_duplicates import is_same
from knowledge.text.sentences import sentences
from knowledge.text.statements.removal import is_heading_of_change
from knowledge.text.statements.values import values
from knowledge.text.strings import abbreviated
from knowledge.usecases.record_event.content.sanitizing import NAMES
from knowledge.usecases.record_event.content.turns import speakers, spoken
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence, Says, Statement
from knowledge.usecases.record_event.statements import agenda, items
from knowledge.usecases.record_event.statements.fragments import agreed, joined
from knowledge.usecases.record_event.statements.importance import telling_most, within
from knowledge.usecases.record_event.statements.joining import BUDGET, LONG, WHOLE, Saying
from knowledge.usecases.record_event.statements.looked_for import looked_for
from knowledge.usecases.record_event.statements.metrics import is_written, tells_figures_alone
from knowledge.usecases.record_event.statements.nothing_told import has_code, says_nothing
from knowledge.usecases.record_event.statements.proposals import proposes
from knowledge.usecases.record_event.statements.sentences import sayings
from knowledge.usecases.record_event.statements.written_decisions import with_announced, written_decisions
from knowledge.usecases.record_event.topics import candidates
from knowledge.usecases.record_event.topics.candidates import NameCandidate
from knowledge.usecases.record_event.topics.nearby_summaries import about

MAX_TITLE = 100  # characters
COMPARED = 3 * BUDGET  # of them are looked at for what is said twice
TALK = 8  # statements, from which on a conversation has a beginning and an end that tell nothing
NEAR = 0.25  # the cosine with what all is about from which a statement without a value, a name or a noun says something


def by_rules(event: Occurrence, stated: Sequence[Statement], embedder: RememberingEmbedder) -> list[Statement]:
    """What its fields tell, then what it says: what binds and concludes first, as much as the budget holds.

    Each once, in the order in which it was said.
    """
    is_talk = event.is_talk
    decided, event = written_decisions(event)
    if says_nothing(event, embedder):
        return [*stated, *decided]
    statements = _judged(_under_subjects(event, embedder), event)
    statements = _within_the_talk(joined(statements), speakers(event)) if is_talk else agreed(statements)
    statements = telling_most([*decided, *statements])
    if not (stated or statements or is_talk) and event.text and event.title != NAMES[event.kind]:
        statements = [Statement(says="finding" if event.kind == "research" else "status", text=event.title)]
    event = replace(event, title=title_of(event, [*stated, *statements]))
    names = candidates.of_event(event, statements)
    headings = {statement.under for statement in statements} - {""}
    embedder.foresee([about(event), *sorted(headings), *(candidate.name for candidate in names)])
    telling = _worth_keeping(statements, names, event, embedder) if is_talk else statements
    compared = looked_for(within(COMPARED, telling), embedder)
    statements = within(BUDGET, _distinct(compared, embedder))
    return [
        *stated,
        *(with_announced(statements) if event.kind != "code_change" else statements),
    ]


def _under_subjects(event: Occurrence, embedder: Embedder) -> list[Saying]:
    """What the event says, each below its heading, the subject of the talk or the label of its item."""
    whole = sayings(event, embedder)
    is_talk = event.is_talk
    return agenda.under_subjects(whole, speakers(event), embedder) if is_talk else items.under_labels(whole)


def _judged(sayings: Sequence[Saying], event: Occurrence) -> list[Statement]:
    """Those that say something worth keeping, neither the event's title nor figures that are counted elsewhere."""
    kind = "conversation" if is_written(event) else event.kind
    return [
        Statement(
            says=says,
            text=saying.text,
            under=saying.under,
            passage=saying.passage,
            item=saying.item,
            concludes=saying.last,
        )
        for saying in sayings
        if not saying.asked and (says := wording.says(kind, saying.text) or _of_change(kind, saying))
        if not _is_title(saying.text, event) and not _is_counted(saying.text, event)
    ]


def _of_change(kind: str, saying: Saying) -> Says | None:
    """What few words are below a heading that says what became of them: `Added`, and `Dark mode`."""
    return "progress" if kind == "code_change" and is_heading_of_change(saying.under) else None


def _within_the_talk(statements: Sequence[Statement], nobody: set[str]) -> list[Statement]:
    """Those from the first that tells something to the last: before and after it people greet one another.

    Who comes in may chat at length; who goes says few words.
    """
    if len(statements) < TALK:
        return list(statements)
    telling = [at for at, statement in enumerate(statements) if _is_telling(statement, nobody)] or [0, len(statements)]
    long = [at for at, statement in enumerate(statements) if len(statement.text.split()) >= LONG]
    return list(statements[telling[0] : max(telling[-1:] + long[-1:]) + 1])


def _is_telling(statement: Statement, nobody: set[str]) -> bool:
    """Whether it tells a value, what binds, or a name of none of those who speak."""
    own = {word for name in nobody for word in name.split()}
    named = candidates.names(statement.text) - own
    return statement.says != "fact" or bool(values(statement.text) or named)


def _worth_keeping(
    statements: Sequence[Statement], names: Sequence[NameCandidate], event: Occurrence, embedder: Embedder
) -> list[Statement]:
    """Those that say something: a value, a name, what binds, or anything near what the event is about.

    Asides have none of it, in any language.
    """
    spoken_about = {
        at
        for candidate in names
        for at in candidate.mentions
        if not candidate.is_heading or len(statements[at].text.split()) >= WHOLE
    }
    # The first line of an untitled talk is its title, to which it is near itself.
    untitled, centre, *vectors = embedder.embed(
        [about(replace(event, title="")), about(event), *(statement.text for statement in statements)]
    )
    opening = spoken(event.title, event)[1].strip(" .…")
    nobody = speakers(event)
    return [
        statement
        for at, (statement, vector) in enumerate(zip(statements, vectors, strict=True))
        if (
            at in spoken_about
            or statement.says != "fact"
            or values(statement.text)
            or len(statement.text.split()) >= LONG
            or candidates.names(statement.text) - nobody
            or cosine(vector, untitled if statement.text.startswith(opening) else centre) >= NEAR
        )
    ]


def title_of(event: Occurrence, statements: Sequence[Statement]) -> str:
    """What the event is called; a conversation that begins with a greeting after the first thing that it says.

    One that states nothing is not called after what somebody only thinks of.
    """
    if not event.is_talk or "title" in event.metadata or event.text.startswith("#"):
        return event.title
    if not statements:
        opening = next(iter(sentences(event.title)), "")
        return event.title if wording.says(event.kind, opening) else event.kind.capitalize()
    opening = spoken(event.title, event)[1].strip(" .…")
    if any(opening in statement.text for statement in statements):
        return event.title
    texts = [sentence for one in statements for sentence in sentences(one.text) if not wording.is_question(sentence)]
    return abbreviated(next((sentence for sentence in texts if len(sentence.split()) >= WHOLE), event.title), MAX_TITLE)


def _is_title(text: str, event: Occurrence) -> bool:
    return event.kind in ("research", "integration") and text.rstrip(".") == event.title


def _is_counted(text: str, event: Occurrence) -> bool:
    return event.kind == "integration" and not is_written(event) and tells_figures_alone(text)


def leaves_out(event: Occurrence, statements: Sequence[Statement], embedder: Embedder) -> bool:
    """Whether more is said than the statements tell; pleasantries and questions say nothing."""
    if proposes(event):
        return True
    if says_nothing(event, embedder):
        return False
    texts = " ".join(statement.text for statement in statements)
    return has_code(event) or any(not saying.asked and saying.text not in texts for saying in sayings(event, embedder))


def _distinct(statements: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """Those that no earlier one says."""
    vectors = embedder.embed([statement.text for statement in statements])
    distinct: list[int] = []
    for place, statement in enumerate(statements):
        alike = (other for other in distinct if cosine(vectors[place], vectors[other]) >= embedder.near_duplicate)
        if not any(is_same(statement.text, statements[other].text) for other in alike):
            distinct.append(place)
    return [statements[place] for place in distinct]

"""What an event says, without a language model: sentences by their wording, near-duplicates by embedding."""

from collections.abc import Callable, Sequence

from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.near_duplicates import distinctions
from knowledge.usecases.record_event.metrics import figures
from knowledge.usecases.record_event.models import Occurrence, Says, Statement
from knowledge.usecases.record_event.sanitizing import status
from knowledge.usecases.record_event.sentences import is_english, is_idle, sayings
from knowledge.usecases.record_event.statement_types import CUES, is_hedged
from knowledge.usecases.record_event.technologies import technologies

MAX_STATEMENTS = 8
_MAX_CANDIDATES = 200  # sentences that are compared with one another

_MIN_WORDS = 4  # of a statement that does not bind; a decision may be shorter
# What a sentence is that the rules cannot judge by its words.
_PLAIN: dict[str, Says] = {"conversation": "fact", "research": "finding"}


def by_rules(event: Occurrence, embedder: Embedder) -> list[Statement]:
    """At most `MAX_STATEMENTS` statements, in their order; where there are more, decisions come before facts."""
    judge = _judge(event)
    told = (each.text for each in sayings(event) if each.alone and not _is_heading(event, each.text))
    found = [*_told(event), *(Statement(says=says, text=text) for text in told if (says := judge(text)))]
    if not found and event.text and event.kind != "conversation":
        found = [Statement(says="finding" if event.kind == "research" else "status", text=event.title)]
    return _chosen(_distinct(found[:_MAX_CANDIDATES], embedder))


def _told(event: Occurrence) -> list[Statement]:
    """What the event's fields say: figures, states and technologies."""
    if event.kind == "integration":
        state = status(event.text, event.metadata)
        title = event.title if event.title.endswith(state) else f"{event.title}: {state}"
        told = [Statement(says="status", text=title)] if state else []
        return told + [Statement(says="metric", text=f"{name}: {value}") for name, value in figures(event).items()]
    if event.kind == "code_change":
        return [Statement(says="technology", text=name) for name in technologies(event.text, event.metadata)]
    return []


def _judge(event: Occurrence) -> Callable[[str], Says | None]:
    """What a sentence of the event is; in another language than English, whatever is said counts."""
    of_kind, plain = CUES[event.kind], _PLAIN.get(event.kind)
    foreign = plain is not None and not is_english(event.text)

    def judged(text: str) -> Says | None:
        says = of_kind(text) or (plain if foreign else None)
        binds = foreign or says in ("decision", "requirement", "progress")
        return says if not is_idle(text) and not is_hedged(text) and (binds or _is_whole(text)) else None

    return judged


def _is_heading(event: Occurrence, text: str) -> bool:
    """Whether research is only called so."""
    return event.kind == "research" and text.rstrip(".") == event.title


def _is_whole(text: str) -> bool:
    return len(text.split()) >= _MIN_WORDS


def _distinct(statements: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """Those that no earlier one says: alike by embedding, with the same numbers, names and negations."""
    vectors = embedder.embed([each.text for each in statements])
    kept: list[int] = []
    for place, each in enumerate(statements):
        alike = (other for other in kept if cosine(vectors[place], vectors[other]) >= embedder.near_duplicate)
        if not any(distinctions(each.text) == distinctions(statements[other].text) for other in alike):
            kept.append(place)
    return [statements[place] for place in kept]


def _chosen(statements: Sequence[Statement]) -> list[Statement]:
    """As many as are kept, those that bind before those that only tell, in the order in which they were said."""
    rank = {"fact": 1, "status": 0}
    best = sorted(range(len(statements)), key=lambda place: rank.get(statements[place].says, 0))
    return [statements[place] for place in sorted(best[:MAX_STATEMENTS])]

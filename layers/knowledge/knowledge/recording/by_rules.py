"""What an event says, without a language model: sentences by their wording, near-duplicates by embedding."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from knowledge.distinctions import distinctions
from knowledge.emails import MARK
from knowledge.embedder import Embedder, cosine
from knowledge.extraction.prose import paragraphs
from knowledge.extraction.tidying import tidy
from knowledge.recording.cleaning import flat, status
from knowledge.recording.model import Occurrence, Says, Statement
from knowledge.recording.technologies import technologies
from knowledge.text import one_line

MAX_STATEMENTS = 8
MAX_FIGURES = 50
MAX_STATEMENT = 300  # characters
_MAX_CANDIDATES = 200  # sentences that are compared with one another

# A number, with its currency before or its unit after it; no hash, and no time of a machine's record.
_FIGURE = re.compile(r"[^\w\s]?\s?-?\d[\d.,:']*(?:[^\W\d_]*|\s?%)(?=[\s/()]|$)")
_NO_FIGURE = re.compile(r"(?:^|[._ ])(?:created|updated|timestamp|time|date|id|commit|sha|hash|version)(?:_at)?$", re.I)
_SPEAKER = re.compile(r"^[*_\[]*[A-Z][\w .-]{0,30}[\]*_]*:\s+(?=\S)")
_DECISION = re.compile(
    r"\b(?:decided|decision|agreed|settled on|opted|chose|chosen|going with|go with|"
    r"we(?:'ll| will) (?:use|keep|build|ship|launch|charge|move|switch|stop|start)|"
    r"let's (?:use|keep|build|ship|launch|move|switch))\b",
    re.I,
)
_REQUIREMENT = re.compile(
    r"\b(?:must|shall|requires?|required|requirements?|needs? to|have to|has to|should|deadline|at (?:least|most)|"
    r"no (?:later|more|less) than|acceptance criteri\w+|always|never)\b",
    re.I,
)
_FACT = re.compile(
    r"\d|\b(?:is|are|was|were|has|have|had|does|did|can|cannot|may|will|uses?|runs?|costs?|lives?|owns?|supports?|lets?|"
    r"sells?|serves?|prefers?|works?|likes?|dislikes?|wants?|offers?|stores?|found|finds?|leaks?|joined|left|goes|go|"
    r"charges?|pays?|wrote|writes|sends?|gets?|means?|allows?|includes?|provides?|expects?|grew|grows?)\b"
    r"|\b(?:do|does|did|is|are|was|were|can|wo|have|has)n['’]t\b",
    re.I,
)
_ANNOUNCED = re.compile(r"^(?:I(?:'ll| will|'m| am going)|let me|noted)\b", re.I)  # what is about to be done is no fact
_STATUS = re.compile(
    r"\b(?:succeeded|success\w*|failed|failure|completed?|rolled back|deployed|released|paid|refunded|"
    r"charged|cancel\w+|pending|started|paused|down|degraded|recovered|live|healthy|status)\b",
    re.I,
)
_PROGRESS = re.compile(
    r"\b(?:add(?:ed|s)?|implement(?:ed|s)?|fix(?:ed|es)?|remov(?:ed|es)?|complet(?:ed|es)|refactor(?:ed|s)?|"
    r"introduc(?:ed|es)|migrat(?:ed|es)|upgrad(?:ed|es)|replac(?:ed|es)|mov(?:ed|es)|renam(?:ed|es)|done|finished|"
    r"remaining|next step|\d+ ?%|step \d+)\b|^\[[ x]\]",
    re.I,
)
_EMPTY = re.compile(
    r"^(?:thanks?|thank you|ok(?:ay)?|sure|great|hello|hi|hey|good|yes|no|perfect|sorry|got it|will do|"
    r"here (?:is|are))\b.{0,40}$"
    r"|\b(?:i think|maybe|perhaps|not sure|i guess|wonder|let me know|can you|could you|would you|please)\b",
    re.I,
)


def by_rules(event: Occurrence, embedder: Embedder) -> list[Statement]:
    """At most `MAX_STATEMENTS` statements, in their order; where there are more, decisions come before facts."""
    found = [*_told(event), *(stated for text in _sentences(event.text) if (stated := _judged(event, text)))]
    if not found and event.text and event.kind != "conversation":
        found = [Statement(says="finding" if event.kind == "research" else "status", text=event.title)]
    return _chosen(_distinct(found[:_MAX_CANDIDATES], embedder))


def metrics(event: Occurrence) -> dict[str, str]:
    """The figures that an integration reports: numbers in its fields, or `name: number` in its lines."""
    fields = [
        *flat(event.metadata.get("metrics", {})),
        *re.findall(r"^[-*\s]*([\w .%/-]{2,40}):\s+(.{1,60})$", event.text, re.M),
    ]
    figures = [
        (one_line(name), value) for name, value in fields if _FIGURE.match(value) and not _NO_FIGURE.search(name)
    ]
    return dict(figures[:MAX_FIGURES])


def _told(event: Occurrence) -> list[Statement]:
    """What the event's fields say: figures, states and technologies."""
    if event.kind == "integration":
        state = status(event.text, event.metadata)
        title = event.title if event.title.endswith(state) else f"{event.title}: {state}"
        told = [Statement(says="status", text=title)] if state else []
        return told + [Statement(says="metric", text=f"{name}: {value}") for name, value in metrics(event).items()]
    if event.kind == "code_change":
        return [Statement(says="technology", text=name) for name in technologies(event.text, event.metadata)]
    return []


def _sentences(text: str) -> Iterator[str]:
    """Each sentence that says something, without who said it."""
    for line in re.split(r"\n(?=\s*\S{1,30}:\s)|\n\s*\n", text):
        for block in paragraphs(line):
            for sentence in block:
                said = tidy(_SPEAKER.sub("", sentence))
                if MARK not in said and len(said.split()) > 3 and len(said) <= MAX_STATEMENT and "?" not in said:
                    yield said


def _judged(event: Occurrence, text: str) -> Statement | None:
    says = _SAYS[event.kind](text)
    return Statement(says=says, text=text) if says and not _EMPTY.search(text) else None


def _in_conversation(text: str) -> Says | None:
    if _DECISION.search(text):
        return "decision"
    if _REQUIREMENT.search(text):
        return "requirement"
    return "fact" if _FACT.search(text) and not _ANNOUNCED.search(text) else None


def _in_integration(text: str) -> Says | None:
    return "status" if _STATUS.search(text) else None


def _in_research(text: str) -> Says | None:
    return "finding" if _FACT.search(text) or _REQUIREMENT.search(text) else None


def _in_code_change(text: str) -> Says | None:
    return "progress" if _PROGRESS.search(text) else None


_SAYS: dict[str, Any] = {
    "conversation": _in_conversation,
    "integration": _in_integration,
    "research": _in_research,
    "code_change": _in_code_change,
}


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

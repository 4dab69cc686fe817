"""What an event says, without a language model: sentences by their wording, near-duplicates by embedding."""

import re
from collections.abc import Callable, Sequence

from knowledge.distinctions import distinctions
from knowledge.embedder import Embedder, cosine
from knowledge.recording.cleaning import status
from knowledge.recording.figures import figures
from knowledge.recording.model import Occurrence, Says, Statement
from knowledge.recording.sayings import is_english, is_idle, sayings
from knowledge.recording.technologies import technologies

MAX_STATEMENTS = 8
_MAX_CANDIDATES = 200  # sentences that are compared with one another

_DECISION = re.compile(
    r"\b(?:decided|decision|agreed|settled on|opted|chose|chosen|going with|go with|"
    r"we(?:['’]ll| will| won['’]t|['’]re (?:not )?going to| are (?:not )?going to)(?: not| never| only)? "
    r"(?:use|keep|build|ship|launch|charge|move|switch|stop|start|offer|sell|support|hire|raise|drop|go|do|add)|"
    r"let['’]s (?:not )?(?:use|keep|build|ship|launch|move|switch|charge|drop|stop|start))\b",
    re.I,
)
_REQUIREMENT = re.compile(
    r"\b(?:must|shall|requires?|required|requirements?|needs? to|have to|has to|should|deadline|at (?:least|most)|"
    r"no (?:later|more|less) than|acceptance criteri\w+|always|never)\b|^no \w+(?: \w+){0,3}\W*$|\bonly\W*$",
    re.I,
)
_FACT = re.compile(
    r"\d|\b(?:is|are|was|were|has|have|had|does|did|can|cannot|may|will|uses?|runs?|costs?|lives?|owns?|supports?|lets?|"
    r"sells?|serves?|prefers?|works?|likes?|dislikes?|wants?|offers?|stores?|found|finds?|leaks?|joined|left|goes|go|"
    r"charges?|pays?|wrote|writes|sends?|gets?|means?|allows?|includes?|provides?|expects?|grew|grows?|lacks?|loses?|lost|needs?|"
    r"takes?|took|misses|targets?|launched|announced|acquired|raised|signed|hired|fails?|beats?)\b"
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
# The subject of a conventional commit: https://www.conventionalcommits.org
_COMMIT = re.compile(r"^(?:feat|fix|chore|docs|perf|refactor|build|ci|style|tests?|revert)(?:\([^)]*\))?!?: ", re.I)
_HEDGED = re.compile(
    r"\b(?:i think|i was thinking|i(?:'d| would)(?! (?:like|prefer|need|love))|maybe|perhaps|not sure|i guess|wonder|"
    r"let me know|can you|could you|would you|please)\b",
    re.I,
)
_MIN_WORDS = 4  # of a statement that does not bind; a decision may be shorter
# What a sentence is that the rules cannot judge by its words.
_PLAIN: dict[str, Says] = {"conversation": "fact", "research": "finding"}


def by_rules(event: Occurrence, embedder: Embedder) -> list[Statement]:
    """At most `MAX_STATEMENTS` statements, in their order; where there are more, decisions come before facts."""
    judge = _judge(event)
    said = (Statement(says=says, text=each.text) for each in sayings(event) if each.alone and (says := judge(each.text)))
    found = [*_told(event), *said]
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
    of_kind, plain = _SAYS[event.kind], _PLAIN.get(event.kind)
    foreign = plain is not None and not is_english(event.text)

    def judged(text: str) -> Says | None:
        says = of_kind(text) or (plain if foreign else None)
        binds = foreign or says in ("decision", "requirement")
        return says if not is_idle(text) and not _HEDGED.search(text) and (binds or _is_whole(text)) else None

    return judged


def _is_whole(text: str) -> bool:
    return len(text.split()) >= _MIN_WORDS


def _in_conversation(text: str) -> Says | None:
    if _DECISION.search(text):
        return "decision"
    if _REQUIREMENT.search(text):
        return "requirement"
    return "fact" if _FACT.search(text) else None


def _in_integration(text: str) -> Says | None:
    return "status" if _STATUS.search(text) else None


def _in_research(text: str) -> Says | None:
    return "finding" if _FACT.search(text) or _REQUIREMENT.search(text) else None


def _in_code_change(text: str) -> Says | None:
    return "progress" if _PROGRESS.search(text) or _COMMIT.match(text) else None


_SAYS: dict[str, Callable[[str], Says | None]] = {
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

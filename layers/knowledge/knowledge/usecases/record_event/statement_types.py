"""What a sentence of an event is, by its words."""

import re
from collections.abc import Callable

from knowledge.usecases.record_event.models import Says

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
    r"charges?|pays?|wrote|writes|sends?|gets?|means?|allows?|includes?|provides?|expects?|grew|grows?|lacks?|loses?|"
    r"lost|needs?|takes?|took|misses|targets?|launched|announced|acquired|raised|signed|hired|fails?|beats?)\b"
    r"|\b(?:do|does|did|is|are|was|were|can|wo|have|has)n['’]t\b"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|free)\b",
    re.I,
)
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
_COMMIT = re.compile(r"^(?:feat|fix|chore|docs|perf|refactor|build|ci|style|test|revert)(?:\([^)]*\))?!?: ", re.I)
_HEDGED = re.compile(
    r"\b(?:i think|i was thinking|i(?:'d| would)(?! (?:like|prefer|need|love))|maybe|perhaps|not sure|i guess|wonder|"
    r"let me know|can you|could you|would you|please)\b",
    re.I,
)


def is_hedged(text: str) -> bool:
    """Whether it is a thought, a proposal or a request, which holds nothing yet."""
    return bool(_HEDGED.search(text))


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
    return "progress" if _COMMIT.match(text) or (text.count(" ") > 1 and _PROGRESS.search(text)) else None


CUES: dict[str, Callable[[str], Says | None]] = {
    "conversation": _in_conversation,
    "integration": _in_integration,
    "research": _in_research,
    "code_change": _in_code_change,
}

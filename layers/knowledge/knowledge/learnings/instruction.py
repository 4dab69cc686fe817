"""How agents write learnings themselves, which is the best way: what to note after a run, and what is too vague."""

import re

from pydantic import BaseModel

from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import distinctions

# Below 150 words, so that any prompt has room for it.
INSTRUCTION = """\
Before you finish, note what the next agent on this project should know, as `learnings` for agent-complete:
[{"learning": "...", "kind": "fix", "tags": ["..."], "questions": ["...", "..."]}]
At most five; none if nothing matters. One or two sentences each, understood without this conversation: name file,
command, service, version, error and number, and say what to do.
- rule: what the user laid down for good, in the user's words.
- fix: an error (its message) and what made it go away.
- dead_end: what did not work, and why.
- command: what works here, and what does not.
- decision: what was decided, by whom, and why.
- fact: what else holds beyond this task.
questions: two that it answers, in other words.
If something known is no longer true, say "X is no longer A; it is B now".
Leave out secrets, people, the obvious, and what you merely did.
"""
FEW = 3  # words of weight below which a text is about nothing in particular
# "This project" stands alone; any other "this" points at a sentence that the reader will not have. German "das" is an
# article before a noun, which has a capital.
_LEANS = re.compile(
    r"(?:it|this|that|these|those|they|he|she|there|here|es|das(?!(?-i: (?:[a-zäöüß]+e )?[A-ZÄÖÜ]))|dies)\b"
    r"(?! (?:project|repo|service))",
    re.I,
)
# What somebody did or learned, as the tense tells; not what somebody wants: "I prefer", "Je préfère".
_OF_WRITER = re.compile(
    r"I(?: (?:have|had|was|did|(?!need\b)[a-z]+ed)|['’]ve)\b|Ich (?:habe|hatte|bin|war)\b|J['’]ai\b|Je suis\b"
)
# A thing that has a name, without it: "with the flag". What is said to be of another is known by that.
_NAMELESS = re.compile(
    r"\b(?:(?:the|this|a certain) (?:[a-z]+ )?(?:flag|option|setting|variable|parameter|argument|switch"
    r"|config(?:uration)? file|endpoint|script)"
    r"|(?:dem|der|die|das|den) (?:flag|option|schalter|variablen?|einstellung|parameter|konfigurationsdatei|skript)"
    r"|l['’]option|le (?:paramètre|fichier de configuration|script)|la variable|la opción|el parámetro)\b"
    r"(?! (?:of|for|in|on|from|that|which|called|named|to|with|von|für|im|des|de|du|del|para|pour)\b)",
    re.I,
)
_NAME = re.compile(r"(?<=[^.!?:] )[A-Z][\w.-]+|[`\"“„/_=]|\d|--")


class Instruction(BaseModel):
    """A text for the prompt of any agent that is to write learnings itself."""

    instruction: str = INSTRUCTION


def advice_on(learning: str, is_users: bool = False) -> str | None:
    """Why a learning will hardly be found again, and how to say it better; None where nothing speaks against it. One
    that `is_users` is in the user's words, who may speak of himself."""
    words, names = set(content_words(learning)), distinctions(learning)
    if not words or (len(words) < FEW and not names):
        return "too vague to be found again: name the file, command, service or error that it is about"
    is_named = bool(names) or _is_named(learning)
    if _OF_WRITER.match(learning) and not is_users and not is_named:
        return "tells of its writer and names nothing: say what holds, of which file, command, service or error"
    if (nameless := _NAMELESS.search(learning)) and not is_named:
        return f'says "{nameless[0]}" and not which: give its name, so that it can be found and used'
    if _LEANS.match(learning):
        return "leans on what was said before it: say what it is about, so that it stands alone"
    return None


def _is_named(learning: str) -> bool:
    """Whether it has anything that may be a name: a word with a capital within a sentence, code, a number. German nouns
    have capitals as well: of them one tells nothing."""
    is_german = bool(re.search(r"\b(?:der|die|das|dem|den|und|nicht|ist|mit|wird)\b", learning))
    return any(not (is_german and name[0][0].isalpha()) for name in _NAME.finditer(learning))

"""What the wording of a sentence tells: the closed classes of words, which no embedding sees."""

import re

from knowledge.text.sentences import sentences
from knowledge.text.statements import entry_lines
from knowledge.text.strings import capitalised
from knowledge.usecases.record_event.language import deciding, moods
from knowledge.usecases.record_event.models import Says

# What is said to be polite or to lead the talk, in the languages that the model knows something of.
PLEASANT = (
    "Thank you very much!", "Thanks, that is great!", "Got it.", "Hi.", "Good morning!", "Noted.", "No problem.",
    "Great, sounds good.", "Hello, how are you?", "Okay, perfect.", "Sure, go ahead.", "Where do you want to start?",
    "Anything else?", "There are some changes since last time.", "That's it for today, have a nice day!",
    "Danke, verstanden.", "Guten Morgen zusammen!", "Alles klar, gerne.", "Womit fangen wir an?",
    "Das war's für heute.", "Hallo, ein paar Änderungen.", "Merci beaucoup, parfait.", "Bonjour à tous",
    "Muchas gracias, perfecto.",
)  # fmt: skip


def says(kind: str, text: str) -> Says | None:
    """What sentences of an event of that kind are; None for thoughts, proposals and requests, which hold nothing.

    What binds in them comes first; questions among them say only what the others are about.
    """
    asserted = [sentence for sentence in sentences(text) if not is_question(sentence)] or [text]
    signs = [_says(kind, sentence) for sentence in asserted]
    return next((sign for wanted in ("decision", "requirement") for sign in signs if sign == wanted), None) or next(
        filter(None, signs), None
    )


def opens(says: Says, text: str) -> bool:
    """Whether it is the first sentence that is what the whole text is: a label before it then tells no lie."""
    asserted = [sentence for sentence in sentences(text) if not is_question(sentence)] or [text]
    return len(asserted) < 2 or _says("conversation", asserted[0]) == says


# Also in short: `No plastic in the boxes`, `Cash only`.
_REQUIREMENT = re.compile(
    r"\b(?:must|shall|requires?|required|requirements?|needs? to|have to|has to|should|deadline|at (?:least|most)|"
    r"no (?:later|more|less) than|always|never|muss|müssen|darf|doit|doivent|debe|deben)\b"
    r"|^no \w+(?: \w+){0,3}\W*$|\bonly\W*$",
    re.I,
)
# "I would like" is no doubt, "I would move it" is one.
_HEDGED = re.compile(
    r"\b(?:i think|i was thinking|i(?:'d| would)(?! (?:like|prefer|need|love))|maybe|perhaps|not sure|i guess|wonder|"
    r"let me know|can you|could you|would you|vielleicht|peut-être|quizás)\b",
    re.I,
)
_PROSE = 5  # words
_ROW = re.compile(r"(?>.+? — ).+?: .")  # of a table, as a sentence


def _says(kind: str, text: str) -> Says | None:
    if kind == "code_change":
        return "progress" if _COMMIT.match(text) or text.count(" ") > 1 else None
    if len(text.split()) < 2 and text.isascii():
        return "decision" if kind == "conversation" and deciding.chooses(text) else None
    if kind == "conversation":
        decision, is_doubted = deciding.decision(text), moods.doubts(text)
        if decision and not moods.doubts(text[: decision.start()]):
            return "decision"
        binds: Says | None = "requirement" if _REQUIREMENT.search(text) else None
        return None if is_doubted else binds or (None if _HEDGED.search(text) else "fact")
    if kind == "integration":
        return "status" if text.count(" ") >= _PROSE - 1 or _ROW.match(text) else None
    return "finding"


_ANSWER = re.compile(r"(?:yes|no|ja|nein|doch|oui|non|sí)(?:[,:!.;—]\s*|$)", re.I)  # "Yes, …", "Nein."


def is_answer(text: str) -> str:
    """The yes or no with which it begins, as it stands; '' where it begins otherwise."""
    answer = _ANSWER.match(text)
    return answer[0] if answer else ""


_ROLES = ("User", "Assistant", "Agent", "System", "Somebody")  # as chats of programs have them
_ROLE = re.compile(rf"(?:{'|'.join(_ROLES)})\**: +(?=\S)", re.I)


def is_role(label: str) -> bool:
    """Whether it is what programs call who speaks."""
    return label.capitalize() in _ROLES


def unspoken(text: str) -> str:
    """The words without the role that speaks them (people have names) and without their yes or no."""
    role = _ROLE.match(text)
    words = text[role.end() :] if role else text
    return words.removeprefix(is_answer(words))


# The subject of a conventional commit: https://www.conventionalcommits.org
_COMMIT = re.compile(
    r"^(?:feat|fix|chore|docs|perf|refactor|build|ci|style|test|revert)!?(?:\((?P<scope>[^)]*)\))?!?: ", re.I
)


def is_commit(text: str) -> bool:
    """Whether it is the subject of a conventional commit."""
    return bool(_COMMIT.match(text))


def scope(text: str) -> str:
    """What a commit says that it changes: `save` of `feat(save): …`; '' where it says none."""
    match = _COMMIT.match(text)
    return (match["scope"] or "").strip() if match else ""


def without_type(text: str) -> str:
    """A commit's subject without the type before it: its scope, then what it says."""
    match = _COMMIT.match(text)
    if not match:
        return text
    scope = f"{match['scope']}: " if match["scope"] else ""
    return scope + text[match.end() :]


def is_question(text: str) -> bool:
    """Whether it asks, in any script."""
    return text.rstrip("\"')* ").endswith(("?", "？"))


# What is about to be done, or is introduced, is nothing said.
_ANNOUNCED = re.compile(
    r"(?:I(?:['’]ll| will)|I(?:['’]m| am) (?:going to|about to|on it|happy|glad|sorry)|let me|here (?:is|are)|"
    rf"let['’]s {deciding.TALKS}|quick (?:update|question))\b|.*:$",
    re.I,
)


def is_announced(text: str) -> bool:
    """Whether it tells what is about to be done or said."""
    return bool(_ANNOUNCED.match(text))


# The parts of a record of a decision, in the spellings of its four languages.
RECORD = (
    rf"(?P<Decision>{deciding.NOUN})|(?P<Context>[ck]onte[xk]t[eo]?)|(?P<Alternatives>alternativ\w{{0,2}})"
    r"|(?P<Consequences>[ck]ons[eé][qc]u\w{2,7}|folgen?|lessons? learned)"
)
# What stands before a colon and is nobody's name.
_LABEL = re.compile(
    rf"(?:{RECORD}|requirement|recommendation|conclusion|summary|result|finding|fact|note|goal|plan|price|pricing|"
    r"budget|deadline|risk|problem|question|answer|todo|next steps?|action items?|status)s?\s*$",
    re.I,
)


def is_label(name: str) -> bool:
    """Whether what stands before a colon is nobody's name."""
    return bool(_LABEL.match(name))


# French has a space before the colon; without one behind it, as in `decision:42`, it is no label.
_PART = re.compile(rf"(?:{RECORD}) ?: +(?P<rest>\S.*)", re.I | re.S)


def is_kind(sentence: str) -> bool:
    """Whether a label before it says what kind of thing it is, and not what it is about."""
    return bool(part_of_record(sentence)[0]) or entry_lines.unlabelled(sentence) != sentence


def part_of_record(text: str) -> tuple[str, str]:
    """Which part of a record of a decision the sentence is labelled as, and what it says: `Context`, `Decision`,
    `Alternatives` or `Consequences`; '' and all of it where it is labelled as none."""
    part = _PART.match(text)
    if not part:
        return "", text
    name = next(name for name, label in part.groupdict().items() if label)
    return name, capitalised(part["rest"])


# "I/O" is nobody, "je" may be German.
_FIRST_PERSON = re.compile(
    r"\b(?:I(?!/)|[Mm]y|[Mm]ine|[Mm]yself|[Mm]e|[Ii]ch|[Mm]ich|[Mm]ir|[Mm]eine?[mnrs]?|[Jj]['’]\w+|[Mm]oi|[Yy]o)\b"
)
_SECOND_PERSON = re.compile(r"\b(?:you|yours?|yourself|du|dich|dir|deine?[mnrs]?|tu|toi|vous|tú|usted)\b", re.I)


def is_first_person(text: str) -> bool:
    """Whether the sentence is about who speaks."""
    return bool(_FIRST_PERSON.search(text))


def is_second_person(text: str) -> bool:
    """Whether the sentence is about who is spoken to."""
    return bool(_SECOND_PERSON.search(text))


# Begins with a word for what was said before, or with what limits it, and goes on for more than two words; or ends with
# such a word. A `no` without a verb behind it denies what was said before: `Antes del 20 de enero no, …`.
_LEANING = re.compile(
    r"(?:it|its|they|their|them|he|his|him|she|her|both|this|that|these|those|then|so|but|and|or|not|only|instead|also|"
    r"otherwise|which|the (?:former|latter)|yes|no|es|sie|das|dies\w*|dann|aber|und|ja|nein|nur|nicht|ce|cela|mais|et|"
    r"oui|non|pas|seulement|erst|eso|esto|pero|sí|solo|sólo|solamente|soltanto)"
    r"\b(?![-/])(?! \w+(?: \w+)?\.?$)|.{0,90}\b(?:it|them|then)\b[^,]{0,20}$|"
    r".{0,90}\bthat\.?$|(?:(?!\b(?:say|says|said)\b)[^,;:.!?]){1,90} (?:no|non|não)(?:[,;.](?!\S)|$)",
    re.I,
)


def leans(text: str) -> bool:
    """Whether the sentence points at one before it."""
    return bool(_LEANING.match(text))


# Where a further clause begins, in which a pronoun may stand for what the first one names.
_FURTHER_CLAUSE = re.compile(
    r",?\s(?:since|because|as|and|so|but|until|while|weil|denn|und|damit|parce que|car|et|porque|y)\s|[,;]\s", re.I
)


def first_clause(text: str) -> str:
    """The sentence up to where a further clause begins."""
    return _FURTHER_CLAUSE.split(text, maxsplit=1)[0]


# At its beginning alone: further on, `also` and `total` are words as any other.
_CONCLUSION = re.compile(
    r"(?:in )?(?:conclusions?|summary|total|result|recommendations?|bottom line|therefore|overall|fazit|also)\b|"
    r"(?:we|i) (?:conclude|recommend)\b",
    re.I,
)


def concludes(text: str) -> bool:
    """Whether the sentence sums up."""
    return bool(_CONCLUSION.match(text))

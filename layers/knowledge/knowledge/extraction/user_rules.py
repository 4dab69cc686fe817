"""What a person laid down for good, in this person's own words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from knowledge.extraction.antecedents import POINTS_BACK, answered_in, leans
from knowledge.extraction.models import Candidate
from knowledge.extraction.rule_forms import CERTAIN, EVER, LIKELY, is_one_for_another, least, says_ever
from knowledge.extraction.shown_texts import above_document, quotes, shows_text
from knowledge.extraction.tags import tags
from knowledge.extraction.user_messages import MAX_MESSAGE, is_set_alone, user_messages
from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.privacy.emails import MARK
from knowledge.text.instructions import MESSAGES, STANDING, TALK, TEMPERATURE
from knowledge.text.sentences import paragraphs, sentences
from knowledge.text.strings import one_line
from knowledge.text.user_words import quoted
from knowledge.transcripts import Turn

MAX_RULES = 5
MAX_READ = 200  # messages and parts of messages, of each: no session by hand has half of it
MAX_TASK = 2_000  # characters of a message; a longer one was pasted, from whomever
BESIDE = 0.2  # likelihood of a message below which its sentences are of the moment, too, as conditions of its task
_MIN_WORDS = 4
_DOUBTED = 20  # times as likely that it is none, with an order behind it; docs/measurements/extraction.md
_MOST = 3  # sentences of a rule: more are the steps of a task, one after the other
_HOME = r"(?:repo(?:sitory)?|project|code ?base|service|app|application|company|team)"
# What points at the moment, or asks; this project is there tomorrow.
_OF_NOW = re.compile(
    rf"\b(?:this|these)\b(?! {_HOME}\b)|\b(?:(?<!from )now|today|tonight|tomorrow|currently|yet)\b|\?", re.I
)
# Words without which an order is for good in nobody's mouth, however general it sounds ("update all documents"): of
# always and each, wherever they stand; and we, no and when where they begin a clause ("so we can merge" and "does not
# work" tell of the moment).
_GENERAL = re.compile(
    r"\b(?:always|(?:when)?ever|never|every(?!thing)\w*|each|any\w*|from (?:now|here) on|going forward|by default"
    rf"|rule|policy|here(?=\W*$)|this {_HOME}|do not|don[’']?t|must|instead|only|unless|prefer\w*"
    r"|immer|nie(?:mals)?|jede\w*|kein\w*|ab (?:jetzt|sofort)|künftig|toujours|jamais|chaque|désormais"
    r"|siempre|nunca|cada|a partir de)\b"
    r"|(?:^|[.,;:!] *|\band )(?:we|our|not?|nothing|nobody|stop|when|if|before|after"
    r"|wir|unser\w*|nicht|wenn|bevor|nous|notre|nos|pas|quand|avant|nuestr\w*|cuando|antes)\b",
    re.I,
)
# What says itself that it is to hold beyond the task.
_SAID_TO_LAST = re.compile(
    r"\b(?:from (?:now|here|today) on(?:wards?)?|from here on out|going forward|in (?:the )?future|next time"
    r"|(?:all|every|each|any|future|later) sessions?|(?:standing|general|new) (?:rule|instruction|convention)"
    r"|in general|generally(?= \w)|as a (?:general )?rule|(?:our|the|my) (?:house|usual) (?:style|rule)s?|by convention"
    r"|generell|grundsätzlich|en général|por lo general|en general|in het algemeen|in generale|em geral"
    r"|ab (?:jetzt|sofort|heute)|(?:zu)?künftig|in Zukunft|(?:nächstes|das nächste) Mal"
    r"|désormais|dorénavant|à l[’']avenir|la prochaine fois"
    r"|a partir de (?:ahora|hoy)|en adelante|la próxima vez)\b",
    re.I,
)
# What asks to be kept: "Note that invoices are always in EUR."
_TO_BE_NOTED = re.compile(
    r"^\W*(?:(?:please|also|and|but|ok(?:ay)?)\W+){0,3}(?:(?:note|remember|keep in mind|bear in mind) that\b"
    r"|(?:merk|notier)e? dir\b|(?:bitte )?beachte\b|retiens\b|note bien\b|recuerda\b|ten en cuenta\b)",
    re.I,
)
# What is said of something that was named before is not all that is said of it: "They contain my questions."
_TAKES_UP = re.compile(r"(?:I mean(?! it\b)|they|it|that|those|he|she|sie|es|das|ils|elles|cela|ellos|eso)\b", re.I)
# What orders nothing: what may be done or is allowed is said of the moment ("I allow you to commit without the hook."),
# and what is said with a laugh is a joke, written or as a face that winks, laughs or shows its tongue.
_ORDERS_NOTHING = re.compile(
    r"\b(?:I|we) (?:may|might|could|allow|permit)\b|\byou (?:can|may|are (?:allowed|free))\b(?! not)|\bfeel free\b"
    r"|\b(?:a?(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}|hihi|lo+l|rofl|lmf?ao|xd+)\b"
    r"|(?<!\S)(?:;-?[)DPp]|[:=]-?[DPp])(?!\w)|[\U0001f600-\U0001f606\U0001f609\U0001f61b-\U0001f61d\U0001f643\U0001f923]",
    re.I,
)


def user_rules(turns: Sequence[Turn], embedder: Embedder, goes_on: bool = False) -> list[Candidate]:
    """At most five instructions that outlast the task, verbatim, each with what it answered.

    A short message is one, or what stands in it from the first sentence on that is; longer ones are tasks, of which
    the sentences are that say always or never. The one message of a run that an agent worked on is a task, too, unless
    the run `goes_on` from an earlier part. By a model without a side for instructions there are none.
    """
    messages = list(user_messages(turns)) if "instruction" in embedder.sides else []
    times_sent = Counter(message for message, _ in messages)
    by_count = [message for message, _ in times_sent.most_common()]
    is_task = not goes_on and is_set_alone(turns, by_count)
    parts = _parts([] if is_task else by_count)
    to_last, of_task = _each_said_to_last(by_count), _of_tasks(by_count, is_task)
    wholes = [whole for whole, *_ in parts.values()]
    standing = _standing([*wholes, *chain.from_iterable([*to_last.values(), *of_task.values()])], embedder)
    several = [rest for whole, *rest in parts.values() if _may_hold_one(whole, standing)]
    standing |= _standing([*chain.from_iterable(several)][:MAX_READ], embedder)
    rules: dict[str, str] = {}
    for message, answered in messages:
        whole, *rest = parts.get(message, [""])
        own = [whole] if _is_rule(whole, standing, is_all=True) else []
        own += [words for words in rest if _is_rule(words, standing) and standing[whole] >= BESIDE]
        own += [words for words in to_last.get(message, []) if standing.get(words, 0) >= LIKELY]
        for rule in own[:1] or [words for words in of_task.get(message, []) if standing.get(words, 0) >= EVER]:
            rules.setdefault(rule, answered)
    own_words = _without_steps(list(rules)[:MAX_RULES], embedder)
    return [_learned(_without_orders(words, embedder), rules[rule]) for rule, words in own_words.items()]


def _learned(rule: str, answered: str) -> Candidate:
    learning = quoted(rule, answered_in(rule, answered), leans=leans(rule))
    return Candidate(learning, "rule", tags(learning), "user", verbatim=rule, basis="log")


def lasts(words: str, embedder: Embedder) -> bool:
    """Whether words of a user's outlast the task, as somebody who read the log says that they do."""
    standing = _standing([words, *sentences(words)], embedder) if "instruction" in embedder.sides else {}
    return any(likely >= LIKELY for likely in standing.values())


def asks_later(words: str, standing: float) -> bool:
    """Whether words that are so likely a standing rule are one, and ask nothing of the task at hand."""
    return (standing >= least(words) and _is_for_good(words)) or (standing >= LIKELY and _is_said_to_last(words))


def _is_for_good(words: str) -> bool:
    """Whether they point at nothing of the moment, and may hold for more than one task."""
    is_general = _GENERAL.search(words) or is_one_for_another(words)
    return bool(is_general) and not _OF_NOW.search(words) and not _ORDERS_NOTHING.search(words)


def _is_rule(words: str, standing: Mapping[str, float], is_all: bool = False) -> bool:
    is_one = len(sentences(words)) <= _MOST and not _TAKES_UP.match(words)
    return standing.get(words, 0) >= least(words, is_all) and _is_for_good(words) and is_one and MARK not in words


def _without_steps(rules: Sequence[str], embedder: Embedder) -> dict[str, str]:
    """Each rule without the steps of a task before it: sentences that are of the moment by their words and by
    themselves, and to which what follows does not point back."""
    rests = {rule: list(_rests(sentences(rule))) for rule in rules}
    standing = _standing([words for pairs in rests.values() for pair in pairs for words in pair], embedder)
    return {rule: _shortest(rule, pairs, standing) for rule, pairs in rests.items()}


def _rests(own: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each sentence that may be a step, from the first on, with all behind it."""
    for at, step in enumerate(own[:-1], start=1):
        if _is_for_good(step) or POINTS_BACK.search(own[at]):
            return
        yield step, " ".join(own[at:])


def _shortest(rule: str, rests: Iterable[tuple[str, str]], standing: Mapping[str, float]) -> str:
    for step, rest in rests:
        is_sure = _is_rule(rest, standing) or (_SAID_TO_LAST.search(rest) and standing.get(rest, 0) >= LIKELY)
        if standing.get(step, 0) > 1 - CERTAIN or not is_sure:
            return rule
        rule = rest
    return rule


def _without_orders(rule: str, embedder: Embedder) -> str:
    """A rule without the orders of the moment behind it ("Rename them."): by themselves they are of a task, and with
    them it is far less surely a rule."""
    own = sentences(rule)
    while len(own) > 1 and not _is_for_good(own[-1]):
        order, rest, whole = likelihoods(
            [own[-1], " ".join(own[:-1]), " ".join(own)], MESSAGES, embedder, "instruction", TEMPERATURE
        )
        is_order = order[STANDING] <= 1 - CERTAIN and order[TALK] < 1 / 2
        if not is_order or 1 - whole[STANDING] < _DOUBTED * (1 - rest[STANDING]):
            break
        own.pop()
    return " ".join(own)


def _may_hold_one(whole: str, standing: Mapping[str, float]) -> bool:
    """Whether a message that is none as a whole is not all of the moment."""
    return standing.get(whole, 0) >= BESIDE and not _is_rule(whole, standing, is_all=True)


def _parts(messages: Iterable[str]) -> dict[str, list[str]]:
    """Of the first messages that have any, each one's whole and what else of it may be a rule by its words."""
    worded = ((message, _wordings(message)) for message in messages)
    may_be = ((message, [*words[:1], *filter(_is_for_good, words[1:])]) for message, words in worded)
    return _first((message, words) for message, words in may_be if any(map(_is_for_good, words)))


def _first(worded: Iterable[tuple[str, list[str]]]) -> dict[str, list[str]]:
    return dict(islice((pair for pair in worded if pair[1]), MAX_READ))


def _wordings(message: str) -> list[str]:
    """What of a short message may be a rule, the longest first: all from a sentence on, since what stands behind may
    limit it, then each sentence. Beside what shows a text, or quotes a document, no part is the user's own; nor is one
    a rule by itself that begins by pointing back ("Then …")."""
    own = _sentences(message)
    starts = [at for at, words in enumerate(own) if not at or not POINTS_BACK.match(words)]
    places = [*((at, len(own)) for at in starts), *((at, at + 1) for at in starts if at < len(own) - 1)]
    return [" ".join(own[at:end]) for at, end in places if not any(map(shows_text, [*own[:at], *own[end:]]))]


def _sentences(message: str) -> list[str]:
    """Those of a short message that asks nothing, and does not begin by saying whose words it quotes."""
    return [] if "?" in message else _own_sentences(message)


def _own_sentences(message: str) -> list[str]:
    whole = one_line(above_document(message))
    return sentences(whole) if len(whole) <= MAX_MESSAGE and not quotes(whole) else []


def _each_said_to_last(messages: Iterable[str]) -> dict[str, list[str]]:
    """Of the first messages that have any, what says itself that it is to last."""
    return _first((message, _said_to_last(message)) for message in messages)


def _said_to_last(message: str) -> list[str]:
    """What of a short message says itself that it is to last, whatever its task asks, the longest first."""
    own = _own_sentences(message)
    places = [at for at, words in enumerate(own) if _is_said_to_last(words)]
    worded = (" ".join(own[at:end]) for at in places for end in (len(own), at + 1))
    return [words for words in dict.fromkeys(worded) if "?" not in words and not _ORDERS_NOTHING.search(words)]


def _is_said_to_last(words: str) -> bool:
    return bool(_SAID_TO_LAST.search(words) or (_TO_BE_NOTED.search(words) and _is_for_good(words)))


def _of_tasks(messages: Iterable[str], is_task: bool) -> dict[str, list[str]]:
    """What says always or never in the first messages that have any, and are long, or of which each `is_task`."""
    tasks = (message for message in messages if is_task or len(one_line(message)) > MAX_MESSAGE)
    return _first((task, _ever_in(task)) for task in tasks)


def _ever_in(task: str) -> list[str]:
    if len(one_line(task)) <= MAX_MESSAGE:
        own = _wordings(task)
    else:
        own = [] if len(task) > MAX_TASK or quotes(one_line(task)) else _of_paragraphs(above_document(task))
    lasting = (words for words in own if says_ever(words) and len(sentences(words)) == 1 and _is_for_good(words))
    return [words for words in lasting if MARK not in words]


def _of_paragraphs(text: str) -> list[str]:
    """Each sentence before which nothing in its paragraph shows a text."""
    placed = ((at, own) for own in paragraphs(text) for at in range(len(own)))
    return [own[at] for at, own in placed if len(own[at]) <= MAX_MESSAGE and not any(map(shows_text, own[:at]))]


def _standing(wordings: Sequence[str], embedder: Embedder) -> dict[str, float]:
    """How likely each of several words is a standing rule."""
    worded = [words for words in dict.fromkeys(wordings) if len(words.split()) >= _MIN_WORDS]
    likely = likelihoods(worded, MESSAGES, embedder, "instruction", TEMPERATURE)
    return {words: one[STANDING] for words, one in zip(worded, likely, strict=True)}

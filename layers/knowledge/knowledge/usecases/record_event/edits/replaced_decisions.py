"""Earlier decisions that an event replaces, by the name that it gives up: `move the database from Postgres to …`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.files.current_statements import CurrentStatement, News, SupersededStatement
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements.former_values import ended_names
from knowledge.usecases.record_event.edits.decision_records import around_the_decision, without_label

_DECISION = "- Decision: "
# What is moved may stand before the name that it has so far, or behind the one that it gets.
_MOVED = re.compile(
    r"\b(?:switch|mov|migr|chang|go|wechsel|zieh|stell|pass)\w* (?P<what>(?:[\w-]+ ){0,4})"
    r"(?:from|von|de|du) (?P<was>[\w.+-]+) (?:to|auf|zu|nach|à|a) (?P<now>[\w.+-]+)(?P<behind>[^,;.]*)",
    re.I,
)


def with_replaced(news: News, texts: Sequence[str], held: Sequence[CurrentStatement], day: str) -> News:
    """The news, with those decisions among what is held that a decision of the event names and replaces."""
    gone = {change.line for change in news.superseded}
    standing = [line for line in held if _may_end(line, day) and line.line not in gone]
    replaced = [(at, line) for at, text in enumerate(texts) for line in standing if _replaces(text, line.text)]
    ended = [_superseded(line, texts[at], day) for at, line in replaced]
    places = {at: line.origin for at, line in reversed(replaced)}
    return replace(news, superseded=[*news.superseded, *ended], places={**places, **news.places})


def _may_end(line: CurrentStatement, day: str) -> bool:
    is_ours = line.line.startswith(_DECISION) and not (line.is_persons or line.is_mark)
    return is_ours and bool(line.day) and line.day <= day


def _replaces(text: str, earlier: str) -> bool:
    """Whether it moves what was decided from the name that the decision gave it to another one."""
    made = around_the_decision(sentences(earlier))[1]
    chosen = {name.rstrip(".") for name in re.findall(r"\w[\w.+-]*", made)} - ended_names(made)
    return any(was in chosen and what <= set(content_words(made)) for what, was in _moves(text))


def _moves(text: str) -> Iterator[tuple[set[str], str]]:
    """What is moved, in words, and the name from which it is; what is not told is nothing that is known."""
    for sentence in sentences(text):
        for moved in _MOVED.finditer(sentence):
            what = content_words(moved["what"]) or content_words(moved["behind"])
            if what and moved["was"][0].isupper() and moved["now"][0].isupper():
                yield set(what), moved["was"].rstrip(".")


def _superseded(line: CurrentStatement, now: str, day: str) -> SupersededStatement:
    """The decision with what is told of it behind; what was said before it stays."""
    before, made, after = around_the_decision(sentences(line.text))
    whole = " ".join([made, *after])
    left = line.line.replace(whole, "").replace("  ", " ") if before else ""
    words = without_label(made)
    return SupersededStatement(line.path, line.line, whole, words, day, now, left, line.text, line.day)

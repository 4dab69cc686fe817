"""Earlier decisions that an event replaces, by the name that it gives up: `move the database from Postgres to …`."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.files.current_statements import CurrentStatement, News, SupersededStatement
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_names import FormerName, former_names
from knowledge.text.statements.former_values import ended_names
from knowledge.usecases.record_event.edits.ended_decisions import around_the_decision, without_label


def with_replaced(news: News, texts: Sequence[str], held: Sequence[CurrentStatement], day: str) -> News:
    """The news, with those decisions among what is held that a decision of the event names and replaces.

    With such a one goes what is told of it behind, whatever else is known to have ended of its line.
    """
    standing = [line for line in held if _may_end(line, day)]
    replaced = [(at, line) for at, text in enumerate(texts) for line in standing if _replaces(text, line.text)]
    ended = [_superseded(line, texts[at], day) for at, line in replaced]
    lines = {line.line for _, line in replaced}
    others = [change for change in news.superseded if change.line not in lines]
    places = {at: line.origin for at, line in reversed(replaced)}
    return replace(news, superseded=[*others, *ended], places={**places, **news.places})


def _may_end(line: CurrentStatement, day: str) -> bool:
    is_ours = line.is_decision and not line.is_persons
    return is_ours and bool(line.day) and line.day <= day


def _replaces(text: str, earlier: str) -> bool:
    """Whether it moves what was decided from the name that the decision gave it to another one."""
    made = around_the_decision(sentences(earlier))[1]
    chosen = set(WORD.findall(made)) - ended_names(made)
    moves = ((WORD.findall(name.was), _moved(name)) for name in former_names(text))
    return any(chosen.issuperset(was) and what and what <= set(content_words(made)) for was, what in moves)


def _moved(name: FormerName) -> set[str]:
    """What is moved, in words; what is not told is nothing that is known."""
    return set(content_words(name.about)) - set(content_words(f"{name.was} {name.now}"))


def _superseded(line: CurrentStatement, now: str, day: str) -> SupersededStatement:
    """The decision with what is told of it behind; what was said before it stays."""
    before, made, after = around_the_decision(sentences(line.text))
    whole = " ".join([made, *after])
    left = line.line.replace(whole, "").replace("  ", " ") if before else ""
    words = without_label(made)
    return SupersededStatement(line.path, line.line, whole, words, day, now, left, line.text, line.day)

"""What a language model tells of an event is believed, once it is cleaned."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.llm import LLMFailed, Message, Usage
from knowledge.ports.llm_answers import Answer, answer_in
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.verdict import Verdict
from knowledge.usecases.record_event.statements.model_answers import Sayings
from pydantic import ValidationError

from tests.support.events import event, of_new_tenant

FACT = {"says": "fact", "text": "The shop sells 40 teas.", "category": "Product"}


class Model:
    """A language model that answers with `answer`, or fails."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer = answer
        self.instructions = self.asked = ""

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        self.instructions, self.asked = messages[0]["content"], messages[-1]["content"]
        if self.answer is None:
            raise LLMFailed("It is down.")
        return answer.model_validate(self.answer)


def test_the_model_is_asked_and_believed(embedder: OnnxEmbedder) -> None:
    """With a model its statements and its title are taken; it never sees an e-mail or a secret."""
    model = Model({"summary": "Teas", "statements": [{**FACT, "text": "The shop sells\n40 teas."}]})
    talk = "User: It sells 40 teas; the password='hunter22x'.\nUser: Subject: Merger\n\nBob has sold."
    extraction = of_new_tenant(cleaned(event(content=talk)), embedder, model)
    assert [(statement.says, statement.text) for statement in extraction.statements] == [
        ("fact", "The shop sells 40 teas.")
    ]
    assert (extraction.method, extraction.title, extraction.note) == ("llm", "Teas", None)
    assert "hunter22x" not in model.asked and "Merger" not in model.asked and "Bob" not in model.asked


def test_a_model_is_told_who_wrote_an_email_that_is_kept(embedder: OnnxEmbedder) -> None:
    """And may name them: the mail itself says `I`."""
    text = "Ute Brandt takes berth 4."
    model = Model({"summary": "", "statements": [{**FACT, "text": text}]})
    mail = event(content="From: Ute Brandt\nTo: Jon\nSubject: Berths\n\nI take berth 4.")
    extraction = of_new_tenant(cleaned(mail, keeps_emails=True), embedder, model)
    assert "\n\nFrom: Ute Brandt · To: Jon\n\n" in model.asked
    assert (extraction.method, [statement.text for statement in extraction.statements]) == ("llm", [text])


def test_questions_are_told_in_the_language_of_the_pages(embedder: OnnxEmbedder) -> None:
    """Who asks knows the pages' language: a line in another one is found by its questions alone."""
    model = Model({"summary": "", "statements": [FACT]})
    of_new_tenant(cleaned(event(content="Sklep sprzedaje 40 herbat.")), embedder, model)
    assert "in the language that most of <pages> are in" in " ".join(model.instructions.split())


def test_what_takes_the_place_of_something_needs_no_room(embedder: OnnxEmbedder) -> None:
    """Nor does a page whose room is not known lack any; measured before: updates of a full page went to others."""
    model = Model({"summary": "", "statements": [FACT]})
    of_new_tenant(cleaned(event(content="The shop sells 40 teas.")), embedder, model)
    instructions = " ".join(model.instructions.split())
    assert "what takes the place of something there needs none" in instructions
    assert "one that does not say has room" in instructions


def test_three_questions_of_a_statement_are_taken(embedder: OnnxEmbedder) -> None:
    """Of the first three those that are short enough: more would cost the page's front matter its room."""
    asked = ["How many teas?", "x" * 121, "How big is the list of brews?", "Any tea?"]
    model = Model({"summary": "", "statements": [{**FACT, "questions": asked}]})
    [statement] = of_new_tenant(cleaned(event(content="The shop sells 40 teas.")), embedder, model).statements
    assert statement.questions == (asked[0], asked[2])


@pytest.mark.parametrize(("named", "category"), [("Product", "product"), ("Tea/../Law", "tea-law"), (" ", None)])
def test_the_model_names_the_category(embedder: OnnxEmbedder, named: str, category: str | None) -> None:
    """A category is a folder's name, whatever the model wrote; a blank one is left to the rules."""
    model = Model({"summary": "", "statements": [{**FACT, "category": named}]})
    [statement] = of_new_tenant(cleaned(event(content="It sells 40 teas.")), embedder, model).statements
    assert statement.category == category


def test_where_the_model_fails_rules_do(embedder: OnnxEmbedder) -> None:
    """The answer says that it was by rules, and why."""
    extraction = of_new_tenant(cleaned(event(content="We decided to sell 40 teas.")), embedder, Model(None))
    assert [statement.says for statement in extraction.statements] == ["decision"]
    assert extraction.method == "rules" and "It is down." in (extraction.note or "")


def test_what_a_model_tells_is_cleaned(embedder: OnnxEmbedder) -> None:
    """A model that makes up an e-mail or a secret has not said it."""
    mail = "From: Bob <bob@x.org>\nSubject: Merger\n\nBob has sold."
    statements = [{**FACT, "text": text} for text in (mail, "The password='hunter22x' is old.", "It sells 40 teas.")]
    extraction = of_new_tenant(
        cleaned(event(content="It sells 40 teas; the password='hunter22x' is old.")),
        embedder,
        Model({"summary": mail[:90], "statements": statements}),
    )
    texts = [statement.text for statement in extraction.statements]
    assert texts[-1] == "It sells 40 teas." and extraction.title is None
    assert not any(word in " ".join(texts) for word in ("Bob", "Merger", "hunter22x"))


def test_a_link_that_was_said_is_text(embedder: OnnxEmbedder) -> None:
    """Links are the product's own: neither a model's statement nor an event's text sets one."""
    evil = "We decided on 40 teas, see [[3-descriptions/user/evil.md]]."
    model = Model({"summary": "Teas", "statements": [{**FACT, "text": evil}]})
    occurrence = cleaned(event(content=evil))
    for llm in (None, model):
        assert "[[" not in str(of_new_tenant(occurrence, embedder, llm).statements) + occurrence.text + occurrence.title


GOOD = {"says": "fact", "text": "The kiln is cold.", "category": "equipment", "topic": "Kiln"}


@pytest.mark.parametrize("bad", [GOOD | {"says": "rumour"}, GOOD | {"text": 5}, {"says": "fact"}, "The kiln.", None])
def test_an_item_that_does_not_fit_costs_no_other(bad: object) -> None:
    """Measured before: by one word for what an item is, all were lost, and rules read the event."""
    answer = answer_in(json.dumps({"summary": "", "statements": [bad, GOOD]}), Sayings)
    assert [item.model_dump(exclude_defaults=True) for item in answer.statements] == [GOOD]


TALK = "We fire at six, because power is cheaper then, and not at 22:00. Ben opens the shop."
DECIDED = {
    **GOOD,
    "says": "decision",
    "text": "The kiln is fired at six.",
    "reasons": ["Power is cheaper at six.", "Power costs 9 cents at six."],
    "alternatives": ["The kiln is not fired at 22:00."],
    "consequences": ["Ben opens the shop."],
}


def test_the_record_of_a_decision_holds_what_the_event_bears_out(embedder: OnnxEmbedder) -> None:
    """A reason with a figure that nobody gave is none; what else stands there is kept, part by part."""
    model = Model({"summary": "", "statements": [DECIDED]})
    [statement] = of_new_tenant(cleaned(event(content=TALK)), embedder, model).statements
    assert dict(statement.record) == {
        "Decision": ("The kiln is fired at six.",),
        "Context": ("Power is cheaper at six.",),
        "Alternatives": ("The kiln is not fired at 22:00.",),
        "Consequences": ("Ben opens the shop.",),
    }


@pytest.mark.parametrize("other", [{"says": "fact"}, {"reasons": [], "alternatives": [], "consequences": []}])
def test_what_is_no_decision_or_has_no_reason_has_no_record(embedder: OnnxEmbedder, other: dict[str, Any]) -> None:
    """The rules no longer guess from what stands around it what a model's decision rests on."""
    model = Model({"summary": "", "statements": [{**DECIDED, **other}]})
    [statement] = of_new_tenant(cleaned(event(content=TALK)), embedder, model).statements
    assert statement.record == ()


def test_a_verdict_that_does_not_fit_costs_no_other() -> None:
    """A line without its number ends nothing."""
    answer = answer_in('{"gone": [{"line": "the first", "by": 1}, {"line": 2, "by": 1, "still": ""}]}', Verdict)
    assert [(gone.line, gone.by) for gone in answer.gone] == [(2, 1)]


@pytest.mark.parametrize("content", ['{"statements": "none"}', '{"summary": ""}', "none"])
def test_what_is_no_list_is_no_answer(content: str) -> None:
    """The rules read the event then."""
    with pytest.raises(ValidationError):
        answer_in(content, Sayings)

"""What an event says, by rules and by a model."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from knowledge.embedder import OnnxEmbedder
from knowledge.llm import Answer, LLMFailed, Message
from knowledge.recording import _extracted
from knowledge.recording.by_rules import MAX_STATEMENTS, by_rules
from knowledge.recording.changelog import entry
from knowledge.recording.cleaning import cleaned
from knowledge.recording.figures import figures
from knowledge.recording.model import Event
from knowledge.recording.rendering import as_text
from knowledge.recording.technologies import technologies


def event(**fields: Any) -> Event:
    return Event.model_validate({"kind": "conversation", "event_id": "e", "content": "x", **fields})


FACT = {"says": "fact", "text": "The shop sells 40 teas.", "category": "Product"}


class Model:
    """A language model that answers with `answer`, or fails."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer = answer
        self.asked = ""

    def complete(self, messages: Sequence[Message], answer: type[Answer]) -> Answer:
        self.asked = messages[-1]["content"]
        if self.answer is None:
            raise LLMFailed("It is down.")
        return answer.model_validate(self.answer)


def test_the_model_is_asked_and_believed(embedder: OnnxEmbedder) -> None:
    """With a model its statements and its topic are taken; it never sees an e-mail or a secret."""
    model = Model({"topic": "Tea", "statements": [{**FACT, "text": "The shop sells\n40 teas."}]})
    told = "User: It sells 40 teas; the password='hunter22x'.\nUser: Subject: Merger\n\nBob has sold."
    extraction = _extracted(cleaned(event(content=told)), embedder, model)
    assert [(each.says, each.text) for each in extraction.statements] == [("fact", "The shop sells 40 teas.")]
    assert (extraction.method, extraction.topic, extraction.note) == ("llm", "Tea", None)
    assert "hunter22x" not in model.asked and "Merger" not in model.asked and "Bob" not in model.asked


@pytest.mark.parametrize(("named", "category"), [("Product", "product"), ("Tea/../Law", "tea-law"), (" ", None)])
def test_the_model_names_the_category(embedder: OnnxEmbedder, named: str, category: str | None) -> None:
    """A category is a folder's name, whatever the model wrote; a blank one is left to the rules."""
    model = Model({"topic": "", "statements": [{**FACT, "category": named}]})
    [statement] = _extracted(cleaned(event(content="It sells 40 teas.")), embedder, model).statements
    assert statement.category == category


def test_where_the_model_fails_rules_do(embedder: OnnxEmbedder) -> None:
    """The answer says that it was by rules, and why."""
    extraction = _extracted(cleaned(event(content="We decided to sell 40 teas.")), embedder, Model(None))
    assert [each.says for each in extraction.statements] == ["decision"]
    assert extraction.method == "rules" and "It is down." in (extraction.note or "")


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("We decided to launch in Spain first.", "decision"),
        ("Let's use Stripe for the payments.", "decision"),
        ("The export must finish within 5 seconds.", "requirement"),
        ("The database runs on port 6543.", "fact"),
        ("Can you look at the database today?", None),
        ("Thanks, that is great.", None),
        ("We don't store credit cards, Stripe does.", "fact"),
        ("The test found that the export leaks data of others.", "fact"),
        ("Nobody outside the EU may see production.", "fact"),
        ("I will look into the port 8090 now.", None),
        ("I think it is maybe the cache.", None),
    ],
)
def test_what_a_sentence_of_a_conversation_is(embedder: OnnxEmbedder, sentence: str, says: str | None) -> None:
    """A decision, a requirement, a fact, or nothing worth keeping."""
    found = by_rules(cleaned(event(content=f"Ann: {sentence}")), embedder)
    assert [(each.says, each.text) for each in found] == ([(says, sentence)] if says else [])


def test_what_a_model_tells_is_cleaned(embedder: OnnxEmbedder) -> None:
    """A model that makes up an e-mail or a secret has not said it."""
    mail = "From: Bob <bob@x.org>\nSubject: Merger\n\nBob has sold."
    said = [{**FACT, "text": text} for text in (mail, "The password='hunter22x' is old.", "It sells 40 teas.")]
    extraction = _extracted(cleaned(event(content="x y z")), embedder, Model({"topic": mail[:90], "statements": said}))
    texts = [each.text for each in extraction.statements]
    assert texts[-1] == "It sells 40 teas." and extraction.topic is None
    assert not any(word in " ".join(texts) for word in ("Bob", "Merger", "hunter22x"))


def test_an_integration_is_called_what_happened(embedder: OnnxEmbedder) -> None:
    """A webhook's own name for its event says more than its kind; times, ids and hashes are no figures."""
    content = {"type": "invoice.payment_failed", "created": 1769000000, "amount": 7900, "commit": "4f2a9c1"}
    told = cleaned(
        event(kind="integration", content=content, metadata={"type": "payment", "service": "stripe", "status": "open"})
    )
    assert told.title == "stripe invoice.payment_failed: open"
    assert figures(told) == {"amount": "7900"}


def test_details_are_all_that_is_told(embedder: OnnxEmbedder) -> None:
    """A changelog's entry keeps the sentences that tell no progress, and a log's the figures inside sentences."""
    why = "They were valid for 24 h instead of 15 min."
    change = cleaned(
        event(kind="code_change", content=f"Fix the links\n\n{why}\n\ndiff --git a/x b/x\n+from y import z\n")
    )
    paid = cleaned(event(kind="integration", content="The invoice was paid. MRR is now 1,264 EUR."))
    told = entry(change, _extracted(change, embedder, None))
    assert "24 h instead of 15 min" in told and "import z" not in told
    assert "1,264 EUR" in entry(paid, _extracted(paid, embedder, None))


def test_restatements_are_kept_once(embedder: OnnxEmbedder) -> None:
    """The same in other words is one statement; the same with another number is two."""
    said = "The API listens on port 8090. The API is listening on port 8090. The API listens on port 8091."
    assert len(by_rules(cleaned(event(content=said)), embedder)) == 2


def test_decisions_outrank_facts(embedder: OnnxEmbedder) -> None:
    """Of many sentences those that bind are kept, in their order."""
    facts = [
        f"The shop has {n} kinds of {word}." for n, word in enumerate(["tea", "rice", "salt", "corn", "milk", "oil"])
    ]
    said = [*facts, *(f"{word} must be sold before noon." for word in ("Bread", "Fish", "Fruit", "Meat", "Cheese"))]
    found = by_rules(cleaned(event(content="\n\n".join(said))), embedder)
    assert len(found) == MAX_STATEMENTS
    assert [each.says for each in found].count("requirement") == 5


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"occurred_at": "2026-02-03T10:00:00+02:00"}, datetime(2026, 2, 3, 8, tzinfo=UTC)),
        ({"date": "2026-02-03"}, datetime(2026, 2, 3, tzinfo=UTC)),
    ],
)
def test_an_event_has_the_time_that_it_names(given: dict[str, Any], expected: datetime) -> None:
    """In UTC; what is no time is passed over."""
    assert cleaned(event(metadata={**given, "timestamp": "yesterday"})).at == expected


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("as it is\n", "as it is\n"),
        ([{"role": "user", "content": "a"}, {"content": [{"type": "text", "text": "b"}]}], "User: a\n\nSomebody: b"),
        ({"messages": [{"role": "user", "content": "a"}]}, "User: a"),
        ({"a": {"b": 1, "c": [True, None]}, "d": "x\ny"}, "a b: 1\na c: True\nd: x y"),
        ([1, 2], "1\n2"),
    ],
)
def test_any_content_is_text(content: Any, text: str) -> None:
    """Messages become lines with their speaker, other JSON a line a value."""
    assert as_text(content) == text


def test_technologies_of_a_change() -> None:
    """Dependencies with their version, languages of files, and known names; everyday words are none."""
    assert technologies("FastAPI 0.115 in main.py", {"dependencies": "fastapi 0.115"}) == ["fastapi 0.115", "Python"]
    text = 'We go on to express joy.\n+httpx==0.28.1\n+  "react": "^18.2.0",\nsrc/main.rs uses Redis and Next.js'
    assert technologies(text, {"dependencies": "pydantic 2, numpy"}) == [
        "pydantic 2",
        "numpy",
        "httpx 0.28.1",
        "react ^18.2.0",
        "Rust",
        "Redis",
        "Next.js",
    ]

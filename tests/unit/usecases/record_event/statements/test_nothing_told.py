"""Whether a talk says nothing that a file could hold."""

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event, Occurrence
from knowledge.usecases.record_event.statements.nothing_told import says_nothing
from knowledge.usecases.record_event.statements.rule_extractor import by_rules


@pytest.mark.parametrize(
    ("content", "topic", "nothing"),
    [
        ("Thanks everyone, have a great weekend!", None, True),
        ("12", None, True),
        ("Ute", "Billing contact", False),
        ("Thanks everyone! The van leaks oil.", None, False),
        ("No smoking.", None, False),
        ("```\nmake deploy\n```", None, False),
    ],
)
def test_a_talk_without_a_topic_may_say_nothing(embedder, content, topic, nothing) -> None:
    """A topic tells what a word is about; one sentence that tells something keeps all."""
    event = Event.model_validate({"kind": "conversation", "event_id": "e", "content": content, "topic": topic})
    assert says_nothing(cleaned(event), embedder) is nothing


@pytest.mark.parametrize(
    "content",
    [
        "hi there, thanks! bye",
        "thanks a lot, that was all",
        "Great job, everybody!",
        "haha nice one, see you",
        "Hallo zusammen, danke und bis dann!",
        "Super, vielen Dank, das war's schon.",
        "Alles klar, schönen Abend noch!",
        "Salut, merci beaucoup et à bientôt !",
        "Merci, c'est tout, bonne journée.",
        "Hola, gracias por todo, ¡hasta luego!",
        "Perfecto, muchas gracias, eso es todo.",
        "Ciao, grazie mille!",
        "Obrigado, é só isso, tchau!",
    ],
)
def test_pleasantries_alone_say_nothing(embedder, content: str) -> None:
    """In any language, by the model's side for talk."""
    assert says_nothing(_talk(content), embedder)


@pytest.mark.parametrize(
    "content",
    [
        "The van leaks oil, thanks!",
        "Bin weg bis Montag",
        "Danke! Der Kurs ist abgesagt.",
        "Thanks, Anna takes over.",
        "all paid, thanks",
        "Approved, thanks!",
        "Danke, ich bin krank.",
        "Danke, machen wir so.",
        "Hallo, der Schlüssel liegt im Tresor.",
        "Bonjour, je suis malade.",
        "Gracias, la reunión se cancela.",
        "Gracias, el jefe firma hoy.",
        "Grazie, il cliente ha pagato.",
        "Obrigado, o servidor caiu.",
    ],
)
def test_a_short_note_among_pleasantries_stays(embedder, content: str) -> None:
    """However politely it is said: it is told by the rules, too."""
    event = _talk(content)
    assert not says_nothing(event, embedder)
    assert by_rules(event, [], RememberingEmbedder(embedder))


def _talk(content: str) -> Occurrence:
    return cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": content}))

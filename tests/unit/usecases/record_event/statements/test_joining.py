"""Sentences put together that cannot be understood apart."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.sentences import sayings


def of(kind: str, content: str, embedder: OnnxEmbedder) -> list[str]:
    given = {"kind": kind, "event_id": "e", "content": content}
    return [saying.text for saying in sayings(cleaned(Event.model_validate(given)), embedder)]


def joined(embedder: OnnxEmbedder, *turns: str) -> list[str]:
    return of("conversation", "\n".join(turns), embedder)


BAY = "Dewi: Where do we put the chip this week? The bay's full."


def test_who_speaks_next_answers_what_was_asked(embedder: OnnxEmbedder) -> None:
    """Also where the question goes on, and where the answer alone would not tell of what it is one."""
    answer = "Netherby Stables take it, all of it, we don't get anything for it but they've a big gate."
    texts = joined(embedder, BAY, f"Sunniva: {answer}", "Moira: Bram starts on the first of April.")
    assert texts == [
        f"Where do we put the chip this week? The bay's full. {answer}",
        "Bram starts on the first of April.",
    ]


def test_what_nobody_says_anything_to_is_open(embedder: OnnxEmbedder) -> None:
    """What is asked at the end of what tells something, and not answered, is no part of it."""
    news = "The fees rise in May."
    assert joined(embedder, f"Ann: {news} Since when?", "Ann: Kim has the keys.")[0] == news


@pytest.mark.parametrize(
    ("turns", "beginning"),
    [
        (("Callum: Who do I ask about the cameras?", "Ottoline: You. Until January."), "Callum: Who do I"),
        (("Callum: Who is head instructor then?", "Ottoline: You, from Monday."), "Callum: Who is"),
        (("Callum: Who is head instructor then?", "Ottoline: Petra, from Monday."), "Who is"),
        (("User: Who do I ask about the cameras?", "Assistant: Petra, until Monday."), "Who do I"),
    ],
)
def test_who_asks_is_named_where_the_answer_is_about_them(
    embedder: OnnxEmbedder, turns: tuple[str, ...], beginning: str
) -> None:
    """`Who do I ask?` or `You.` tells nothing without their name; what programs call people is none."""
    assert joined(embedder, *turns)[0].startswith(beginning)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (
            "Sunniva: Mrs Tranter wants her old quote honoured, which ended on 3 March.",
            "Let her have it, she's nice.",
        ),
        ("Dev: The three months with Belvo are over on 31 August, so we could go.", "Stay in."),
        (
            "Petra: Her gran wants the link to live for a day and not for twenty minutes.",
            "No, twenty minutes it is.",
        ),
    ],
)
def test_what_is_only_said_to_something_stands_with_it(embedder: OnnxEmbedder, before: str, text: str) -> None:
    """Some words without a value or a thing of their own, with who says them."""
    first, *_ = joined(embedder, before, f"Moira: {text}", "Kim: The fees rise in May.")
    assert first.endswith(f" Moira: {text}")


def test_what_is_asked_back_stands_with_what_it_asks_of(embedder: OnnxEmbedder) -> None:
    """It names nothing itself, or points at what was said; one that names something opens another saying."""
    news = "Rob: The windows of the front come on Thursday, not on Tuesday."
    assert joined(embedder, news, "Sunita: All of them?", "Rob: Just a few.")[0].endswith("All of them? Just a few.")
    assert joined(embedder, news, "Sunita: Saturday job?", "Rob: Amy Cho, from May.")[1].startswith("Saturday job?")


def test_a_paragraph_stays_whole_until_it_is_about_something_else(embedder: OnnxEmbedder) -> None:
    """So each sentence keeps its subject; of a text of which not all is told each is apart."""
    routes = "We have tried Routely for ten days. Routely costs 54 pounds a month. Jory enters the stops into Routely."
    assert of("research", routes, embedder) == [routes]
    long = "\n\n".join(routes.replace("Jory", f"Jory{at}") for at in range(50))
    assert len(of("research", long, embedder)) > 100


HOURS = "Ben: And support is open from 8 to 18 on weekdays now."


@pytest.mark.parametrize(
    "turns",
    [
        ("Ann: The warehouse closes at 20:00.", HOURS),
        (HOURS, "Ann: We also decided to move hosting from Frankfurt to Helsinki, since it is cheaper."),
        ("Piet: The canteen opens at 11:30 from Monday on.", "Olga: Also, parking costs 4 euro a day now."),
        ("Ann: The canteen closes at 14:00.", "Ivo: And also the gate 3 is locked at 20:00."),
        ("Ann: The stall rent rises to 40 francs.", "Bo: The council made it clear, and the road stays closed."),
        ("Tom: The forklift goes to service on 12 May.", "Zoe: The new gate is ordered, and they deliver it in June."),
    ],
)
def test_what_another_adds_stands_for_itself(embedder: OnnxEmbedder, turns: tuple[str, ...]) -> None:
    """`And` and `Also` lead over to something else, and a pronoun may stand for what its own sentence names."""
    assert joined(embedder, *turns) == [turn.partition(": ")[2] for turn in turns]


@pytest.mark.parametrize(
    "text", ["And it costs 12 euros a month now.", "Also, the council wants it by Friday, I hear."]
)
def test_what_points_at_what_another_said_is_joined_to_it(embedder: OnnxEmbedder, text: str) -> None:
    """Also behind `And` or `Also`: what `it` is stands in no clause of its own."""
    assert len(joined(embedder, "Ann: The server moves to Helsinki on 3 May.", f"Ben: {text}")) == 1

"""What is said, sentence by sentence."""

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.sentences import Saying, sayings


def said_in(kind, content, embedder) -> list[Saying]:
    return sayings(cleaned(Event.model_validate({"kind": kind, "event_id": "e", "content": content})), embedder)


def test_each_item_of_each_list_is_an_item_of_its_own(embedder):
    """However long a list is, its items are not those of the next one."""
    lists = ["\n".join(f"- Shelf {letter}{at} holds black tea." for at in range(1_002)) for letter in "AB"]
    items = [saying.item for saying in said_in("research", "\n\n".join(lists), embedder)]
    assert None not in items and len(set(items)) == len(items) == 2_004


def test_a_paragraph_is_an_item_and_a_talk_has_none(embedder):
    """All sentences of one paragraph stand in it; whoever talks goes on about what another said."""
    text = "The boiler was replaced. It cost 4,000.\n\nThe fees rise in May."
    items = [saying.item for saying in said_in("research", text, embedder)]
    assert len(set(items)) == 2 and items[0] == items[-2] != items[-1]
    talk = said_in("conversation", "Ann: The boiler was replaced.\nBob: The fees rise in May.", embedder)
    assert [saying.item for saying in talk] == [None, None]


def test_what_the_next_one_begins_with_is_said_there(embedder):
    """Who repeats a saying and goes on says it for both."""
    talk = "Ann: The lift of the depot is broken.\nBob: The lift of the depot is broken. It has been so since Monday."
    assert [saying.text for saying in said_in("conversation", talk, embedder)] == [
        "The lift of the depot is broken. It has been so since Monday.",
    ]


def test_an_unanswered_question_leaves_no_name_behind(embedder):
    """Who asks goes with what is asked."""
    talk = "Ann: The customer pays nothing for the third trip to Ennis.\nBob: Who tells them?\nAnn: Later."
    assert not any(saying.text.rstrip().endswith(":") for saying in said_in("conversation", talk, embedder))


def test_what_stands_below_a_heading_is_not_below_the_next_one(embedder):
    """Also where its author left no blank line above that; all of a text stood below its last heading."""
    text = "# Bees\n\n## Method\nWe treated 12 hives.\n## Cost\nThe acid costs CZK 38.\n## Verdict\nAcid in winter."
    assert [saying.under for saying in said_in("research", text, embedder)] == ["Method", "Cost", "Verdict"]


def test_bold_words_that_open_a_paragraph_head_that(embedder):
    """What follows in a paragraph of its own behind the last of them is below the section's heading."""
    openings = "**Heap.** It is turned each Monday.\n\n**Bees.** Two hives moved.\n\nTom mended the glass for 90 EUR."
    for text, section in ((openings, ""), (f"## Garden\n\n{openings}\n\n## Office\n\nIt is cold.", "Garden")):
        under = {saying.text: saying.under for saying in said_in("research", text, embedder)}
        assert under["Two hives moved."] == "Bees"
        assert under["Tom mended the glass for 90 EUR."] == section


@pytest.mark.parametrize("fact", ["Ann likes tea.", "Great result for the fair.", "Apologies: Tom."])
def test_a_text_does_not_chat(embedder, fact):
    """What reads as chatter in a talk is a fact where it is a paragraph of a report."""
    text = f"The letter goes out on 7 April. It was checked by Gwen.\n\n{fact}"
    assert fact in " ".join(saying.text for saying in said_in("research", text, embedder))


def test_what_one_says_in_one_go_stays_whole(embedder):
    """Measured before: `Got a Donna Whitelaw.` went as chatter, and `She runs the yards` stood alone."""
    talk = (
        "Ann: Rang Crossgate about the press. Got a Donna Whitelaw. She runs the yards since 4 May.\n"
        "Ben: The van is at the garage until Friday.\nAnn: Ha, lovely!"
    )
    texts = " ".join(saying.text for saying in said_in("conversation", talk, embedder))
    assert "Got a Donna Whitelaw. She runs the yards" in texts and "lovely" not in texts

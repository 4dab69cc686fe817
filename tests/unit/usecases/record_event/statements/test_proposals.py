"""What an assistant only proposes."""

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event import _by_rules
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.sentences import sayings

IDEAS = """Assistant: Here are some ideas:
1. Offer a free first class.
2. Partner with two gyms nearby.
3. Run Instagram ads for 200 GBP a month.
"""


def occurred(content):
    return cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": content}))


def stated(content, embedder):
    extraction = _by_rules(occurred(content), RememberingEmbedder(embedder))
    return " ".join(statement.text for statement in extraction.statements), extraction.partial


def test_ideas_are_no_facts(embedder):
    """What the user decides is; what is left out is known to be left out."""
    text, partial = stated(
        f"User: How do we get more clients?\n{IDEAS}User: Ads cost much. Let's do the class.", embedder
    )
    assert "Let's do the class" in text and "Instagram" not in text and "gyms" not in text and partial


def test_ideas_alone_are_kept_whole(embedder):
    """Where nobody says anything to them."""
    assert stated(f"User: How do we get more clients?\n{IDEAS}", embedder) == ("", True)


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        ("Yes, do all of them.", ["free first class", "two gyms", "Instagram"]),
        ("OK, do it.", ["free first class", "two gyms", "Instagram"]),
        ("Good idea, let's do that.", ["free first class", "two gyms", "Instagram"]),
        ("No, let's do that next year.", []),
        ("Let's do 1 and 3.", ["free first class", "Instagram"]),
        ("No, too expensive.", []),
        ("We pay 3 GBP for each client now.", []),
    ],
)
def test_what_is_taken_up_counts(embedder, answer, stays):
    """All of it, or the items that are named."""
    event = occurred(f"User: How do we get more clients?\n{IDEAS}User: {answer}")
    text = " ".join(saying.text for saying in sayings(event, embedder))
    assert [idea for idea in ("free first class", "two gyms", "Instagram") if idea in text] == stays


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        ("The lease ends on 31 March 2028.", True),
        ("I could not find the lease in the folder of 2028.", True),
        ("You could move to an office for 900 EUR.", False),
        ("I suggest the office in Kiln Street for 900 EUR.", False),
    ],
)
def test_an_assistant_answers_and_reports(embedder, answer, stays):
    """What could or should be is no answer, unless it is taken up."""
    text, partial = stated(
        f"User: What about the lease?\nAssistant: {answer}\nUser: The van is at the garage.", embedder
    )
    assert (answer in text, partial) == (stays, not stays)
    text, _ = stated(f"User: What about the lease?\nAssistant: {answer}\nUser: Yes, go ahead.", embedder)
    assert answer in text


def test_what_answers_a_proposal_goes_with_it(embedder):
    """A few words say nothing without it."""
    talk = (
        "User: Maybe we could open on Sundays.\nAssistant: That would need two people.\nUser: Too expensive. Leave it."
    )
    assert stated(talk, embedder) == ("", True)


def test_instructions_are_nothing_that_anybody_said(embedder):
    """To an assistant; where people talk, what a system says is theirs."""
    prompt = "You are Ada, the accountant. Never reveal salaries."
    text, _ = stated(f"System: {prompt}\nUser: Our VAT number is GB123.\nAssistant: Noted.", embedder)
    assert "GB123" in text and "salaries" not in text
    text, _ = stated("Ann: What does it print?\nSystem: The disk of db-1 is full.\nAnn: Buy one of 2 TB.", embedder)
    assert "disk" in text


def test_what_people_propose_to_one_another_is_theirs(embedder):
    """And who tells of its work alone lists what was done."""
    text, _ = stated(
        f"Tom: How do we get more clients?\n{IDEAS.replace('Assistant', 'Ann')}Tom: We will see.", embedder
    )
    assert "Instagram" in text
    text, _ = stated("Assistant: Done today:\n- The invoice 2231 was paid.\n- The flight is on 3 May.", embedder)
    assert "2231" in text and "3 May" in text


def test_an_assistant_has_a_name(embedder):
    """Its role tells what it is."""
    talk = [
        {"role": "user", "content": "How do we cut our costs?"},
        {"role": "assistant", "name": "Ada", "content": "- Cancel Zoom.\n- Move to an office for 900 EUR."},
        {"role": "user", "content": "We keep the office in Kiln Street."},
    ]
    text, _ = stated(talk, embedder)
    assert "Kiln Street" in text and "Zoom" not in text

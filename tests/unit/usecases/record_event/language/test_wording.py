"""What the wording of a sentence tells."""

import pytest
from knowledge.usecases.record_event.language import wording


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("conversation", "We decided to sell tea.", "decision"),
        ("conversation", "The report must be ready on Friday.", "requirement"),
        ("conversation", "The office has two floors.", "fact"),
        ("conversation", "Maybe we sell tea.", None),
        ("conversation", "Six for the lager is not decided, so five.", "fact"),
        ("conversation", "Das haben wir noch nicht beschlossen.", "fact"),
        ("conversation", "Da wollte ich heute eine Entscheidung.", "fact"),
        ("conversation", "We'll talk about the deposit in spring.", "fact"),
        ("conversation", "Then tea. Decision.", "decision"),
        ("conversation", "Is it ready? We decided to wait.", "decision"),
        ("integration", "The deployment of the api succeeded today.", "status"),
        ("integration", "ok done", None),
        ("code_change", "feat: search", "progress"),
        ("code_change", "wip", None),
        ("research", "Rivals charge ten euros.", "finding"),
    ],
)
def test_what_a_sentence_says_depends_on_the_kind_of_event(kind: str, text: str, expected: str | None) -> None:
    """What binds comes before what is told; a proposal says nothing."""
    assert wording.says(kind, text) == expected


def test_a_label_is_nobodys_name() -> None:
    """Before a colon."""
    assert wording.is_label("Entscheidung") and wording.is_label("Décision ") and wording.is_label("Folgen")
    assert wording.is_label("Decision") and wording.is_label("Action items") and not wording.is_label("Lena")


@pytest.mark.parametrize(
    ("asks", "text"),
    [
        (wording.is_question, "Is it?"),
        (wording.is_question, "本当ですか？"),
        (wording.is_commit, "fix(api)!: no crash"),
        (wording.is_announced, "Let me look into it"),
        (wording.is_first_person, "I like tea"),
        (wording.leans, "It was because of that, so we stopped there"),
        (wording.concludes, "In conclusion, tea sells"),
    ],
)
def test_a_sentence_is_known_by_its_words(asks: object, text: str) -> None:
    """Each kind by its own; a plain statement is none of them."""
    assert callable(asks) and asks(text) and not asks("Tea sells well in spring")


def test_an_answer_begins_with_yes_or_no() -> None:
    """In several languages, and not where the word goes on."""
    assert wording.is_answer("Yes, on Friday") == "Yes, "
    assert wording.is_answer("Nein") == "Nein"
    assert wording.is_answer("Nobody knows") == ""

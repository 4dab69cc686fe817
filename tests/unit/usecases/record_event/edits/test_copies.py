"""Sentences of descriptions that a line has, too, and what of them is still so."""

import pytest
from knowledge.files.current_statements import CurrentStatement, Sentence
from knowledge.usecases.record_event.edits.copies import copies

LINE = "The ketch sails on Sundays at nine. Ida keeps its log."


def copied(text: str, line: str = LINE, day: str = "2026-03-02", before: str = "") -> bool:
    """Whether the sentence is a copy of the line, for news of 9 March."""
    standing = CurrentStatement("2-summaries/a.md", "2-summaries/a.md", "Ketch", f"- {line}", line, day)
    passage = Sentence("3-descriptions/a.md", "Talk", "2026-03-02", text, before)
    return text in copies([passage], [standing], "2026-03-09")


@pytest.mark.parametrize(
    ("text", "is_copy"),
    [
        ("The ketch sails on Sundays at nine.", True),
        ("Ole: And the ketch sails on Sundays at nine", True),
        ("The ketch sails on Sundays at ten.", False),
        ("The dinghy sails on Sundays at nine.", False),
        ("Nobody says the ketch sails on Sundays at nine.", False),
        ("If the ketch sails on Sundays at nine.", False),
        ("Ida keeps it.", False),
    ],
)
def test_a_copy_has_the_words_of_a_sentence_of_the_line(text: str, is_copy: bool) -> None:
    """Behind who speaks, and a word that joins; no other words, which may deny it or be of something alike."""
    assert copied(text) is is_copy


def test_what_leans_and_what_a_later_line_has_are_no_copies() -> None:
    """The one says little alone; of the other the event itself ends."""
    text = "The ketch sails on Sundays at nine."
    assert not copied(text, before="Is it so?") and not copied(text, day="2026-03-10")


@pytest.mark.parametrize(
    ("text", "of_line", "still"),
    [
        ("Ole: The ketch sails on Sundays at nine.", "", ""),
        ("Ole: The ketch sails on Sundays at nine.", "Ida keeps its log.", ""),
        ("Ole: The ketch sails on Sundays at nine.", LINE[:35], "Ole: The ketch sails on Sundays at nine."),
        ("Ole: The ketch sails on Sundays at nine.", "The ketch sails at nine.", "Ole: The ketch sails at nine."),
        (f"Ole: {LINE}", "Ida keeps its log.", "Ole: Ida keeps its log."),
    ],
)
def test_a_copy_ends_as_its_line_does(text: str, of_line: str, still: str) -> None:
    """What of the line is still so, is so of the copy as far as that has it."""
    standing = CurrentStatement("2-summaries/a.md", "2-summaries/a.md", "Ketch", f"- {LINE}", LINE, "2026-03-02")
    passage = Sentence("3-descriptions/a.md", "Talk", "2026-03-02", text)
    assert copies([passage], [standing], "2026-03-09")[text].still(of_line) == still

"""How much of a question's words a text has, the rarer the more."""

import pytest
from knowledge.matches.question_terms import QuestionTerms
from knowledge.text.statements.subjects import Subjects

QUESTION = "How long are trail tiles cached in the Électricité app?"
PASSAGES = [
    "The trails are closed.\nTiles of trails are kept for 36 hours. Caching the tiles is new.",
    "- L'electricite costs 20 a month. (2026-05-01)\n- Nothing of that.",
    "In **long** talks nobody asks for tile servers, e.g. of the app.",
]
TEXTS = ["trail tiles", "electricité", "the cached tile of 20 May", "Not one word.", "", "longer trails", *PASSAGES]


def test_a_text_has_the_question_s_words_in_whatever_form():
    """Plurals, accents and endings are no other words."""
    asked = QuestionTerms("Are trail tiles cached?", ["A tile of a trail in a cache."])
    assert asked.share(asked.stems("Trails: a cached tile.")) == pytest.approx(1)


def test_a_rare_word_weighs_more_than_one_that_all_passages_have():
    """It tells what is asked."""
    asked = QuestionTerms("Does Rotterdam cache tiles?", ["Tiles are blue.", "Tiles are green.", "Tiles cost nothing."])
    assert asked.share(asked.stems("Rotterdam")) > asked.share(asked.stems("tiles"))


def test_a_text_without_such_words_has_nothing_of_it():
    """Neither has any text, where the question has no word that tells something."""
    asked, nothing = QuestionTerms("Are tiles cached?", PASSAGES), QuestionTerms("20?", PASSAGES)
    assert asked.share(asked.stems("Nobody came.")) == 0
    assert nothing.share(nothing.stems("20 tiles")) == 0


@pytest.mark.parametrize("text", TEXTS)
def test_it_weighs_as_all_words_of_all_that_is_compared_do(text: str):
    """What it leaves out, for speed, are words that the question does not have."""
    asked, subjects = QuestionTerms(QUESTION, PASSAGES), Subjects([QUESTION, *PASSAGES])
    words = subjects.stems(QUESTION)
    assert asked.stems(text) == subjects.stems(text) & words
    assert asked.share(asked.stems(text)) == pytest.approx(subjects.share(words, subjects.stems(text)))

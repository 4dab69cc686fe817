"""What asks for nothing, and is not searched for."""

from knowledge.matches.small_talk import asks_nothing
from knowledge.ports.embedder import Embedder
from knowledge.settings import SearchMode
from knowledge.text.strings import has_words
from knowledge.usecases.query_knowledge.models import Question

NO_WORDS = "the question has no words; ask with some of what it is about"
SMALL_TALK = "the question is small talk; ask with some of what it is about"


def why_unasked(question: Question, embedder: Embedder, mode: SearchMode) -> str | None:
    """Why nothing is searched for; None where something is: by words alone no model tells small talk, and who states a
    threshold has stated what is near."""
    if not has_words(question.text):
        return NO_WORDS
    if mode == "keyword" or question.match_threshold is not None:
        return None
    is_small_talk = all(asks_nothing(one.query, embedder) for one in question.single_questions)
    return SMALL_TALK if is_small_talk else None

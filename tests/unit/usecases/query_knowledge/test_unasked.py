"""What asks for nothing, and is not searched for."""

import pytest
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.unasked import NO_WORDS, SMALL_TALK, why_unasked

THANKS = "ok thanks, continue"


@pytest.mark.parametrize(
    ("asked", "mode", "why"),
    [
        ({"query": "?!"}, "hybrid", NO_WORDS),
        ({"query": THANKS}, "hybrid", SMALL_TALK),
        ({"query": THANKS}, "dense", SMALL_TALK),
        ({"query": THANKS, "questions": ("redis port",)}, "hybrid", None),
        ({"query": THANKS, "match_threshold": 0.2}, "hybrid", None),
        ({"query": THANKS}, "keyword", None),
    ],
)
def test_small_talk_alone_is_not_searched_for(embedder, asked, mode, why):
    """Beside a question that asks it is; so it is where words alone or a stated threshold decide."""
    assert why_unasked(Question(**asked), embedder, mode) == why

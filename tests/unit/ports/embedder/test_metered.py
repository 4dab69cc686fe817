"""An embedder that tells how much it embeds."""

from knowledge.ports.embedder.metered import MeteredEmbedder

from tests.support.doubles import Words


def test_each_batch_is_told_in_tokens_once_it_is_embedded() -> None:
    """As the embedder counts them; an empty batch costs nothing and is not told."""
    words, tokens = Words(), list[int]()
    embedder = MeteredEmbedder(words, tokens.append)
    assert embedder.embed(["tea and rum", "tea"]) == words.embed(["tea and rum", "tea"])
    assert embedder.embed([]) == []
    assert tokens == [sum(words.count_tokens(["tea and rum", "tea"]))]


def test_the_tokens_of_a_question_are_told() -> None:
    """As those of a batch."""
    words, tokens = Words(), list[int]()
    assert MeteredEmbedder(words, tokens.append).embed_question("which tea") == words.embed_question("which tea")
    assert tokens == words.count_tokens(["which tea"])


def test_what_a_side_embeds_is_not_told() -> None:
    """What is kept of it is embedded as a text, too, and told then."""
    words, tokens = Words(), list[int]()
    assert MeteredEmbedder(words, tokens.append).embed_by("subject", ["tea"]) == words.embed(["tea"])
    assert not tokens

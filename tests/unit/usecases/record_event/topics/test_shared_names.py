"""What texts name in common."""

from time import perf_counter

from knowledge.usecases.record_event.topics.shared_names import SharedNames, names

TEXTS = [
    "Hal Peebles is the treasurer of the table.",
    "Hal, the treasurer, mends the roof of the table.",
    "The roof of the table is red.",
    "The table is new.",
]


def test_rare_words_weigh_more_than_common_ones() -> None:
    """What all of them name tells nothing."""
    shared = SharedNames(TEXTS)
    weights = shared.weights(TEXTS[1:], TEXTS[:1])
    assert weights[0] > weights[1] == weights[2] == 0.0


def test_the_other_with_which_a_text_shares_most_counts() -> None:
    """Never itself, nor one that is not among the others."""
    shared = SharedNames(TEXTS)
    alone = shared.weights(TEXTS[:2], TEXTS[1:2])
    assert alone[0] > alone[1] == 0.0
    assert shared.weights(TEXTS[:1], TEXTS) == alone[:1]
    assert shared.weights(TEXTS, []) == [0.0] * len(TEXTS)


def test_many_lines_are_weighed_at_once() -> None:
    """Each beside those alone that name what it names."""
    texts = [f"Boat {number} lies at quay {number // 3} beside mooring {number % 700}." for number in range(2500)]
    shared, begun = SharedNames(texts), perf_counter()
    shared.weights(texts, texts[:360])
    assert perf_counter() - begun < 1


def test_a_figure_is_a_name_in_words_too() -> None:
    """In whatever language they are."""
    assert names("They have to be sixteen.") & names("From 16 on.") == {"16"}
    assert "14" in names("Il y a quatorze pontons dans le port de la ville.")

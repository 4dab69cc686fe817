"""What texts name in common."""

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
    weights = [shared.weight(text, TEXTS[:1]) for text in TEXTS[1:]]
    assert weights[0] > weights[1] == weights[2] == 0.0


def test_a_figure_is_a_name_in_words_too() -> None:
    """In whatever language they are."""
    assert names("They have to be sixteen.") & names("From 16 on.") == {"16"}
    assert "14" in names("Il y a quatorze pontons dans le port de la ville.")

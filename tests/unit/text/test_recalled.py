"""What was served is known again in a run's words."""

import pytest
from knowledge.text.recalled import is_recalled, repeats, without

RULE = "Run the tests of `shop` with `make test-fast`; the full suite needs Docker."


def test_served_text_is_recognised_in_other_dress() -> None:
    """Case, punctuation, markup and a short frame around it do not make a served learning new."""
    assert is_recalled("run the tests of shop with MAKE TEST-FAST, the full suite needs docker", [RULE])
    assert is_recalled(f"As noted: {RULE}", [RULE])
    assert is_recalled("The full suite needs Docker.", [RULE])


def test_what_merely_shares_words_with_it_is_new() -> None:
    """Another number, another subject or much more text is a learning of its own."""
    assert not is_recalled("The service listens on port 8091.", ["The service listens on port 8090."])
    assert not is_recalled("Docker.", [RULE])
    assert not is_recalled(RULE, [])
    assert not is_recalled(f"{RULE} {'But since May it runs without it, if the images are cached first. ' * 3}", [RULE])


def test_what_says_nothing_but_what_was_served_repeats_it() -> None:
    """Sentence by sentence; a denial, a condition, another number or a word beside it is new."""
    served = [RULE, "The tax export needs the calendar 4-4-5. It runs on the 5th."]
    for text in (
        "The tax export needs the calendar 4-4-5.",
        "- It runs on the 5th.\n- The tax export needs the calendar 4-4-5",
        RULE,
    ):
        assert repeats(text, served)
    for text in ("No. It runs on the 5th.", "It runs on the 6th.", "It runs on the 5th, but for May.", "Docker.", ""):
        assert not repeats(text, served)


MEMORY = [
    "Anna's salary is 4,200 EUR a month, paid in Bern. She sits by the window.",
    "Fährt jeden Freitag um drei nach Hause.",
    "猫の名前はタマです。",
]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Since Anna's salary is 4,200 EUR a month, paid in Bern, I set the rate to 26 EUR. It works.", "It works."),
        ("It works. She sits by the window.", "It works."),
        ("Ich weiß, dass sie: fährt jeden Freitag um drei nach Hause, und nehme Donnerstag.", ""),
        ("- Anna's salary is 4,200 EUR a month\n- The rate is 26 EUR.", "- The rate is 26 EUR."),
        ("了解しました。猫の名前はタマですから、黒くします。保存しました。", "了解しました。 保存しました。"),
        ("The salary is read from `pay.csv`.\n\tThe window is 800 wide.", None),
        ("Anna's salary is 4,300 EUR a month, she told Ben.", None),
        ("", None),
    ],
)
def test_what_tells_an_entry_is_left_out_by_sentence(text: str, left: str | None) -> None:
    """Whatever the sentence says besides; the rest stays as it is."""
    assert without(text, MEMORY) == (text if left is None else left)

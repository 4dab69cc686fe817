"""What was served is known again in a run's words."""

from knowledge.text.recalled import is_recalled, repeats

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

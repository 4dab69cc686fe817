"""How sure the model's side has to be of a sentence, by its form alone."""

import pytest
from knowledge.extraction.rule_forms import CERTAIN, EVER, LIKELY, OF_A_KIND, ONE_FOR_ANOTHER, least


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("Don't touch the migrations.", LIKELY),
        ("Jamais de push sur main.", LIKELY),
        ("Always use uv.", EVER),
        ("Secrets must come from Vault.", OF_A_KIND),
        ("Toute migration doit avoir un retour.", OF_A_KIND),
        ("No, fakes instead of mocks.", ONE_FOR_ANOTHER),
        ("The header must be sticky.", CERTAIN),
        ("You must be joking.", CERTAIN),
        ("Tokens must expire, so add a date.", CERTAIN),
        ("No, the second column instead of the first.", CERTAIN),
        ("Always-on VPN breaks it.", CERTAIN),
        ("Secrets must come from Vault. Add a test.", CERTAIN),
    ],
)
def test_the_form_of_the_one_sentence_tells_how_sure_it_has_to_be(words: str, level: float) -> None:
    """What names one thing of its kind, or orders what follows, has none of the forms."""
    assert least(words, is_all=True) == level


def test_of_one_sentence_among_others_only_what_english_forbids_may_be_less_sure() -> None:
    """Beside a task the other forms are its conditions."""
    assert least("Secrets must come from Vault.") == CERTAIN and least("Never log tokens or passwords.") == LIKELY

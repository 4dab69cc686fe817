"""Changes that put the same for the same in several places."""

from knowledge.extraction.code.replacements import is_replacement
from knowledge.transcripts.diff import ChangedBlock


def block(old: str, new: str) -> ChangedBlock:
    return ChangedBlock((old,), (new,))


def test_the_same_words_for_the_same_others_are_a_replacement() -> None:
    """A rename, and a version's bump whatever it was before."""
    assert is_replacement([block("total = tax(a)", "total = vat(a)"), block("print(tax(b))", "print(vat(b))")])
    assert is_replacement([block('MODEL = "m-4-6"', 'MODEL = "m-4-8"'), block('is("m-4-7")', 'is("m-4-8")')])


def test_one_place_or_different_changes_are_none() -> None:
    """What was changed is not said elsewhere."""
    assert not is_replacement([block("retries = 3", "retries = 5")])
    assert not is_replacement([block("retries = 3", "retries = 5"), block("limit = 3", "limit = 5")])
    assert not is_replacement([block("cache = False", "cache = True"), block("strict = False", "strict = True")])
    assert not is_replacement([block("timeout=5s", "timeout=30s"), block("retry=5s", "retry=30s")])
    assert not is_replacement([block("total = tax(a)", "total = vat(a)"), block("if a:", "if a and b:")])

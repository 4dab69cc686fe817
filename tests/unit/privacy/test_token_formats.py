"""The published forms of access tokens."""

import pytest
from knowledge.privacy.token_formats import rules


@pytest.mark.parametrize(
    ("kind", "token"),
    [
        ("anthropic-key", f"sk-ant-{'a1' * 12}"),
        ("github-token", f"ghp_{'a1' * 18}"),
        ("nvidia-key", f"nvapi-{'a1B2' * 16}"),
        ("pulumi-token", f"pul-{'0a1b' * 10}"),
        ("discord-bot-token", f"MTE0NTk2{'Nz' * 9}.Gk3Lp0.{'aB1-_x' * 6}a9"),
        ("mailgun-key", f"key-{'7hq2wmz9' * 4}"),
        ("jwt", f"eyJ{'a1' * 6}.eyJ{'b2' * 6}.{'c3' * 6}"),
        ("private-key", f"-----BEGIN PRIVATE KEY-----\n{'a1+/' * 16}\n-----END PRIVATE KEY-----"),
    ],
)
def test_the_first_rule_for_a_token_is_that_of_its_kind(kind: str, token: str) -> None:
    """No form that comes before would cut it in two."""
    text = f"It is {token}."
    first = next(rule for rule in rules() if rule.replace(text, text.lower(), lambda _: "") != text)
    assert (first.kind, first.pattern.search(text)[0]) == (kind, token)  # type: ignore[index]


def test_a_word_that_begins_as_a_token_does_is_none() -> None:
    """A prefix alone, one inside of a word, and somebody's own ids of words and dates."""
    text = "The task-ant-hill and ghp_ and npm_install are words; s.o.s. is none, nor sk-2026-05-25-regatta-entries. "
    text += f"So are key-values, key-{'ab' * 16} and MTE0.NTk2.ODc2, a version."
    assert [rule.kind for rule in rules() if rule.replace(text, text.lower(), lambda _: "") != text] == []

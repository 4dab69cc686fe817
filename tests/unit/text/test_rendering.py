"""Markdown as its readers see it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.rendering import rendered


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("---\ntitle: Ovens\n---\nThey are cold.", "They are cold."),
        ("<!-- markdownlint-disable MD013 -->They are <!-- for now\n\n -->cold.", "They are cold."),
        ("Before.\n\n```mermaid\ngraph LR\n\n  A: b\n```\nAfter.", "Before.\n\n\n\nAfter."),
        ("````md\n```\nA: b\n```\n````\nAfter.", "\n\nAfter."),
        ('See [the docs](https://a.io/b){target="_blank"}.', "See [the docs](https://a.io/b)."),
        ("[![Join us](badge.svg)](https://a.io)", "[Join us](https://a.io)"),
        ('<a id="ovens"></a>They are cold.<img src="o.png">', "  They are cold. "),
        ("<center>Ovens</center><br/>and <i>doors</i>", " Ovens  and  doors "),
        ('!!! note "Ovens"\n    They are cold.', "\nOvens\n\n    They are cold."),
        ('=== "Gas"\n\n    It is 40.', "\nGas\n\n\n    It is 40."),
        ("> [!WARNING]\n> They are cold.\n> Wait.\n\n> Quoted.", "\nThey are cold.\nWait.\n\n> Quoted."),
        (":::tip[Ovens]\nThey are cold.\n:::", "\nOvens\n\nThey are cold.\n\n\n"),
    ],
)
def test_what_is_for_programs_is_not_shown(source: str, shown: str) -> None:
    """Comments, code, tags and addresses were told as facts, and what stood in a box was not told."""
    assert rendered(source) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Use `List<T>` and <your name>.",
        "Use `<br>`, `<!-- more -->` or `![one](b.png)`.",
        "The handler is f(x){ return x }.",
        "```\nnever closed: this may be all that somebody said",
        "A <!-- that never ends",
        "It is 3 < 4, and 5 > 2.",
        "!!! urgent\nThey are cold.",
        "Ovens\n===\n    They are cold.",
        "> They are cold.",
        "---\nA line above, and no front matter",
    ],
)
def test_what_may_be_meant_stays(text: str) -> None:
    """What is not closed is no comment and no code, and what is no tag of HTML's may be told."""
    assert rendered(text) == text


@given(st.text(alphabet='a <>!-`~\n[](){}:="', max_size=200))
def test_any_text_is_shown(text: str) -> None:
    """And gets no longer, but for a space in place of a tag."""
    assert len(rendered(text)) <= len(text)

"""Conversations of ChatGPT and its like."""

import pytest

from tests.support.transcripts import spoken, words_of


@pytest.mark.parametrize(("one", "other"), [("## [USER]", "## [ASSISTANT]"), ("## User", "## Assistant"), ("# Me:", "# ChatGPT:")])
def test_headings_say_who_speaks(one: str, other: str) -> None:
    """Headings of the first one's level; in code they say nothing."""
    log = f"{one}\n\nhi\n\n{other}\n\nHello.\n\n```\n{one}\n\nnever\n```\n\n{one}\n\nbye\n\n{other}\n\nBye.\n"
    assert words_of(log) == ["hi", "bye"] and len(words_of(log, "agent")) == 2


def test_a_heading_of_an_answer_is_no_user() -> None:
    """Whoever is not answered is none: a document about users has such headings, at the end or before the next."""
    log = "## User\n\nhi\n\n## Assistant\n\nThe tables:\n\n## User\n\nalways has an id\n\n## User\n\nthanks\n\n## Assistant\n\nNext:\n\n## User\n\nnever\n"
    assert words_of(log) == ["hi", "thanks"]


def test_a_page_tells_by_role_or_by_how_its_text_is_set() -> None:
    """The agent's is set as Markdown; scripts and pictures say nothing."""
    page = (
        "<html><head><title>ChatGPT</title><script>user</script></head><div class='x'><div class=\"y whitespace-pre-wrap\">hi &lt;you&gt;</div>"
        '<div class="whitespace-pre-wrap"><div class="markdown prose"><p>Hello.</p><pre><code>ls</code></pre></div></div>'
        '<div data-message-author-role="user"><div>bye</div></div></div></html>'
    )
    assert spoken(page) == [("user", "hi <you>"), ("agent", "Hello.\n\n```\nls\n```"), ("user", "bye")]

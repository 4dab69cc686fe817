"""Pages of the web."""

from tests.support.documents import sections


def test_html_keeps_structure_and_drops_scripts() -> None:
    """Headings, lists and tables become markdown; scripts do not."""
    head = "<title>T</title><script>bad()</script><h2>Head</h2><ul><li>one</li></ul>"
    page = head + "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    text = sections("a.html", page)[0].markdown
    assert "## Head" in text and "- one" in text and "| a |" in text and "bad" not in text

"""The documents that a command line carries."""

from knowledge.text.here_documents import with_short_documents


def test_of_a_here_document_the_beginning_is_told() -> None:
    """And all that follows it; one without an end is left as it is."""
    command = "cat > a.txt << 'EOF'\n" + "line\n" * 99 + "EOF\nsed -i 3ra.txt b.py"
    short = with_short_documents(command, 20)
    assert short.startswith("cat > a.txt << 'EOF'\nline\nline") and short.endswith("…\nEOF\nsed -i 3ra.txt b.py")
    assert with_short_documents("cat <<EOF\nlong text", 4) == "cat <<EOF\nlong text"

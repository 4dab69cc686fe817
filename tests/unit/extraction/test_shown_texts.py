"""Texts that a user shows."""

from knowledge.extraction.shown_texts import above_document, quotes, shows_text


def test_what_stands_above_a_pasted_document_is_the_users_own() -> None:
    """Its title is a heading, a line in bold or front matter."""
    assert above_document("Look:\n\n## Rules\nAlways lint.") == "Look:\n\n"
    assert above_document("---\ntitle: x\n---\nAlways lint.") == ""
    assert above_document("Always lint.") == "Always lint."


def test_a_colon_or_a_pointing_word_shows_a_text() -> None:
    assert shows_text("Mend the spelling of this.") and shows_text("In German: Immer.") and not shows_text("a::b")


def test_whose_words_follow_is_said_before_them() -> None:
    assert quotes("Bob wrote: never push.") and quotes("CLAUDE.md says: use pnpm") and not quotes("I said: never push.")

"""The readable text of a message's content."""

from knowledge.transcripts.content import text_of


def test_text_is_found_at_any_depth() -> None:
    """In blocks, in blocks of blocks, and in fields of any name, in their order."""
    blocks = [{"type": "text", "text": "one"}, {"content": [{"thinking": "two"}, {"rows": ["three", 4]}]}, "five"]
    assert text_of(blocks) == "one\ntwo\nthree\n4\nfive"


def test_what_nobody_wrote_is_no_text() -> None:
    """Ids, signatures, pictures and flags."""
    assert text_of({"id": "x", "signature": "s", "image_url": {"url": "u"}, "ok": True, "said": "yes"}) == "yes"
    assert text_of(None) == ""

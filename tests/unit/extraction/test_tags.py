"""A few plain words by which a learning can be filtered."""

from knowledge.extraction.tags import MAX_TAGS, tags


def test_files_come_before_programs() -> None:
    """A path gives its folder and its stem, a command the name by which people call it."""
    learning = "Run `python -m pytest tests/test_cache.py`: `src/billing/test_invoice.py` needs it, as does `api.py`."
    assert tags(learning) == ["billing", "invoice", "api", "pytest"]


def test_what_every_project_has_tells_nothing() -> None:
    """Nor does code that is neither a path nor a command; there are never many."""
    assert tags("`src/main.py` and `x = f(1)` and plain words") == []
    assert len(tags(" ".join(f"`module{n}/file{n}.py`" for n in range(9)))) == MAX_TAGS

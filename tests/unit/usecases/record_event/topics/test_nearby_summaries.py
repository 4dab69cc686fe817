"""Which summaries an event's statements are compared with."""

import pytest
from knowledge.files import paths
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event, Statement
from knowledge.usecases.record_event.topics import nearby_summaries
from knowledge.usecases.record_event.topics.nearby_summaries import INDEXES, MOST, MOST_READ, NearbySummaries

THEMES, PAGES = 20, 5
FAR = "2-summaries/theme-3/telemetry.md"


class Pages:
    """Files of a tenant, which note what is read: a split index, and a summary for each of its lines."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def text(self, path: str) -> str:
        """An index, a theme of it, or a summary."""
        self.read.add(path)
        if path == paths.INDEX:
            return "".join(f"Theme {at} | 5 topics | 1-index/index-theme-{at}.md\n" for at in range(THEMES))
        if path.startswith("1-index/"):
            theme = path.removeprefix("1-index/index-").removesuffix(".md")
            lines = [f"Tea {at} | teas of {theme} | 2-summaries/{theme}/tea-{at}.md\n" for at in range(PAGES)]
            return "".join(lines) + (f"Raw telemetry | how long it is kept | {FAR}\n" if theme == "theme-3" else "")
        return "Page | v1.0.0, 2026-01-01T10:00:00+00:00 | \n\n- Raw telemetry is kept 13 months. (2026-01-01)\n"

    def persons_lines(self, path: str) -> frozenset[str]:
        """None."""
        return frozenset()


def test_pages_near_a_statement_are_read_and_not_the_tenant(embedder):
    """Also one that is far from what the event is about, of so many pages at most."""
    pages = Pages()
    event = cleaned(
        Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Tea 1 of theme-3. " * 40})
    )
    statements = [
        Statement(says="fact", text=text) for text in ("Raw telemetry is kept 6 months.", "Tea 4 sells well.")
    ]
    held = NearbySummaries(event, pages, RememberingEmbedder(embedder)).standing([], statements)
    assert FAR in {statement.path for statement in held}
    assert len({path for path in pages.read if path.startswith("2-")}) <= MOST
    assert len({path for path in pages.read if path.startswith("1-")}) <= INDEXES


@pytest.mark.parametrize("is_read", [True, False])
def test_who_reads_both_is_shown_as_many_pages_as_may_be(embedder, monkeypatch, *, is_read: bool):
    """What words and embeddings hold to be far may say the same in another language."""
    monkeypatch.setattr(nearby_summaries, "READ", 2)
    pages = Pages()
    event = cleaned(
        Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Tea 1 of theme-3. " * 40})
    )
    NearbySummaries(event, pages, RememberingEmbedder(embedder)).standing([], is_read=is_read)
    read = len({path for path in pages.read if path.startswith("2-")})
    assert MOST < read <= MOST_READ if is_read else read == 2


@pytest.mark.parametrize(
    ("text", "is_read"), [("Telemetry: 6 months instead of 13 months.", True), ("Telemetry: 6 months.", False)]
)
def test_further_pages_are_looked_through_for_what_is_told_as_past(embedder, monkeypatch, text: str, *, is_read: bool):
    """A statement that says what was so finds it on a page that is none of the nearest."""
    monkeypatch.setattr(nearby_summaries, "READ", 0)
    monkeypatch.setattr(nearby_summaries, "MOST", 0)
    event = cleaned(
        Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Tea 1 of theme-9. " * 40})
    )
    near = NearbySummaries(event, Pages(), RememberingEmbedder(embedder))
    held = near.standing([], [Statement(says="fact", text=text)])
    assert (FAR in {line.path for line in held}) == is_read


class Parts(Pages):
    """A page in two files, of which the part is nearer to the event."""

    def text(self, path: str) -> str:
        lines = ["Depots | They open at 5:00 | 2-summaries/premises/depots.md"]
        lines += ["Depots: Salt | Salt is held in Chur | 2-summaries/premises/depots-0123456789.md"]
        return "\n".join([*lines, ""]) if path == paths.INDEX else ""


def test_news_belongs_to_the_whole_and_to_no_part(embedder):
    """What is added to a part would make its name untrue; the whole is as near as the nearest of its files."""
    event = cleaned(Event.model_validate({"kind": "conversation", "event_id": "e", "content": "Salt is held in Chur."}))
    near = NearbySummaries(event, Parts(), RememberingEmbedder(embedder))
    [(place, nearness)] = near.near()
    assert (place.path, place.title) == ("2-summaries/premises/depots.md", "Depots") and nearness > 0.8
    assert [page.topic for page in near.pages()] == ["Depots"]

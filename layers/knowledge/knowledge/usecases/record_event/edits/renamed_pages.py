"""Pages whose names an event makes untrue: they are called otherwise, and stay where they are."""

from collections.abc import Iterator, Mapping, Sequence

from knowledge.files import paths
from knowledge.files.categories import CATEGORIES
from knowledge.files.editor import Snapshot
from knowledge.files.edits import Retitling
from knowledge.files.splitting import chain
from knowledge.files.topic_index import Topic
from knowledge.usecases.record_event.edits.summary_edits import PLAN, STACK
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics.nearby_summaries import LISTS
from knowledge.usecases.record_event.topics.summary_place import place_at

OWN = (PLAN.path, STACK.path, *LISTS)  # which have their names whatever is on them


def retitlings(
    renamed: Mapping[str, str], files: Snapshot, pages: Sequence[Topic], news: Sequence[Statement] = ()
) -> Iterator[Retitling]:
    """New titles of the pages, by their paths, and of what is called after each: its parts, its history and details.

    Not of a page of a category, or that a person wrote on, and no title or file's name that another page has, or that
    the event's own `news` gives one.
    """
    called = [*(page.topic for page in pages), *filter(None, (statement.topic for statement in news))]
    taken = {*CATEGORIES, *map(paths.slug, called)}
    for page, name in renamed.items():
        is_ours = page not in OWN and place_at(page).topic not in CATEGORIES and not files.is_by_person(page)
        of_others = {place_at(other.location).topic for other in pages if other.location != page}
        if is_ours and paths.slug(name) not in taken | of_others:
            taken.add(paths.slug(name))
            was = chain.title(page, files.text(page) or "")
            yield from (Retitling(path=path, was=was, now=name) for path in _called_after(page, files))


def _called_after(page: str, files: Snapshot) -> Iterator[str]:
    """The page, its history and what events said in detail, which this event may make, with the parts of each."""
    details = (place_at(page).description(kind) for kind in ("conversations", "reports"))
    for file in (page, paths.history(page), *details):
        parts = dict[str, None]()
        part: str | None = file
        while part and part not in parts and paths.is_allowed(part):
            parts[part], content = None, files.text(part)
            part = chain.parse_part(part, content).continues if content else None
        yield from parts

"""A summary of the second tier: its folder, its name, and how people write it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from knowledge.files import paths
from knowledge.files.current_statements import CurrentStatement, SupersededStatement
from knowledge.files.paths import Scope, Tier
from knowledge.usecases.record_event.models import Statement

ABBREVIATED = ("ai", "gtm")  # categories


@dataclass(frozen=True)
class SummaryPlace:
    """A summary, by its folder and its name; `title` is how people write it."""

    category: str
    topic: str
    title: str

    @property
    def path(self) -> str:
        """Its file."""
        return paths.summary(self.category, self.topic)

    def description(self, name: str) -> str:
        """Where detail belongs; never in a scope's own folder: `user/` is what people wrote, and outranks the rest."""
        if name == "research":
            return paths.description("documentation", "research", self.topic)
        if self.category in set(Scope):
            return paths.description(Scope.LEARNED, f"{self.category}-{self.topic}", name)
        return paths.description(self.category, self.topic, name)


def place_at(path: str, title: str = "") -> SummaryPlace:
    """The place of a summary's file."""
    _, category, name = path.split("/", 2)
    topic = name.removesuffix(".md")
    return SummaryPlace(category, topic, title or titled(topic))


def place_in(path: str, held: Sequence[CurrentStatement]) -> SummaryPlace:
    """The place of a file, called as the statements that it holds say."""
    return place_at(path, next((line.title for line in held if line.origin == path), ""))


def moved_to(
    texts: Sequence[str],
    superseded: Sequence[SupersededStatement],
    held: Sequence[CurrentStatement],
    moved_lines: Callable[[str], Collection[str]],
) -> dict[int, str]:
    """The pages to which a person moved what statements, by their numbers, take the place of."""
    origins = {(line.path, line.line): line.origin for line in held}
    gone = (ended for ended in superseded if ended.now in texts and ended.line in moved_lines(ended.path))
    return {texts.index(ended.now): origins[ended.path, ended.line] for ended in gone}


def unnamed(homes: Mapping[int, str], statements: Sequence[Statement]) -> dict[int, str]:
    """The pages where statements, by their numbers, take the place of something, but for those of a language model
    that names a page that is there, or another category: who read all knows where a reader looks for them."""
    own = {at: (statements[at], place_at(page).category) for at, page in homes.items()}
    named = {at for at, (one, category) in own.items() if one.page or one.category not in (None, category)}
    return {at: page for at, page in homes.items() if at not in named}


def place_of(path: str, otherwise: SummaryPlace) -> SummaryPlace:
    """The place of a summary's file; of what was never in one, the other."""
    return place_at(path) if path.startswith(f"{Tier.SUMMARY}/") and path.count("/") == 2 else otherwise


def titled(topic: str) -> str:
    """A topic's name as a title."""
    if topic in ABBREVIATED:
        return topic.upper()
    return topic.replace("-", " ").strip()[:1].upper() + topic.replace("-", " ").strip()[1:]

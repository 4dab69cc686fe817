"""A summary of the second tier: its folder, its name, and how people write it."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.files import paths
from knowledge.files.current_statements import CurrentStatement
from knowledge.files.paths import Scope, Tier

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


def place_of(path: str, otherwise: SummaryPlace) -> SummaryPlace:
    """The place of a summary's file; of what was never in one, the other."""
    return place_at(path) if path.startswith(f"{Tier.SUMMARY}/") and path.count("/") == 2 else otherwise


def titled(topic: str) -> str:
    """A topic's name as a title."""
    if topic in ABBREVIATED:
        return topic.upper()
    return topic.replace("-", " ").strip()[:1].upper() + topic.replace("-", " ").strip()[1:]

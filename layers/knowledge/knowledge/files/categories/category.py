"""What a category is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Category:
    """What a text is like: examples to compare with; a `narrow` category has few texts of most businesses.

    One of a `form` tells how something is said, as a figure or a decision, and not what about.
    """

    prototypes: tuple[str, ...]
    narrow: bool = False
    form: bool = False

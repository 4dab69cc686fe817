"""The items of a list that tell by a label of their own what they are about: `fares: raise adult single`."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from knowledge.text.sentences import sentences
from knowledge.text.statements.titled_statements import title
from knowledge.usecases.record_event.language import nouns, wording
from knowledge.usecases.record_event.statements.joining import Saying

Item = tuple[int, int] | None

FEW = 3  # items, from which on what they stand under may only hold them

_HASH = re.compile(r"^`?[0-9a-f]{7,40}`? ")  # of a commit


def under_labels(sayings: Sequence[Saying]) -> list[Saying]:
    """The sayings, those of a heading that only holds items each below its item's label, as below a heading.

    So does one whose items mostly have a label and go on behind it; a list of values has labels, too, and is about
    what its heading names. An item that says one thing is no topic.
    """
    below = defaultdict[str, list[Saying]](list)
    for saying in sayings:
        below[saying.under].append(saying)
    holding = {heading for heading, items in below.items() if heading and _holds_only(_items(items))}
    labels = {at: label for heading in holding for at, label in _labels(_items(below[heading])).items()}
    counts = Counter[str]()
    for saying in sayings:
        counts[labels.get(saying.item, "")] += len(sentences(saying.text)) if saying.under in holding else 0
    names = {at: label if counts[label] > 1 else "" for at, label in labels.items()}
    return [
        replace(saying, under=names.get(saying.item, "")) if saying.under in holding else saying for saying in sayings
    ]


def _items(sayings: Sequence[Saying]) -> list[list[Saying]]:
    """The sayings of each item."""
    items = defaultdict[Item, list[Saying]](list)
    for saying in sayings:
        items[saying.item].append(saying)
    return list(items.values())


def _holds_only(items: Sequence[Sequence[Saying]]) -> bool:
    """Whether most items have a label, and most of those say more than one thing."""
    labels = _labels(items)
    going_on = [item for item in items if item[0].item in labels and _goes_on(item)]
    return len(labels) >= FEW and 2 * len(labels) > len(items) and 2 * len(going_on) > len(labels)


def _goes_on(item: Sequence[Saying]) -> bool:
    return sum(len(sentences(saying.text)) for saying in item) > 1


def _labels(items: Sequence[Sequence[Saying]]) -> dict[Item, str]:
    """The labels of those items that have one."""
    labels = {item[0].item: _label(item[0].text) for item in items}
    return {at: label for at, label in labels.items() if label}


def _label(text: str) -> str:
    text = _HASH.sub("", text)
    label = nouns.label(text)
    own = text.startswith(f"{label}: ") and not (wording.is_label(label) or wording.is_commit(text) or title(text))
    return nouns.subject(label) if own else ""

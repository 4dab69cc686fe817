"""Who speaks in a talk; any other label is what is spoken of, and stays with it: `Rents: 62 from July`."""

from collections import Counter

from knowledge.ports.embedder import Embedder
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.topics.nameable import BEFORE_COLON, nameable


def subjects(event: Occurrence, embedder: Embedder) -> frozenset[str]:
    """The labels of a talk that are nobody's: such as come once, and name something rather than somebody.

    Where nobody surely speaks or asks, so does one that goes on with a figure or a small letter, as who speaks does
    not; and where most name something all are.
    """
    labels = turns.labels(event) if event.is_talk else []
    counts = Counter(label for label, _ in labels)
    surely = {
        label for label, count in counts.items() if count > 1 or label in event.speakers or wording.is_role(label)
    }
    once = [label for label in counts if label not in surely]
    things = {label for label in once if label.split()[-1][0].islower()}
    things |= nameable(once, embedder, BEFORE_COLON) if once else set()
    if surely or any("?" in words for _, words in labels):
        return frozenset(things)
    things |= {label for label, words in labels if not words[0].isupper()}
    return frozenset(once if 2 * len(things) > len(once) else things)

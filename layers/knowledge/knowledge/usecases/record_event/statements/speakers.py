"""Who speaks in a talk; any other label is what is spoken of, and stays with it: `Rents: 62 from July`."""

from collections import Counter

from knowledge.ports.embedder import Embedder
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.topics.nameable import BEFORE_COLON, nameable


def subjects(event: Occurrence, embedder: Embedder) -> frozenset[str]:
    """The labels of a talk that are nobody's: such as come once, and name something rather than somebody.

    Where nobody surely speaks and most name something all are.
    """
    counts = Counter(turns.labels(event)) if event.is_talk else Counter[str]()
    surely = {
        label for label, count in counts.items() if count > 1 or label in event.speakers or wording.is_role(label)
    }
    once = [label for label in counts if label not in surely]
    things = {label for label in once if label.split()[-1][0].islower()}
    things |= nameable(once, embedder, BEFORE_COLON) if once else set()
    return frozenset(once if not surely and 2 * len(things) > len(once) else things)

"""Who speaks in a talk; any other label is what is spoken of, and stays with it: `Rents: 62 from July`."""

from collections import Counter
from collections.abc import Sequence

from knowledge.files.categories import classifier
from knowledge.ports.embedder import Embedder
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import nouns, wording
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


PEOPLE = ("organization", "customers")  # where a reader looks for somebody
LIKELY = 0.25  # by the side for subjects that a label is of them: so are 16 of 30 roles, and 1 of 30 things
_WORDS = 4  # of a sentence that somebody says


def roles(event: Occurrence, embedder: Embedder) -> frozenset[str]:
    """The labels among the subjects of a talk that may be a role's: `Support: The parcel is lost.`

    Behind them a whole sentence begins in which they are not said again; and somebody else surely speaks or asks, or
    all labels are such.
    """
    labels = turns.labels(event) if event.subjects else []
    whole = [label for label, words in labels if label in event.subjects and _is_said(label, words, event.text)]
    may_be = _like_people(list(dict.fromkeys(whole)), embedder)
    others = [(label, words) for label, words in labels if label not in may_be]
    talk = any(label not in event.subjects or "?" in words for label, words in others)
    return frozenset(may_be if talk or (not others and len(labels) > 1) else ())


def _is_said(label: str, words: str, text: str) -> bool:
    """Whether what stands behind the label is a sentence, and nobody speaks of what the label says."""
    rest = nouns.stems(text.replace(f"{label}:", " "))
    is_subject = any(nouns.is_form(stem, other) for stem in nouns.stems(label) for other in rest)
    return words[0].isupper() and len(words.split()) >= _WORDS and not is_subject


def _like_people(labels: Sequence[str], embedder: Embedder) -> set[str]:
    """Those that are likely of people: `Nurse`, `Support`."""
    scored = classifier.scores(labels, embedder) if labels else []
    return {
        label for label, likely in zip(labels, scored, strict=True) if sum(map(likely.__getitem__, PEOPLE)) >= LIKELY
    }

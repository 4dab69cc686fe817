"""Which words may name what is talked about: by the model's side for subjects they are about something."""

from collections.abc import Sequence

from knowledge.files.categories import NOTHING, classifier
from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event.language.wording import PLEASANT

# What stands above any report, and what only reacts: no example of the side's, and near to any model.
NO_SUBJECTS = (
    "two days, four weeks, a month, a year", "Monday, Friday, tomorrow, May", "a number, a figure, a count",
    "Thank you, sorry, okay", "Summary, overview, headlines", "Outlook, perspectives", "Notes, remarks", "Corrections",
    "Situation, background", "Open questions, uncertain", "Options, recommendation", "Author, report",
    "action, cause, consequence", "Mister, Miss, Frau, Madame", "a thing, a question, a case",
    "a year", "the first, the second", "next, then", "Exactly, of course, at last!", "Genau, stimmt, endlich!",
    "Giusto, certo, finalmente!", "Claro, vale, ¡por fin!", "Exact, bien sûr, enfin!",
)  # fmt: skip
LIKE_THESE = 0.5  # the cosine with one of them from which a name is none
# How likely a name is to be none at most: one that a text repeats, one behind which somebody goes on, and one that
# nothing marks as a name, which may be a clause.
REPEATED, TAKEN_UP, ALONE = 0.5, 0.7, 0.2


def nameable(names: Sequence[str], embedder: Embedder, most: float) -> set[str]:
    """Those of the names that may be one."""
    nothing, vectors = embedder.embed([*NO_SUBJECTS, *PLEASANT]), embedder.embed(names)
    return {
        name
        for name, vector, likely in zip(names, vectors, classifier.scores(names, embedder), strict=True)
        if likely[NOTHING] <= most and max(cosine(vector, other) for other in nothing) < LIKE_THESE
    }

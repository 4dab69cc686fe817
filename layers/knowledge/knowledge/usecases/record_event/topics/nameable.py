"""Which words may name what is talked about: those nearer to what businesses speak of than to what names nothing."""

from collections.abc import Sequence

from knowledge.files.categories import classifier
from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event.language.wording import PLEASANT

NO_SUBJECTS = (
    "two days, four weeks, a month, a year", "Monday, Friday, tomorrow, May", "a number, a figure, a count",
    "Thank you, sorry, okay", "Summary, overview, headlines", "Outlook, perspectives", "Notes, remarks", "Corrections",
    "Situation, background", "Open questions, uncertain", "Options, recommendation", "Author, report",
    "action, cause, consequence", "Mister, Miss, Frau, Madame", "a thing, a question, a case",
    "a year", "the first, the second", "next, then", "Exactly, of course, at last!", "Genau, stimmt, endlich!",
    "Giusto, certo, finalmente!", "Claro, vale, ¡por fin!", "Exact, bien sûr, enfin!",
)  # fmt: skip
# How much nearer to what businesses speak of a name has to be: one that a text repeats, one behind which somebody goes
# on, and one that nothing marks as a name, which may be a clause.
REPEATED, TAKEN_UP, ALONE = -0.05, -0.095, 0.04


def nameable(names: Sequence[str], embedder: Embedder, least: float) -> set[str]:
    """Those of the names that may be one."""
    nothing, vectors = embedder.embed([*NO_SUBJECTS, *PLEASANT]), embedder.embed(names)
    spoken_of = classifier.nearness(names, embedder)
    return {
        name
        for name, vector, near in zip(names, vectors, spoken_of, strict=True)
        if near - max(cosine(vector, other) for other in nothing) >= least
    }

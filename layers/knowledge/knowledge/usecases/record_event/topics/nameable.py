"""Which words may name what is talked about: by the model's side for subjects they are about something."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.files.categories import NOTHING, classifier
from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event.language import titles
from knowledge.usecases.record_event.language.wording import PLEASANT

# What names nothing, for models without a side too, and headings of any report, which no example of the side was.
NO_SUBJECTS = (
    "two days, four weeks, a month, a year", "Monday, Friday, tomorrow, May", "a number, a figure, a count",
    "Thank you, sorry, okay", "Summary, overview, headlines", "Outlook, perspectives", "Notes, remarks", "Corrections",
    "Situation, background", "Open questions, uncertain", "Options, recommendation", "Author, report",
    "action, cause, consequence", "Mister, Miss, Frau, Madame", "a thing, a question, a case",
    "a year", "the first, the second", "next, then", "Exactly, of course, at last!", "Genau, stimmt, endlich!",
    "Giusto, certo, finalmente!", "Claro, vale, ¡por fin!", "Exact, bien sûr, enfin!",
)  # fmt: skip
LIKE_THESE = 0.5  # the cosine with one of them from which a name is none


@dataclass(frozen=True)
class Assurance:
    """How sure it has to be that words are a name.

    By the side for subjects they name `nothing` so likely at most; without one they are nearer to a category than to
    what names nothing by `lead`.
    """

    nothing: float
    lead: float


REPEATED = Assurance(0.2, -0.2)  # what a text repeats
TAKEN_UP = Assurance(0.7, -0.25)  # behind which somebody goes on
BEFORE_COLON = Assurance(0.12, 0.0)  # where somebody's name might stand, too
ALONE = Assurance(0.2, -0.1)  # what nothing marks as a name, and may be a clause


def like_nothing(names: Sequence[str], embedder: Embedder, least: float = LIKE_THESE) -> set[str]:
    """Those whose cosine with what names no subject is `least` or more: `Open`, `Overview`, `February`."""
    nothing, vectors = embedder.embed(NO_SUBJECTS), embedder.embed(names)
    nearest = (max(cosine(vector, other) for other in nothing) for vector in vectors)
    return {name for name, near in zip(names, nearest, strict=True) if near >= least}


def nameable(names: Sequence[str], embedder: Embedder, sure: Assurance) -> set[str]:
    """Those of the names that may be one."""
    nothing, vectors = embedder.embed([*NO_SUBJECTS, *PLEASANT]), embedder.embed(names)
    unlike = [max(cosine(vector, other) for other in nothing) for vector in vectors]
    if "subject" in embedder.sides:
        named = [likely[NOTHING] <= sure.nothing for likely in classifier.scores(names, embedder)]
    else:
        near = classifier.nearness(names, embedder)
        named = [about - other >= sure.lead for about, other in zip(near, unlike, strict=True)]
    return {name for name, is_one, other in zip(names, named, unlike, strict=True) if is_one and other < LIKE_THESE}


def of_title(title: str, texts: Sequence[str], embedder: Embedder) -> str:
    """What a title is about; where what stands before its colon names nothing what stands behind it: `Question: …`."""
    name, (kind, _, rest) = titles.of_title(title, texts), title.partition(": ")
    names_nothing = rest and name.startswith(kind) and not nameable([kind], embedder, REPEATED)
    return titles.of_title(rest, texts) if names_nothing else name

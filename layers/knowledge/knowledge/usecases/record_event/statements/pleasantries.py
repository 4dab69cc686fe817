"""Which clauses are pleasantries: greetings, thanks and good-byes."""

import re
from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, Vector, cosine, likelihoods
from knowledge.text.keywords import PRONOUNS
from knowledge.text.talk import CHATTER, SENTENCES, TEMPERATURE
from knowledge.usecases.record_event.language import nouns
from knowledge.usecases.record_event.language.wording import PLEASANT, is_answer

POLITE, VERBATIM = 0.6, 0.7  # the cosine with a pleasantry from which a clause is one, and is one word for word
NEAR, CHATTY = 0.5, 0.93  # what is only so near has to be chatter by the side for talk as likely as this
WORD, WORD_CHATTY = 0.45, 0.15  # of a word alone less of either is enough
_WHO = PRONOUNS - {"you"}
# How people greet, thank one another and part, clause by clause.
GREETINGS = (
    "Hi there", "Hello everybody", "Good evening", "Good to see you", "Hope you are well", "Thanks", "Thanks a lot",
    "Thanks everyone", "Thanks for coming", "Thank you so much for your help", "Much appreciated", "You too",
    "Great job", "Well done", "Nice one", "Okay cool", "That helps a lot", "That was all", "Talk to you later",
    "See you soon", "See you tomorrow", "Bye for now", "Have a good one", "Have a great weekend",
    "Hallo zusammen", "Guten Abend", "Danke", "Vielen Dank", "Super, das hilft", "Das war alles", "Bis später",
    "Danke und bis dann", "Bis bald", "Tschüss", "Gute Nacht", "Schönen Abend noch", "Schönes Wochenende",
    "Salut", "Bonsoir", "Merci", "Merci à tous", "C'est tout", "À bientôt", "À demain", "Au revoir", "Bonne journée",
    "Bon week-end", "Hola", "Gracias", "Buenos días", "Buenas noches", "Eso es todo", "Hasta mañana", "Hasta luego",
    "Adiós", "Ciao", "Grazie mille", "Buongiorno", "Buona notte", "Tutto bene", "È tutto", "Buona giornata",
    "A presto", "Olá", "Obrigado", "Bom dia", "Boa noite", "Tudo bem", "É só isso", "Até amanhã", "Até mais",
)  # fmt: skip
_CLAUSE = re.compile(r"[,;] | [–—-] ")


def clauses(sentence: str) -> list[str]:
    """The sentence apart at its commas: `Hallo, der Schlüssel liegt im Tresor` greets, and tells something."""
    return [clause for clause in map(str.strip, _CLAUSE.split(sentence)) if re.search(r"\w", clause)]


def verbatim(texts: Sequence[str], embedder: Embedder) -> set[str]:
    """Those of the clauses that people say so, word for word: a capital in them names nothing (`Schönen Abend!`)."""
    return {text for text, near in zip(texts, _nearness(texts, embedder), strict=True) if near >= VERBATIM}


def polite(texts: Sequence[str], embedder: Embedder) -> set[str]:
    """Those of the clauses that are pleasantries, or a yes or no: by what they are near to and by the side for talk."""
    scored = zip(texts, _nearness(texts, embedder), _chatty(texts, embedder), strict=True)
    return {text for text, near, chatty in scored if _is_polite(text, near, chatty)}


def _is_polite(text: str, near: float, chatty: float) -> bool:
    if " " not in text:
        return near >= WORD or chatty >= WORD_CHATTY or bool(is_answer(text))
    return near >= VERBATIM or ((near >= POLITE or (near >= NEAR and chatty >= CHATTY)) and not _is_about(text))


def _is_about(text: str) -> bool:
    """Whether it speaks of a thing, by its article, or of who does one: `el jefe firma hoy`, `ich übernehme das`."""
    return any(run.determined for run in nouns.runs(text)) or not _WHO.isdisjoint(text.lower().split())


def _nearness(texts: Sequence[str], embedder: Embedder) -> list[float]:
    polite: list[Vector] = embedder.embed([*PLEASANT, *GREETINGS]) if texts else []
    return [max(cosine(vector, other) for other in polite) for vector in embedder.embed(texts)]


def _chatty(texts: Sequence[str], embedder: Embedder) -> list[float]:
    """How likely each is chatter by itself; of a model without a side for talk none is."""
    if not texts or "talk" not in embedder.sides:
        return [0.0] * len(texts)
    passages = [("", text) for text in texts]
    return [likely[CHATTER] for likely in likelihoods(passages, SENTENCES, embedder, "talk", TEMPERATURE)]

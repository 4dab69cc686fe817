"""By what form a user's words lay something down, and how sure the model's side has to be of each.

The side is surest of orders of the moment; of what holds of all of a kind it is seldom sure, and gives what a part of
the product must be next to nothing. Levels: docs/measurements/extraction.md.
"""

import re
from collections.abc import Callable

from knowledge.text.keywords import DETERMINERS, PRONOUNS
from knowledge.text.sentences import sentences

CERTAIN = 0.97  # likelihood from which a user's words are a rule
EVER = 0.9  # where they begin with always; the same of a sentence of a task that does, or with never
LIKELY = 0.5  # where they forbid, or where somebody who read the log takes them for one
OF_A_KIND = 0.2  # where they say what all of a kind must be
ONE_FOR_ANOTHER = 0.05  # where they put one way in place of another
_NO = r"(?:no|nein|non|nee|não)\b\W+"
_LEAD = r"(?:(?:please|and|also|but|ok(?:ay)?|so|no|bitte|por favor|per favore|alsjeblieft)\W+){0,2}"
_NEVER = r"(?:never(?! mind)|nie(?:mals)?|jamais|nunca|mai|nooit)\b"
_ALWAYS = r"(?:always(?!-)|immer(?! wenn)|toujours|siempre|sempre|altijd)\b"
# An order in English that forbids, which the side tells from one of the moment more surely than others.
_FORBIDS = re.compile(rf"\W{{0,3}}{_LEAD}(?:do not|don[’']?t|never)\b", re.I)
_SAYS_NEVER = re.compile(rf"{_LEAD}{_NEVER}", re.I)
_SAYS_EVER = re.compile(rf"{_LEAD}(?:we )?(?:{_NEVER}|{_ALWAYS})", re.I)
_MUST = re.compile(
    rf"(?:{_NO})?(?P<subject>(?:[^\s;:,.!?]{{1,40}} ){{1,5}}?)"
    r"(?:must|shall|muss|müssen|doit|doivent|deben?|deve|devono|devem|moet|moeten)\b(?!.*(?:[;:]|\bso\b))",
    re.I,
)
_INSTEAD = re.compile(
    rf"{_NO}(?P<way>[^;:!?,\n]{{3,60}}?) (?:instead of|rather than|(?:an)?statt|au lieu d[e’']|plutôt que|en vez de"
    r"|en lugar de|invece d[i’']|in plaats van|em vez de) ?(?P<other>[^;:!?,\n]{2,40})[.!]*$",
    re.I,
)


def least(words: str, is_all: bool = False) -> float:
    """The likelihood from which words are a rule; where they are all that was said, by the form of their sentence."""
    if _FORBIDS.match(words):
        return LIKELY
    if is_all and len(sentences(words)) == 1:
        return min(level for level, has_form in _FORMS.items() if has_form(words))
    return CERTAIN


def says_ever(words: str) -> bool:
    """Whether they begin by saying that it is always so, or never."""
    return bool(_SAYS_EVER.match(words))


def is_one_for_another(words: str) -> bool:
    """Whether they put one way in place of another that was taken, both without an article: "No, pnpm instead of
    npm.", and not the one thing at hand."""
    ways = _INSTEAD.match(words)
    return ways is not None and not _names_one(f"{ways['way']} {ways['other']}")


def _is_of_a_kind(words: str) -> bool:
    """Whether they say what all of a kind must be: "Secrets must come from Vault.", and do not order what follows."""
    norm = _MUST.match(words)
    return norm is not None and not _names_one(norm["subject"])


def _names_one(words: str) -> bool:
    """Whether an article or a pronoun tells one thing, or somebody, from others of its kind."""
    return not (DETERMINERS | PRONOUNS).isdisjoint(re.findall(r"[^\W\d_]+", words.lower()))


def _says_never(words: str) -> bool:
    return bool(_SAYS_NEVER.match(words))


_FORMS: dict[float, Callable[[str], bool]] = {
    CERTAIN: bool,
    EVER: says_ever,
    LIKELY: _says_never,
    OF_A_KIND: _is_of_a_kind,
    ONE_FOR_ANOTHER: is_one_for_another,
}

"""What notes of a release take out, and bring: `Removed: Login with Facebook.` ends `Added: Login with Facebook.`"""

import re
from dataclasses import dataclass

from knowledge.text.keywords import DETERMINERS
from knowledge.text.statements.subjects import folded

# As changelogs and commits are headed in the four languages: "Removed", "Entfernt", "Supprimé", "Eliminado".
TAKES_OUT = r"remov(?:e|es|ed|al)|delete[sd]?|drop(?:s|ped)?|entfernt|supprimé\w*|retiré\w*|eliminad[oa]s?"
BRINGS = r"add(?:s|ed)?|new|feat|introduce[sd]?|hinzugefügt|neu|ajouté\w*|nouveau\w*|añadid[oa]s?|nuev[oa]s?"
_COLON = r"[ \u00a0\u202f]?:"  # French has a space before it
_NOTE = re.compile(
    rf"(?:(?P<label>\w+)(?:\([^()]*\))?!?{_COLON} )?"
    rf"(?:(?P<verb>{TAKES_OUT}|{BRINGS})\b(?:{_COLON})? )?(?P<thing>\w.*)",
    re.I | re.S,
)
_OUT, _IN = re.compile(TAKES_OUT, re.I), re.compile(BRINGS, re.I)


def is_heading_of_change(heading: str) -> bool:
    """Whether it says no more than what became of what stands below it."""
    return bool(_OUT.fullmatch(heading) or _IN.fullmatch(heading))


def thing(note: str) -> str:
    """What a note is about, without the words for what became of it."""
    match = _NOTE.fullmatch(note)
    return match["thing"] if match else note


@dataclass(frozen=True)
class _Note:
    """What a note is about, and whether it says that this is taken out, or brought."""

    thing: tuple[str, ...]
    takes_out: bool
    brings: bool


def is_undone(new: str, old: str) -> bool:
    """Whether the later note takes out the very thing of which the earlier one tells otherwise, or brings it again."""
    now, was = _note(new), _note(old)
    turns = (now.takes_out and not was.takes_out) or (now.brings and was.takes_out)
    return turns and now.thing == was.thing != ()


def _note(text: str) -> _Note:
    match = _NOTE.fullmatch(text)
    if not match:
        return _Note((), takes_out=False, brings=False)
    words = list(filter(None, (match["label"], match["verb"])))
    about = (folded(word) for word in re.findall(r"\w+", match["thing"]) if word.casefold() not in DETERMINERS)
    return _Note(tuple(about), any(map(_OUT.fullmatch, words)), any(map(_IN.fullmatch, words)))

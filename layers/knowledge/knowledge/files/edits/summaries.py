"""Edits of summaries: bullets."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from knowledge.files import page_questions
from knowledge.files.edits.dates import is_later
from knowledge.files.edits.rival_lines import outdone, overruled
from knowledge.files.formats import index, summary
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Tier
from knowledge.files.semver import FIRST
from knowledge.files.splitting import chain
from knowledge.text import frontmatter
from knowledge.text.statements import entry_lines, marks
from knowledge.text.strings import one_line

MAX_ABOUT = 120  # characters of a line in the index that say what a summary is about

_VERSIONED = re.compile(r"(?<!\s)\s+[~^v<>=]*\d[\w.+-]*$")  # `- fastapi ~0.110`: the version behind a name


class Bullets(BaseModel):
    """Facts for a summary, newest first; those of a day stand below those of later ones.

    With `latest`, of those that lead to a description only so many stay. With `named` each is a name and perhaps its
    version: a name stands once, with the version that came last.
    `gone` are lines that are no longer so, each with what stays of it, perhaps nothing. A fact that stands there with
    another day, or without one, is not repeated. `about` is what the index says of it, else the first fact.
    `below` has those that a person's line says otherwise, each with that line: they stand below it.
    `questions` are those that the facts answer (`page_questions`).
    What others wrote meanwhile of the same change is marked: the last one is so.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["bullets"] = "bullets"
    path: str
    title: str
    bullets: list[str]
    at: datetime
    about: str = ""
    latest: int | None = None
    named: bool = False
    gone: dict[str, str] = {}
    below: dict[str, str] = {}
    questions: dict[str, str] = {}

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The summary with those of the facts that it lacks."""
        head, text, end = frame(content)
        standing = before = text_lines(text)
        bare = {marks.undated(line) for line in standing}
        new = [line for line in map(_bullet, dict.fromkeys(self.bullets)) if marks.undated(line) not in bare]
        gone = {line: left for line, left in self.gone.items() if line not in persons_lines}
        standing = [
            gone.get(line, line) for line in standing if line not in gone or marks.undated(gone[line]).strip("- ")
        ]
        if not (self.named or self.latest):
            standing = [line if line in persons_lines else outdone(line, new, self.at) for line in standing]
        if self.named:
            held = {_name(line) for line in standing}
            new = [line for line in new if _VERSIONED.search(line) or _name(line) not in held]
            replaced = {_name(line) for line in new}
            standing = [line for line in standing if line in persons_lines or _name(line) not in replaced]
        if not new and standing == before:
            return None
        later = (at + 1 for at, line in enumerate(standing) if new and is_later(line, new[0]))
        place = max(later, default=summary.below_title(standing))
        lines = overruled([*standing[:place], *new, *standing[place:]], self.below)
        shown = _without_oldest(lines, self.latest, persons_lines) if self.latest else lines
        page = joined(headed(head, self.title, self.at), shown, end)
        return page_questions.fitted(page, self.questions) if shown != before else None

    def with_those_of(self, other: "Bullets") -> "Bullets":
        """The facts of both, the other's below."""
        questions = self.questions | other.questions
        both = {"bullets": [*self.bullets, *other.bullets], "gone": self.gone | other.gone, "questions": questions}
        return self.model_copy(update=both)

    def entry(self) -> index.IndexEntry:
        """The summary's line in the index."""
        about = self.about or entry_lines.unlabelled(re.sub(r" \[\[[^][]*\]\]", "", self.bullets[0]))
        return index.IndexEntry(topic=self.title, description=about[:MAX_ABOUT], location=self.path)


def text_lines(text: str) -> list[str]:
    """The lines of a summary's text, without the blank ones around it."""
    stripped = text.strip()
    return [line.rstrip() for line in stripped.split("\n")] if stripped else []


def frame(content: str | None) -> tuple[str, str, str]:
    """What stands above a summary's lines, the lines, and the link to the next part below them."""
    text = chain.parse_part(Tier.SUMMARY, content or "")
    head = text.head if text.head.endswith("\n") else f"{text.head.rstrip()} "  # front matter alone ends its own line
    above = f"{head}Part of [[{text.part_of}]]." if text.part_of else text.head
    return above.strip(" "), text.body, f"\n\nContinues in [[{text.continues}]].\n" if text.continues else ""


def joined(head: str, lines: Sequence[str], end: str = "") -> str:
    return f"{head}\n\n" + "\n".join(lines) + (end or "\n")


def _bullet(text: str) -> str:
    return f"- {one_line(text)}"


def _name(line: str) -> str:
    """What a bullet names, its version aside; other lines name themselves."""
    return _VERSIONED.sub("", line).casefold() if line.startswith("- ") else line


def headed(head: str, title: str, at: datetime) -> str:
    """What stands above a summary's lines, with a header where there is none, or front matter alone."""
    if frontmatter.split(head)[1].strip():
        return head
    above = head if head.endswith("\n") else head and f"{head}\n"
    return above + summary.render(Header(title, FIRST, at), "").rstrip(" ")


def _without_oldest(lines: list[str], latest: int, persons_lines: Collection[str]) -> list[str]:
    """The lines without the last of more than `latest` bullets that lead elsewhere, where what they say stands."""
    bullets = [place for place, line in enumerate(lines) if _leads_elsewhere(line)]
    dropped = set(bullets[latest:])
    return [line for place, line in enumerate(lines) if place not in dropped or line in persons_lines]


def _leads_elsewhere(line: str) -> bool:
    return line.startswith("- ") and marks.unpointed(line).endswith("]]")

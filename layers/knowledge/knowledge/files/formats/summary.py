"""The second tier: `Title | Version and Last Update | Long Summary`, at most 2,000 characters a file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.files import page_questions
from knowledge.text import frontmatter
from knowledge.text.strings import one_line, with_pipes_escaped, with_pipes_plain

LIMIT = 2_000  # characters
MAX_TITLE = 200  # characters; a longer first line is no heading but text

# A backslash escapes a pipe and itself and is plain before all else: one way to read each, so the time is linear.
_HEADER = re.compile(
    r"(?P<title>(?:\\[|\\]|\\(?![|\\])|[^|\\\r\n]){1,200}) \| "
    r"v?(?P<version>\d{1,6}\.\d{1,6}\.\d{1,6}),? (?P<updated>\S{1,40}) \|(?: |(?=\r?\n))"
)
# As people write one, in a line of its own: `Rent | v1 |`
_BY_HAND = re.compile(
    r"(?P<title>(?![-#>*+`])[^|\s][^|\r\n]{0,198}) \| "
    r"(?:v\d[\d.]{0,20}|\d+\.\d[\d.]{0,20})(?:,[^|\r\n]{1,40}+| )?\|[ \t]*+"
    r"(?=\r?\n(?![ \t|:]*+---))"
)


@dataclass(frozen=True)
class Header:
    """What stands before the text: `Title | v1.2.0, 2026-02-03T10:30:00+00:00 |`."""

    title: str
    version: str
    updated: datetime


def split(content: str) -> tuple[str, str]:
    """The header as it stands, also one by hand, below front matter, and the text; either may be missing.

    Together they are the content.
    """
    above, rest = _front_matter(content)
    match = _match(rest) or _BY_HAND.match(rest)
    return (above + match[0], rest[match.end() :]) if match else (above, rest)


def title(content: str) -> str:
    """What the header calls the file, also one written by hand; "" without one."""
    _, rest = _front_matter(content)
    match = _match(rest) or _BY_HAND.match(rest)
    return with_pipes_plain(match["title"]) if match else ""


def header(content: str) -> Header | None:
    """The title, version and time in the line that a file starts with, front matter aside; None without one."""
    match = _match(_front_matter(content)[1])
    if not match:
        return None
    return Header(with_pipes_plain(match["title"]), match["version"], datetime.fromisoformat(match["updated"]))


def render(header: Header, text: str) -> str:
    """A file with this header. The title is made one line of at most 200 characters; pipes in it are escaped."""
    title = with_pipes_escaped(clean_title(header.title))
    return f"{title} | v{header.version}, {header.updated.isoformat()} | {text}"


def below_title(lines: Sequence[str]) -> int:
    """The first place below the heading with which a person's text begins, `# Team`; 0 without one."""
    if not lines or not lines[0].startswith("# "):
        return 0
    return next((at for at, line in enumerate(lines) if at and line), len(lines))


def clean_title(title: str) -> str:
    """The title as a header can carry it: one line of 1 to 200 characters."""
    return one_line(title)[:MAX_TITLE].strip() or "Untitled"


def _front_matter(content: str) -> tuple[str, str]:
    """What stands above the page, and the page; longer front matter is text, which splitting can cut."""
    block, rest = frontmatter.split(content)
    own = frontmatter.split(page_questions.without(content))[0] if block else ""
    return (block, rest) if len(own) <= page_questions.MAX_FRONT_MATTER else ("", content)


def _match(content: str) -> re.Match[str] | None:
    match = _HEADER.match(content)
    return match if match and _is_time(match["updated"]) else None


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True

"""A summary or description over its limit as a chain of files.

The file keeps its place and its beginning and says where it continues; each part says which file it is part of and
where it continues. A part's name has a hash of the file's path and edition and of its own text. So one edition of a
file always gets the same parts, however often and by however many it is split; no part of it is called as anything
that is there; and a file or a part that has grown is split again without touching the others. Its title is unlike
those of the parts that exist, which two runs may see differently: so the name of its file does not depend on it: it has
only what the text tells by itself.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from knowledge.files import paths
from knowledge.files.formats import description, summary
from knowledge.files.paths import Tier
from knowledge.files.splitting import naming
from knowledge.files.splitting.cutting import parted_days, slices
from knowledge.files.splitting.naming import NamedText
from knowledge.text import frontmatter, markdown

_PART_OF = re.compile(r"Part of \[\[(?P<path>[^\[\]\r\n]{1,500})\]\]\.\n\n")
_CONTINUES = re.compile(r"\n\nContinues in \[\[(?P<path>[^\[\]\r\n]{1,500})\]\]\.\n?\Z")
_KEPT = ("created", "updated", "tags", "scope", "version")  # front matter that a part shares with its file
_MAX_STEM = 60  # characters that a part's name takes over from its file's
_MAX_NAME = 30  # characters that it adds of its own title
_HASH = 10  # hexadecimal digits, 40 bits: a clash within one folder needs about a million parts
# Of the room, for the file's own beginning: where new lines come first it grows until it is full, and to what leaves it
# nothing is added any more. So little of it stays as the fewest parts leave that part least of what was said at once.
_FIRST = (0.25, 0.4, 0.55, 0.7)
_PART_NAME = re.compile(rf"-[0-9a-f]{{{_HASH}}}\.md$")  # `incidents-0f3a9c21b7.md`


@dataclass(frozen=True)
class Part:
    """One file to write. `title` is what an index line calls it."""

    path: str
    title: str
    content: str


@dataclass(frozen=True)
class PartedText:
    """A summary or description taken apart: `head` and the links around `body` are as they stand in the file."""

    head: str
    part_of: str | None
    body: str
    continues: str | None


def parse_part(path: str, content: str) -> PartedText:
    """The head, the links to other parts and the body of a summary or description."""
    separate = summary.split if paths.tier(path) is Tier.SUMMARY else description.split
    head, rest = separate(content)
    part_of = _PART_OF.match(rest)
    body = rest[part_of.end() :] if part_of else rest
    continues = _CONTINUES.search(body, max(0, len(body) - 600))
    return PartedText(
        head,
        part_of["path"] if part_of else None,
        body[: continues.start()] if continues else body,
        continues["path"] if continues else None,
    )


def links(path: str, content: str) -> frozenset[str]:
    """The lines of a summary or description by which splitting linked it to other parts."""
    text = parse_part(path, content)
    return frozenset(map(str.strip, (_above(text.part_of), _below(text.continues))))


def end_of_text(content: str) -> int:
    """Where the text of a file ends: at the link to its next part, or where the file does."""
    continues = _CONTINUES.search(content, max(0, len(content) - 600))
    return continues.start() if continues else len(content)


def title(path: str, content: str) -> str:
    """What a file is called: by its header or front matter, else its highest heading, else its name."""
    named = summary.header(content) or description.header(content)
    written = named.title if named else frontmatter.fields(content).get("title") or summary.title(content)
    if isinstance(written, str) and written.strip():
        return summary.clean_title(written)
    stem = PurePosixPath(path).stem.replace("-", " ")
    stem = stem[:1].upper() + stem[1:]
    return summary.clean_title(naming.heading(content[: description.LIMIT]) or stem)


def is_named_as_part(path: str) -> bool:
    """Whether the name ends as those that splitting gives to parts."""
    return bool(_PART_NAME.search(path))


def parts_prefix(path: str) -> str:
    """What the paths of a file's parts begin with."""
    file = PurePosixPath(path)
    return f"{file.with_name(_stem(file))}-"


def named_text(path: str, content: str) -> NamedText:
    """The body of a file, and what tells it from the others of its chain: "" for the first of them."""
    return NamedText(title(path, content).partition(": ")[2], parse_part(path, content).body)


def chain(
    path: str, content: str, limit: int, edition: str = "", beside: Mapping[str, NamedText] | None = None
) -> list[Part]:
    """The file with the beginning of its body, then a part for each further slice; none over `limit` characters.

    `edition` tells this content of the file from the same at another time, as its version does; `beside` are the files
    of its chain as they are, by their paths.
    """
    text, name = parse_part(path, content), title(path, content)
    head_of = _heads(content)
    origin = text.part_of or path
    link = max("x" * _longest_path(path), text.continues or "", key=len)
    longest = _file(head_of(summary.clean_title(name + "x" * (naming.MAX_LABEL + 2))), origin, "", link)
    own = _file(text.head, text.part_of, "", link)
    room = limit - max(len(longest), len(own))
    blocks = markdown.blocks(text.body)
    cuts = (slices(text.body, room, int(share * room), blocks) for share in _FIRST)
    cut = min(cuts, key=lambda runs: (len(runs), parted_days(runs)))
    first, *others = cut
    base = name.split(": ")[0] if text.part_of else name
    named, siblings = (cut, []) if text.part_of else (others, [NamedText("", first)])
    labels = naming.labels(named, [*_others(path, beside or {}), *siblings], base)
    own_label = labels.pop(0) if text.part_of else ""
    stems = map(naming.of_text_alone, others)
    parts: list[Part] = []
    following = text.continues
    for stem, label, body in reversed(list(zip(stems, labels, others, strict=True))):
        called = summary.clean_title(f"{base}: {label}")
        written = _file(head_of(called), origin, body, following)
        following = part_path(path, stem, _file("", origin, body, following), edition)
        parts.insert(0, Part(following, called, written))
    head = text.head
    if text.part_of and name != base:  # what it was called after may stand in another part now
        name = summary.clean_title(f"{base}: {own_label}")
        head = retitled(head, name)
    return [Part(path, name, _file(head, text.part_of, first, following)), *parts]


def retitled(head: str, title: str) -> str:
    """Front matter and header with another title, where they have one."""
    block, line = frontmatter.split(head)
    header = summary.header(f"{line}\n")  # which a line break may end
    if header:
        line = summary.render(summary.Header(title, header.version, header.updated), "")
    has_title = not header or "title" in frontmatter.fields(block)
    return (frontmatter.updated(block, title=title) if block and has_title else block) + line


def _others(path: str, beside: Mapping[str, NamedText]) -> list[NamedText]:
    """The other files of the chain: the text of the one that is split is what the slices are of."""
    return [part for one, part in beside.items() if one != path]


def _heads(content: str) -> Callable[[str], str]:
    """What each part starts with: front matter and header like the file's own, where it has them, with its title."""
    fields = frontmatter.fields(content)
    shared = {name: value for name, value in fields.items() if name in _KEPT}
    has_block = bool(frontmatter.split(content)[0])
    header = summary.header(content) or description.header(content)

    def head_of(title: str) -> str:
        line = summary.render(summary.Header(title, header.version, header.updated), "") if header else ""
        return frontmatter.render({"title": title, **shared}, line) if has_block else line

    return head_of


def _file(head: str, part_of: str | None, body: str, continues: str | None) -> str:
    return head + _above(part_of) + body + _below(continues)


def _above(part_of: str | None) -> str:
    return f"Part of [[{part_of}]].\n\n" if part_of else ""


def _below(continues: str | None) -> str:
    return f"\n\nContinues in [[{continues}]].\n" if continues else ""


def part_path(path: str, name: str, content: str, edition: str = "") -> str:
    """Beside the file: its name, the part's, if any, and a hash of what it is a part of and of the part's text."""
    file = PurePosixPath(path)
    stem = _stem(file)
    digest = hashlib.sha256("\n".join([path, edition, content]).encode()).hexdigest()[:_HASH]
    slug = paths.slug(name) if name else ""
    named = stem if stem.endswith(slug) else f"{stem}-{slug[:_MAX_NAME].rstrip('-')}"
    return paths.checked(str(file.with_name(f"{named}-{digest}.md")))


def _stem(file: PurePosixPath) -> str:
    return _PART_NAME.sub("", file.name).removesuffix(".md")[:_MAX_STEM]


def _longest_path(path: str) -> int:
    """How many characters the path of a part of this file has at most."""
    return len(str(PurePosixPath(path).parent)) + len("/") + _MAX_STEM + _MAX_NAME + _HASH + len("--.md")

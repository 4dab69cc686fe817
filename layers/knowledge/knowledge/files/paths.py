"""Object keys, `{tenant}/{path}`: built and taken apart here, and nowhere else."""

import hashlib
import re
import unicodedata
from enum import StrEnum
from typing import Literal

from knowledge.errors import Invalid
from knowledge.files import projects
from knowledge.text import hashing, lookalikes
from knowledge.text.strings import INVISIBLE, with_spelled_signs

FAILURES = "3-descriptions/learned/failures/"
EVIDENCE = "3-descriptions/learned/evidence/"  # what was said in runs, which is kept for a time
# Of assets, which are found by themselves, with page and row: of those that people brought, and that agents did.
PERSONS_RENDITIONS, AGENTS_RENDITIONS = "3-descriptions/user/uploads/", "3-descriptions/learned/uploads/"
RENDITIONS = (PERSONS_RENDITIONS, AGENTS_RENDITIONS)
# What runs taught is rows, which are found by themselves; these files tell it to people.
RUN_FILES = (
    *("3-descriptions/learned/tasks/", "3-descriptions/learned/patterns/", FAILURES),
    "2-summaries/agent/learned-",
)
UPLOAD_LISTS = "2-summaries/user/uploads-"  # a list a topic of what is found as assets
INDEX = "1-index/index.md"
MAX_PATH = 500  # characters, the width of `file_path` in the database
MAX_FOLDER = 400  # leaves room for the names that splitting gives to parts
MAX_KEY = 1024  # bytes of UTF-8, the limit of S3
MAX_SLUG = 60

_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")  # one folder of a key: no slash, no dot
_PUNCTUATION = " ._-+@()',&=!"
# Where folders repeat, \A: also a search has to begin at the beginning, and stays linear.
_SHAPES = {
    "1-index": re.compile(r"1-index/[^/]+\.md"),
    "2-summaries": re.compile(r"\A2-summaries/(?:[^/]+/)+[^/]+\.md"),
    "3-descriptions": re.compile(r"\A3-descriptions/(?:[^/]+/)+[^/]+\.md"),
    "assets": re.compile(r"\Aassets/(?:[^/]+/)+[^/]+"),
    "sessions": re.compile(r"sessions/[^/]+\.jsonl"),
}
ALLOWED = (
    "Allowed are 1-index/<name>.md, 2-summaries/<category>/<topic>.md, 3-descriptions/<topic>/<subtopic>/<file>.md, "
    "assets/<topic>/<file> and sessions/<run>.jsonl; each name starts with a letter, a digit or _ and has letters, "
    f"digits and {_PUNCTUATION.strip()} or single spaces inside, in Unicode's NFKC form; a project's files stand below "
    f"1-index, 2-summaries, 3-descriptions and assets in a folder {projects.FOLDER}NAME, as record-event writes it"
)
# Also a folder that no project may be called, so that `checked` refuses it. A file right in one of assets: its topic.
_OF_PROJECTS = re.compile(rf"(?P<tier>[1-3]-[a-z]+|assets(?=/[^/]+/[^/]+/))/(?P<folder>{projects.FOLDER}[^/]*)/")

LearnedKind = Literal["tasks", "patterns", "failures", "services", "evidence"]


HISTORY = "history"  # the name of a summary's


class Tier(StrEnum):
    """The folder at the top of a tenant's prefix."""

    INDEX = "1-index"
    SUMMARY = "2-summaries"
    DESCRIPTION = "3-descriptions"
    ASSET = "assets"
    SESSION = "sessions"


class Scope(StrEnum):
    """The topics of the third tier that say who owns a file; `user` is authoritative."""

    SYSTEM = "system"
    USER = "user"
    LEARNED = "learned"
    PLUGINS = "plugins"


def key(tenant: str, path: str) -> str:
    """The object key of a tenant's file. Raises `Invalid` unless it stays inside the tenant's prefix."""
    built = f"{_checked_tenant(tenant)}/{checked(path)}"
    if len(built.encode()) > MAX_KEY:
        raise _refused(path, f"it has over {MAX_KEY} bytes with the tenant's prefix")
    return built


def prefix(tenant: str, path: str = "") -> str:
    """The prefix of the tenant's keys that start with `path`, which may end anywhere, even inside a name."""
    names = path.split("/")
    for name in names[:-1] if not names[-1] else names:
        _check_name(path, name)
    return f"{_checked_tenant(tenant)}/{path}" if path else f"{_checked_tenant(tenant)}/"


def locate(key: str) -> tuple[str, str]:
    """The tenant and the path of an object key, as `key` built it. Raises `Invalid` for any other key."""
    tenant, _, path = key.partition("/")
    return _checked_tenant(tenant), checked(path)


def checked(path: str) -> str:
    """The path itself. Raises `Invalid`, saying what is allowed, unless it names a file of one of the tiers."""
    if len(path) > MAX_PATH or len(path.rpartition("/")[0]) > MAX_FOLDER:
        raise _refused(path, f"it has over {MAX_PATH} characters, or over {MAX_FOLDER} before the file's name")
    for name in path.split("/"):
        _check_name(path, name)
    if _OF_PROJECTS.match(path) and (project(path) is None or _OF_PROJECTS.match(inner(path))):
        raise _refused(path, "no project's folder is called so")
    shape = _SHAPES.get(path.partition("/")[0])
    if shape is None or not shape.fullmatch(inner(path)):
        raise _refused(path, "it is not in one of the folders or has another ending")
    return path


def is_allowed(path: str) -> bool:
    """Whether `checked` lets the path pass."""
    try:
        return bool(checked(path))
    except Invalid:
        return False


def project(path: str) -> str | None:
    """The project that a path of the tiers belongs to; None where it is of all."""
    of_project = _OF_PROJECTS.match(path)
    return projects.named_by(of_project["folder"]) if of_project else None


def inner(path: str) -> str:
    """The path as it stands within its project: without the project's folder; that of all stays as it is."""
    of_project = _OF_PROJECTS.match(path)
    return f"{of_project['tier']}/{path[of_project.end() :]}" if of_project else path


def within(project: str | None, path: str) -> str:
    """The path of the same file of a project; None for that of all, whose path it is."""
    tier, _, rest = path.partition("/")
    return f"{tier}/{projects.folder_of(project)}/{rest}" if project else path


def index_of(path: str) -> str:
    """The index that leads to the file: its project's own, or that of all."""
    return within(project(path), INDEX)


def is_from_rows(path: str) -> bool:
    """Whether the product writes the file, for people, from what it has as rows: nobody states anything in it."""
    return inner(path).startswith((*RENDITIONS, *RUN_FILES, UPLOAD_LISTS))


def tier(path: str) -> Tier:
    """The tier that a checked path belongs to."""
    return Tier(path.partition("/")[0])


def scope(path: str) -> Scope | None:
    """The scope of a third-tier path, None where its topic is no scope; what people upload is theirs."""
    if tier(path) is Tier.ASSET:
        return Scope.USER
    folder = topic(path)
    return Scope(folder) if tier(path) is Tier.DESCRIPTION and folder in set(Scope) else None


def topic(path: str) -> str:
    """The folder below the tier: a summary's category, a description's or an asset's topic; '' if none."""
    names = inner(path).split("/")
    return names[1] if len(names) > 2 else ""


def summary(category: str, topic: str) -> str:
    """Where the summary of a topic belongs. Any names do: they become slugs."""
    return checked(f"{Tier.SUMMARY}/{slug(category)}/{slug(topic)}.md")


def description(topic: str, subtopic: str, name: str) -> str:
    """Where a description belongs. Any names do: they become slugs."""
    return checked(f"{Tier.DESCRIPTION}/{slug(topic)}/{slug(subtopic)}/{slug(name)}.md")


def beside(category: str, topic: str, name: str) -> str:
    """Where detail of a summary belongs; never in a scope's own folder: `user/` is what people wrote, and outranks the
    rest."""
    if category in set(Scope):
        return description(Scope.LEARNED, f"{category}-{topic}", name)
    return description(category, topic, name)


def history(path: str) -> str:
    """Where a summary's history belongs: what it said, until when, and what is so now."""
    category, _, name = inner(path).partition("/")[2].partition("/")
    return within(project(path), beside(category, name.removesuffix(".md"), HISTORY))


def learned(kind: LearnedKind, name: str) -> str:
    """Where what the agents discovered by themselves belongs."""
    return description(Scope.LEARNED, kind, name)


def asset(topic: str, file_name: str) -> str:
    """Where an uploaded file belongs. Its extension is kept, anything not allowed in a name becomes a dash."""
    stem, dot, extension = file_name.rpartition(".")
    name = f"{slug(stem)}.{slug(extension)}" if stem and dot else slug(file_name)
    return checked(f"{Tier.ASSET}/{slug(topic)}/{name}")


def of_run(kind: LearnedKind, run_id: str) -> str:
    """A run's file: the same for the same run, and another for any other."""
    return learned(kind, f"{slug(run_id)[:45]}-{hashing.short(run_id)}")


def slug(name: str) -> str:
    """A name as a path segment: lower case, letters and digits of any script, dashes between, at most 60.

    Signs that end a word are spelled (C++, C#). What has no letters, or poses as a reserved word, becomes its hash.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", with_spelled_signs(name)).casefold())
    spaced = "".join(char if unicodedata.category(char)[0] in "LN" or _joins(char) else "-" for char in folded)
    short = re.sub("-+", "-", spaced).lstrip("-")[:MAX_SLUG].rstrip("-")
    words = unicodedata.normalize("NFKC", short)
    well = words and _starts_well(words) and not lookalikes.posing(words)
    return words if well else "x" + hashlib.sha256(name.encode()).hexdigest()[:8]


def _joins(char: str) -> bool:
    """Whether it is a mark that belongs to the letter before it, as most vowels of Indic scripts are."""
    return unicodedata.category(char)[0] == "M"


def _starts_well(name: str) -> bool:
    return name[0] == "_" or unicodedata.category(name[0])[0] in "LN"


def _check_name(path: str, name: str) -> None:
    if not name:
        raise _refused(path, "a name in it is empty, or it starts or ends with a slash")
    if not _starts_well(name) or name[-1] in " .":
        raise _refused(path, f"a name in it starts with {name[0]!r} or ends with {name[-1]!r}")
    if unicodedata.normalize("NFKC", name) != name or INVISIBLE.search(name):
        raise _refused(path, "it has characters that only look like others, or that nobody sees")
    if word := lookalikes.posing(name):
        raise _refused(path, f"{word!r} has letters of another script and looks like a reserved word")
    for char in name:
        if unicodedata.category(char)[0] not in "LMN" and char not in _PUNCTUATION:
            raise _refused(path, f"it has {char!r}")


def _checked_tenant(tenant: str) -> str:
    if not _TENANT.fullmatch(tenant):
        raise Invalid("A tenant's id has 1 to 100 letters, digits, - and _, and starts with a letter or digit.")
    return tenant


def _refused(path: str, why: str) -> Invalid:
    return Invalid(f"The path {path[:120]!r} is not allowed: {why}. {ALLOWED}.", path=path[:MAX_PATH])

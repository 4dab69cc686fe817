"""Files over their tier's limit become files within it that hold all of it."""

from collections.abc import Mapping
from dataclasses import replace

from knowledge.files import page_questions, paths
from knowledge.files.formats import description, index, summary
from knowledge.files.paths import Tier
from knowledge.files.splitting import chain, themes
from knowledge.files.splitting.chain import Part
from knowledge.files.splitting.naming import NamedText
from knowledge.ports.embedder import Embedder


def is_over_limit(path: str, content: str) -> bool:
    """Whether the file is larger than its tier allows: 50 lines, 2,000 or 50,000 characters; assets never are.

    The questions of a summary's lines are no part of what it says.
    """
    match paths.tier(path):
        case Tier.INDEX:
            return len(content.removesuffix("\n").split("\n")) > index.LIMIT
        case Tier.SUMMARY:
            return len(page_questions.without(content)) > summary.LIMIT
        case Tier.DESCRIPTION:
            return len(content) > description.LIMIT
    return False


def split(
    path: str, content: str, embedder: Embedder, edition: str = "", beside: Mapping[str, NamedText] | None = None
) -> list[Part]:
    """The file and its new parts, the file first, each within its tier's limit; below the limit, only itself.

    Nothing is lost: the bodies (`chain.parse_part`) of summaries and descriptions joined are the body of the file, and
    every line of an index (blank ones and repetitions aside) is in exactly one of its parts. `embedder` is used for
    an index only; `edition`, the file's version, makes the parts' names their own; `beside`, the files of the chain by
    their paths, their titles.
    """
    if not is_over_limit(path, content):
        return [Part(path, chain.title(path, content), content)]
    match paths.tier(path):
        case Tier.INDEX:
            return _by_theme(path, content, embedder, edition)
        case Tier.SUMMARY:
            questions = page_questions.questions_of(content)
            parts = chain.chain(path, page_questions.without(content), summary.LIMIT, edition, beside)
            return [replace(part, content=page_questions.fitted(part.content, questions)) for part in parts]
    return chain.chain(path, content, description.LIMIT, edition, beside)


def _by_theme(path: str, content: str, embedder: Embedder, edition: str) -> list[Part]:
    """The index with a line for each theme, and the themes' own files, with theirs if need be."""
    lines, below = _shelved(path, list(dict.fromkeys(index.lines(content))), embedder, edition)
    return [Part(path, chain.title(path, content), index.joined(lines)), *below]


def _shelved(path: str, lines: list[str], embedder: Embedder, edition: str) -> tuple[list[str], list[Part]]:
    """At most 50 lines, these or one for each theme among them, and the files that the themes' lines point at."""
    if len(lines) <= index.LIMIT:
        return lines, []
    top: list[str] = []
    below: list[Part] = []
    for theme in themes.themes(lines, embedder):
        if len(theme.lines) == 1:
            top += theme.lines
            continue
        inner, deeper = _shelved(path, theme.lines, embedder, edition)
        content = index.joined(inner)
        part = Part(chain.part_path(path, theme.name, content, edition), theme.name, content)
        top.append(index.render(index.IndexEntry(topic=theme.name, description=theme.description, location=part.path)))
        below += [part, *deeper]
    return top, below

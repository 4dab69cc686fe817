"""What names another learning before a statement, as the lines of a prompt do."""

import re

# What names another learning at a text's beginning, with whatever stands in the same brackets: `[k1a2b, user rule]`,
# `k1a2b:`.
_REFERENCE = re.compile(
    r"\s{0,8}(?:(?:[\[(]k[0-9a-f]{4}\b[^\])\n]{0,600}[\])]:?|k[0-9a-f]{4} ?[:–—-](?=\s))\s{0,8}){1,8}", re.I
)


def without_reference(text: str) -> str:
    """`text` without the short id, and what its brackets claim, that it begins with: a statement stands for itself."""
    reference = _REFERENCE.match(text)
    return text[reference.end() :] if reference else text


def with_reference_quoted(plain: str) -> str:
    """The text with what it begins with in quotation marks, where that would be read as the product's own mark."""
    own = _REFERENCE.match(plain)
    return f'"{own[0].strip()}" {plain[own.end() :]}' if own else plain

"""What a file is for, by its path."""

import re

# As the languages' runners find tests, by folder, beginning or ending: `tests/x.py`, `test_x.py`, `x.spec.ts`.
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?|fixtures)/|(?:^|/)(?:test_|conftest)|[._-](?:test|spec)s?\.(?!ya?ml$)\w+$"
)
# Files that tell of code or are made from it: README.md, docs/…, poetry.lock
_PROSE = re.compile(
    r"\.(?:md|rst|txt|lock|snap|svg|csv|log|bak|orig)$|(?:^|/)(?:docs?|changelog)/|package-lock\.json$", re.I
)

# What people alone read (of .mdx a build makes code), and what tools are set by in a hidden folder of theirs.
_DOCUMENT = re.compile(
    r"\.(?:md|markdown|rst|adoc)$|(?:^|/)\.[\w-]+/(?:[\w-]+/)?[\w.-]+\.(?:json|ya?ml|toml|txt)$|(?:^|/)\.gitignore$",
    re.I,
)


def is_test(path: str) -> bool:
    """Whether a runner finds tests or what they need there."""
    return bool(_TEST.search(path))


def is_prose(path: str) -> bool:
    """Whether it tells of code or is made from it."""
    return bool(_PROSE.search(path))


def is_code(path: str) -> bool:
    """Whether it is a file below the folder at hand that a program may read: none that another made or that tells."""
    return bool(re.fullmatch(r"(?!/|~|\.\.).*\.\w+", path)) and not is_prose(path)


def is_document(path: str) -> bool:
    """Whether no test reads it."""
    return bool(_DOCUMENT.search(path)) and not is_test(path)

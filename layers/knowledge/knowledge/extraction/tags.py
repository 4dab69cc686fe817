"""A few plain words by which a learning can be filtered: the module, the file and the tools that it names."""

import re
from collections.abc import Iterator

from knowledge.extraction.code.symbols import relative

MAX_TAGS = 5
_MAX_TAG = 40
_PATH = re.compile(
    r"(?<![\w/.:@-])(?:[\w.-]{2,}/)+[\w-]{2,}(?:\.\w{1,5})?|(?<![\w/.-])[\w-]{2,40}\.(?:py|pyi|ts|tsx|js|jsx|go|"
    r"rs|java|kt|swift|rb|php|sql|ya?ml|toml|tf|sh|json|md)\b"
)
_TOOLS = re.compile(
    r"(?<![\w/.-])(?:pytest|tox|nox|unittest|npm|pnpm|yarn|bun|deno|node|pip|uv|poetry|conda|docker|kubectl|helm|"
    r"terraform|ansible|aws|gcloud|git|cargo|rustup|gradle|maven|mvn|vitest|jest|mocha|playwright|cypress|detox|mypy|"
    r"ruff|eslint|dbt|airflow|kafka|redis|postgres|postgresql|psql|mysql|mongodb|snowflake|bigquery|celery|django|"
    r"flask|fastapi|rails|react|next\.js|vite|webpack|nginx|apache|systemctl|certbot|stripe|argocd|xcode|cocoapods|"
    r"android|ios|grafana|prometheus|minio|s3|lambda|alembic|pydantic|numpy|pandas)(?![\w/-]|\.\w)",
    re.I,
)
_COMMANDS = re.compile(r"(?<=`)(?:go|make|just|spark-submit)(?= )")
_PLAIN = {
    "src",
    "lib",
    "app",
    "tests",
    "test",
    "packages",
    "apps",
    "index",
    "main",
    "__init__",
    "init",
    "core",
    "utils",
    "usr",
    "bin",
    "python",
    "tmp",
}


def tags(learning: str) -> list[str]:
    """At most `MAX_TAGS` words in lower case, in the order in which the learning names them, files first."""
    found = dict.fromkeys(
        tag.lower() for tag in [*_of_paths(learning), *_COMMANDS.findall(learning), *_TOOLS.findall(learning)]
    )
    return [tag for tag in found if 1 < len(tag) <= _MAX_TAG][:MAX_TAGS]


def _of_paths(learning: str) -> Iterator[str]:
    """Of each path its top folder that says something, and its file's stem."""
    for path in (relative(found) for found in _PATH.findall(learning) if not found.isupper()):
        *folders, name = path.split("/")
        top = [folder.strip(".") for folder in folders if folder.strip(".") not in _PLAIN][:1]
        stem = re.sub(r"^test_|\.\w+$", "", name)
        yield from (part for part in [*top, stem] if re.fullmatch(r"[A-Za-z_][\w-]+", part) and part not in _PLAIN)

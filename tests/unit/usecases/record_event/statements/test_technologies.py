"""Technologies that a change names, brings and takes out."""

from typing import Any

import pytest
from knowledge.text.strings import abbreviated
from knowledge.usecases.record_event.statements.technologies import Dependencies, dependencies, removed, technologies

from tests.support.events import event


def test_technologies_of_a_change() -> None:
    """Dependencies with their version and languages of patches; what prose names is none: `SSO with Azure AD`."""
    assert technologies("FastAPI 0.115 in main.py", {"dependencies": "fastapi 0.115"}) == ["fastapi 0.115"]
    text = 'Redis and main.py go.\n--- a/src/main.rs\n+++ b/src/main.rs\n+httpx==0.28.1\n+  "react": "^18.2.0",\n'
    assert technologies(text, {"dependencies": "pydantic 2, numpy"}) == [
        "pydantic 2",
        "numpy",
        "httpx 0.28.1",
        "react ^18.2.0",
        "Rust",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "+++ b/src/app.py\r\n",
        "+++ b/src/app.py\t2026-05-03 10:00:00.000 +0200\n",
        "--- a/my app/main view.py\t\r\n",
    ],
)
def test_the_language_of_a_patch_is_read_as_programs_write_its_paths(line: str) -> None:
    """With the line ends of Windows, a time behind a tab, or spaces in the path."""
    assert technologies(line, {}) == ["Python"]


def test_the_languages_of_a_commit_are_those_of_its_files() -> None:
    """As its field lists them, below its message; a text that names one lists none."""
    assert technologies("feat: two-way SMS\n\nFiles: a.py, web/b c.ts, README.md", {}) == ["Python", "TypeScript"]
    assert technologies("Files such as a.py, b.ts are gone", {}) == []


def test_a_rule_or_a_sentence_behind_a_line_is_no_patched_file() -> None:
    """What stands behind the path's ending is none of it."""
    assert technologies("--- see main.py for that\n---\nmain.py\n", {}) == []


@pytest.mark.parametrize(
    "given",
    [
        ["+dramatiq 1.17", "-celery 5.3", "removed kombu", "redis==7"],
        "added dramatiq 1.17, - celery, Removed: kombu, redis@7",
        {"added": ["dramatiq 1.17", "redis 7"], "removed": ["celery 5.3", "kombu"]},
    ],
)
def test_dependencies_are_read_as_people_state_them(given: Any) -> None:
    """Measured before: `-celery 5.3` was a technology, and an object was dropped."""
    assert dependencies(given) == Dependencies(["dramatiq 1.17", "redis 7"], ["celery", "kombu"], [])
    change = event(kind="code_change", metadata={"dependencies": given})
    assert technologies(change.content, change.metadata) == ["dramatiq 1.17", "redis 7"]


@pytest.mark.parametrize(
    ("text", "brought", "gone"),
    [
        ("chore(deps): bump lodash from 4.17.20 to 4.17.21", ["lodash 4.17.21"], []),
        ("build(deps): bump actions/checkout from 3 to 4 in /app", ["actions/checkout 4"], []),
        ("Update dependency react to v18", ["react 18"], []),
        ("Bumps [lodash](https://x.org/l) from 4.17.20 to 4.17.21.", ["lodash 4.17.21"], []),
        ("Fix the date picker; upgrade moment from 2.1 to 2.3", ["moment 2.3"], []),
        ("Retry webhooks. Bump lodash from 4.17.20 to 4.17.21 and axios stays.", ["lodash 4.17.21"], []),
        ("fix: retry webhooks, bump lodash to 4.17.21; update react to 18.3.1", ["lodash 4.17.21", "react 18.3.1"], []),
        ("Retry webhooks. Also bump lodash from 4.17.20 to 4.17.21.", ["lodash 4.17.21"], []),
        ("Drop dead code. Bump ruff from 0.4 to 0.6 as well.", ["ruff 0.6"], []),
        ("Repair the cache, afterwards bump actions/cache from v3.1 to v4.0.", ["actions/cache 4.0"], []),
        ("Fix rounding and bump decimal.js from 10.4.2 to 10.4.3", ["decimal.js 10.4.3"], []),
        ("Fix the price table and update prices to 4.50; bump timeout from 30 to 60", [], []),
        ("Bump timeout from 30 to 60", [], []),
        ("bump version from 1.2.3 to 1.2.4", [], []),
        ("Update prices to 4.50", [], []),
        ("Drop MySQL, move to Postgres 16", ["Postgres 16"], ["MySQL"]),
        ("We migrate the database from MySQL 8 to Postgres 16.", ["Postgres 16"], ["MySQL"]),
        ("Replace Redis with Valkey.", [], ["Redis"]),
        ("refactor: remove Redis, sessions now live in the database", [], ["Redis"]),
        ("Remove Redis cache for sessions", [], []),
        ("Switch from Monthly Plans to Yearly Plans", [], []),
    ],
)
def test_a_change_tells_what_is_bumped_and_what_takes_the_place_of_what(
    text: str, brought: list[str], gone: list[str]
) -> None:
    """What a sentence names without a version is a technology only where what it replaces is one in the stack."""
    assert (technologies(text, {}), removed(text, {})) == (brought, gone)


def test_a_dependency_in_another_version_is_not_removed() -> None:
    """Whichever stands first, also where the patch brings it."""
    assert dependencies(["-celery 5.3", "+celery >=5.4,<6"]) == Dependencies(["celery >=5.4,<6"], [], [])
    assert removed('+  "celery==5.4",\n', {"dependencies": ["-celery 5.3"]}) == []


@pytest.mark.parametrize(
    ("given", "brought"),
    [
        (
            {"celery": "^5.3", "@types/node": ">=20 <21", "redis": "*"},
            ["celery ^5.3", "@types/node >=20 <21", "redis *"],
        ),
        (["lodash@^4.17", "@scope/name@~1.2"], ["lodash ^4.17", "@scope/name ~1.2"]),
        (["c++ 20", "c#", "python3.11"], ["c++ 20", "c#", "python3.11"]),
        ("requests>=2,<3, uvicorn[standard] >= 0.30", ["requests >=2,<3", "uvicorn[standard] >= 0.30"]),
        (["requests>=2,<3"], ["requests >=2,<3"]),
        (["postgres:16", "org.x:y:3.2", "node:20-alpine"], ["postgres 16", "org.x:y 3.2", "node 20-alpine"]),
        (["django (4.2)", "flask (>=2, <3)"], ["django 4.2", "flask >=2, <3"]),
        (None, []),
    ],
)
def test_dependencies_are_read_as_registries_write_them(given: Any, brought: list[str]) -> None:
    """Name and version, whatever parts them; measured before: each of these was refused, and the event with it."""
    assert dependencies(given) == Dependencies(brought, [], [])


@pytest.mark.parametrize(
    ("given", "brought"),
    [
        (5, []),
        ([{"name": "redis"}], []),
        (["we moved to redis", "httpx 0.28"], ["httpx 0.28"]),
        ({"added": 5, "redis": "7"}, ["redis 7"]),
        ({"redis": "7", "celery": {"git": "x"}}, ["redis 7"]),
        (["redis -> 8"], []),
        (["redis 7 is now used"], []),
        ([None, "httpx"], ["httpx"]),
        ([{"name": "redis", "version": "7"}], []),
    ],
)
def test_of_dependencies_what_is_not_read_is_left_out(given: Any, brought: list[str]) -> None:
    """With a note that says what, and how to send it: one field does not lose the event."""
    change = event(kind="code_change", metadata={"dependencies": given})
    read = dependencies(change.metadata["dependencies"])
    assert (read.brought, len(read.unread)) == (brought, 1)
    assert read.note and abbreviated(read.unread[0], 60) in read.note and '"added"' in read.note


def test_many_dependencies_that_are_not_read_are_counted() -> None:
    """Three are named; what tells of one alone is no dependency's name."""
    assert len(dependencies({"name": "redis", "version": "7"}).unread) == 2
    note = dependencies([f"no name at all {number}" for number in range(5)]).note
    assert note and "no name at all 2 and 2 more;" in note

"""The SQL holds nothing that PostgreSQL 15 lacks; Supabase runs it still."""

import re

import pytest

from kloop.paths import SQL
from tests.conftest import ROOT

# By the release notes of 16, 17 and 18: what came with each, of all that one might write here.
SINCE = {
    16: r"\bany_value\s*\(|\bis\s+(?:not\s+)?json\b|\bjson_(?:array|object)(?:agg)?\s*\([^)]*\b(?:absent|returning)\b"
    r"|\barray_(?:sample|shuffle)\s*\(|\bsystem_user\b|\b0[xob][0-9a-f]+\b|\b\d+_\d+\b|\brandom_normal\s*\("
    r"|\berfc?\s*\(|\bpg_input_is_valid\s*\(|\bgrant\b[^;']*\bwith\s+(?:inherit|set)\b",
    17: r"\bjson_(?:table|query|value|exists|scalar|serialize)\s*\(|\bmerge_action\s*\(|\btransaction_timeout\b"
    r"|\bto_(?:bin|oct)\s*\(|\bunicode_assigned\s*\(|\bon_error\b|\brandom\s*\([^)]+\)|\bnot\s+matched\s+by\s+source\b",
    18: r"\buuidv[47]\s*\(|\breturning\b[^;]*\b(?:old|new)\s*\.|\bvirtual\b|\bwithout\s+overlaps\b|\bcasefold\s*\("
    r"|\barray_(?:sort|reverse)\s*\(|\bcrc32c?\s*\(|\bjson_strip_nulls\s*\([^,)]+,|\bnot\s+enforced\b|\breverse\s*\(\s*\w+::bytea",
}
FILES = sorted(SQL.rglob("*.sql"))


def code(text: str) -> str:
    """The statements without comments, in lower case."""
    return re.sub(r"--[^\n]*", "", text).lower()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_it_is_of_15(file):
    """No function, clause or literal is younger; tests/integration/kloop/postgres/test_majors.py tries the servers."""
    assert {major for major, pattern in SINCE.items() if re.search(pattern, code(file.read_text()))} == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_right_to_act_as_a_role_is_asked_by_version(file):
    """`set` is a privilege of roles since 16; whoever asks for it asks for the server's version first."""
    text = code(file.read_text())
    assert "pg_has_role" not in text or "'set'" not in text or "server_version_num" in text

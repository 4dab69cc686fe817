"""The SQL holds nothing that PostgreSQL 15 lacks; Supabase runs it still."""

import re

from kloop.paths import SQL

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


def test_it_is_of_15():
    """No function, clause or literal is younger; tests/integration/kloop/postgres/test_majors.py tries the servers."""
    younger = {
        file.name: [major for major, of in SINCE.items() if re.search(of, code(file.read_text()))] for file in FILES
    }
    assert {name: majors for name, majors in younger.items() if majors} == {}


def test_the_right_to_act_as_a_role_is_asked_by_version():
    """`set` is a privilege of roles since 16; whoever asks for it asks for the server's version first."""
    texts = {file.name: code(file.read_text()) for file in FILES}
    asking = {name: text for name, text in texts.items() if "pg_has_role" in text and "'set'" in text}
    assert [name for name, text in asking.items() if "server_version_num" not in text] == []

"""What the SQL functions of a release take and give, written down at its release: `make released`.

    python -m tests.support.released_functions [--release VERSION] [--sql FOLDER]

The functions of that release go on calling while the next one's SQL is there already, so the next one's must take the
same calls: tests/rules/test_released.py. Of a release that was not written down in its time, check out its `sql`.
"""

import argparse
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from psycopg.rows import dict_row

from kloop.paths import SQL
from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "fixtures" / "released_functions.json"

# Those that service_role may call; the others are called by their neighbours alone, which are replaced with them.
FUNCTIONS = """
select p.proname as name,
       coalesce(array_agg(a.name order by a.at) filter (where a.mode in ('i', 'b')), '{}') as arguments,
       coalesce(array_agg(format_type(a.type, null) order by a.at) filter (where a.mode in ('i', 'b')), '{}') as types,
       p.pronargdefaults as defaults,
       coalesce(array_agg(a.name order by a.at) filter (where a.mode = 't'), '{}') as columns
from pg_proc p
left join lateral unnest(
    p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes
) with ordinality as b (name, type, mode, at) on true
left join lateral (select b.name, b.type, coalesce(b.mode, 'i') as mode, b.at where b.name is not null) a on true
where p.pronamespace = 'knowledge'::regnamespace and p.proname not like '\\_%'
group by p.oid order by p.proname
"""


def functions(url: str) -> list[dict[str, Any]]:
    """The functions of a database that was migrated: name, arguments, their types, how many have defaults, columns."""
    with psycopg.connect(url, row_factory=dict_row) as connection:
        return connection.execute(FUNCTIONS).fetchall()


def latest_release() -> str:
    """The version of the newest release that the changelog tells of."""
    return re.findall(r"^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text(), re.M)[0]


def main() -> None:
    """Writes the record of the SQL as it is now, or as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", default=latest_release())
    parser.add_argument("--sql", type=Path, default=SQL)
    options = parser.parse_args()
    with TemporaryDirectory(prefix="knowledge-") as folder, Postgres(Path(folder)) as server:
        apply(server.url(SUPERUSER), options.sql)
        lines = [json.dumps(function) for function in functions(server.url(SUPERUSER))]
    RECORD.write_text(f'{{"release": "{options.release}", "functions": [\n' + ",\n".join(lines) + "\n]}\n")


if __name__ == "__main__":
    main()

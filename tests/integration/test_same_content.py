"""Two bases of the same content answer alike: by what is stored and when, and not by ids, which are random."""

import json
from typing import Any
from uuid import UUID

import numpy as np
import pytest

ROWS = 120


def learnings() -> list[dict[str, Any]]:
    """Many of the same words, so that by words alone they are equals."""
    vectors = np.random.default_rng(11).normal(size=(ROWS, 384))
    return [
        {
            "learning": f"Service w{number}x listens on port {number % 3}",
            "embedding": json.dumps(vector.tolist()),
            "distinctions": [f"w{number}x", str(number % 3)],
            "tags": [],
        }
        for number, vector in enumerate(vectors)
    ]


def answer(database, tenant_id: UUID, mode: str) -> list[Any]:
    rows = database.call(
        "match_knowledge",
        tenant_id=tenant_id,
        query_embedding=np.random.default_rng(12).normal(size=384).tolist(),
        model="m",
        match_count=20,
        question="which service listens on port 2",
        mode=mode,
    )
    return [(row["learning"], row["matched_terms"], pytest.approx(row["score"], abs=1e-6)) for row in rows]


@pytest.mark.parametrize("mode", ["hybrid", "dense", "keyword"])
def test_two_bases_of_the_same_content_answer_alike(database, new_tenant, mode):
    """Also where they were written in another order."""
    one, other = (new_tenant("team").tenant_id for _ in range(2))
    database.call("upsert_knowledge", tenant_id=one, learnings=learnings(), model="m")
    database.call("upsert_knowledge", tenant_id=other, learnings=learnings()[::-1], model="m")
    assert answer(database, one, mode) == answer(database, other, mode)

"""Which sentences of a description still hold, with their day."""

from knowledge.files.current_statements.passages import read_passages, read_record

CONTENT = """Prices: conversations | v1.0.0, 2026-03-01 |

# Prices

## 2026-03-01 — The price

Ana: It costs 65 *(until 2026-03-05; now: It is free.)*. Lena owns the launch. Yes.

| Way | Cost |
|---|---|
| Plough | 2.3 m *(until 2026-03-05; now: No.)* |
| Barge | 2.8 m |

- **Event**: conversation e1

## Related

- [[2-summaries/unit-economics/prices.md]]
"""


def test_what_ended_is_no_passage():
    """Nor are headings, links and the lines that frame a section; a short answer is shown with what it answers."""
    passages = list(read_passages("3-descriptions/a.md", CONTENT))
    assert [passage.text for passage in passages] == ["Lena owns the launch.", "Yes.", "Way | Cost", "Barge | 2.8 m"]
    assert {(passage.day, passage.title) for passage in passages} == {("2026-03-01", "The price")}
    assert passages[1].shown == "Lena owns the launch. Yes." and passages[3].shown == "Way | Cost Barge | 2.8 m"


RECORD = """Decision: Staging is at Hetzner | v1.0.0, 2026-03-01 |

# Decision: Staging is at Hetzner.

Status: accepted

## Context

- It costs 190 *(until 2026-03-05; now: It costs 210.)*. AWS costs 740.

## Decision

- Staging is at Hetzner.

## Consequences

- Tom runs Postgres himself.

- **Event**: conversation e1
"""


def test_what_a_record_tells_beside_its_decision_are_passages():
    """Of the day on which it was made; its status and the event are none."""
    passages = list(read_record("3-descriptions/system/decisions/2026-03-01-staging.md", RECORD))
    assert [passage.text for passage in passages] == ["AWS costs 740.", "Tom runs Postgres himself."]
    assert {(passage.day, passage.title) for passage in passages} == {
        ("2026-03-01", "Decision: Staging is at Hetzner.")
    }

"""Which sentences of a description still hold, with their day."""

from knowledge.files.current_statements.passages import read_passages

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

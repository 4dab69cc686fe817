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
    said = list(read_passages("3-descriptions/a.md", CONTENT))
    assert [each.text for each in said] == ["Lena owns the launch.", "Yes.", "Way | Cost", "Barge | 2.8 m"]
    assert {(each.day, each.title) for each in said} == {("2026-03-01", "The price")}
    assert said[1].shown == "Lena owns the launch. Yes." and said[3].shown == "Way | Cost Barge | 2.8 m"

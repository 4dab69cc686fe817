"""Which part of the business an event is about, by its words, where that decides the summary."""

import re

from knowledge.usecases.record_event.models import Occurrence

_OPERATIONS = {
    "finance": r"pay(?:s|ed|ing|ments?|out\w*)?|paid|invoice\w*|charge\w*|refund\w*|subscription\w*|stripe|mrr|revenue",
    "analytics": r"analytics|visit\w*|sessions?|conversions?|page ?views?|bounce|funnel|traffic|sign-?ups?",
    "devops": r"deploy\w*|releas\w+|builds?|rollback|uptime|ci|pipeline|server\w*|incident\w*",
}
_MARKETS = {
    "competitive": r"competit\w+|rivals?|alternatives?|versus|vs",
    "market": r"market\w*|segments?|tam|demand|industry|audience",
}
# The category and the title of what an integration reports on, and what the index says of it.
OPERATIONS = {
    "finance": ("unit-economics", "Finance", "Payments, revenue and invoices: current figures and states"),
    "analytics": ("gtm", "Analytics", "Visitors, conversions and usage: current figures"),
    "devops": ("product", "DevOps", "Deployments, releases and servers: current figures and states"),
}
MARKETS = "gtm"  # the category of the markets


def operation(event: Occurrence) -> str:
    """Which operations an integration reports on: a named type decides, else its words; `devops` where neither does."""
    named = str(event.metadata.get("type") or event.metadata.get("integration") or "")
    texts = (named, f"{event.topic or ''} {event.title}", event.text[:5_000])
    return next((name for text in texts if (name := _first(_OPERATIONS, text))), "devops")


def market(event: Occurrence) -> str | None:
    """`competitive` or `market` where research is about one of them."""
    return _first(_MARKETS, f"{event.title} {event.text[:2_000]}")


def _first(words: dict[str, str], text: str) -> str | None:
    return next((name for name, cues in words.items() if re.search(rf"\b(?:{cues})\b", text, re.I)), None)

"""Which part of the business an integration or research reports on, by what it means."""

from dataclasses import dataclass

from knowledge.files import paths
from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event.models import Occurrence

_NEAR = 0.4  # the cosine with an area of the markets from which research belongs there


@dataclass(frozen=True)
class Area:
    """A summary of its own: the category, the topic, the title, and what its reports are like."""

    category: str
    topic: str
    title: str
    examples: tuple[str, ...]


_OPERATIONS = (
    Area("unit-economics", "finance", "Finance figures", (
        "payment invoice paid charge refund subscription payout", "monthly recurring revenue and amounts due",
        "stripe invoice payment failed amount currency", "billing and accounting figures",
    )),
    Area("gtm", "analytics", "Analytics", (
        "website visitors sessions conversions page views bounce rate", "active users and sign-ups of this week",
        "google analytics traffic report", "funnel, newsletter and campaign figures",
    )),
    Area("product", "devops", "DevOps", (
        "deployment succeeded of a service to production", "build pipeline workflow run CI failure",
        "server error rate latency incident uptime alert", "release and rollback of a version",
    )),
)  # fmt: skip
_MARKETS = (
    Area("gtm", "competitive", "Competitive", (
        "A competitor's product, its prices, customers and weaknesses.", "Comparison with rival vendors.",
    )),
    Area("gtm", "market", "Market", (
        "Size and growth of the market, its segments and demand.", "Trends of the industry and its buyers.",
    )),
)  # fmt: skip


def operation(event: Occurrence, embedder: Embedder) -> Area:
    """Which operations an integration reports on: what kind of report it is called says as much as what it reports."""
    given = " ".join(str(event.metadata.get(name) or "") for name in ("type", "integration", "service"))
    text = f"{given} {event.topic or ''} {event.title} {event.text[:300]}"
    whole = _nearness(text, _OPERATIONS, embedder)
    called = _nearness(given.strip(), _OPERATIONS, embedder) if given.strip() else whole
    return max(zip(whole, called, strict=True), key=lambda pair: pair[0][0] + pair[1][0])[0][1]


def operation_pages() -> list[str]:
    """Where the summaries of all operations stand."""
    return [paths.summary(area.category, area.topic) for area in _OPERATIONS]


def title_at(path: str) -> str:
    """How the summary of an area is called; "" for any other."""
    areas = (area for area in (*_OPERATIONS, *_MARKETS) if paths.summary(area.category, area.topic) == path)
    return next((area.title for area in areas), "")


def market(event: Occurrence, embedder: Embedder) -> Area | None:
    """The market or its competitors, where research is about one of them."""
    nearness, area = max(
        _nearness(f"{event.title}. {event.text[:600]}", _MARKETS, embedder), key=lambda scored: scored[0]
    )
    return area if nearness >= _NEAR else None


def _nearness(text: str, areas: tuple[Area, ...], embedder: Embedder) -> list[tuple[float, Area]]:
    examples = [example for area in areas for example in area.examples]
    vector, *others = embedder.embed([text, *examples])
    near = dict(zip(examples, (cosine(vector, example) for example in others), strict=True))
    return [(max(near[example] for example in area.examples), area) for area in areas]

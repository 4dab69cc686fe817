"""Events, and what rules and models take from them."""

from typing import Any

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.llm import Usage
from knowledge.usecases.record_event import _extracted
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements import rule_extractor
from knowledge.usecases.record_event.statements.stated_fields import stated
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries

from tests.support.doubles import NoFiles


def event(**fields: Any) -> Event:
    return Event.model_validate({"kind": "conversation", "event_id": "e", "content": "x", **fields})


def by_rules(occurrence: Any, embedder: OnnxEmbedder) -> Any:
    """Its statements."""
    return rule_extractor.by_rules(occurrence, stated(occurrence), RememberingEmbedder(embedder))


def of_new_tenant(occurrence: Any, embedder: OnnxEmbedder, llm: Any) -> Any:
    """Of a tenant without files."""
    remembering = RememberingEmbedder(embedder)
    nearby = NearbySummaries(occurrence, NoFiles(), remembering)
    return _extracted(occurrence, remembering, llm, nearby, Usage())


def extracted(embedder: OnnxEmbedder, content: Any, kind: str = "conversation") -> list[tuple[str, str]]:
    """What its statements say."""
    statements = by_rules(cleaned(event(kind=kind, content=content)), embedder)
    return [(statement.says, statement.text) for statement in statements]
